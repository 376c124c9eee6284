import Agenda
import Calendar
import Foundation
import Household
import Messages
import Plants

/// Texts for days and chores. Days are those of the household's calendar, so no text depends on the machine's time
/// zone.
extension Wording {
    /// Returns for example "Saturday 21 November"; with the year if it differs from today's.
    static func weekday(_ day: LocalDay, from today: LocalDay? = nil) -> String {
        let (year, month, number) = day.parts
        guard let today, today.year != year else {
            return LocalDate.weekdayDayMonth(weekday: day.weekday, day: number, month: month)
        }
        return LocalDate.weekdayDayMonthYear(weekday: day.weekday, day: number, month: month, year: year)
    }

    /// Returns for example "21 November 2026".
    static func date(_ day: LocalDay) -> String {
        let (year, month, number) = day.parts
        return LocalDate.dayMonthYear(day: number, month: month, year: year)
    }

    /// Returns for example "21 Nov 2026".
    static func shortDate(_ day: LocalDay) -> String {
        let (year, month, number) = day.parts
        return LocalDate.short(day: number, month: month, year: year)
    }

    /// Returns for example "21 November"; with the year if it differs from today's.
    static func dayOfMonth(_ day: LocalDay, from today: LocalDay) -> String {
        day.year == today.year ? LocalDate.dayMonth(day: day.day, month: day.month) : date(day)
    }

    /// Returns for example "November 2026".
    static func month(_ day: LocalDay) -> String { LocalDate.monthYear(month: day.month, year: day.year) }

    /// Returns for example "in 3 days" for up to 42 days, otherwise "on 1 March 2027".
    static func when(_ day: LocalDay, from today: LocalDay) -> String {
        abs(today.days(until: day)) > 42
            ? localized("on \(dayOfMonth(day, from: today), "date")") : distance(day, from: today)
    }

    /// Returns for example "today", "tomorrow", "in 3 days" or "2 days ago".
    static func distance(_ day: LocalDay, from today: LocalDay) -> String {
        switch today.days(until: day) {
        case 0: localized("today")
        case 1: localized("tomorrow")
        case -1: localized("yesterday")
        case let days where days > 0: localized(days, one: "in 1 day", other: "in \(days, "count") days")
        case let days: localized(-days, one: "1 day ago", other: "\(-days, "count") days ago")
        }
    }

    /// Returns for example "2 days overdue".
    static func overdue(_ count: Int) -> String {
        localized(count, one: "1 day overdue", other: "\(count, "count") days overdue")
    }

    /// Returns for example "14:00" or "2:00 pm".
    static func clock(_ time: LocalTime) -> String { LocalClock.text(hour: time.hour, minute: time.minute) }

    static func days(_ count: Int) -> String { localized(count, one: "1 day", other: "\(count, "count") days") }

    /// Returns for example "at 14:00", "tomorrow at 08:00" or "on 24 November at 08:00".
    static func moment(_ date: Date, by clock: WallClock) -> String {
        let (day, time) = clock.zone.clock(at: date)
        let shown = self.clock(time)
        switch clock.day.days(until: day) {
        case 0: return localized("at \(shown, "time")")
        case 1: return localized("tomorrow at \(shown, "time")")
        default: return localized("on \(dayOfMonth(day, from: clock.day), "date") at \(shown, "time")")
        }
    }

    /// Returns for example "until 14:00", "until tomorrow at 08:00" or "until 24 November at 08:00".
    static func until(_ date: Date, by clock: WallClock) -> String {
        let (day, time) = clock.zone.clock(at: date)
        let shown = self.clock(time)
        switch clock.day.days(until: day) {
        case 0: return localized("until \(shown, "time")")
        case 1: return localized("until tomorrow at \(shown, "time")")
        default: return localized("until \(dayOfMonth(day, from: clock.day), "date") at \(shown, "time")")
        }
    }

