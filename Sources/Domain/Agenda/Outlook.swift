public import Calendar

/// A period in which the household is away; chores due in it wait until the day after.
public struct Pause: Sendable, Hashable {
    /// The first day of the absence.
    public let first: LocalDay
    /// The last day of the absence.
    public let last: LocalDay

    /// Returns nil if the last day is before the first.
    public init?(from first: LocalDay, through last: LocalDay) {
        guard first <= last else { return nil }
        self.first = first
        self.last = last
    }

    /// Returns whether the day is one of the absence.
    public func contains(_ day: LocalDay) -> Bool { first <= day && day <= last }

    /// Returns the part before `day`: the past part of an absence that is ended or replaced on that day. Returns nil if
    /// it had not begun.
    public func part(before day: LocalDay) -> Pause? {
        Pause(from: first, through: min(last, day.adding(days: -1)))
    }
}

/// One date of a chore. Computed, never stored.
public struct Occurrence: Sendable, Hashable {
    /// The index of the chore in the outlook.
    public let chore: Int
    /// The day on which it is shown.
    public let day: LocalDay
    /// The day on which it is due; differs from `day` if waterings are grouped or the household is away.
    public let due: LocalDay
    /// True for the next date. Later dates assume that the next one is done on its day.
    public let isNext: Bool
    /// The days from `day` to today on which the household was at home and did not do it; 0 if it is not overdue.
    public let daysOverdue: Int

    public init(chore: Int, day: LocalDay, due: LocalDay, isNext: Bool, daysOverdue: Int = 0) {
        self.chore = chore
        self.day = day
        self.due = due
        self.isNext = isNext
        self.daysOverdue = daysOverdue
    }
}

/// The dates of chores from today on.
public struct Outlook: Sendable {
    /// What moves the dates of chores.
    public struct Rules: Sendable, Hashable {
        /// True if waterings may be moved by up to a fifth of their interval, so that several share a day.
        public var groupsWaterings: Bool
        /// The absence that has begun or is planned.
        public var pause: Pause?
        /// Earlier absences. A chore that fell due in one of them was due on the day of return, and the days of an
        /// absence do not count as overdue.
        public var pastPauses: [Pause]

        public init(groupsWaterings: Bool = false, pause: Pause? = nil, pastPauses: [Pause] = []) {
            self.groupsWaterings = groupsWaterings
            self.pause = pause
            self.pastPauses = pastPauses
        }

        /// All absences in order.
        fileprivate var pauses: [Pause] {
            (pastPauses + (pause.map { [$0] } ?? [])).sorted { ($0.first, $0.last) < ($1.first, $1.last) }
        }
    }

    /// The day from which the dates are computed.
    public let today: LocalDay
    /// The chores, in the order in which the caller gave them.
    public let chores: [Chore]
    /// Sorted by day, then in the order of the chores. An overdue chore occurs once, on its due day.
    public let occurrences: [Occurrence]

    /// Computes the dates up to and including `last`.
    public init(of chores: [Chore], today: LocalDay, through last: LocalDay, rules: Rules = Rules()) {
        self.today = today
        self.chores = chores
        let pauses = rules.pauses
        let gathering = rules.groupsWaterings ? Gathering(of: chores, today: today) : nil
        var found: [Occurrence] = []
        found.reserveCapacity(chores.count * 4)
        for (index, chore) in chores.enumerated() where chore.state == .active {
            guard var due = chore.due else { continue }
            let asked = chore.recurrence.lapsed(gathering?.day(of: index) ?? due, today: today)
            var day = Self.day(asked, today: today, pauses: pauses)
            if day > last { continue }
            found.append(
                Occurrence(
                    chore: index, day: day, due: due, isNext: true,
                    daysOverdue: Self.daysOverdue(since: day, today: today, pauses: pauses)))
            // Later dates are counted from the day on which this one will be done: today if it is overdue.
            while case let done = max(day, today), let next = chore.recurrence.next(after: done, due: due) {
                due = next
                day = Self.day(due, today: today, pauses: pauses)
                if day > last { break }
                found.append(Occurrence(chore: index, day: day, due: due, isNext: false))
            }
        }
        occurrences = found.sorted { ($0.day, $0.chore) < ($1.day, $1.chore) }
    }

    /// Returns the last due day that can influence `day`, as grouping moves dates: a watering that can move to `day` is
    /// due up to `Gathering.longest` days later, can wait as long again for a shared day, and that day depends on
    /// waterings that are due up to as long after it.
    public static func reach(of day: LocalDay, rules: Rules) -> LocalDay {
        rules.groupsWaterings ? day.adding(days: 3 * Gathering.longest) : day
    }

    private static func day(_ due: LocalDay, today: LocalDay, pauses: [Pause]) -> LocalDay {
        var day = due
        // Chores that are overdue at departure or fall due during the absence wait for the return.
        for pause in pauses where pause.contains(today) || pause.contains(day) {
            day = max(day, pause.last.adding(days: 1))
        }
        return day
    }

    /// Returns the number of days from `day` until today without the days of absences.
    private static func daysOverdue(since day: LocalDay, today: LocalDay, pauses: [Pause]) -> Int {
        guard day < today else { return 0 }
        var (count, counted) = (day.days(until: today), day)
        // The pauses are in order and may overlap.
        for pause in pauses {
            let (first, end) = (max(counted, pause.first), min(today, pause.last.adding(days: 1)))
            guard first < end else { continue }
            count -= first.days(until: end)
            counted = end
        }
        return count
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
