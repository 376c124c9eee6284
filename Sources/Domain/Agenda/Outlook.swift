package import Calendar

/// A period in which the household is away; chores due in it wait until the day after.
package struct Pause: Sendable, Hashable {
    package let first: LocalDay
    package let last: LocalDay

    /// Returns nil if the last day is before the first.
    package init?(from first: LocalDay, through last: LocalDay) {
        guard first <= last else { return nil }
        self.first = first
        self.last = last
    }

    package func contains(_ day: LocalDay) -> Bool { first <= day && day <= last }
}

/// One date of a chore. Computed, never stored.
package struct Occurrence: Sendable, Hashable {
    /// The index of the chore in the outlook.
    package let chore: Int
    /// The day on which it is shown.
    package let day: LocalDay
    /// The day on which it is due; differs from `day` if waterings are grouped or the household is away.
    package let due: LocalDay
    /// True for the next date. Later dates assume that the next one is done on its day.
    package let isNext: Bool

    package init(chore: Int, day: LocalDay, due: LocalDay, isNext: Bool) {
        self.chore = chore
        self.day = day
        self.due = due
        self.isNext = isNext
    }
}

/// The dates of chores from today on.
package struct Outlook: Sendable {
    package struct Rules: Sendable, Hashable {
        /// True if waterings may be moved by up to a fifth of their interval, so that several share a day.
        package var groupsWaterings: Bool
        package var pause: Pause?

        package init(groupsWaterings: Bool = false, pause: Pause? = nil) {
            self.groupsWaterings = groupsWaterings
            self.pause = pause
        }
    }

    package let today: LocalDay
    package let chores: [Chore]
    /// Sorted by day, then in the order of the chores. An overdue chore occurs once, on its due day.
    package let occurrences: [Occurrence]

    /// Computes the dates up to and including `last`.
    package init(of chores: [Chore], today: LocalDay, through last: LocalDay, rules: Rules = Rules()) {
        self.today = today
        self.chores = chores
        let gathering = rules.groupsWaterings ? Gathering(of: chores, today: today) : nil
        var found: [Occurrence] = []
        found.reserveCapacity(chores.count * 4)
        for (index, chore) in chores.enumerated() where chore.state == .active {
            guard var due = chore.due else { continue }
            let asked = chore.recurrence.lapsed(gathering?.day(of: index) ?? due, today: today)
            var day = Self.day(asked, today: today, pause: rules.pause)
            if day > last { continue }
            found.append(Occurrence(chore: index, day: day, due: due, isNext: true))
            // Later dates are counted from the day on which this one will be done: today if it is overdue.
            while case let done = max(day, today), let next = chore.recurrence.next(after: done, due: due) {
                due = next
                day = Self.day(due, today: today, pause: rules.pause)
                if day > last { break }
                found.append(Occurrence(chore: index, day: day, due: due, isNext: false))
            }
        }
        occurrences = found.sorted { ($0.day, $0.chore) < ($1.day, $1.chore) }
    }

    /// Returns the last due day that can influence `day`, as grouping moves dates.
    package static func reach(of day: LocalDay, rules: Rules) -> LocalDay {
        rules.groupsWaterings ? day.adding(days: Gathering.longest) : day
    }

    private static func day(_ due: LocalDay, today: LocalDay, pause: Pause?) -> LocalDay {
        guard let pause else { return due }
        // Chores that are overdue at departure or fall due during the absence wait for the return.
        if pause.contains(today) { return max(due, pause.last.adding(days: 1)) }
        return pause.contains(due) ? pause.last.adding(days: 1) : due
    }
}

/// Groups waterings on shared days: as few days as possible, none moved by more than a fifth of its interval, and
/// plants with an interval of up to four days never moved to a later day.
struct Gathering {
    /// A fifth of the longest interval of a care plan, in days.
    static let longest = 12
    private static let thirstyWithin = 4

    private var days: [Int: LocalDay] = [:]

    init(of chores: [Chore], today: LocalDay) {
        var spans: [(index: Int, first: LocalDay, last: LocalDay)] = []
        for (index, chore) in chores.enumerated() where chore.kind == .watering && chore.state == .active {
            guard let due = chore.due else { continue }
            let interval = chore.recurrence.interval(on: chore.lastDone ?? due) ?? 0
            let play = min(interval / 5, Self.longest)
            let last = interval <= Self.thirstyWithin ? due : due.adding(days: play)
            // A watering that waits for a shared day stays in its group and does not become overdue before that day.
            guard last >= today else { continue }
            spans.append((index, max(today, due.adding(days: -play)), last))
        }
        // The span with the earliest end determines a shared day; all spans that have begun by then join it.
        spans.sort { ($0.last, $0.index) < ($1.last, $1.index) }
        var taken = Set<Int>()
        for span in spans where !taken.contains(span.index) {
            let joining = spans.filter { !taken.contains($0.index) && $0.first <= span.last }
            // The shared day is the latest due day of the members, but not after the end of the determining span.
            let day = max(today, min(span.last, joining.compactMap { chores[$0.index].due }.max() ?? span.last))
            for other in joining where other.first <= day {
                taken.insert(other.index)
                days[other.index] = day
            }
        }
    }

    func day(of index: Int) -> LocalDay? { days[index] }
}
