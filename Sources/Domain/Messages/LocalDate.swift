/// Days in the language of the current task. The order of the parts is that of each language; the numbers are those of
/// the caller's calendar and zone.
package enum LocalDate {
    /// Returns for example "November", with 1 for January.
    package static func monthName(_ month: Int) -> String {
        switch month {
        case 1: localized("January")
        case 2: localized("February")
        case 3: localized("March", context: "month")
        case 4: localized("April")
        case 5: localized("May", context: "month")
        case 6: localized("June")
        case 7: localized("July")
        case 8: localized("August")
        case 9: localized("September")
        case 10: localized("October")
        case 11: localized("November")
        case 12: localized("December")
        default: String(month)
        }
    }

    /// Returns for example "Nov". A short form is one of the catalogue, because French shortens July and June differently.
    package static func shortMonthName(_ month: Int) -> String {
        switch month {
        case 1: localized("Jan")
        case 2: localized("Feb")
        case 3: localized("Mar")
        case 4: localized("Apr")
        case 5: localized("May", context: "short month")
        case 6: localized("Jun")
        case 7: localized("Jul")
        case 8: localized("Aug")
        case 9: localized("Sep")
        case 10: localized("Oct")
        case 11: localized("Nov")
        case 12: localized("Dec")
        default: String(month)
        }
    }

    /// Returns for example "Monday", with 1 for Monday.
    package static func weekdayName(_ weekday: Int) -> String {
        switch weekday {
        case 1: localized("Monday")
        case 2: localized("Tuesday")
        case 3: localized("Wednesday")
        case 4: localized("Thursday")
        case 5: localized("Friday")
        case 6: localized("Saturday")
        case 7: localized("Sunday")
        default: String(weekday)
        }
    }

    /// Returns for example "Mon", with 1 for Monday.
    package static func shortWeekdayName(_ weekday: Int) -> String {
        switch weekday {
        case 1: localized("Mon")
        case 2: localized("Tue")
        case 3: localized("Wed")
        case 4: localized("Thu")
        case 5: localized("Fri")
        case 6: localized("Sat")
        case 7: localized("Sun")
        default: String(weekday)
        }
    }

    /// Returns for example "24 November".
    package static func dayMonth(day: Int, month: Int) -> String {
        localized("\(ordinalDay(day), "day") \(monthName(month), "month")")
    }

    /// Returns for example "24 November 2026".
    package static func dayMonthYear(day: Int, month: Int, year: Int) -> String {
        localized("\(ordinalDay(day), "day") \(monthName(month), "month") \(year, "year")")
    }

    /// Returns for example "24 Nov 2026".
    package static func short(day: Int, month: Int, year: Int) -> String {
        localized("\(ordinalDay(day), "day") \(shortMonthName(month), "shortMonth") \(year, "year")")
    }

    /// Returns for example "Tuesday 24 November".
    package static func weekdayDayMonth(weekday: Int, day: Int, month: Int) -> String {
        localized("\(weekdayName(weekday), "weekday") \(ordinalDay(day), "day") \(monthName(month), "month")")
    }

    /// Returns for example "Tuesday 24 November 2026".
    package static func weekdayDayMonthYear(weekday: Int, day: Int, month: Int, year: Int) -> String {
        localized(
            "\(weekdayName(weekday), "weekday") \(ordinalDay(day), "day") \(monthName(month), "month") \(year, "year")")
    }

    /// Returns for example "November 2026".
    package static func monthYear(month: Int, year: Int) -> String {
        localized("\(monthName(month), "month") \(year, "year")")
    }

    /// Returns "1er" for the first day of a month in French, and the number otherwise.
    private static func ordinalDay(_ day: Int) -> String {
        day == 1 ? localized("1", context: "day of a month") : String(day)
    }
}

/// Lists in the language of the current task.
package enum LocalList {
    /// Returns for example "a", "a and b" or "a, b and c".
    package static func and(_ items: [String]) -> String {
        guard let last = items.last else { return "" }
        guard items.count > 1 else { return last }
        return localized("\(items.dropLast().joined(separator: ", "), "items") and \(last, "last")")
    }

    /// Returns for example "a", "a or b" or "a, b or c".
    package static func or(_ items: [String]) -> String {
        guard let last = items.last else { return "" }
        guard items.count > 1 else { return last }
        return localized("\(items.dropLast().joined(separator: ", "), "items") or \(last, "last")")
    }
}
