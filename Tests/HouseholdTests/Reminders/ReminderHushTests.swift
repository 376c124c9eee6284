import Agenda
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Reminders
import Support
import Testing

/// Times are in UTC, two hours behind Vienna in summer.
@Suite("A person's own changes send no notice", .tags(.small))
struct ReminderHushTests {
    @Test(
        "A chore that is added after its time sends no notice when quiet hours begin or end",
        arguments: [
            // The preferred time, the quiet hours, the time when the plant is added, and the times when they begin and
            // end.
            ("18:00", "22:00", "07:00", "2026-06-10T17:00:00Z", "2026-06-10T20:00:30Z", "2026-06-11T05:00:01Z"),
            ("08:00", "13:00", "15:00", "2026-06-10T10:00:00Z", "2026-06-10T11:00:30Z", "2026-06-10T13:00:30Z"),
        ])
    func quietHours(
        time: String, from: String, to: String, added: String, begin: String, end: String
    ) async throws {
        let house = try ReminderHouse(given: [.preferredTime: time, .quietFrom: from, .quietTo: to])
        try await house.phone()
        try house.clock.set(added)
        try await house.plant("Fern")
        #expect(try await house.tick().isEmpty)
        #expect(try await house.tick(at: begin).isEmpty)
        // Another change in between sends no notice either.
        try await house.household.settings.choose([.hasSound: "false"])
        #expect(try await house.tick(at: end).isEmpty)
    }

    @Test("A chore that is added in quiet hours has no notice at their end and has one the next day")
    func doneInQuiet() async throws {
        let house = try ReminderHouse(given: [.preferredTime: "18:00"])
        try await house.phone()
        try house.clock.set("2026-06-10T20:30:00Z")
        try await house.plant("Fern")
        #expect(try await house.tick(at: "2026-06-11T05:00:01Z").isEmpty)
        #expect(try await house.tick(at: "2026-06-11T16:00:01Z").map(\.title) == ["Mist Fern"])
    }

    @Test("A notice that waits through quiet hours does not include chores added in them")
    func addedToWaiting() async throws {
        let house = try ReminderHouse(given: [.preferredTime: "18:00"])
        try await house.phone()
        try await house.plant("Anna")
        house.mailbox.behave(.fails(.later("down", retryAfter: nil)))
        _ = try await house.tick(at: "2026-06-10T16:00:00Z")
        _ = try await house.tick(at: "2026-06-10T20:01:00Z")
        try await house.plant("Berta")
        house.mailbox.behave(.takes)
        #expect(try await house.tick(at: "2026-06-11T05:00:01Z").map(\.title) == ["Mist Anna"])
    }

    @Test("Moving the preferred time ahead sends the notice again, and setting the clock back does not")
    func reopened() async throws {
        let house = try ReminderHouse()
        try await house.phone()
        try house.clock.set("2026-06-10T10:00:00Z")
        try await house.plant("Anna")
        #expect(try await house.tick(at: "2026-06-10T09:58:00Z").isEmpty)
        #expect(try await house.tick(at: "2026-06-10T05:59:00Z").isEmpty)
        #expect(try await house.tick(at: "2026-06-10T06:00:01Z").isEmpty)
        try house.clock.set("2026-06-10T10:05:00Z")
        try await house.household.settings.choose([.preferredTime: "13:00"])
        #expect(try await house.tick(at: "2026-06-10T11:00:00Z").map(\.title) == ["Mist Anna"])
    }

    @Test("A later chore has no notice on the same day after the earlier chores of the notice are done")
    func restDone() async throws {
        let house = try ReminderHouse()
        let household = house.household
        try await house.phone()
        let (_, anna) = try await house.plant("Anna")
        house.mailbox.behave(.fails(.later("down", retryAfter: nil)))
        _ = try await house.tick(at: "2026-06-10T06:00:00Z")
        #expect(try await household.reminders.alerts().map(\.text.title) == ["Mist Anna"])
        try house.clock.set("2026-06-10T06:10:00Z")
        try await house.plant("Berta")
        #expect(try await household.reminders.alerts().map(\.text.title) == ["Mist Anna"])
        try house.clock.set("2026-06-10T06:15:00Z")
        _ = try await household.agenda.done([anna.id])
        house.mailbox.behave(.takes)
        #expect(try await house.tick(at: "2026-06-10T06:16:00Z").isEmpty)
        #expect(try await house.tick(at: "2026-06-10T07:01:00Z").isEmpty)
        #expect(try await household.reminders.alerts().isEmpty)
        #expect(try await house.tick(at: "2026-06-11T06:00:00Z").map(\.title) == ["Mist Berta"])
    }

    @Test("A summary of late notices does not include a chore that was added after its time")
    func restFolded() async throws {
        let house = try ReminderHouse()
        try await house.phone()
        try await house.plant("Anna")
        let (_, carla) = try await house.plant("Carla")
        try house.clock.set("2026-06-10T05:30:00Z")
        _ = try await house.household.agenda.snooze(carla.id, .until(house.clock.now + 72 * 60))
        house.mailbox.behave(.fails(.later("down", retryAfter: nil)))
        _ = try await house.tick(at: "2026-06-10T06:00:00Z")
        try house.clock.set("2026-06-10T06:10:00Z")
        try await house.plant("Berta")
        for text in ["2026-06-10T06:42:01Z", "2026-06-10T07:01:00Z"] { _ = try await house.tick(at: text) }
        house.mailbox.behave(.takes)
        let sent = try await house.tick(at: "2026-06-10T07:30:00Z")
        #expect(sent.map(\.title) == ["Mist 2 plants"])
        #expect(sent.allSatisfy { $0.body.contains("Anna") && !$0.body.contains("Berta") })
    }

    @Test("Renaming a channel or adding its address again does not change a notice that waits for a retry")
    func renamed() async throws {
        let house = try ReminderHouse()
        let phone = try await house.phone()
        try await house.plant("Anna")
        house.mailbox.behave(.fails(.later("down", retryAfter: nil)))
        _ = try await house.tick(at: "2026-06-10T06:00:00Z")
        try house.clock.set("2026-06-10T06:10:00Z")
        try await house.household.reminders.change(channel: phone.id, name: "Anna's phone")
        try await house.household.reminders.change(channel: phone.id, isOn: true)
        #expect(try await house.phone().id == phone.id)
        house.mailbox.behave(.takes)
        #expect(try await house.tick(at: "2026-06-10T07:00:00Z").map(\.title) == ["Mist Anna"])
    }
}
