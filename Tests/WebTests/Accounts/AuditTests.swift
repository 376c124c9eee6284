import Accounts
import Contracts
import Doses
import Foundation
import HTTPTypes
import Household
import HummingbirdTesting
import NIOCore
import Plants
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

    @Test("Removals are in the log, with the name of a plant and without the name of a medicine")
    func removals() async throws {
        let house = try AccountHouse()
        let (cookie, _) = try await house.owned()
        let plant = try await house.household.collection.add("Fern", taxon: nil)
        let medicines = house.household.medicines(for: .person(try #require(try await house.person(cookie)).account.id))
        let form = MedicineForm(
            name: "Amoxicillin", strength: "500 mg", form: "capsule", sig: "Take 1 capsule by mouth twice daily")
        let medicine = try await medicines.keep(
            form, confirmed: Set(DosePlan.Confirmations.needed(for: try medicines.reading(of: form).medicine)),
            from: nil)
        try await house.visiting { visit in
            let before = try await words(house, cookie).count
            let fields: HTTPFields = [.cookie: cookie]
            for uri in [Site.API.plant(plant.id), Site.API.medicine(medicine.id)] {
                let gone = try await visit.client.execute(uri: uri, method: .delete, headers: fields)
                #expect(gone.status.kind == .successful, "\(uri) \(gone.text)")
                // The second one finds nothing.
                _ = try await visit.client.execute(uri: uri, method: .delete, headers: fields)
            }
            #expect(
                try await words(house, cookie).dropFirst(before) == [
                    "Ada removed the plant Fern", "Ada removed a medicine with its doses",
                ])
        }
    }

    @Test("Two owners who change settings at the same time are each in the log with their own change only")
    func twoOwners() async throws {
        let house = try AccountHouse()
        let (ada, _) = try await house.owned()
        let ben = try await house.joined("Ben", as: .owner, invitedBy: try #require(try await house.person(ada)))
        try await house.visiting { visit in
            let before = try await words(house, ada).count
            func set(_ body: String, _ cookie: String) async throws {
                let answer = try await visit.client.execute(
                    uri: Site.API.settings, method: .patch,
                    headers: [.cookie: cookie, .contentType: "application/json"], body: .init(string: body))
                #expect(answer.status.kind == .successful, "\(answer.text)")
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await set(#"{"medicines.explainer": "true"}"#, ada) }
                group.addTask { try await set(#"{"larder.questions": "false"}"#, ben) }
                try await group.waitForAll()
            }
            #expect(
                Set(try await words(house, ada).dropFirst(before)) == [
                    "Ada changed a setting: medicines.explainer = true",
                    "Ben changed a setting: larder.questions = false",
                ])
            #expect(try await words(house, ada).count == before + 2)
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
            #expect(try await visit.post(Site.settingsPlantNet, [:], cookie: cookie).status == .forbidden)
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
        let events = try await house.household.accounts.events(by: person).filter { $0.kind == .exported }
        #expect(events.map(AccountLogPage.words) == ["Ada exported the plants, 2050 times within an hour"])
    }

    @Test("A member who removes everything 5,000 times pushes no event of the owner out of the log")
    func repeatedRemoval() async throws {
        let house = try AccountHouse()
        let (owner, _) = try await house.owned()
        let cookie = try await house.joined(
            "Ben", as: .member, invitedBy: try #require(try await house.person(owner)))
        let ben = try #require(try await house.person(cookie))
        for _ in 0..<5000 {
            try await house.household.accounts.note(.everythingRemoved, "medicines", by: ben, on: AccountHouse.phone)
        }
        let words = try await words(house, owner)
        #expect(words.contains("Ada created the owner account"))
        #expect(words.last == "Ben removed everything: medicines, 5000 times within an hour")
    }

    @Test("The page of the log has 200 events and leads to the older ones")
    func paging() async throws {
        let house = try AccountHouse()
        let (cookie, _) = try await house.owned()
        let person = try #require(try await house.person(cookie))
        for number in 0..<250 {
            try await house.household.accounts.note(.keySet, "service \(number)", by: person, on: AccountHouse.phone)
        }
        try await house.visiting { visit in
            let first = try await visit.get(Site.accountLog, cookie: cookie).text
            #expect(first.contains("service 249<") && first.contains("service 50<") && !first.contains("service 49<"))
            #expect(!first.contains("Latest entries"))
            #expect(first.contains("Older entries</a>"))
            let number = String(try #require(first.firstMatch(of: /before=([0-9]+)/)?.1))
            let second = try await visit.get(Site.accountLog.with(["before": number]), cookie: cookie).text
            #expect(second.contains("service 49<") && second.contains("Ada created the owner account"))
            #expect(!second.contains("service 50<") && !second.contains("Older entries</a>"))
            #expect(second.contains("Latest entries"))
            #expect(try await visit.get(Site.accountLog + "?before=x", cookie: cookie).text.contains("service 249<"))
        }
    }
}