    /// Returns words up to "twelve", then figures.
    static func number(_ count: Int) -> String {
        switch count {
        case 0: localized("no", context: "number")
        case 1: localized("one", context: "number")
        case 2: localized("two")
        case 3: localized("three")
        case 4: localized("four")
        case 5: localized("five")
        case 6: localized("six")
        case 7: localized("seven")
        case 8: localized("eight")
        case 9: localized("nine")
        case 10: localized("ten")
        case 11: localized("eleven")
        case 12: localized("twelve")
        default: String(count)
        }
    }

    static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    // MARK: Chores

    /// Returns an imperative such as "Water".
    static func verb(_ kind: Chore.Kind, _ title: String?) -> String {
        switch kind {
        case .watering: localized("Water", context: "verb, a task")
        case .fertilising: localized("Fertilise", context: "verb, a task")
        case .pruning: localized("Prune", context: "verb, a task")
        case .repotting: localized("Repot", context: "verb, a task")
        case .pestControl: localized("Look for pests", context: "verb, a task")
        case .rotation: localized("Turn", context: "verb, a task")
        case .misting: localized("Mist", context: "verb, a task")
        case .own: title ?? localized("Task")
        }
    }

    /// Returns a name such as "Watering".
    static func name(_ kind: Chore.Kind, _ title: String? = nil) -> String {
        switch kind {
        case .watering: localized("Watering")
        case .fertilising: localized("Fertilising")
        case .pruning: localized("Pruning")
        case .repotting: localized("Repotting")
        case .pestControl: localized("Looking for pests")
        case .rotation: localized("Turning")
        case .misting: localized("Misting")
        case .own: title ?? localized("Other task")
        }
    }

    /// Returns a past form such as "Watered".
    static func past(_ kind: Chore.Kind, _ title: String?) -> String {
        switch kind {
        case .watering: localized("Watered")
        case .fertilising: localized("Fertilised")
        case .pruning: localized("Pruned")
        case .repotting: localized("Repotted")
        case .pestControl: localized("Looked for pests")
        case .rotation: localized("Turned")
        case .misting: localized("Misted")
        case .own: title.map { localized("Done: \($0, "task")") } ?? localized("Done", context: "past")
        }
    }

    /// Returns for example "every 7 days", "every 7 to 12 days, by the season", "every 3 months, on the 31st" or
    /// "once".
    static func often(_ recurrence: Recurrence) -> String {
        switch recurrence {
        case .once: return localized("once")
        case .days(let days):
            let active = days.numbers.filter { $0 > 0 }
            guard let least = active.min(), let most = active.max() else { return localized("never") }
            let rests = active.count < 12
            if least != most {
                return rests
                    ? localized("every \(least, "least") to \(most, "most") days, by the season, with a rest")
                    : localized("every \(least, "least") to \(most, "most") days, by the season")
            }
            return rests
                ? localized(least, one: "every day, with a rest", other: "every \(least, "count") days, with a rest")
                : localized(least, one: "every day", other: "every \(least, "count") days")
        case .months(let every, let day):
            return localized("\(months(every), "interval"), on the \(ordinal(day), "day")")
        case .season(let every, let season):
            return season == .all
                ? months(every) : localized("\(months(every), "interval"), in \(season.words, "season")")
        }
    }

    private static func months(_ number: Int) -> String {
        if number % 12 == 0 {
            return localized(number / 12, one: "every year", other: "every \(number / 12, "count") years")
        }
        return localized(number, one: "every month", other: "every \(number, "count") months")
    }

    /// Returns for example "1st" or "31st".
    static func ordinal(_ number: Int) -> String {
        switch (number % 10, number % 100) {
        case (_, 11...13): localized("\(number, "number")th")
        case (1, _): localized("\(number, "number")st")
        case (2, _): localized("\(number, "number")nd")
        case (3, _): localized("\(number, "number")rd")
        default: localized("\(number, "number")th")
        }
    }
}
