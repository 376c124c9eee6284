import Agenda
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

/// Times are in UTC, two hours behind Vienna in summer.
@Suite("Late reminders", .tags(.small))
struct ReminderLateTests {
    /// Two plants, each with its own notice.
    private func house(at time: String = "08:00") async throws -> ReminderHouse {
        let house = try ReminderHouse(given: [.preferredTime: time, .groupsReminders: "false"])
        try await house.phone()
        for name in ["Anna", "Berta"] { try await house.plant(name) }
        return house
    }

    private let down = Mailbox.Manner.fails(.later("down", retryAfter: nil))

    @Test("Late notices are sent as one summary at the end of the quiet hours that began meanwhile")
    func quietHours() async throws {
        let house = try await house(at: "20:00")
        house.mailbox.behave(down)
        for text in ["2026-06-10T18:00:00Z", "2026-06-10T19:01:00Z", "2026-06-10T20:01:00Z", "2026-06-10T22:00:00Z"] {
            _ = try await house.tick(at: text)
        }
        #expect(try await house.waiting().first == "2026-06-11T05:00:00Z")
        house.mailbox.behave(.takes)
        #expect(try await house.tick(at: "2026-06-11T04:59:00Z").isEmpty)
        #expect(try await house.tick(at: "2026-06-11T05:00:01Z").map(\.title) == ["Mist 2 plants"])
        #expect(try await house.tick(at: "2026-06-11T05:01:00Z").isEmpty)
    }

    @Test("A summary that was given up and is retried in quiet hours waits for their end")
    func retriedInQuiet() async throws {
        let house = try await house(at: "20:00")
        house.mailbox.behave(down)
        _ = try await house.tick(at: "2026-06-10T18:00:00Z")
        house.mailbox.behave(.fails(.refused("not allowed")))
        _ = try await house.tick(at: "2026-06-10T19:01:00Z")
        let dead = try #require(try await house.household.reminders.deadNotices().first)
        house.mailbox.behave(.takes)
        try house.clock.set("2026-06-10T21:00:00Z")
        try await house.household.reminders.retry(dead.number)
        #expect(try await house.tick().isEmpty)
        #expect(try await house.tick(at: "2026-06-11T05:00:01Z").map(\.title) == ["Mist 2 plants"])
    }

    @Test(
        "After a worker dies, notices that may have arrived are sent again under the same tags",
        arguments: [true, false])
    func killed(isTriedAgain: Bool) async throws {
        let house = try await house()
        house.mailbox.behave(.dies(arrived: true))
        try house.clock.set("2026-06-10T06:00:00Z")
        await #expect(throws: CancellationError.self) { try await house.household.reminders.sendDue() }
        let first = house.mailbox.empty()
        #expect(first.count == 2)
        if isTriedAgain {
            // The attempt fails for certain; whether the earlier one arrived is still unknown.
            house.mailbox.behave(down)
            _ = try await house.tick(at: "2026-06-10T06:10:00Z")
            let failures = try await house.household.reminders.pendingNotices().compactMap(\.failure)
            #expect(failures == Array(repeating: "down \(Notice.doubt)", count: 2))
        }
        house.mailbox.behave(.takes)
        let again = try await house.tick(at: "2026-06-10T07:30:00Z")
        #expect(Set(again.map(\.tag)) == Set(first.map(\.tag)) && again.count == 2)
    }

    @Test("A notice that may have arrived is sent again on its own, and later ones are sent separately")
    func killedBeside() async throws {
        let house = try ReminderHouse()
        try await house.phone()
        try await house.plant("Anna")
        let (_, berta) = try await house.plant("Berta")
        try house.clock.set("2026-06-10T05:30:00Z")
        _ = try await house.household.agenda.snooze(berta.id, .until(house.clock.now + 7200))
        house.mailbox.behave(.dies(arrived: true))
        try house.clock.set("2026-06-10T06:00:00Z")
        await #expect(throws: CancellationError.self) { try await house.tick() }
        let first = try #require(house.mailbox.empty().first)
        house.mailbox.behave(.takes)
        let again = try await house.tick(at: "2026-06-10T08:00:00Z")
        #expect(again.map(\.title).sorted() == ["Mist Anna", "Mist Berta"])
        #expect(again.contains { $0.tag == first.tag && $0.title == first.title })
    }

