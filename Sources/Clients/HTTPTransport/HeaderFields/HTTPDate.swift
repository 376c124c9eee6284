import Foundation

/// Parses the three forms of an HTTP-date (RFC 9110 §5.6.7).
///
/// Does not use a date formatter, because a formatter depends on locale and calendar data and these forms do not.
enum HTTPDate {
    static func date(_ text: String) -> Date? {
        // Sun, 06 Nov 1994 08:49:37 GMT · Sunday, 06-Nov-94 08:49:37 GMT · Sun Nov  6 08:49:37 1994
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        switch words.count {
        case 6 where words[5] == "GMT":
            return moment(year: words[3], month: words[2], day: words[1], time: words[4])
        case 5:
            return moment(year: words[4], month: words[1], day: words[2], time: words[3])
        default:
            return nil
        }
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func moment(year: String, month: String, day: String, time: String) -> Date? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0), digits: 2) }
        guard let shortYear = number(year, digits: year.utf8.count == 2 ? 2 : 4),
            let month = months.firstIndex(of: month), let day = number(day, digits: day.utf8.count),
            (1...31).contains(day), clock.count == 3,
            let hour = clock[0], let minute = clock[1], let second = clock[2], hour < 24, minute < 60, second <= 60
        else { return nil }
        // RFC 850, an obsolete form, has years of two digits. A date to wait for is never in the last century.
        let fullYear = year.utf8.count == 2 ? 2000 + shortYear : shortYear
        let days = daysSince1970(year: fullYear, month: month + 1, day: day)
        return Date(timeIntervalSince1970: Double(((days * 24 + hour) * 60 + minute) * 60 + second))
    }

    private static func number(_ text: String, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    /// Counts years from March, so that the leap day is the last day of a year.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = (month + 9) % 12
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        return marchYear * 365 + leapDays + (marchMonth * 153 + 2) / 5 + day - 1 - 719_468
    }
}
