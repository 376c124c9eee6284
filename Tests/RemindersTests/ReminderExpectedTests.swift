import Foundation
import Support
import Testing

@testable import Agenda
@testable import Reminders

@Suite("Reminders of chores", .tags(.small))
struct ReminderExpectedTests {
    @Test("The chores of a day share one notice, and a chore that is not done is included on the next days")
    func grouped() throws {
        var sample = try ReminderSample()
        try sample.add("b", on: "2026-11-21")
        try sample.add("a", on: "2026-11-22")
        #expect(
            try sample.lines(at: "2026-11-21 06:00", through: "2026-11-23 06:00") == [
                "2026-11-21 08:00 chores 2026-11-21: b", "2026-11-22 08:00 chores 2026-11-22: b a",
                "2026-11-23 08:00 chores 2026-11-23: b a",
            ])
        let first = try #require(try sample.expected(at: "2026-11-21 06:00", through: "2026-11-21 23:00").first)
        #expect(sample.clock(first.until) == "2026-11-21 22:00")
        #expect(first.sort == .chores)
    }

    @Test(
        "The chores of plants with the same preferred time share a notice at that time; the household's is no other one"
    )
    func ownTimes() throws {
        var sample = try ReminderSample()
        try sample.add("usual", on: "2026-11-21")
        try sample.add("late", on: "2026-11-21", at: "18:30")
        try sample.add("later", on: "2026-11-22", at: "18:30")
        try sample.add("same", on: "2026-11-21", at: "08:00")
        try sample.add("early", .pruning, on: "2026-11-22", at: "06:15")
        #expect(
            try sample.lines(at: "2026-11-21 06:00", through: "2026-11-22 23:00") == [
                "2026-11-21 06:15 chores 2026-11-21 06:15: early",
                "2026-11-21 08:00 chores 2026-11-21: usual same",
                "2026-11-21 18:30 chores 2026-11-21 18:30: late",
                "2026-11-22 06:15 chores 2026-11-22 06:15: early",
                "2026-11-22 08:00 chores 2026-11-22: usual same",
                "2026-11-22 18:30 chores 2026-11-22 18:30: late later",
            ])
        sample.preferences.groups = false
        #expect(
            try sample.lines(at: "2026-11-21 09:00", through: "2026-11-21 23:00").last
                == "2026-11-21 18:30 chore late 2026-11-21 2026-11-21: late")
    }

    @Test("Preferred times in the quiet hours share the notice at their end, on the day itself")
    func ownTimesInQuietHours() throws {
        var sample = try ReminderSample()
        sample.preferences.quiet = try ReminderSample.quiet("22:00-08:00")
        try sample.add("usual", on: "2026-11-21")
        try sample.add("early", on: "2026-11-21", at: "06:15")
        try sample.add("late", on: "2026-11-21", at: "23:00")
        try sample.add("evening", on: "2026-11-21", at: "18:00")
        #expect(
            try sample.lines(at: "2026-11-21 05:00", through: "2026-11-21 23:00") == [
                "2026-11-21 08:00 chores 2026-11-21: usual early late",
                "2026-11-21 18:00 chores 2026-11-21 18:00: evening",
            ])
        sample.preferences.time = try ReminderSample.time("09:30")
        #expect(
            try sample.lines(at: "2026-11-21 05:00", through: "2026-11-21 10:00") == [
                "2026-11-21 08:00 chores 2026-11-21 08:00: early late", "2026-11-21 09:30 chores 2026-11-21: usual",
                "2026-11-21 18:00 chores 2026-11-21 18:00: evening",
            ])
    }

    @Test("The preferred time of a plant decides which reminder contains a chore, and is no part of it")
    func ownTimeIsNotShown() throws {
        let chore = try ReminderSample.chore("a", on: "2026-11-21", at: "18:30")
        var sample = try ReminderSample()
        sample.chores = [chore]
        let reminder = try #require(try sample.expected(at: "2026-11-21 06:00", through: "2026-11-21 23:00").first)
        #expect(reminder.subjects == [.chore(try ReminderSample.chore("a", on: "2026-11-21"))])
        let now = try sample.instant("2026-11-21 06:00")
        func contained(_ key: String) -> [DueChore]? {
            Reminder.contained(
                [chore], in: .init(rawValue: key), preferences: sample.preferences, zone: sample.zone, now: now)
        }
        #expect(contained("chores 2026-11-21 18:30")?.count == 1)
        #expect(contained("chores 2026-11-21")?.isEmpty == true)
        for key in ["chores 2026-11-21 08:00", "chores 2026-11-21 x", "chores 2026-11-25 18:30"] {
            #expect(contained(key) == nil, "\(key)")
        }
    }

    @Test("There are no reminders if the person wants none or if nothing is due")
    func off() throws {
        var sample = try ReminderSample()
        #expect(try sample.lines(at: "2026-11-21 06:00", through: "2026-12-21 06:00") == [])
        try sample.add("a", on: "2026-11-21")
        sample.doses = [ReminderSample.dose("d", at: try sample.instant("2026-11-21 09:00"))]
        sample.preferences.isOn = false
        #expect(try sample.lines(at: "2026-11-21 06:00", through: "2026-12-21 06:00") == [])
    }

    @Test("After a week, a chore that is not done is a reason for a reminder once a week", arguments: [true, false])
    func week(groups: Bool) throws {
        var sample = try ReminderSample()
        sample.preferences.groups = groups
        try sample.add("old", on: "2026-11-01")
        try sample.add("new", on: "2026-11-21")
        let lines = try sample.lines(at: "2026-11-18 06:00", through: "2026-12-01 06:00")
        let days = Set(lines.map { $0.prefix(10) })
        // The old chore is a reason on the 22nd and 29th, the new one for a week and one week later.
        #expect(days.count == 9 && days.contains("2026-11-29") && days.contains("2026-11-28"))
        #expect(!days.contains("2026-11-30") && !days.contains("2026-11-20"))
        #expect(
            lines.first
                == (groups
                    ? "2026-11-21 08:00 chores 2026-11-21: old new"
                    : "2026-11-21 08:00 chore new 2026-11-21 2026-11-21: new"))
    }

    @Test("Reminders that do not share a notice are sent one by one, each with its due day")
    func single() throws {
        var sample = try ReminderSample()
        sample.preferences.groups = false
        try sample.add("b", on: "2026-11-21")
        try sample.add("a", on: "2026-11-22")
        #expect(
            try sample.lines(at: "2026-11-21 06:00", through: "2026-11-22 06:00") == [
                "2026-11-21 08:00 chore b 2026-11-21 2026-11-21: b",
                "2026-11-22 08:00 chore a 2026-11-22 2026-11-22: a",
                "2026-11-22 08:00 chore b 2026-11-21 2026-11-22: b",
            ])
    }

    @Test(
        "A reminder is sent some days early, as the kind and the person's settings require",
        arguments: [
            (Chore.Kind.watering, 0, "2026-11-21"), (.watering, 2, "2026-11-19"), (.pruning, 0, "2026-11-20"),
            (.repotting, 0, "2026-11-18"), (.repotting, 7, "2026-11-11"), (.own, 1, "2026-11-20"),
            // Values outside the allowed range.
            (.watering, 100, "2026-11-14"), (.watering, -3, "2026-11-21"), (.watering, .max, "2026-11-14"),
        ])
    func advance(kind: Chore.Kind, days: Int, first: String) throws {
        var sample = try ReminderSample()
        sample.preferences.advanceDays = days
        try sample.add("a", kind, on: "2026-11-21")
        let lines = try sample.lines(at: "2026-11-01 06:00", through: "2026-12-21 06:00")
        #expect(lines.first == "\(first) 08:00 chores \(first): a")
        #expect(lines.contains("2026-11-21 08:00 chores 2026-11-21: a"), "on its own day in any case")
        let instant = sample.preferences.instant(
            for: kind, on: try ReminderSample.day("2026-11-21"), today: try ReminderSample.day("2026-11-01"),
            in: sample.zone)
        #expect(sample.clock(instant) == "\(first) 08:00")
    }
}

