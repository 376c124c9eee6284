public import Calendar

/// What to water before an absence.
public struct Departure: Sendable, Hashable {
    /// A plant that needs water before the absence.
    public struct Watering: Sendable, Hashable {
        /// The index of the chore in the list from which this was made.
        public let chore: Int
        /// The day on which it would be due if it were watered only as planned until the absence.
        public let due: LocalDay
        /// The day of the absence on which it is due again although it was watered on `Departure.day`; nil if that
        /// watering is enough.
        public let again: LocalDay?
    }

    /// The absence.
    public let pause: Pause
    /// The last day before the absence: the day for these waterings. Today if the absence begins today.
    public let day: LocalDay
    /// Sorted by the day on which they are due, then in the order of the chores.
    public let waterings: [Watering]

    /// Assumes that every watering that is due before `day` is done on its day. Returns nil if the absence began before
    /// today, because then it is too late.
    public init?(of chores: [Chore], before pause: Pause, today: LocalDay) {
        guard today <= pause.first else { return nil }
        self.pause = pause
        let day = max(today, pause.first.adding(days: -1))
        self.day = day
        var waterings: [Watering] = []
        for (index, chore) in chores.enumerated() where chore.kind == .watering && chore.state == .active {
            guard var due = chore.due else { continue }
            var shown = max(chore.recurrence.lapsed(due, today: today), today)
            while shown < day {
                guard let next = chore.recurrence.next(after: shown, due: due) else { break }
                (due, shown) = (next, next)
            }
            guard day <= shown, shown <= pause.last else { continue }
            let next = chore.recurrence.next(after: day, due: due)
            waterings.append(
                Watering(chore: index, due: shown, again: next.flatMap { $0 <= pause.last ? $0 : nil }))
        }
        self.waterings = waterings.sorted { ($0.due, $0.chore) < ($1.due, $1.chore) }
    }
}
