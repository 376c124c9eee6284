import Foundation
import Reminders
import Support
import Testing

@Suite("Reminders of doses", .tags(.small))
struct ReminderDoseTests {
    private func sample(_ times: [String]) throws -> ReminderSample {
        var sample = try ReminderSample()
        sample.doses = try times.enumerated().map { number, time in
            ReminderSample.dose("d\(number)", at: try sample.instant(time))
        }
        return sample
    }

    @Test("A reminder of a dose is sent at its time, in quiet hours too")
    func quiet() throws {
        var sample = try sample(["2026-11-21 14:00", "2026-11-21 22:30", "2026-11-22 06:00"])
        sample.preferences.quiet = try ReminderSample.quiet("22:00-07:00")
        #expect(
            try sample.lines(at: "2026-11-21 23:00", through: "2026-11-22 23:00") == [
                "2026-11-21 14:00 dose d0: d0", "2026-11-21 22:30 dose d1: d1", "2026-11-22 06:00 dose d2: d2",
            ])
    }

    @Test("A reminder of a dose can be sent some minutes early, and is useful for a day after the dose")
    func advance() throws {
        var sample = try sample(["2026-11-21 14:00"])
        sample.preferences.doseAdvanceMinutes = 45
        let reminder = try #require(try sample.expected(at: "2026-11-21 06:00", through: "2026-11-21 23:00").first)
        #expect(sample.clock(reminder.at) == "2026-11-21 13:15")
        #expect(sample.clock(reminder.until) == "2026-11-22 14:00")
    }

    @Test(
        "Reminders of doses reach up to the horizon and include those of the last day",
        arguments: [
            ("2026-11-21 13:00", "2026-11-21 13:59", false), ("2026-11-21 13:00", "2026-11-21 14:00", true),
            ("2026-11-22 13:59", "2026-11-23 00:00", true), ("2026-11-22 14:00", "2026-11-23 00:00", false),
        ])
    func window(now: String, horizon: String, isExpected: Bool) throws {
        #expect(try sample(["2026-11-21 14:00"]).lines(at: now, through: horizon).isEmpty == !isExpected)
    }

    @Test("Doses are sorted before chores of the same time, and then by their key")
    func order() throws {
        var sample = try sample(["2026-11-21 08:00", "2026-11-21 08:00", "2026-11-21 07:00"])
        sample.doses.reverse()
        try sample.add("a", on: "2026-11-21")
        #expect(
            try sample.expected(at: "2026-11-21 06:00", through: "2026-11-21 23:00").map(\.key.rawValue)
                == ["dose d2", "dose d0", "dose d1", "chores 2026-11-21"])
    }
}
