/// A calendar date without a zone: proleptic Gregorian, from 0001-01-01 to 9999-12-31.
///
/// Arithmetic saturates at the ends of that range, so that no input can cause a trap.
public struct LocalDay: Sendable, Hashable, Comparable, Strideable, CustomStringConvertible {
    /// 1 January of the year 1.
    public static let earliest = LocalDay(number: -719_162)
    /// 31 December 9999, the last day that can be written as "YYYY-MM-DD".
    public static let latest = LocalDay(number: 2_932_896)

    /// Days since 1970-01-01.
    public let number: Int

    /// A number outside the range is clamped.
    public init(number: Int) {
        self.number = min(max(number, -719_162), 2_932_896)
    }

    /// Returns nil if the day does not exist.
    public init?(year: Int, month: Int, day: Int) {
        guard 1...9999 ~= year, 1...12 ~= month, 1...Self.length(ofMonth: month, in: year) ~= day else { return nil }
        self.init(existing: year, month, day)
    }

    /// The day must exist.
    init(existing year: Int, _ month: Int, _ day: Int) {
        // The year is counted from March, so that the leap day is its last day. The months then have 31, 30, 31, 30, 31
        // days repeatedly, 153 in five, so that a division replaces a table.
        let year = month > 2 ? year : year - 1
        let sinceMarch = month > 2 ? month - 3 : month + 9
        let leapDays = year / 4 - year / 100 + year / 400
        number = year * 365 + leapDays + (153 * sinceMarch + 2) / 5 + day - 1 - Self.march
    }

    /// The days from 0000-03-01 to 1970-01-01.
    private static let march = 719_468

    /// Year, month and day. Each call computes all three, so call it once if more than one is needed.
    public var parts: (year: Int, month: Int, day: Int) {
        // 400 years have 146,097 days; 4 years have 1,461, apart from the missing leap days of centuries.
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

    /// The year, 1 to 9999.
    public var year: Int { parts.year }
    /// 1–12.
    public var month: Int { parts.month }
    /// 1–31.
    public var day: Int { parts.day }
    /// By ISO 8601: 1 is Monday, 7 is Sunday. The earliest day is a Monday.
    public var weekday: Int { (number + 719_162) % 7 + 1 }

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

// MARK: - Arithmetic

extension LocalDay {
    /// Returns the day so many days later; earlier if negative. The result stays within `earliest` and `latest`.
    public func adding(days: Int) -> LocalDay {
        let (sum, isTooFar) = number.addingReportingOverflow(days)
        return isTooFar ? (days < 0 ? .earliest : .latest) : LocalDay(number: sum)
    }

    /// Returns the day `months` months later, on day `anchor` of the month or on the last day of a shorter month.
    /// Repeated calls with the same anchor give 31 January, 28 February, 31 March.
    public func adding(months: Int, on anchor: Int) -> LocalDay {
        let (year, month, _) = parts
        let (sum, isTooFar) = (year * 12 + month - 1).addingReportingOverflow(months)
        let last = 9999 * 12 + 11
        let place = isTooFar ? (months < 0 ? 12 : last) : min(max(sum, 12), last)
        let (newYear, newMonth) = (place / 12, place % 12 + 1)
        let day = min(max(anchor, 1), Self.length(ofMonth: newMonth, in: newYear))
        return LocalDay(existing: newYear, newMonth, day)
    }

    /// Negative if the other day is earlier.
    public func days(until other: LocalDay) -> Int { other.number - number }

    /// The days from this day to another one; negative if that is earlier.
    public func distance(to other: LocalDay) -> Int { other.number - number }

    /// The same as `adding(days:)`, for ranges and strides.
    public func advanced(by days: Int) -> LocalDay { adding(days: days) }

    /// The first day of its month.
    public var firstOfMonth: LocalDay { LocalDay(number: number - parts.day + 1) }

    /// The last day of its month.
    public var lastOfMonth: LocalDay {
        let (year, month, day) = parts
        return LocalDay(number: number - day + Self.length(ofMonth: month, in: year))
    }

    /// Returns whether the year has 366 days, by the rules of the Gregorian calendar.
    public static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    /// Returns the length in days; 0 if `month` is not from 1 to 12.
    public static func length(ofMonth month: Int, in year: Int) -> Int {
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
    /// Reads exactly "2026-11-21"; returns nil for any other text and for a day that does not exist.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = LocalDigits.value(of: bytes[0..<4]), let month = LocalDigits.value(of: bytes[5..<7]),
            let day = LocalDigits.value(of: bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// "2026-11-21".
    public var description: String {
        let (year, month, day) = parts
        return "\(LocalDigits.text(year, width: 4))-\(LocalDigits.text(month))-\(LocalDigits.text(day))"
    }
}
