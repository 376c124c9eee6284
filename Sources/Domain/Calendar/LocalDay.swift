/// A date of the calendar without a zone: proleptic Gregorian, from 0001-01-01 to 9999-12-31.
///
/// Arithmetic that would leave that range stops at its end, so that no input can make it trap.
package struct LocalDay: Sendable, Hashable, Comparable, Strideable, CustomStringConvertible {
    package static let earliest = LocalDay(number: -719_162)
    package static let latest = LocalDay(number: 2_932_896)

    /// Days since 1970-01-01.
    package let number: Int

    /// A number outside the range is brought to its end.
    package init(number: Int) {
        self.number = min(max(number, -719_162), 2_932_896)
    }

    /// Nothing where there is no such day.
    package init?(year: Int, month: Int, day: Int) {
        guard 1...9999 ~= year, 1...12 ~= month, 1...Self.length(ofMonth: month, in: year) ~= day else { return nil }
        self.init(existing: year, month, day)
    }

    /// A day that is known to exist.
    init(existing year: Int, _ month: Int, _ day: Int) {
        // A year that begins in March has its leap day at the end. Its months have 31, 30, 31, 30, 31 days over and
        // over, 153 in five, which a division tells without a table.
        let year = month > 2 ? year : year - 1
        let sinceMarch = month > 2 ? month - 3 : month + 9
        let leapDays = year / 4 - year / 100 + year / 400
        number = year * 365 + leapDays + (153 * sinceMarch + 2) / 5 + day - 1 - Self.march
    }

    /// From 0000-03-01 to 1970-01-01.
    private static let march = 719_468

    /// Year, month and day. Ask once where more than one is wanted: each asking computes all three.
    package var parts: (year: Int, month: Int, day: Int) {
        // 146,097 days are four centuries, 1,461 four years but for the centuries' missing leap days.
        let days = number + Self.march
        let era = days / 146_097
        let ofEra = days - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let sinceMarch = (5 * ofYear + 2) / 153
        let month = sinceMarch < 10 ? sinceMarch + 3 : sinceMarch - 9
        let year = era * 400 + yearOfEra + (month > 2 ? 0 : 1)
        return (year, month, ofYear - (153 * sinceMarch + 2) / 5 + 1)
    }

    package var year: Int { parts.year }
    /// 1–12.
    package var month: Int { parts.month }
    /// 1–31.
    package var day: Int { parts.day }
    /// As ISO 8601 counts: 1 is Monday, 7 Sunday. The earliest day is a Monday.
    package var weekday: Int { (number + 719_162) % 7 + 1 }

    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

// MARK: - Arithmetic

extension LocalDay {
    package func adding(days: Int) -> LocalDay {
        let (sum, isTooFar) = number.addingReportingOverflow(days)
        return isTooFar ? (days < 0 ? .earliest : .latest) : LocalDay(number: sum)
    }

    /// That many months on, on day `anchor` of the month, or on its last day where it is shorter. Whoever repeats this
    /// gives the same anchor each time: 31 January, 28 February, 31 March.
    package func adding(months: Int, on anchor: Int) -> LocalDay {
        let (year, month, _) = parts
        let (sum, isTooFar) = (year * 12 + month - 1).addingReportingOverflow(months)
        let last = 9999 * 12 + 11
        let place = isTooFar ? (months < 0 ? 12 : last) : min(max(sum, 12), last)
        let (newYear, newMonth) = (place / 12, place % 12 + 1)
        let day = min(max(anchor, 1), Self.length(ofMonth: newMonth, in: newYear))
        return LocalDay(existing: newYear, newMonth, day)
    }

    /// Negative where the other day is before this one.
    package func days(until other: LocalDay) -> Int { other.number - number }

    package func distance(to other: LocalDay) -> Int { other.number - number }

    package func advanced(by days: Int) -> LocalDay { adding(days: days) }

    package var firstOfMonth: LocalDay { LocalDay(number: number - parts.day + 1) }

    package var lastOfMonth: LocalDay {
        let (year, month, day) = parts
        return LocalDay(number: number - day + Self.length(ofMonth: month, in: year))
    }

    package static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    /// Days; none where `month` is not from 1 to 12.
    package static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        case 1...12: 31
        default: 0
        }
    }
}

// MARK: - Text

extension LocalDay {
    /// Strictly "2026-11-21"; nothing for any other text and for a day that does not exist.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = LocalDigits.value(of: bytes[0..<4]), let month = LocalDigits.value(of: bytes[5..<7]),
            let day = LocalDigits.value(of: bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// "2026-11-21".
    package var description: String {
        let (year, month, day) = parts
        return "\(LocalDigits.text(year, width: 4))-\(LocalDigits.text(month))-\(LocalDigits.text(day))"
    }
}
