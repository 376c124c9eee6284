import Contracts
import Foundation
import Household
import Plants
import Recognition
import Reminders
import Support
import Synchronization
import Testing

@Suite("Sending reminders", .tags(.small))
struct ReminderSendingTests {
    let house: ReminderHouse
    var household: Household { house.household }
    var mailbox: Mailbox { house.mailbox }

    init() throws { house = try ReminderHouse() }

    private func notice(_ states: Notice.State...) async throws -> Notice {
        let channels = try await household.reminders.channels().filter { $0.kind == mailbox.kind }.map(\.id)
        return try #require(
            try await house.records.notices(.init(states: Set(states)))
                .first { channels.contains($0.channel) })
    }

    @Test("A channel that asks for a delay is retried after the delay")
    func later() async throws {
        try await house.phone()
        try await house.plant("Monstera")
        mailbox.behave(.fails(.later("too many", retryAfter: 600)))
        try house.clock.set("2026-06-10T06:00:00Z")
        #expect(try await household.reminders.sendDue().failed == 1)
        #expect(try await household.reminders.nextReminder()?.formatted(.iso8601) == "2026-06-10T06:10:00Z")
        #expect(try await household.reminders.channels().last?.failure == "too many")
        mailbox.behave(.takes)
        #expect(try await house.tick(at: "2026-06-10T06:09:59Z").isEmpty)
        #expect(try await house.tick(at: "2026-06-10T06:10:00Z").count == 1)
        #expect(try await household.reminders.channels().last?.failure == nil)
        #expect(try await household.reminders.channels().last?.lastSentAt == house.clock.now)
    }

    @Test("An unreachable channel is retried at growing intervals, and the notice is given up before it expires")
    func backOff() async throws {
        try await house.phone()
        try await house.plant("Monstera")
        mailbox.behave(.fails(.later("nobody answers", retryAfter: nil)))
        try house.clock.set("2026-06-10T06:00:00Z")
        var pauses: [Double] = []
        while try await household.reminders.sendDue().failed == 1, try await household.reminders.deadNotices().isEmpty,
            pauses.count < 200
        {
            let next = try #require(try await household.reminders.nextReminder())
            pauses.append(next.timeIntervalSince(house.clock.now))
            house.clock.set(next)
        }
        // Three quarters of 30 s, doubled repeatedly; the random value is constant.
        #expect(pauses.prefix(8) == [22.5, 45, 90, 180, 360, 675, 675, 675])
        #expect(pauses.count > 60 && pauses.dropFirst(5).allSatisfy { $0 == 675 })
        #expect(mailbox.tries == pauses.count + 1)
        let dead = try #require(try await household.reminders.deadNotices().first)
        #expect(dead.failure == "nobody answers" && dead.attempts == mailbox.tries)
        let until = dead.reminder.until
        #expect(dead.settledAt.map { $0 < until && $0 + 675 >= until } == true)
        #expect(try await house.tick().isEmpty)
        mailbox.behave(.takes)
        try await household.reminders.retry(dead.number)
        #expect(try await house.tick().map(\.title) == ["Mist Monstera"])
        #expect(try await household.reminders.deadNotices().isEmpty)
    }

    @Test("A notice is given up if the requested delay is longer than its validity")
    func tooLate() async throws {
        try await house.phone()
        try await house.plant("Monstera")
        mailbox.behave(.fails(.later("down for days", retryAfter: 1e9)))
        _ = try await house.tick(at: "2026-06-10T06:00:00Z")
        #expect(try await household.reminders.deadNotices().map(\.failure) == ["down for days"])
        try await household.reminders.dismissDead()
        #expect(try await household.reminders.deadNotices().isEmpty)
        mailbox.behave(.takes)
        #expect(try await house.tick(at: "2026-06-11T06:00:00Z").count == 1)
    }

    @Test("A channel that refuses a notice is not retried, and other channels get their notices")
    func refusal() async throws {
        try await house.phone("one")
        try await house.phone("two")
        try await house.plant("Monstera")
        let isFirst = Mutex(true)
        mailbox.behave { _ in
            isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst ? .fails(.refused("not allowed")) : .takes
            }
        }
        #expect(try await house.tick(at: "2026-06-10T06:00:00Z").count == 1)
        #expect(try await household.reminders.deadNotices().map(\.failure) == ["not allowed"])
        #expect(try await house.tick(at: "2026-06-10T12:00:00Z").isEmpty)
    }
}

extension ReminderSendingTests {
    @Test("A browser subscription that is gone is removed with its pending notices")
    func gone() async throws {
        let mailbox = Mailbox(.webPush)
        let house = try ReminderHouse(mailbox)
        let household = house.household
        try await house.phone()
        try await house.plant("Anna")
        try await house.plant("Berta", from: "2026-06-11")
        mailbox.behave(.fails(.gone("unsubscribed")))
        _ = try await house.tick(at: "2026-06-10T06:00:00Z")
        #expect(try await household.reminders.channels().map(\.kind) == [.page])
        #expect(try await household.reminders.nextReminder() == nil)
        #expect(try await household.reminders.deadNotices().isEmpty)
        mailbox.behave(.takes)
        try await house.phone()
        #expect(try await house.tick().isEmpty, "added again, it knows of nothing before")
        #expect(try await house.tick(at: "2026-06-11T06:00:00Z").count == 1)
    }

