import Accounts
import Contracts
import Foundation
import HTTPTypes
import Household
import HummingbirdTesting
import NIOCore
import Support
import Testing

@testable import Web

@Suite("The log of sensitive acts", .tags(.medium))
struct AuditTests {
    private func words(_ house: AccountHouse, _ cookie: String) async throws -> [String] {
        let person = try #require(try await house.person(cookie))
        return try await house.household.accounts.events(by: person).reversed().map(AccountLogPage.words)
    }

    @Test("Exports, consents, the network and the removal of everything are in the log with person and address")
    func acts() async throws {
        let house = try AccountHouse()
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let before = try await words(house, cookie).count
            _ = try await visit.get("/api/collection?format=csv", cookie: cookie, accept: "*/*")
            _ = try await visit.get("/api/medicines/export?format=csv", cookie: cookie, accept: "*/*")
            let settings = try await visit.client.execute(
                uri: Site.API.settings, method: .patch, headers: [.cookie: cookie, .contentType: "application/json"],
                body: .init(string: #"{"medicines.explainer": "true"}"#))
            #expect(settings.status.kind == .successful, "\(settings.text)")
            _ = try await visit.post(Site.forgetMedicines, [:], cookie: cookie)
            _ = try await visit.post(Site.forgetMedicines, ["sure": "yes"], cookie: cookie)
            // What changes nothing is not in the log.
            _ = try await visit.client.execute(
                uri: Site.API.settings, method: .patch, headers: [.cookie: cookie, .contentType: "application/json"],
                body: .init(string: #"{"medicines.explainer": "true"}"#))
            #expect(
                try await words(house, cookie).dropFirst(before) == [
                    "Ada exported the plants", "Ada exported the medicines",
                    "Ada changed a setting: medicines.explainer = true", "Ada removed everything: medicines",
                ])
            let person = try #require(try await house.person(cookie))
            let event = try #require(try await house.household.accounts.events(by: person).first)
            #expect(event.name == "Ada" && event.at == house.clock.now && event.address != nil)
        }
    }

    @Test("A refused act is not in the log")
    func refused() async throws {
        let house = try AccountHouse()
        let (owner, _) = try await house.owned()
        let cookie = try await house.joined(
            "Ben", as: .member, invitedBy: try #require(try await house.person(owner)))
        try await house.visiting { visit in
            let before = try await words(house, owner)
            #expect(try await visit.post(Site.settings, [:], cookie: cookie).status == .forbidden)
            _ = try await visit.get("/api/collection?format=none", cookie: cookie, accept: "*/*")
            #expect(try await words(house, owner) == before)
        }
    }

    @Test("The number of rows of each kind is bounded")
    func bounded() async throws {
        let house = try AccountHouse()
        let (cookie, _) = try await house.owned()
        let person = try #require(try await house.person(cookie))
        for _ in 0..<2050 {
            try await house.household.accounts.note(.exported, "the plants", by: person, on: AccountHouse.phone)
        }
        let events = try await house.household.accounts.events(by: person)
        #expect(events.count { $0.kind == .exported } <= 2000)
    }
}
