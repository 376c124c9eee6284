import Agenda
import Calendar
import Foundation
import Household
import Plants

/// Texts for days and chores. Days are those of the household's calendar, so no text depends on the machine's time
/// zone.
extension Wording {
    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// Returns for example "Saturday 21 November"; with the year if it differs from today's.
    static func weekday(_ day: LocalDay, from today: LocalDay? = nil) -> String {
        let (year, month, number) = day.parts
        let tail = today.map { $0.year == year ? "" : " \(year)" } ?? ""
        return "\(weekdays[day.weekday - 1]) \(number) \(Season.monthName(month))\(tail)"
    }

    /// Returns for example "21 November 2026".
    static func date(_ day: LocalDay) -> String {
        let (year, month, number) = day.parts
        return "\(number) \(Season.monthName(month)) \(year)"
    }

    /// Returns for example "21 Nov 2026".
    static func shortDate(_ day: LocalDay) -> String {
        let (year, month, number) = day.parts
        return "\(number) \(Season.monthName(month).prefix(3)) \(year)"
    }

    /// Returns for example "21 November"; with the year if it differs from today's.
    static func dayOfMonth(_ day: LocalDay, from today: LocalDay) -> String {
        day.year == today.year ? "\(day.day) \(Season.monthName(day.month))" : date(day)
    }

    /// Returns for example "November 2026".
    static func month(_ day: LocalDay) -> String { "\(Season.monthName(day.month)) \(day.year)" }

    /// Returns for example "in 3 days" for up to 42 days, otherwise "on 1 March 2027".
    static func when(_ day: LocalDay, from today: LocalDay) -> String {
        abs(today.days(until: day)) > 42 ? "on \(dayOfMonth(day, from: today))" : distance(day, from: today)
    }

    /// Returns for example "today", "tomorrow", "in 3 days" or "2 days ago".
    static func distance(_ day: LocalDay, from today: LocalDay) -> String {
        switch today.days(until: day) {
        case 0: "today"
        case 1: "tomorrow"
        case -1: "yesterday"
        case let days where days > 0: "in \(days) days"
        case let days: "\(-days) days ago"
        }
    }

    /// Returns for example "2 days overdue".
    static func overdue(_ count: Int) -> String { "\(days(count)) overdue" }

    static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }

    /// Returns for example "at 14:00", "tomorrow at 08:00" or "on 24 November at 08:00".
    static func moment(_ date: Date, by clock: WallClock) -> String {
        let (day, time) = clock.zone.clock(at: date)
        let shown = String(time.description.prefix(5))
        switch clock.day.days(until: day) {
        case 0: return "at \(shown)"
        case 1: return "tomorrow at \(shown)"
        default: return "on \(dayOfMonth(day, from: clock.day)) at \(shown)"
        }
    }

    /// Returns for example "until 14:00", "until tomorrow at 08:00" or "until 24 November at 08:00".
    static func until(_ date: Date, by clock: WallClock) -> String {
        let (day, time) = clock.zone.clock(at: date)
        let shown = String(time.description.prefix(5))
        switch clock.day.days(until: day) {
        case 0: return "until \(shown)"
        case 1: return "until tomorrow at \(shown)"
        default: return "until \(dayOfMonth(day, from: clock.day)) at \(shown)"
        }
    }

    /// Returns words up to "twelve", then figures.
    static func number(_ count: Int) -> String {
        let words = [
            "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        ]
        return words.indices.contains(count) ? words[count] : String(count)
    }

    static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    // MARK: Chores

    /// Returns an imperative such as "Water".
    static func verb(_ kind: Chore.Kind, _ title: String?) -> String {
        switch kind {
        case .watering: "Water"
        case .fertilising: "Fertilise"
        case .pruning: "Prune"
        case .repotting: "Repot"
        case .pestControl: "Look for pests"
        case .rotation: "Turn"
        case .misting: "Mist"
        case .own: title ?? "Task"
        }
    }

    /// Returns a name such as "Watering".
    static func name(_ kind: Chore.Kind, _ title: String? = nil) -> String {
        switch kind {
        case .watering: "Watering"
        case .fertilising: "Fertilising"
        case .pruning: "Pruning"
        case .repotting: "Repotting"
        case .pestControl: "Looking for pests"
        case .rotation: "Turning"
        case .misting: "Misting"
        case .own: title ?? "Other task"
        }
    }

    /// Returns a past form such as "Watered".
    static func past(_ kind: Chore.Kind, _ title: String?) -> String {
        switch kind {
        case .watering: "Watered"
        case .fertilising: "Fertilised"
        case .pruning: "Pruned"
        case .repotting: "Repotted"
        case .pestControl: "Looked for pests"
        case .rotation: "Turned"
        case .misting: "Misted"
        case .own: title.map { "Done: \($0)" } ?? "Done"
        }
    }

    /// Returns for example "every 7 days", "every 7 to 12 days, by the season", "every 3 months, on the 31st" or
    /// "once".
    static func often(_ recurrence: Recurrence) -> String {
        switch recurrence {
        case .once: return "once"
        case .days(let days):
            let active = days.numbers.filter { $0 > 0 }
            guard let least = active.min(), let most = active.max() else { return "never" }
            let rests = active.count < 12 ? ", with a rest" : ""
            if least == most { return (least == 1 ? "every day" : "every \(least) days") + rests }
            return "every \(least) to \(most) days, by the season" + rests
        case .months(let every, let day): return months(every) + ", on the \(ordinal(day))"
        case .season(let every, let season):
            return months(every) + (season == .all ? "" : ", in \(season.words)")
        }
    }

    private static func months(_ number: Int) -> String {
        if number % 12 == 0 { return number == 12 ? "every year" : "every \(number / 12) years" }
        return number == 1 ? "every month" : "every \(number) months"
    }

    static func ordinal(_ number: Int) -> String {
        switch (number % 10, number % 100) {
        case (_, 11...13): "\(number)th"
        case (1, _): "\(number)st"
        case (2, _): "\(number)nd"
        case (3, _): "\(number)rd"
        default: "\(number)th"
        }
    }
}
