import Contracts
import Foundation
import Plants
import Recognition
import Reminders
import Support
import Synchronization
import Testing

@testable import Household

@Suite("Channels that are gone, and channels that were just added", .tags(.small))
struct ReminderGoneTests {
    let house: ReminderHouse
    var household: Household { house.household }
    var mailbox: Mailbox { house.mailbox }

    init() throws { house = try ReminderHouse() }

    @Test(
        "After a channel reports that it is gone, no further notice is sent to it",
        arguments: [Channel.Kind.webPush, .webhook])
    func goneForAll(kind: Channel.Kind) async throws {
        let mailbox = Mailbox(kind)
        let house = try ReminderHouse(mailbox)
        try await house.phone()
        try await house.crowd(40)
        mailbox.behave(.fails(.gone("unsubscribed")))
        _ = try await house.tick(at: "2026-06-10T06:00:00Z")
        #expect(mailbox.tries == 8, "those that were begun at once")
        _ = try await house.tick(at: "2026-06-10T06:05:00Z")
        #expect(mailbox.tries == 8)
        #expect(try await house.household.reminders.nextReminder() == nil)
    }

    @Test("The reason why a channel was switched off stays until a person switches it on again")
    func reasonStays() async throws {
        let lamp = try await house.phone("Lamp")
        try await house.crowd(2)
        let isFirst = Mutex(true)
        mailbox.behave { _ in
            isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst ? .fails(.gone("unsubscribed")) : .takes
            }
        }
        _ = try await house.tick(at: "2026-06-10T06:00:00Z")
        let off = try #require(try await household.reminders.channels().last)
        #expect(!off.isOn && off.failure?.contains("410") == true && mailbox.tries == 2)
        try await household.reminders.change(channel: lamp.id, name: "Old lamp")
        #expect(try await household.reminders.channels().last?.failure == off.failure)
        try await household.reminders.change(channel: lamp.id, isOn: true)
        #expect(try await household.reminders.channels().last?.failure == nil)
    }

    @Test("A test message of a channel that was added during a round is left to the next round")
    func addedMeanwhile() async throws {
        let composer = try await household.reminders.composer()
        let phone = try await house.phone()
        try await household.reminders.test(channel: phone.id)
        let now = house.clock.now
        let claimed = try await house.records.claimNotices(limit: 9, at: now, until: now + 60)
        let clock = house.clock
        let round = NoticeRound(
            noticeTransports: household.reminders.services.noticeTransports, composer: composer,
            ledger: NoticeLedger(records: house.records, now: { clock.now }),
            environment: household.environment, logger: household.reminders.logger, mayBegin: { true })
        let report = try await round.run(claimed)
        #expect((report.released, report.failed, report.sent) == (1, 0, 0))
        #expect(try await household.reminders.deadNotices().isEmpty)
        #expect(try await house.tick().map(\.sort) == [.test])
    }
}
