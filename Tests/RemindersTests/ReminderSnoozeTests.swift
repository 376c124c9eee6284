import Foundation
import Support
import Testing

@testable import Reminders

@Suite("Snoozed reminders", .tags(.small))
struct ReminderSnoozeTests {
    /// The key contains the second of the snooze.
    private func lines(_ sample: ReminderSample, at now: String, through horizon: String) throws -> [String] {
        try sample.expected(at: now, through: horizon).map { reminder in
            let sort = reminder.key.rawValue.prefix { $0 != " " }
            return "\(sample.clock(reminder.at)) \(sort): \(ReminderSample.names(reminder))"
        }
    }

    @Test("A snoozed chore is reminded of at the end of the snooze, and in no reminder before")
    func apart() throws {
        var sample = try ReminderSample()
        try sample.add("a", on: "2026-11-21", snoozed: "2026-11-21 17:00")
        try sample.add("b", on: "2026-11-21")
        #expect(
            try lines(sample, at: "2026-11-21 06:00", through: "2026-11-22 06:00") == [
                "2026-11-21 08:00 chores: b", "2026-11-21 17:00 snoozed: a", "2026-11-22 08:00 chores: a b",
            ])
        let seconds = Int(try sample.instant("2026-11-21 17:00").timeIntervalSince1970)
        let reminder = try sample.expected(at: "2026-11-21 06:00", through: "2026-11-21 23:00")[1]
        #expect(reminder.key.rawValue == "snoozed \(seconds)")
        #expect(reminder.until == reminder.at + 14 * 3600)
    }

    @Test("Chores snoozed to the same second share a reminder")
    func together() throws {
        var sample = try ReminderSample()
        try sample.add("a", on: "2026-11-21", snoozed: "2026-11-21 17:00")
        try sample.add("b", on: "2026-11-20", snoozed: "2026-11-21 17:00")
        try sample.add("c", on: "2026-11-20", snoozed: "2026-11-21 17:00:01")
        #expect(
            try lines(sample, at: "2026-11-21 16:00", through: "2026-11-21 23:00") == [
                "2026-11-21 17:00 snoozed: a b", "2026-11-21 17:00:01 snoozed: c",
            ])
    }

    @Test(
        "A snoozed chore waits for the reminder of the day if that follows within half an hour",
        arguments: [
            ("2026-11-22 07:29", true), ("2026-11-22 07:30", false), ("2026-11-22 08:00", false),
            ("2026-11-22 08:01", true),
        ], [true, false])
    func besides(snoozed: (until: String, isOwn: Bool), groups: Bool) throws {
        var sample = try ReminderSample()
        sample.preferences.groups = groups
        try sample.add("a", on: "2026-11-21", snoozed: snoozed.until)
        let lines = try lines(sample, at: "2026-11-22 06:00", through: "2026-11-22 06:00")
        #expect(lines.contains { $0.contains("snoozed") } == snoozed.isOwn)
        #expect(lines.contains { $0.contains("chore") } == (snoozed.until <= "2026-11-22 08:00"))
    }

    @Test("A snoozed chore does not wait for a reminder that does not contain it")
    func otherDay() throws {
        var sample = try ReminderSample()
        // Its own reminder is not before the 25th.
        try sample.add("a", on: "2026-11-25", snoozed: "2026-11-22 07:50")
        try sample.add("b", on: "2026-11-22")
        #expect(
            try lines(sample, at: "2026-11-22 06:00", through: "2026-11-22 06:00") == [
                "2026-11-22 07:50 snoozed: a", "2026-11-22 08:00 chores: b",
            ])
    }

    @Test("A snoozed chore does not wait for a reminder that was sent earlier, under the time set then")
    func alreadySent() throws {
        var sample = try ReminderSample()
        try sample.add("a", on: "2026-11-21", snoozed: "2026-11-21 17:45")
        let morning = try #require(try sample.expected(at: "2026-11-21 06:00", through: "2026-11-21 23:00").first)
        sample.preferences.time = try ReminderSample.time("18:00")
        let now = try sample.instant("2026-11-21 16:45")
        let expected = Reminder.expected(
            chores: sample.chores, doses: [], preferences: sample.preferences, zone: sample.zone, now: now, through: now
        )
        func lines(_ known: [Reminder.Status]) -> [String] {
            Reminder.joined(expected, known: known).map { "\(sample.clock($0.at)) \(ReminderSample.names($0))" }
        }
        let evening = try #require(expected.first { $0.key.rawValue == "chores 2026-11-21" })
        let early = Reminder(
            key: evening.key, sort: .chores, at: try sample.instant("2026-11-21 08:00"), until: evening.until,
            subjects: morning.subjects)
        #expect(lines([]) == ["2026-11-21 18:00 a"])
        #expect(lines([.init(early, .pending)]) == ["2026-11-21 18:00 a"])
        #expect(lines([.init(early, .settled)]) == ["2026-11-21 17:45 a", "2026-11-21 18:00 a"])
        #expect(lines([.init(evening, .settled)]) == ["2026-11-21 18:00 a"], "it was told with that one")
    }

    @Test(
        "A snoozed chore whose time has passed is reminded of until that is not useful any more",
        arguments: [0, 3600, 50_399, 50_400])
    func late(seconds: Double) throws {
        var sample = try ReminderSample()
        sample.preferences.time = try ReminderSample.time("06:00")
        try sample.add("a", on: "2026-11-10", snoozed: "2026-11-21 09:00")
        let now = try sample.instant("2026-11-21 09:00") + seconds
        let expected = Reminder.expected(
            chores: sample.chores, doses: [], preferences: sample.preferences, zone: sample.zone, now: now, through: now
        )
        #expect(expected.map { sample.clock($0.at) } == (seconds < 50_400 ? ["2026-11-21 09:00"] : []))
    }

    @Test("A chore snoozed into quiet hours is reminded of after them, and not beside another reminder")
    func quiet() throws {
        var sample = try ReminderSample()
        sample.preferences.quiet = try ReminderSample.quiet("22:00-07:00")
        try sample.add("a", on: "2026-11-21", snoozed: "2026-11-21 23:00")
        #expect(
            try lines(sample, at: "2026-11-21 21:00", through: "2026-11-22 06:00") == ["2026-11-22 08:00 chores: a"],
            "once that morning")
        sample.preferences.time = try ReminderSample.time("11:00")
        #expect(
            try lines(sample, at: "2026-11-21 21:00", through: "2026-11-22 06:00") == [
                "2026-11-22 07:00 snoozed: a", "2026-11-22 11:00 chores: a",
            ])
        sample.preferences.time = try ReminderSample.time("06:00")
        #expect(
            try lines(sample, at: "2026-11-21 21:00", through: "2026-11-22 06:00") == ["2026-11-22 07:00 chores: a"])
    }
}
