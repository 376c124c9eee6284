import Calendar
import Foundation
import Reminders
import Support
import Testing

@Suite("Quiet hours", .tags(.small))
struct ReminderQuietTests {
    @Test(
        "Quiet hours begin with their first minute and end before their last",
        arguments: [
            ("22:00-07:00", "21:59", false), ("22:00-07:00", "22:00", true), ("22:00-07:00", "00:00", true),
            ("22:00-07:00", "06:59", true), ("22:00-07:00", "07:00", false), ("13:00-15:00", "12:59", false),
            ("13:00-15:00", "13:00", true), ("13:00-15:00", "15:00", false), ("00:00-06:00", "00:00", true),
            ("22:00-00:00", "23:59", true), ("22:00-00:00", "00:00", false),
        ])
    func bounds(hours: String, time: String, isQuiet: Bool) throws {
        let quiet = try #require(try ReminderSample.quiet(hours))
        #expect(quiet.contains(try ReminderSample.time(time)) == isQuiet)
    }

    @Test(
        "Quiet hours end on the same day or on the next, across clock changes too",
        arguments: [
            ("22:00-07:00", "2026-11-21 23:00", "2026-11-22 07:00"),
            ("22:00-07:00", "2026-11-22 00:00", "2026-11-22 07:00"),
            ("13:00-15:00", "2026-11-21 13:00", "2026-11-21 15:00"),
            ("22:00-07:00", "2026-03-28 23:00", "2026-03-29 07:00"),
            ("22:00-07:00", "2026-10-24 23:00", "2026-10-25 07:00"),
            ("22:00-02:30", "2026-03-29 01:00", "2026-03-29 03:30"),
            ("22:00-07:00", "2026-11-21 12:00", nil),
        ])
    func ends(hours: String, at: String, end: String?) throws {
        let sample = try ReminderSample()
        let quiet = try #require(try ReminderSample.quiet(hours))
        #expect(quiet.end(holding: try sample.instant(at), in: sample.zone).map(sample.clock) == end)
    }

    @Test("Quiet hours end a second time if clocks are put back over their end")
    func twice() throws {
        let sample = try ReminderSample()
        let quiet = try #require(try ReminderSample.quiet("22:00-02:30"))
        // 02:10 occurs at 00:10 and at 01:10 UTC.
        let first = Date(timeIntervalSince1970: 1_792_887_000)
        #expect(sample.clock(first) == "2026-10-25 02:10")
        #expect(quiet.end(holding: first, in: sample.zone) == first + 1200)
        #expect(sample.clock(first + 3600) == "2026-10-25 02:10")
        #expect(quiet.end(holding: first + 3600, in: sample.zone) == first + 3600 + 1200)
    }

    @Test("Quiet hours end after every instant in them", arguments: ["22:00-07:00", "01:00-03:00"])
    func everyQuarter(hours: String) throws {
        let sample = try ReminderSample()
        let quiet = try #require(try ReminderSample.quiet(hours))
        for start in ["2026-03-27 12:00", "2026-10-23 12:00"] {
            let start = try sample.instant(start)
            for quarter in 0..<288 {
                let instant = start + Double(quarter) * 900 + 0.5
                let isQuiet = quiet.contains(sample.zone.time(at: instant))
                let end = quiet.end(holding: instant, in: sample.zone)
                #expect((end != nil) == isQuiet)
                guard let end else { continue }
                #expect(end > instant && end.timeIntervalSince(instant) <= 10 * 3600)
                #expect(!quiet.contains(sample.zone.time(at: end)), "\(sample.clock(instant))")
            }
        }
    }

    @Test("Quiet hours move an evening reminder to the next morning without losing its day")
    func moved() throws {
        var sample = try ReminderSample()
        sample.preferences.time = try ReminderSample.time("23:00")
        sample.preferences.quiet = try ReminderSample.quiet("22:00-07:00")
        try sample.add("a", on: "2026-11-21")
        #expect(
            try sample.lines(at: "2026-11-22 06:00", through: "2026-11-22 06:00") == [
                "2026-11-22 07:00 chores 2026-11-21: a", "2026-11-23 07:00 chores 2026-11-22: a",
            ])
        #expect(
            try sample.lines(at: "2026-11-22 21:30", through: "2026-11-22 21:30") == [
                "2026-11-23 07:00 chores 2026-11-22: a"
            ])
    }

    @Test("Quiet hours of nearly a whole day lose no reminder")
    func long() throws {
        var sample = try ReminderSample()
        sample.preferences.time = try ReminderSample.time("23:00")
        sample.preferences.quiet = try ReminderSample.quiet("22:59-22:58")
        try sample.add("a", on: "2026-11-21")
        #expect(
            try sample.lines(at: "2026-11-22 22:58", through: "2026-11-22 22:58").first
                == "2026-11-22 22:58 chores 2026-11-21: a")
    }

    @Test(
        "Quiet hours delay a late reminder if it is still useful when they end",
        arguments: [
            // The preferred time, the quiet hours, now, and the time of sending.
            ("18:00", "22:00-07:00", "2026-11-21 23:00", "2026-11-22 07:00"),
            ("08:00", "20:00-07:00", "2026-11-21 20:30", nil),
            ("08:00", "13:00-15:00", "2026-11-21 14:00", "2026-11-21 15:00"),
            ("08:00", "13:00-15:00", "2026-11-21 12:59", "2026-11-21 08:00"),
            ("08:00", "13:00-15:00", "2026-11-21 15:00", "2026-11-21 08:00"),
            // Useful until 07:00, when the quiet hours end.
            ("17:00", "22:00-07:00", "2026-11-21 23:00", nil),
        ])
    func heldBack(time: String, hours: String, now: String, expected: String?) throws {
        var sample = try ReminderSample()
        sample.preferences.time = try ReminderSample.time(time)
        sample.preferences.quiet = try ReminderSample.quiet(hours)
        try sample.add("a", on: "2026-11-21")
        let today = try sample.expected(at: now, through: now).first { $0.key.rawValue == "chores 2026-11-21" }
        #expect(today.map { sample.clock($0.at) } == expected)
    }
}
