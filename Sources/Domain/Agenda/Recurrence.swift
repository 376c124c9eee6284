public import Calendar

/// When a chore recurs.
public enum Recurrence: Sendable, Hashable {
    /// Never.
    case once
    /// A number of days after it was done, by the month of that day. There are no occurrences in months with the number
    /// 0.
    case days(DaysByMonth)
    /// Every N calendar months on a day of the month, or on the last day of shorter months. "monthly" is not "every 30
    /// days".
    case months(every: Int, on: Int)
    /// N months after it was done, at the nearest beginning of the season.
    case season(months: Int, within: Months)

    /// Returns a recurrence every `days` days, all year; nil if the number is not from 1 to 3,660.
    public static func every(days: Int) -> Recurrence? {
        DaysByMonth(Array(repeating: days, count: 12)).map(Recurrence.days)
    }

    /// Returns the first possible due day on or after `day`; nil if there is none.
    public func firstDay(from day: LocalDay) -> LocalDay? {
        switch self {
        case .once, .months: day
        case .days(let numbers): numbers.firstActiveDay(from: day)
        case .season(_, let season): season.contains(day.month) ? day : season.firstDay(after: day)
        }
    }

    /// Returns the next due day after the chore was done or skipped on `day` and was due on `due`. Returns nil if the
    /// chore does not recur, or only after the end of the calendar.
    ///
    /// Days, and months to a season, are counted from the real day. Calendar months keep their day: done late, the next
    /// occurrence follows; done early, the nearest occurrence counts as done, so that logging it twice has the same
    /// result.
    public func next(after day: LocalDay, due: LocalDay) -> LocalDay? {
        let next: LocalDay?
        switch self {
        case .once: next = nil
        case .days(let numbers):
            let interval = numbers[day.month]
            next = numbers.firstActiveDay(from: day.adding(days: max(1, interval)))
        case .months(let every, let anchor):
            next = Self.onCalendar(after: day, due: due, every: max(1, every), anchor)
        case .season(let months, let season):
            next = Self.inSeason(after: day, months: max(1, months), season)
        }
        // Arithmetic saturates at the end of the calendar.
        return next.flatMap { $0 > day ? $0 : nil }
    }

    /// Steps are counted from the due day, so that "every third month" keeps the same months.
    private static func onCalendar(after day: LocalDay, due: LocalDay, every: Int, _ anchor: Int) -> LocalDay {
        func occurrence(_ step: Int) -> LocalDay { due.adding(months: step * every, on: anchor) }
        let months = (day.year - due.year) * 12 + day.month - due.month
        // Finds the last occurrence on or before the day; the division may be wrong by one.
        let about = Int((Double(months) / Double(every)).rounded(.down))
        var last = about - 1
        while last < about + 1, occurrence(last + 1) <= day, occurrence(last + 1) > occurrence(last) { last += 1 }
        // Done early: the nearest occurrence counts as done. Idempotent.
        let isEarly = day < due
        let isNearer = occurrence(last).days(until: day) >= day.days(until: occurrence(last + 1))
        return occurrence(isEarly && isNearer ? last + 2 : last + 1)
    }

    private static func inSeason(after day: LocalDay, months: Int, _ season: Months) -> LocalDay? {
        let wanted = day.adding(months: months, on: day.day)
        if season == .all || season.isEmpty { return wanted }
        // A beginning of the season in the first half of the interval is too early.
        let earliest = day.adding(days: months * 15)
        let before = season.firstDay(after: wanted.adding(months: -12, on: 1).lastOfMonth)
        let starts = [before, before.flatMap { season.firstDay(after: $0) }, season.firstDay(after: wanted)]
            .compactMap { $0 }.filter { $0 > earliest }
        return starts.min { abs($0.number - wanted.number) < abs($1.number - wanted.number) }
    }

    /// Returns the day on which an overdue chore is to be done now: in a month without occurrences, or outside its
    /// season, it waits for the next possible day.
    public func lapsed(_ due: LocalDay, today: LocalDay) -> LocalDay {
        guard due < today else { return due }
        switch self {
        case .season(_, let season) where !season.contains(today.month): return season.firstDay(after: today) ?? due
        case .days(let numbers) where numbers[today.month] == 0: return numbers.firstActiveDay(from: today) ?? due
        case .once, .days, .months, .season: return due
        }
    }

    /// Returns the interval in days if it is done on `day`; nil if the recurrence is not counted in days.
    public func interval(on day: LocalDay) -> Int? {
        guard case .days(let numbers) = self else { return nil }
        return numbers[day.month] == 0 ? nil : numbers[day.month]
    }
}

extension Months {
    /// Returns the first day after `day` on which a season of these months begins; nil for all months or none.
    func firstDay(after day: LocalDay) -> LocalDay? {
        var first = day.firstOfMonth
        for _ in 0..<13 {
            first = first.adding(months: 1, on: 1)
            if contains(first.month), !contains((first.month + 10) % 12 + 1), first > day { return first }
        }
        return nil
    }
}

/// An interval in days for each month; 0 for months without occurrences.
public struct DaysByMonth: Sendable, Hashable {
    /// From January on.
    public let numbers: [Int]

    /// The longest interval in days, about ten years.
    public static let limit = 3660

    /// Returns nil unless there are twelve numbers from 0 to 3,660, not all 0.
    public init?(_ numbers: [Int]) {
        guard numbers.count == 12, numbers.allSatisfy({ (0...Self.limit).contains($0) }),
            numbers.contains(where: { $0 > 0 })
        else { return nil }
        self.numbers = numbers
    }

    /// `month` from 1 to 12.
    public subscript(month: Int) -> Int { numbers[month - 1] }

    /// True if the interval is the same in all months.
    public var isSteady: Bool { numbers.allSatisfy { $0 == numbers[0] } }

    func firstActiveDay(from day: LocalDay) -> LocalDay? {
        var day = day
        for _ in 0..<13 {
            if self[day.month] > 0 { return day }
            day = day.adding(months: 1, on: 1)
        }
        return nil
    }
}

extension Recurrence {
    /// The stored form: "once", "days 7", "days 7,7,7,…" from January on, "months 1 on 31", "season 24 in 3-4".
    public var text: String {
        switch self {
        case .once: "once"
        case .days(let days) where days.isSteady: "days \(days.numbers[0])"
        case .days(let days): "days " + days.numbers.map(String.init).joined(separator: ",")
        case .months(let every, let day): "months \(every) on \(day)"
        case .season(let months, let season): "season \(months) in \(season.text)"
        }
    }

    /// Reads the form that `text` has; nil for another text.
    public init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("once", 1): self = .once
        case ("days", 2):
            let parts = words[1].split(separator: ",", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { Int($0) }
            guard numbers.count == parts.count,
                let days = DaysByMonth(numbers.count == 1 ? Array(repeating: numbers[0], count: 12) : numbers)
            else { return nil }
            self = .days(days)
        case ("months", 4):
            guard let every = Int(words[1]), (1...120).contains(every), words[2] == "on", let day = Int(words[3]),
                (1...31).contains(day)
            else { return nil }
            self = .months(every: every, on: day)
        case ("season", 4):
            guard let months = Int(words[1]), (1...240).contains(months), words[2] == "in",
                let season = Months(words[3]), !season.isEmpty
            else { return nil }
            self = .season(months: months, within: season)
        default: return nil
        }
    }
}
