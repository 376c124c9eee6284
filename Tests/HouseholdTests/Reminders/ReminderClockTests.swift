import Agenda
import Calendar
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@Suite("Reminders and clock changes", .tags(.small))
struct ReminderClockTests {
    @Test("Setting the clock back past a reminder does not send it twice")
    func setBack() async throws {
        let house = try ReminderHouse()
        try await house.phone()
        try await house.plant("Monstera")
        #expect(try await house.tick(at: "2026-06-10T06:00:00Z").count == 1)
        for text in ["2026-06-10T05:00:00Z", "2026-06-10T06:00:00Z", "2026-06-08T06:00:00Z", "2026-06-10T09:00:00Z"] {
            #expect(try await house.tick(at: text).isEmpty, "\(text)")
        }
        #expect(try await house.tick(at: "2026-06-11T06:00:00Z").count == 1, "the next day has its own")
    }

    @Test("A clock that jumps ahead and back loses no reminder and sends none twice")
    func ahead() async throws {
        let house = try ReminderHouse()
        try await house.phone()
        try await house.plant("Monstera")
        #expect(try await house.tick(at: "2026-06-12T09:00:00Z").count == 1)
        #expect(try await house.tick(at: "2026-06-10T05:00:00Z").isEmpty)
        #expect(try await house.tick(at: "2026-06-10T06:00:00Z").count == 1)
        #expect(try await house.tick(at: "2026-06-11T06:00:00Z").count == 1)
        #expect(try await house.tick(at: "2026-06-12T10:00:00Z").isEmpty, "told by the wrong clock already")
        #expect(try await house.tick(at: "2026-06-13T06:00:00Z").count == 1)
    }

    @Test("A worker that only sends while the clock is ahead loses no reminder")
    func aheadUnreconciled() async throws {
        let house = try ReminderHouse()
        try await house.phone()
        try await house.plant("Monstera")
        try house.clock.set("2026-06-12T07:00:00Z")
        _ = try await house.household.reminders.sendDue()
        let early = house.mailbox.empty().count
        #expect(early == 1, "the latest; the others are worth nothing by that clock")
        #expect(try await house.tick(at: "2026-06-10T05:00:00Z").isEmpty)
        #expect(try await house.tick(at: "2026-06-10T06:00:00Z").count == 1)
        #expect(try await house.tick(at: "2026-06-11T06:00:00Z").count == 1)
        #expect(try await house.tick(at: "2026-06-12T06:00:00Z").isEmpty)
    }

    @Test("A notice that a worker with a fast clock held when it died is sent once the clock is right")
    func heldAhead() async throws {
        let house = try ReminderHouse()
        try await house.phone()
        try await house.plant("Monstera")
        let right = house.clock.now
        try house.clock.set("2026-06-10T15:00:00Z")
        house.mailbox.behave(.dies(arrived: false))
        await #expect(throws: CancellationError.self) { try await house.tick() }
        house.mailbox.behave(.takes)
        house.clock.set(right)
        #expect(try await house.tick().isEmpty)
        #expect(try await house.tick(at: "2026-06-10T06:00:00Z").map(\.title) == ["Mist Monstera"])
        #expect(try await house.tick(at: "2026-06-10T15:01:00Z").isEmpty)
    }

    @Test("After three days without power, one notice is sent")
    func downtime() async throws {
        let house = try ReminderHouse()
        try await house.phone()
        try await house.plant("Anna")
        try await house.plant("Berta", every: 1)
        #expect(try await house.tick(at: "2026-06-10T06:00:00Z").count == 1)
        let back = try await house.tick(at: "2026-06-13T12:00:00Z")
        #expect(back.count == 1)
        #expect(back.first?.badge == 2)
        #expect(try await house.tick(at: "2026-06-13T12:01:00Z").isEmpty)
    }

    @Test("After a night without power the morning's notice is still sent, and an expired one is not")
    func late() async throws {
        let house = try ReminderHouse()
        try await house.phone()
        try await house.plant("Anna")
        #expect(try await house.tick(at: "2026-06-10T18:00:00Z").count == 1)
        let other = try ReminderHouse()
        try await other.phone()
        try await other.plant("Anna")
        // The claim finds that the notice has expired, without an earlier reconciliation.
        try other.clock.set("2026-06-10T20:00:00Z")
        #expect(try await other.household.reminders.sendDue().sent == 0)
        #expect(try await other.tick(at: "2026-06-10T21:00:00Z").isEmpty)
        #expect(try await other.tick(at: "2026-06-11T06:00:00Z").count == 1)
    }

    @Test("In a year in Vienna, each day with due chores has exactly one notice, at eight o'clock")
    func year() async throws {
        let house = try ReminderHouse(at: "2026-01-01T00:00:00Z")
        try await house.phone()
        let misting = try await house.plant("Anna", every: 3, from: "2026-01-02").chore
        let last = try #require(LocalDay("2026-01-31"))
        let monthly = try await house.household.agenda.addChore(
            .own, title: "Wash the pots", recurrence: .months(every: 1, on: 31),
            start: last)
        let daily = try #require(LocalDay("2026-03-27"))
        let spring = try await house.household.agenda.addChore(
            .own, title: "Look", recurrence: try #require(Recurrence.every(days: 1)), start: daily)
        let vienna = try #require(Zones.drawn.named("Europe/Vienna"))
        var sentDays: [LocalDay] = []
        var times = Set<String>()
        var now = house.clock.now
        let end = try Date("2027-01-01T00:00:00Z", strategy: .iso8601)
        var beat = now
        while now < end {
            for message in try await house.tick() {
                let (day, time) = vienna.clock(at: now)
                sentDays.append(day)
                times.insert(time.description)
                #expect(message.at == now)
            }
            // At noon all due chores are logged; the daily chore is switched off after the day of the clock change.
            if now == beat {
                let due = try await house.household.agenda.view(AgendaQuery(days: 1)).items
                if vienna.clock(at: now).time.description >= "12:00", !due.isEmpty {
                    _ = try await house.household.agenda.done(due.map(\.chore.id))
                }
                let day = vienna.clock(at: now).day
                if day.description == "2026-04-01" {
                    try await house.household.agenda.set(spring.id, isOff: true)
                }
            }
            if now >= beat { beat = now + 6 * 3600 }
            now = min(beat, try await house.household.reminders.nextReminder().flatMap { $0 > now ? $0 : nil } ?? beat)
            house.clock.set(now)
        }
        var expected = Set(
            stride(from: try #require(LocalDay("2026-01-02")), through: try #require(LocalDay("2026-12-31")), by: 3))
        for month in 1...12 {
            expected.insert(
                try #require(LocalDay(year: 2026, month: month, day: LocalDay.length(ofMonth: month, in: 2026))))
        }
        for number in 0..<5 { expected.insert(daily.adding(days: number)) }
        #expect(sentDays == expected.sorted())
        #expect(times == ["08:00"])
        #expect(try await house.household.agenda.chore(misting.id).due.map { $0.year } == 2027)
        #expect(try await house.household.agenda.chore(monthly.id).due?.description == "2027-01-31")
        let sent = NoticeQuery(states: [.sent], limit: 999)
        #expect(try await house.records.notices(sent).count <= 366)
    }
}