extension ReminderExpectedTests {
    @Test("The search for chores looks ahead as many days as the kind with the earliest reminder")
    func reach() throws {
        var preferences = try ReminderSample().preferences
        #expect(Reminder.reach(of: preferences) == 3)
        preferences.advanceDays = 7
        #expect(Reminder.reach(of: preferences) == 10)
    }

    @Test(
        "A reminder of a chore is never before today and never in quiet hours",
        arguments: [
            ("2026-11-10", nil, "2026-11-21 08:00"), ("2026-11-25", nil, "2026-11-25 08:00"),
            ("2026-11-25", "22:00-09:15", "2026-11-25 09:15"), ("2026-11-25", "07:00-08:00", "2026-11-25 08:00"),
            ("2026-11-25", "08:00-07:00", "2026-11-26 07:00"),
        ])
    func oneInstant(day: String, quiet: String?, expected: String) throws {
        var sample = try ReminderSample()
        sample.preferences.quiet = try ReminderSample.quiet(quiet)
        let instant = sample.preferences.instant(
            for: .watering, on: try ReminderSample.day(day), today: try ReminderSample.day("2026-11-21"),
            in: sample.zone)
        #expect(sample.clock(instant) == expected)
    }

    @Test(
        "A late reminder of a chore is sent on its day under its regular time, until late in the evening",
        arguments: [
            ("2026-11-21 08:00", true), ("2026-11-21 15:00", true), ("2026-11-21 21:59:59", true),
            ("2026-11-21 22:00", false), ("2026-11-22 03:00", false),
        ])
    func late(now: String, isExpected: Bool) throws {
        var sample = try ReminderSample()
        try sample.add("a", on: "2026-11-21")
        let lines = try sample.lines(at: now, through: "2026-11-22 23:00")
        #expect(lines.contains("2026-11-21 08:00 chores 2026-11-21: a") == isExpected)
        #expect(lines.last == "2026-11-22 08:00 chores 2026-11-22: a")
        #expect(lines.count == (isExpected ? 2 : 1))
    }

