import Contracts
import Household
import Larder
import Support
import Testing

@Suite("Requests to Robotoff that a person sends", .tags(.small))
struct LarderExploreTests {
    private func call(_ id: String) throws -> RobotoffCall { try #require(RobotoffCall.named(id)) }

    @Test("A request is sent once, and its answer is returned unchanged")
    func answer() async throws {
        let house = try LarderHouse()
        let answer = try await house.household.larder.explore(
            try call("insights-random"), ["type": "label", "count": "2"])
        #expect(String(decoding: answer.raw, as: UTF8.self) == #"{"path":"/insights/random"}"#)
        #expect(house.grocer.asks == [.explore(answer.request)])
    }

    @Test("A refused value, switched-off questions and a missing network are errors, and nothing is sent")
    func nothingSent() async throws {
        let house = try LarderHouse()
        let wrong = await #expect(throws: HouseholdError.self) {
            try await house.household.larder.explore(try call("insights-random"), ["count": "many"])
        }
        #expect(wrong?.code == .valueRefused && wrong?.detail == "count")
        let silent = try LarderHouse(given: [.larderQuestions: "false"])
        let off = await #expect(throws: HouseholdError.self) {
            try await silent.household.larder.explore(try call("service-status"), [:])
        }
        #expect(off?.code == .serviceNotConfigured)
        house.cable.pull()
        let offline = await #expect(throws: HouseholdError.self) {
            try await house.household.larder.explore(try call("service-status"), [:])
        }
        #expect(offline?.code == .serviceOffline)
        #expect(house.grocer.asks.isEmpty && silent.grocer.asks.isEmpty)
    }

    @Test("Half of the limit of requests is for composed ones, and a requested pause is kept")
    func limits() async throws {
        let house = try LarderHouse()
        for _ in 0..<6 { _ = try await house.household.larder.explore(try call("service-status"), [:]) }
        let used = await #expect(throws: HouseholdError.self) {
            try await house.household.larder.explore(try call("service-status"), [:])
        }
        #expect(used?.code == .serviceQuotaUsed && house.grocer.asks.count == 6)
        house.clock.pass(61)
        house.grocer.behave(
            .fails(.init(HouseholdError(.servicePaused, "Robotoff is overloaded."), retryAfter: 300)))
        for _ in 0..<2 {
            let paused = await #expect(throws: HouseholdError.self) {
                try await house.household.larder.explore(try call("service-status"), [:])
            }
            #expect(paused?.code == .servicePaused)
        }
        #expect(house.grocer.asks.count == 7)
    }
}
