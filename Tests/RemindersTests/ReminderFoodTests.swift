import Calendar
import Foundation
import Reminders
import Support
import Testing

@Suite("Reminders of food", .tags(.small)) struct ReminderFoodTests {
    private func food(_ name: String, from: String, to day: String, isUseBy: Bool = false) throws -> DueFood {
        DueFood(
            item: name, name: name, isUseBy: isUseBy, day: try ReminderSample.day(day),
            from: try ReminderSample.day(from))
    }

    @Test("Food is announced on its first day and on its last one, at the usual time") func twice() throws {
        var sample = try ReminderSample()
        sample.foods = [try food("milk", from: "2026-11-22", to: "2026-11-25")]
        #expect(
            try sample.lines(at: "2026-11-21 09:00", through: "2026-11-30 09:00") == [
                "2026-11-22 08:00 food 2026-11-22: milk", "2026-11-25 08:00 food 2026-11-25: milk",
            ])
    }

    @Test("One notice a day lists all food that is to be used by then, the soonest first") func grouped() throws {
        var sample = try ReminderSample()
        sample.foods = [
            try food("rice", from: "2026-11-22", to: "2026-11-30"),
            try food("milk", from: "2026-11-22", to: "2026-11-23"),
            try food("ham", from: "2026-11-23", to: "2026-11-23", isUseBy: true),
        ]
        #expect(
            try sample.lines(at: "2026-11-21 09:00", through: "2026-11-24 09:00") == [
                "2026-11-22 08:00 food 2026-11-22: milk rice", "2026-11-23 08:00 food 2026-11-23: ham milk rice",
            ])
    }

    @Test("No food means no notice, and neither do reminders that are off") func none() throws {
        var sample = try ReminderSample()
        #expect(try sample.lines(at: "2026-11-21 09:00", through: "2026-11-24 09:00").isEmpty)
        sample.foods = [try food("milk", from: "2026-11-22", to: "2026-11-23")]
        sample.preferences.isOn = false
        #expect(try sample.lines(at: "2026-11-21 09:00", through: "2026-11-24 09:00").isEmpty)
    }

    @Test("Food whose date is over is not announced") func over() throws {
        var sample = try ReminderSample()
        sample.foods = [try food("milk", from: "2026-11-18", to: "2026-11-19")]
        #expect(try sample.lines(at: "2026-11-21 09:00", through: "2026-11-30 09:00").isEmpty)
    }

    @Test("A late reminder of food waits for the end of the quiet hours") func quiet() throws {
        var sample = try ReminderSample()
        sample.preferences.quiet = try ReminderSample.quiet("12:00-14:00")
        sample.foods = [try food("milk", from: "2026-11-21", to: "2026-11-21")]
        #expect(
            try sample.lines(at: "2026-11-21 12:30", through: "2026-11-21 20:00") == [
                "2026-11-21 14:00 food 2026-11-21: milk"
            ])
    }

    @Test("The text names one food with its date, or several without") func text() throws {
        let sample = try ReminderSample()
        let (milk, ham) = (
            try food("Milk\u{202E}", from: "2026-11-21", to: "2026-11-23"),
            try food("Ham", from: "2026-11-21", to: "2026-11-21", isUseBy: true)
        )
        func text(_ foods: [DueFood]) throws -> [String] {
            let at = try sample.instant("2026-11-21 08:00")
            let reminder = Reminder(
                key: .init(rawValue: "food 2026-11-21"), sort: .food, at: at, until: at + 60,
                subjects: foods.map { .food($0) })
            let text = NoticeText(
                reminder, preferences: sample.preferences, today: try ReminderSample.day("2026-11-21"))
            return [text.title, text.body]
        }
        #expect(try text([milk]) == ["Use soon: Milk", "Best before 23 November."])
        #expect(try text([ham]) == ["Use soon: Ham", "Use by today."])
        #expect(try text([ham, milk]) == ["2 things to use soon", "Ham, Milk"])
    }
}
