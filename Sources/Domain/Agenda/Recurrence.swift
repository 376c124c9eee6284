/// When a chore comes back.
package enum Recurrence: Sendable, Hashable {
    /// It does not.
    case once
    /// So many days after it was done, by the month in which it was; it rests in months without a number.
    case days(DaysByMonth)
    /// Every so many calendar months on that day, or on the month's last where it is shorter: "monthly" is not "every
    /// 30 days".
    case months(every: Int, on: Int)

    /// Every so many days, all year. Nothing where that is not 1 to 3,660.
    package static func every(days: Int) -> Recurrence? {
        DaysByMonth(Array(repeating: days, count: 12)).map(Recurrence.days)
    }

    /// The first day on or after `day` that is not in a resting month; nothing where all months rest.
    package func firstDay(from day: LocalDay) -> LocalDay? {
        guard case .days(let numbers) = self else { return day }
        return numbers.firstActiveDay(from: day)
    }

    /// The day after it was dealt with on `day`, when it was due on `due`; nothing where it does not come back.
    ///
    /// Days are counted from the day it was really done. Calendar months keep their day, however early or late it was
    /// done, and go on after the later of the two.
    package func next(after day: LocalDay, due: LocalDay) -> LocalDay? {
        switch self {
        case .once: return nil
        case .days(let numbers):
            let rested = numbers[day.month]
            return numbers.firstActiveDay(from: rested == 0 ? day.adding(days: 1) : day.adding(days: rested))
        case .months(let every, let anchor):
            let later = max(day, due)
            // From the due day on, not from the day it was done, so that every third month stays the same third month.
            let gone = (later.year - due.year) * 12 + later.month - due.month
            var steps = max(1, gone / max(1, every))
            while true {
                let next = due.adding(months: steps * max(1, every), on: anchor)
                if next > later { return next }
                steps += 1
            }
        }
    }

    /// How many days it takes to come back when it is done on `day`; nothing where that is not counted in days.
    package func interval(on day: LocalDay) -> Int? {
        guard case .days(let numbers) = self else { return nil }
        return numbers[day.month] == 0 ? nil : numbers[day.month]
    }
}

/// Twelve intervals in days; 0 where it rests.
package struct DaysByMonth: Sendable, Hashable {
    /// January first.
    package let numbers: [Int]

    package static let limit = 3660

    /// Nothing where there are not twelve, one is negative or over 3,660, or all are 0.
    package init?(_ numbers: [Int]) {
        guard numbers.count == 12, numbers.allSatisfy({ (0...Self.limit).contains($0) }),
            numbers.contains(where: { $0 > 0 })
        else { return nil }
        self.numbers = numbers
    }

    /// `month` from 1 to 12.
    package subscript(month: Int) -> Int { numbers[month - 1] }

    package var isSteady: Bool { numbers.allSatisfy { $0 == numbers[0] } }

    func firstActiveDay(from day: LocalDay) -> LocalDay? {
        var day = day
        for _ in 0..<13 {
            if self[day.month] > 0 { return day }
            day = day.lastOfMonth.adding(days: 1)
        }
        return nil
    }
}

extension Recurrence {
    /// As it is kept: "once", "days 7", "days 7,7,7,…" from January on, "months 1 on 31".
    package var text: String {
        switch self {
        case .once: "once"
        case .days(let days) where days.isSteady: "days \(days.numbers[0])"
        case .days(let days): "days " + days.numbers.map(String.init).joined(separator: ",")
        case .months(let every, let day): "months \(every) on \(day)"
        }
    }

    package init?(_ text: String) {
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
        default: return nil
        }
    }
}
