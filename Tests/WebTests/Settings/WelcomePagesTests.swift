import Contracts
import Foundation
import HTTPTypes
import Household
import HummingbirdTesting
import Support
import Testing

@testable import Web

@Suite("The steps of a new household", .tags(.medium))
struct WelcomePagesTests {
    /// The latitude after the step about the place, with the zone of Auckland.
    private func latitude(before: [Home.Setting: String]) async throws -> Double? {
        let house = try AccountHouse()
        let (cookie, _) = try await house.owned()
        try await house.household.settings.choose(before)
        try await house.visiting { visit in
            let answer = try await visit.post(
                Site.welcomePlace, [Home.Setting.zone.rawValue: "Pacific/Auckland"], cookie: cookie)
            #expect(answer.status == .seeOther)
        }
        let home = try await house.household.settings.home()
        #expect(home.zone == "Pacific/Auckland")
        return home.latitude
    }

    @Test("A new zone sets the latitude of its place in whole degrees, unless another latitude was chosen")
    func place() async throws {
        #expect(try await latitude(before: [:]) == -37)
        #expect(try await latitude(before: [.zone: "Europe/Vienna"]) == -37)
        #expect(try await latitude(before: [.zone: "Europe/Vienna", .latitude: "48"]) == -37)
        #expect(try await latitude(before: [.zone: "Europe/Vienna", .latitude: "48.2"]) == -37)
        #expect(try await latitude(before: [.zone: "Europe/Vienna", .latitude: "47.07"]) == 47.07)
        #expect(try await latitude(before: [.latitude: "-41.3"]) == -41.3)
        #expect(try await latitude(before: [.zone: "Pacific/Auckland", .latitude: "-36.85"]) == -36.85)
    }
}
