package import Calendar

/// Days on which nobody is at home; what would be due waits until the day after.
package struct Pause: Sendable, Hashable {
    package let first: LocalDay
    package let last: LocalDay

    /// Nothing where the last day is before the first.
    package init?(from first: LocalDay, through last: LocalDay) {
        guard first <= last else { return nil }
        self.first = first
        self.last = last
    }

    package func contains(_ day: LocalDay) -> Bool { first <= day && day <= last }
}

/// One time that a chore is to be done, computed and never stored.
package struct Occurrence: Sendable, Hashable {
    /// Which of the chores the outlook was made of.
    package let chore: Int
    /// The day it is shown on.
    package let day: LocalDay
    /// The day it is due by its own plan; another one than `day` when days were grouped or nobody is at home.
    package let due: LocalDay
    /// The one that can be done; those after it are what follows if it is.
    package let isNext: Bool

    package init(chore: Int, day: LocalDay, due: LocalDay, isNext: Bool) {
        self.chore = chore
        self.day = day
        self.due = due
        self.isNext = isNext
    }
}

/// What is to be done from today on.
package struct Outlook: Sendable {
    package struct Rules: Sendable, Hashable {
        /// Waterings may be moved by a fifth of their interval so that they share days.
        package var groupsWaterings: Bool
        package var pause: Pause?

        package init(groupsWaterings: Bool = false, pause: Pause? = nil) {
            self.groupsWaterings = groupsWaterings
            self.pause = pause
        }
    }

    package let today: LocalDay
    package let chores: [Chore]
    /// By day; within a day in the order of the chores. What is overdue stands once, on the day it was due.
    package let occurrences: [Occurrence]

    /// Those due up to and including `last`.
    package init(of chores: [Chore], today: LocalDay, through last: LocalDay, rules: Rules = Rules()) {
        self.today = today
        self.chores = chores
        let gathering = rules.groupsWaterings ? Gathering(of: chores, today: today) : nil
        var found: [Occurrence] = []
        found.reserveCapacity(chores.count * 4)
        for (index, chore) in chores.enumerated() where chore.standing == .active {
            guard var due = chore.due else { continue }
            let asked = chore.recurrence.lapsed(gathering?.day(of: index) ?? due, today: today)
            var day = Self.day(asked, today: today, pause: rules.pause)
            if day > last { continue }
            found.append(Occurrence(chore: index, day: day, due: due, isNext: true))
            // What follows is counted from the day on which this one will be done: today, where it is overdue.
            while case let done = max(day, today), let next = chore.recurrence.next(after: done, due: due) {
                due = next
                day = Self.day(due, today: today, pause: rules.pause)
                if day > last { break }
                found.append(Occurrence(chore: index, day: day, due: due, isNext: false))
            }
        }
        occurrences = found.sorted { ($0.day, $0.chore) < ($1.day, $1.chore) }
    }

    /// The last day that has to be looked at so that what is shown on `day` is known, because grouping moves it there.
    package static func reach(of day: LocalDay, rules: Rules) -> LocalDay {
        rules.groupsWaterings ? day.adding(days: Gathering.longest) : day
    }

    private static func day(_ due: LocalDay, today: LocalDay, pause: Pause?) -> LocalDay {
        guard let pause else { return due }
        // What was overdue before they left, or was due while they are away, waits for their return.
        if pause.contains(today) { return max(due, pause.last.adding(days: 1)) }
        return pause.contains(due) ? pause.last.adding(days: 1) : due
    }
}

/// Waterings that share a day: as few days as possible, nobody moved by more than a fifth of its interval, and those
/// that dry out within four days never moved to later.
struct Gathering {
    /// A fifth of the longest interval of a care plan.
    static let longest = 12
    private static let thirstyWithin = 4

    private var days: [Int: LocalDay] = [:]

    init(of chores: [Chore], today: LocalDay) {
        var spans: [(index: Int, first: LocalDay, last: LocalDay)] = []
        for (index, chore) in chores.enumerated() where chore.kind == .watering && chore.standing == .active {
            guard let due = chore.due else { continue }
            let interval = chore.recurrence.interval(on: chore.lastDone ?? due) ?? 0
            let play = min(interval / 5, Self.longest)
            let last = interval <= Self.thirstyWithin ? due : due.adding(days: play)
            // What was put together with later ones stays with them, and is not overdue on the days between.
            guard last >= today else { continue }
            spans.append((index, max(today, due.adding(days: -play)), last))
        }
        // The span that ends first decides on a day; all that have begun by then join it.
        spans.sort { ($0.last, $0.index) < ($1.last, $1.index) }
        var taken = Set<Int>()
        for span in spans where !taken.contains(span.index) {
            let joining = spans.filter { !taken.contains($0.index) && $0.first <= span.last }
            // Not later than the last of them needs, and no earlier than it is worth: the latest due day of those
            // who would have to wait, or the end of the span that decides.
            let day = max(today, min(span.last, joining.compactMap { chores[$0.index].due }.max() ?? span.last))
            for other in joining where other.first <= day {
                taken.insert(other.index)
                days[other.index] = day
            }
        }
    }

    func day(of index: Int) -> LocalDay? { days[index] }
}
