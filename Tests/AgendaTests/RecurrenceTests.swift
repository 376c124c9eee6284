import Agenda
import Calendar
import Support
import Testing

@Suite(.tags(.small))
struct RecurrenceTests {
    private func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }

    @Test("Daily, weekly and 30-day chores recur after 1, 7 and 30 days", arguments: [1, 7, 30])
    func everySoManyDays(interval: Int) throws {
        let recurrence = try #require(Recurrence.every(days: interval))
        let done = try day("2026-11-21")
        #expect(recurrence.next(after: done, due: done) == done.adding(days: interval))
    }

    @Test("A monthly chore on the 31st uses the end of shorter months and returns to the 31st")
    func monthlyIsClamped() throws {
        let recurrence = Recurrence.months(every: 1, on: 31)
        var due = try day("2026-01-31")
        var days: [String] = []
        for _ in 0..<4 {
            due = try #require(recurrence.next(after: due, due: due))
            days.append(due.description)
        }
        #expect(days == ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"])
    }

    @Test("Every 30 days is a different rule than monthly")
    func thirtyDaysIsNotMonthly() throws {
        let start = try day("2026-01-31")
        #expect(Recurrence.every(days: 30)?.next(after: start, due: start) == (try day("2026-03-02")))
        #expect(Recurrence.months(every: 1, on: 31).next(after: start, due: start) == (try day("2026-02-28")))
    }

    @Test(
        "A chore of calendar months keeps its day of the month, however early or late it was done",
        arguments: [
            ("2026-01-29", "2026-02-28"), ("2026-02-02", "2026-02-28"), ("2026-02-28", "2026-03-31"),
            ("2026-03-05", "2026-03-31"), ("2027-06-01", "2027-06-30"),
        ])
    func monthlyAfterCompletion(done: String, next: String) throws {
        let recurrence = Recurrence.months(every: 1, on: 31)
        #expect(recurrence.next(after: try day(done), due: try day("2026-01-31")) == (try day(next)))
    }

    @Test("A chore of calendar months that is logged twice or long before it is due counts as done once")
    func monthlyTwice() throws {
        let recurrence = Recurrence.months(every: 24, on: 1)
        let due = try day("2028-03-01")
        #expect(recurrence.next(after: due, due: try day("2030-03-01")) == (try day("2030-03-01")))
        #expect(recurrence.next(after: try day("2027-12-20"), due: due) == (try day("2030-03-01")))
        #expect(recurrence.next(after: try day("2026-06-01"), due: due) == due)
    }
}

extension RecurrenceTests {
    @Test(
        "A season chore is due at the season nearest to the given months after it was done",
        arguments: [
            ("2025-04-10", 24, "2027-03-01"), ("2026-09-20", 24, "2029-03-01"), ("2026-03-20", 12, "2027-03-01"),
            ("2026-02-20", 12, "2027-03-01"), ("2026-08-20", 12, "2027-03-01"), ("2026-03-01", 3, "2027-03-01"),
        ])
    func seasons(done: String, months: Int, next: String) throws {
        let recurrence = Recurrence.season(months: months, within: Months([3, 4]))
        #expect(recurrence.next(after: try day(done), due: try day("2026-03-01")) == (try day(next)))
    }

    @Test("A season that crosses the new year begins once")
    func winterSeason() throws {
        let recurrence = Recurrence.season(months: 12, within: Months([11, 12, 1, 2]))
        #expect(recurrence.firstDay(from: try day("2026-06-10")) == (try day("2026-11-01")))
        #expect(recurrence.firstDay(from: try day("2026-12-10")) == (try day("2026-12-10")))
        #expect(recurrence.next(after: try day("2026-12-10"), due: try day("2026-11-01")) == (try day("2027-11-01")))
    }

    @Test(
        "No chore recurs after the end of the calendar, and every function returns there",
        arguments: [
            "days 1", "days 3660", "days 0,0,0,0,0,0,0,0,0,0,0,60", "months 1 on 31", "months 120 on 1",
            "season 12 in 3", "season 240 in 12", "once",
        ])
    func endOfCalendar(text: String) throws {
        let recurrence = try #require(Recurrence(text))
        for day in [LocalDay.latest, LocalDay.latest.adding(days: -5), LocalDay.earliest, try day("2026-11-21")] {
            for due in [LocalDay.latest, LocalDay.earliest, try self.day("2026-11-21")] {
                if let next = recurrence.next(after: day, due: due) { #expect(next > day) }
            }
            _ = recurrence.firstDay(from: day)
        }
    }

    @Test("A chore of every third month keeps the same months")
    func quarterly() throws {
        let recurrence = Recurrence.months(every: 3, on: 15)
        #expect(recurrence.next(after: try day("2026-05-20"), due: try day("2026-01-15")) == (try day("2026-07-15")))
    }

    @Test("Intervals in days are counted from the day it was done, not from the due day")
    func fromCompletion() throws {
        let weekly = try #require(Recurrence.every(days: 7))
        #expect(weekly.next(after: try day("2026-11-25"), due: try day("2026-11-21")) == (try day("2026-12-02")))
    }
}

extension RecurrenceTests {
    @Test("A chore in a month without occurrences waits for the first day of the next month with one")
    func rests() throws {
        // Every 14 days from March to October, never in winter.
        let numbers = try #require(DaysByMonth([0, 0, 14, 14, 14, 14, 14, 14, 14, 14, 0, 0]))
        let recurrence = Recurrence.days(numbers)
        #expect(recurrence.next(after: try day("2026-10-25"), due: try day("2026-10-25")) == (try day("2027-03-01")))
        #expect(recurrence.next(after: try day("2026-12-24"), due: try day("2026-10-25")) == (try day("2027-03-01")))
        #expect(recurrence.firstDay(from: try day("2026-12-24")) == (try day("2027-03-01")))
        #expect(recurrence.firstDay(from: try day("2026-06-03")) == (try day("2026-06-03")))
        #expect(recurrence.interval(on: try day("2026-12-24")) == nil)
    }

    @Test("A chore that happens once does not recur")
    func once() throws {
        #expect(Recurrence.once.next(after: try day("2026-11-21"), due: try day("2026-11-21")) == nil)
    }

    @Test("Twelve intervals from 0 to 3,660 are accepted unless all are 0")
    func intervalsAreLimited() {
        #expect(DaysByMonth(Array(repeating: 0, count: 12)) == nil)
        #expect(DaysByMonth(Array(repeating: 3661, count: 12)) == nil)
        #expect(DaysByMonth(Array(repeating: -1, count: 12)) == nil)
        #expect(DaysByMonth([7]) == nil)
        #expect(DaysByMonth(Array(repeating: 3660, count: 12)) != nil)
    }

    @Test(
        "A recurrence is read from the text that it writes",
        arguments: [
            "once", "days 7", "days 0,0,7,7,7,7,7,7,7,7,0,0", "months 1 on 31", "months 24 on 1", "season 24 in 3-4",
        ])
    func roundTrip(text: String) { #expect(Recurrence(text)?.text == text) }

    @Test(
        "A text that is no recurrence is refused",
        arguments: [
            "", "days", "days x", "days 0", "days 1,2", "days -1", "days 7 8", "months 0 on 1", "months 1 on 32",
            "months 1", "twice", "months 121 on 1", "days 7,7,7,7,7,7,7,7,7,7,7,x", "days x,7", "days 7,",
            "season 0 in 3", "season 12 in 13", "season 12 on 3",
        ])
    func refused(text: String) { #expect(Recurrence(text) == nil) }
}