    @Test("A reminder in a gap is sent at the first time after it, and one at a repeated time at the first")
    func clockChanges() throws {
        var sample = try ReminderSample()
        sample.preferences.time = try ReminderSample.time("02:30")
        try sample.add("a", on: "2026-03-28")
        #expect(
            try sample.expected(at: "2026-03-28 00:00", through: "2026-03-30 00:00").map { sample.clock($0.at) }
                == ["2026-03-28 02:30", "2026-03-29 03:30", "2026-03-30 02:30"])
        sample.chores = []
        try sample.add("a", on: "2026-10-25")
        let expected = try sample.expected(at: "2026-10-25 00:00", through: "2026-10-25 23:00")
        #expect(expected.map(\.at) == [Date(timeIntervalSince1970: 1_792_888_200)], "00:30 in UTC")
    }

    @Test("A reminder cannot be set to a time in the past")
    func past() throws {
        let now = Date(timeIntervalSince1970: 1_000_000)
        try Reminder.refusePast(now + 1, now: now)
        for at in [now, now - 1, .distantPast] {
            #expect(throws: ReminderError.past(at)) { try Reminder.refusePast(at, now: now) }
        }
    }
}

extension ReminderExpectedTests {
    @Test("No reminder is computed for a horizon in the past, and no instant causes a trap")
    func extremes() throws {
        var sample = try ReminderSample()
        try sample.add("a", on: "2026-11-21")
        try sample.add("b", on: "9999-12-31")
        sample.chores.append(try ReminderSample.chore("c", on: "2026-11-21", snoozedUntil: .distantFuture))
        sample.chores.append(
            try ReminderSample.chore("e", on: "2026-11-21", snoozedUntil: Date(timeIntervalSince1970: .infinity)))
        sample.chores.append(
            try ReminderSample.chore("n", on: "2026-11-21", snoozedUntil: Date(timeIntervalSince1970: .nan)))
        #expect(try sample.lines(at: "2026-11-21 08:00", through: "2026-01-01 08:00") == [])
        #expect(try sample.lines(at: "9999-12-30 06:00", through: "9999-12-31 23:59").count <= 2)
        #expect(try sample.lines(at: "0001-01-01 00:00", through: "0001-01-03 00:00") == [])
    }
}