    @Test("A channel of another kind that is gone is switched off and keeps its name and the reason")
    func turnedOff() async throws {
        try await house.phone("Lamp")
        try await house.plant("Anna")
        mailbox.behave(.fails(.gone("unsubscribed")))
        _ = try await house.tick(at: "2026-06-10T06:00:00Z")
        let lamp = try #require(try await household.reminders.channels().last)
        #expect(lamp.name == "Lamp" && !lamp.isOn && lamp.failure?.contains("410") == true)
        #expect(try await household.reminders.nextReminder() == nil)
    }

    @Test("A notice without a transport or with an address sealed by another key is given up with the reason")
    func unreadable() async throws {
        _ = try await household.reminders.add(.drawn(.webhook), named: "Lamp")
        try await house.plant("Monstera")
        _ = try await house.tick(at: "2026-06-10T06:00:00Z")
        #expect(try await household.reminders.deadNotices().first?.failure?.contains("cannot send") == true)
        try await house.phone()
        let clock = house.clock
        let foreign = Household.drawn(
            records: house.records, careServices: .drawn(given: [.zone: "Europe/Vienna"]),
            noticeServices: .drawn(noticeTransports: [mailbox.noticeTransport], secretBox: .drawn(seed: 2)),
            environment: .at { clock.now })
        try house.clock.set("2026-06-11T06:00:00Z")
        _ = try await foreign.reminders.sendDue()
        #expect(mailbox.tries == 0)
        let reasons = Set(try await household.reminders.deadNotices().compactMap(\.failure))
        #expect(reasons.contains { $0.contains("cannot be read") })
    }

    @Test("Near the end of its lease a worker releases the notices it has not begun, and none is sent twice")
    func leaseOver() async throws {
        try await house.phone()
        try await house.crowd(150)
        try house.clock.set("2026-06-10T06:00:00Z")
        let clock = house.clock
        let tries = Mutex(0)
        mailbox.behave { _ in
            let number = tries.withLock { tries in
                tries += 1
                return tries
            }
            if number == 1 { clock.pass(46) }
            return .takes
        }
        let report = try await household.reminders.sendDue()
        #expect(report.sent + report.released == 150)
        #expect(report.released >= 142, "those behind the first eight")
        let left = try await household.reminders.pendingNotices(limit: 999).filter {
            $0.reminder.subjects.count == 1 && $0.isLeased == false && $0.attempts == 0 && $0.fence == 1
        }
        #expect(left.count == report.released)
        _ = try await household.reminders.sendDue()
        let arrived = mailbox.empty()
        #expect(arrived.count == 150 && Set(arrived.map(\.tag)).count == 150)
    }

    @Test("A worker that is stopped during a round loses no notice and sends none twice")
    func stopped() async throws {
        try await house.phone()
        try await house.crowd(100)
        try house.clock.set("2026-06-10T06:00:00Z")
        let gate = Gate()
        mailbox.behave { $0.title.contains("7:") ? .hangs(gate) : .takes }
        let worker = Task { try await household.reminders.sendDue() }
        await gate.untilWaiting(1)
        worker.cancel()
        await #expect(throws: CancellationError.self) { try await worker.value }
        let before = mailbox.messages.count
        #expect(before < 100)
        mailbox.behave(.takes)
        house.clock.pass(61)
        while try await household.reminders.sendDue().isFull {}
        let arrived = mailbox.empty()
        #expect(arrived.count == 100 && Set(arrived.map(\.tag)).count == 100)
    }
}

extension ReminderSendingTests {
    @Test("A worker that is stopped releases at once the notices it has not begun")
    func givenBack() async throws {
        try await house.phone()
        try await house.crowd(150)
        try house.clock.set("2026-06-10T06:00:00Z")
        let gate = Gate()
        mailbox.behave(.hangs(gate))
        let worker = Task { try await household.reminders.sendDue() }
        await gate.untilWaiting(8)
        worker.cancel()
        await #expect(throws: CancellationError.self) { try await worker.value }
        mailbox.behave(.takes)
        #expect(try await household.reminders.sendDue().sent == 142)
        house.clock.pass(61)
        #expect(try await household.reminders.sendDue().sent == 8)
        #expect(Set(mailbox.messages.map(\.tag)).count == 150)
    }

    @Test("A worker that is about to stop begins no further notice")
    func stopping() async throws {
        try await house.phone()
        try await house.crowd(10)
        try house.clock.set("2026-06-10T06:00:00Z")
        #expect(try await household.reminders.sendDue(isStopping: { true }).sent == 0)
        #expect(mailbox.tries == 0)
        #expect(try await household.reminders.sendDue().sent == 10)
        #expect(try await notice(.sent).attempts == 1)
    }

    @Test("A channel that hangs does not delay other channels")
    func hangs() async throws {
        try await house.phone()
        try await house.crowd(100)
        try house.clock.set("2026-06-10T06:00:00Z")
        let (gate, others) = (Gate(), Gate())
        mailbox.behave { message in
            if message.title == "Thing 7: Crowd" { return .hangs(gate) }
            others.arrive()
            return .takes
        }
        let worker = Task { try await household.reminders.sendDue() }
        await others.untilWaiting(99)
        await gate.untilWaiting(1)
        gate.open()
        #expect(try await worker.value.sent == 100)
        #expect(Set(mailbox.messages.map(\.tag)).count == 100)
    }

    @Test("Two concurrent workers send each notice once")
    func twoWorkers() async throws {
        try await house.phone()
        try await house.crowd(300)
        try house.clock.set("2026-06-10T06:00:00Z")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { while try await household.reminders.sendDue(limit: 40).isFull {} } }
            try await group.waitForAll()
        }
        let arrived = mailbox.empty()
        #expect(arrived.count == 300 && Set(arrived.map(\.tag)).count == 300)
    }
}
