import Calendar
import Support
import Testing

@Suite("Local days", .tags(.small))
struct LocalDayTests {
    private func day(_ text: String, from location: SourceLocation = #_sourceLocation) throws -> LocalDay {
        try #require(LocalDay(text), sourceLocation: location)
    }

    @Test(
        "Days are counted from 1970, with Monday as the first day of the week",
        arguments: [
            ("1970-01-01", 0, 4), ("1969-12-31", -1, 3), ("2000-02-29", 11_016, 2), ("2026-11-21", 20_778, 6),
            ("1600-02-29", -135_081, 2), ("1900-03-01", -25_508, 4), ("0001-01-01", -719_162, 1),
            ("9999-12-31", 2_932_896, 5),
        ])
    func numbers(text: String, number: Int, weekday: Int) throws {
        let day = try day(text)
        #expect(day.number == number)
        #expect(day.weekday == weekday)
        #expect(LocalDay(number: number) == day)
        #expect(day.description == text)
        #expect("\(day.year)-\(day.month)-\(day.day)" == "\(day.parts.year)-\(day.parts.month)-\(day.parts.day)")
    }

    @Test("Consecutive days follow the calendar for eight centuries")
    func walk() throws {
        var (year, month, day) = (1600, 1, 1)
        var weekday = 6
        let first = try #require(LocalDay(year: year, month: month, day: day))
        for number in first.number...first.number + 2 * 146_097 {
            let found = LocalDay(number: number)
            guard found.parts == (year, month, day), found.weekday == weekday,
                LocalDay(year: year, month: month, day: day) == found
            else {
                Issue.record("\(found) is no \(year)-\(month)-\(day)")
                return
            }
            let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            weekday = weekday % 7 + 1
            day += 1
            if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect((year, month, day) == (2400, 1, 2))
    }

    @Test(
        "Days are read from ISO dates and from no other text",
        arguments: [
            "", "2026-11-2", "2026-11-021", "2026-11-31", "2026-02-29", "2100-02-29", "2026-00-10", "2026-13-01",
            "2026-01-00", "0000-01-01", "2026/11/21", "20261121", "2026-1-021", " 2026-11-21", "2026-11-21 ",
            "2026-11-21T00:00", "+026-11-21", "-026-11-21", "2026-+1-21", "２０２６-11-21", "2026-11-2１", "12026-11-21",
        ])
    func unreadable(text: String) {
        #expect(LocalDay(text) == nil)
    }

    @Test("A day that is not in the calendar does not exist", arguments: [(2026, 2, 29), (1900, 2, 29), (2026, 4, 31)])
    func missing(year: Int, month: Int, day: Int) {
        #expect(LocalDay(year: year, month: month, day: day) == nil)
        #expect(LocalDay(year: year, month: month, day: day - 1) != nil)
    }

    @Test(
        "A day outside the range does not exist",
        arguments: [
            (0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (2026, 1, -1),
            (.max, .max, .max), (.min, .min, .min),
        ])
    func absurd(year: Int, month: Int, day: Int) {
        #expect(LocalDay(year: year, month: month, day: day) == nil)
    }
}

extension LocalDayTests {
    @Test(
        "Adding months keeps the day of the anchor, or takes the last day of a shorter month",
        arguments: [
            ("2026-01-31", 1, 31, "2026-02-28"), ("2026-02-28", 1, 31, "2026-03-31"),
            ("2024-01-31", 1, 31, "2024-02-29"), ("2024-02-29", 12, 29, "2025-02-28"),
            ("2024-02-29", 48, 29, "2028-02-29"), ("2026-11-30", 3, 30, "2027-02-28"),
            ("2026-03-31", -1, 31, "2026-02-28"), ("2026-01-15", -1, 15, "2025-12-15"),
            ("2026-01-15", -13, 15, "2024-12-15"), ("2026-05-31", 0, 31, "2026-05-31"),
            ("2026-05-31", 0, 1, "2026-05-01"), ("2026-05-31", 1, 99, "2026-06-30"),
            ("2026-05-31", 1, -9, "2026-06-01"), ("9999-12-31", 1, 31, "9999-12-31"),
            ("0001-01-31", -1, 31, "0001-01-31"), ("2026-05-31", .max, 31, "9999-12-31"),
            ("2026-05-31", .min, 1, "0001-01-01"),
        ])
    func months(from: String, months: Int, anchor: Int, to: String) throws {
        #expect(try day(from).adding(months: months, on: anchor).description == to)
    }

    @Test(
        "Adding days stops at the ends of the calendar",
        arguments: [
            ("2026-12-31", 1, "2027-01-01"), ("2024-02-28", 1, "2024-02-29"), ("2026-03-01", -1, "2026-02-28"),
            ("2026-01-01", 365, "2027-01-01"), ("9999-12-30", 7, "9999-12-31"), ("0001-01-03", -7, "0001-01-01"),
            ("2026-01-01", .max, "9999-12-31"), ("2026-01-01", .min, "0001-01-01"),
        ])
    func days(from: String, days: Int, to: String) throws {
        #expect(try day(from).adding(days: days).description == to)
        #expect(try day(from).advanced(by: days).description == to)
    }

    @Test("Days are ordered, and their distance is a number of days")
    func order() throws {
        let (autumn, winter) = (try day("2026-11-21"), try day("2027-01-01"))
        #expect(autumn < winter)
        #expect(autumn.days(until: winter) == 41)
        #expect(winter.days(until: autumn) == -41)
        #expect(Array(autumn...autumn.adding(days: 2)).map(\.day) == [21, 22, 23])
        #expect(stride(from: autumn, to: winter, by: 14).map(\.day) == [21, 5, 19])
        #expect(Array(LocalDay.latest.adding(days: -1)...LocalDay.latest).count == 2)
        #expect(LocalDay(number: .max) == .latest)
        #expect(LocalDay(number: .min) == .earliest)
    }

    @Test(
        "A day knows the first and the last day of its month",
        arguments: [
            ("2026-02-11", "2026-02-01", "2026-02-28"), ("2024-02-29", "2024-02-01", "2024-02-29"),
            ("2026-12-31", "2026-12-01", "2026-12-31"), ("2026-04-01", "2026-04-01", "2026-04-30"),
        ])
    func ends(text: String, first: String, last: String) throws {
        #expect(try day(text).firstOfMonth.description == first)
        #expect(try day(text).lastOfMonth.description == last)
    }

    @Test("Months have their lengths, in leap years too")
    func lengths() {
        let lengths = (1...12).map { LocalDay.length(ofMonth: $0, in: 2026) }
        #expect(lengths == [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
        #expect([1900, 2000, 2023, 2024, 2100].map { LocalDay.length(ofMonth: 2, in: $0) } == [28, 29, 28, 29, 28])
        #expect([0, 13, .min, .max].map { LocalDay.length(ofMonth: $0, in: 2026) } == [0, 0, 0, 0])
    }
}
