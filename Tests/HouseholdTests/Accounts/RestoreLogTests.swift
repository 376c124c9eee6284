import Accounts
import Calendar
import Contracts
import Foundation
import Household
import Support
import Testing

@Suite("Restores in the log of accounts", .tags(.small))
struct RestoreLogTests {
    private func outcome(
        _ kind: RestoreOutcome.Kind, hours: Double, in house: AccountHouse, failure: String? = nil
    ) -> RestoreOutcome {
        let now = house.clock.now
        return RestoreOutcome(
            kind: kind, at: now.addingTimeInterval(hours * 3600), madeAt: kind == .restore ? now : nil, failure: failure
        )
    }

    @Test("A restore is in the log once, also if the server starts several times; one that failed is not")
    func once() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let before = try await house.accounts.events(by: owner).count
        for _ in 0..<3 { try await house.accounts.note(outcome(.restore, hours: 1, in: house)) }
        try await house.accounts.note(outcome(.undo, hours: 2, in: house))
        try await house.accounts.note(outcome(.forget, hours: 3, in: house))
        try await house.accounts.note(outcome(.restore, hours: 4, in: house, failure: "the disk is full"))
        let events = try await house.accounts.events(by: owner).dropLast(before)
        #expect(events.map(\.kind) == [.restoreUndone, .backupRestored])
        #expect(events.map(\.subject) == [nil, Zone.utc.day(at: house.clock.now).description])
    }

    @Test("Without an owner there is no log")
    func withoutOwner() async throws {
        let house = try AccountHouse()
        try await house.accounts.note(outcome(.restore, hours: 0, in: house))
        let owner = try await house.owner().session.person
        #expect(try await !house.accounts.events(by: owner).contains { $0.kind == .backupRestored })
    }
}