    @Test(
        "Notices without a response stay separate, and notices that were certainly not sent become a summary",
        arguments: [true, false])
    func unanswered(isInDoubt: Bool) async throws {
        let house = try await house()
        house.mailbox.behave(.fails(.later("no answer", retryAfter: nil, isInDoubt: isInDoubt)))
        _ = try await house.tick(at: "2026-06-10T06:00:00Z")
        house.mailbox.behave(.takes)
        let sent = try await house.tick(at: "2026-06-10T07:30:00Z")
        #expect(sent.map(\.title).sorted() == (isInDoubt ? ["Mist Anna", "Mist Berta"] : ["Mist 2 plants"]))
        #expect(try await house.household.reminders.pendingNotices().allSatisfy { !$0.isInDoubt })
    }
}

extension ReminderLateTests {
    @Test("A summary waits as long as the channel asked for, also if one of its chores is done meanwhile")
    func leftAlone() async throws {
        let house = try await house()
        house.mailbox.behave(.fails(.later("too many", retryAfter: 4 * 3600)))
        _ = try await house.tick(at: "2026-06-10T06:00:00Z")
        let tries = house.mailbox.tries
        house.mailbox.behave(.takes)
        #expect(try await house.tick(at: "2026-06-10T07:00:30Z").isEmpty)
        let anna = try #require(
            try await house.household.agenda.view(AgendaQuery(days: 1)).items.first { $0.plant?.name == "Anna" })
        _ = try await house.household.agenda.done([anna.chore.id])
        #expect(try await house.tick(at: "2026-06-10T09:59:00Z").isEmpty)
        #expect(house.mailbox.tries == tries)
        #expect(try await house.tick(at: "2026-06-10T10:00:00Z").map(\.title) == ["Mist Berta"])
    }

    @Test("Notices that become due one after the other during an outage are sent as one summary")
    func several() async throws {
        let house = try await house()
        for (name, hours) in [("Carla", 4.0), ("Dora", 5)] {
            let (_, chore) = try await house.plant(name)
            _ = try await house.household.agenda.snooze(chore.id, .until(house.clock.now + 1800 + hours * 3600))
        }
        house.mailbox.behave(down)
        var now = house.clock.now + 3600
        let end = now + 6 * 3600
        while now < end {
            house.clock.set(now)
            _ = try await house.tick()
            now += 300
        }
        house.mailbox.behave(.takes)
        house.clock.set(now + 1800)
        let sent = try await house.tick()
        #expect(sent.map(\.title) == ["Mist 4 plants"])
        #expect(try await house.tick().isEmpty)
    }

    @Test("A snoozed reminder is sent even if the preferred time was moved after it")
    func putOff() async throws {
        let house = try ReminderHouse()
        try await house.phone()
        let (_, anna) = try await house.plant("Anna")
        #expect(try await house.tick(at: "2026-06-10T06:00:00Z").count == 1)
        try house.clock.set("2026-06-10T10:00:00Z")
        try await house.household.settings.choose([.preferredTime: "18:00"])
        try house.clock.set("2026-06-10T14:45:00Z")
        _ = try await house.household.agenda.snooze(anna.id, .hours(1))
        #expect(try await house.tick(at: "2026-06-10T15:44:59Z").isEmpty)
        #expect(try await house.tick(at: "2026-06-10T15:45:00Z").map(\.title) == ["Mist Anna"])
        for text in ["2026-06-10T16:00:00Z", "2026-06-10T16:30:00Z", "2026-06-10T19:00:00Z"] {
            #expect(try await house.tick(at: text).isEmpty)
        }
    }

    @Test("An overdue chore has a reminder on eight mornings and then once a week")
    func insistence() async throws {
        let house = try ReminderHouse()
        try await house.phone()
        try await house.plant("Anna")
        var sentDays: [Int] = []
        let eight = house.clock.now + 3600
        for day in 0..<24 {
            house.clock.set(eight + Double(day) * 86_400)
            if try await !house.tick().isEmpty { sentDays.append(day) }
        }
        #expect(sentDays == [0, 1, 2, 3, 4, 5, 6, 7, 14, 21])
    }
}
