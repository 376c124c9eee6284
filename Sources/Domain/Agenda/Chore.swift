package import Calendar
package import FoundationEssentials

/// Something to do for one plant, or for the house: what it is, how it comes back, and where it stands.
package struct Chore: Sendable, Hashable, Identifiable {
    /// 1–64 letters, digits, hyphens or underscores.
    package struct ID: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
        package var description: String { rawValue }
        package static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    package enum Kind: String, Sendable, CaseIterable {
        case watering, fertilising, pruning, repotting, rotation, misting
        case pestControl = "pest-control"
        /// Under words of the person's own.
        case own
    }

    /// Who asked for it.
    package enum Origin: String, Sendable {
        /// The care plan, which may change it.
        case plan
        /// A person, whose choice stays.
        case person
    }

    /// Whether it is to be done at all.
    package enum Standing: String, Sendable, CaseIterable {
        case active
        /// A person does not want it.
        case off
        /// The plan has no need of it any more; its log stays.
        case unneeded
    }

    package let id: ID
    /// The plant it is for, by the name of its identifier; nothing where it is for the house.
    package let plant: String?
    package let kind: Kind
    /// The person's own words; for other kinds nothing.
    package let title: String?
    package let origin: Origin
    package var recurrence: Recurrence
    /// When it is due for the first time.
    package var start: LocalDay
    package var standing: Standing
    /// Not due before that day, whatever its log says: after repotting nothing is fed.
    package var notBefore: LocalDay?

    // Where it stands; what was done and skipped decides.

    /// Nothing where it does not come back, or rests.
    package var due: LocalDay?
    package var lastDone: LocalDay?
    /// The reminder is put off until then; the due day stays.
    package var snoozedUntil: Date?

    package init(
        id: ID, plant: String?, kind: Kind, title: String? = nil, origin: Origin = .plan, recurrence: Recurrence,
        start: LocalDay, standing: Standing = .active, notBefore: LocalDay? = nil
    ) {
        self.id = id
        self.plant = plant
        self.kind = kind
        self.title = title
        self.origin = origin
        self.recurrence = recurrence
        self.start = start
        self.standing = standing
        self.notBefore = notBefore
        due = standing == .active ? recurrence.firstDay(from: max(start, notBefore ?? start)) : nil
    }

    package static let titleLimit = 120
}

extension Chore.Kind {
    /// Its drawing in the page's set of icons.
    package var icon: String {
        switch self {
        case .watering: "drop"
        case .fertilising: "flask"
        case .pruning: "shears"
        case .repotting: "pot"
        case .pestControl: "bug"
        case .rotation: "turn"
        case .misting: "mist"
        case .own: "pencil"
        }
    }

    /// Days before the due day on which a reminder is sent unless a person chooses otherwise: where something must be
    /// bought or a free hour be found, a little earlier.
    package var reminderOffset: Int {
        switch self {
        case .repotting: 3
        case .pruning: 1
        case .watering, .fertilising, .pestControl, .rotation, .misting, .own: 0
        }
    }

    /// Whether doing it every so often teaches how often it is really needed.
    package var learns: Bool { self == .watering }
}

/// One line of a chore's log.
package struct ChoreEntry: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        case done
        /// This time not; it comes back after its interval.
        case skipped
        /// Reminded again then, not before.
        case snoozed(until: Date)
    }

    /// Counted up within a household; a later one is greater.
    package let number: Int
    package let chore: Chore.ID
    package let action: Action
    /// The day it was done, by the person's calendar; earlier than `at` when it was told afterwards.
    package let day: LocalDay
    /// When it was told.
    package let at: Date
    /// The day it was due, where it was.
    package let due: LocalDay?
    /// Days that the plan gave it then, before what was learned; nothing where it is not counted in days.
    package let planned: Int?
    package var isUndone: Bool

    package init(
        number: Int, chore: Chore.ID, action: Action, day: LocalDay, at: Date, due: LocalDay?, planned: Int?,
        isUndone: Bool = false
    ) {
        self.number = number
        self.chore = chore
        self.action = action
        self.day = day
        self.at = at
        self.due = due
        self.planned = planned
        self.isUndone = isUndone
    }
}

extension ChoreEntry {
    /// An entry that is to be made.
    package struct Draft: Sendable, Hashable {
        package let chore: Chore.ID
        package let action: Action
        package let day: LocalDay
        package let at: Date
        /// The day on which whoever tells it saw the chore due; nothing where they did not look.
        package let expected: LocalDay?
        package let planned: Int?

        package init(
            _ action: Action, of chore: Chore.ID, on day: LocalDay, at: Date, expecting expected: LocalDay? = nil,
            planned: Int? = nil
        ) {
            self.action = action
            self.chore = chore
            self.day = day
            self.at = at
            self.expected = expected
            self.planned = planned
        }
    }

    /// The entry of a draft on a chore as it stands; nothing where that is due on another day than was expected.
    package init?(_ draft: Draft, number: Int, on chore: Chore) {
        if let expected = draft.expected, expected != chore.due { return nil }
        self.init(
            number: number, chore: draft.chore, action: draft.action, day: draft.day, at: draft.at, due: chore.due,
            planned: draft.planned)
    }
}

extension Chore {
    /// The same chore where its log leaves it. The log is what happened; the due day follows from it, so that an undone
    /// or a backdated entry needs no other treatment.
    package func settled(by log: [ChoreEntry]) -> Chore {
        var chore = self
        chore.due = recurrence.firstDay(from: start)
        chore.lastDone = nil
        chore.snoozedUntil = nil
        let told = log.filter { !$0.isUndone && $0.chore == id }
        for entry in told.sorted(by: { ($0.day, $0.number) < ($1.day, $1.number) }) { chore.take(entry) }
        if let due = chore.due, let notBefore, due < notBefore { chore.due = recurrence.firstDay(from: notBefore) }
        if chore.standing != .active { chore.due = nil }
        // Only what was told last puts off: a watering of yesterday, told after the reminder was, ends the snooze too.
        if case .snoozed(let until)? = told.max(by: { $0.number < $1.number })?.action { chore.snoozedUntil = until }
        return chore
    }

    private mutating func take(_ entry: ChoreEntry) {
        switch entry.action {
        case .done:
            lastDone = entry.day
            due = recurrence.next(after: entry.day, due: due ?? entry.day)
        case .skipped:
            // What was skipped is gone where somebody told afterwards that it had been done before.
            let skipped = max(entry.day, entry.due ?? entry.day)
            guard let due, due <= skipped else { return }
            // Skipped before it was due, that one occurrence is passed over; skipped late, the count starts on that day.
            self.due = recurrence.next(after: skipped, due: due)
        case .snoozed: break
        }
    }
}

extension Chore {
    /// The same chore under the plan as it is now: its log and a person's "off" stay. With nothing wanted, it rests
    /// until a later plan wants it again.
    package func replanned(as wanted: Chore?) -> Chore {
        var chore = self
        if let wanted {
            chore.recurrence = wanted.recurrence
            // What kept it from being due stays, until it is done after that.
            let kept = notBefore.flatMap { day in lastDone.map { $0 >= day } ?? false ? nil : day }
            chore.notBefore = [kept, wanted.notBefore].compactMap(\.self).max()
            if chore.standing == .unneeded {
                // Not overdue since the day it was needed last.
                chore.start = wanted.start
                chore.notBefore = max(wanted.start, wanted.notBefore ?? wanted.start)
                chore.standing = .active
            }
        } else if chore.standing == .active {
            chore.standing = .unneeded
        }
        return chore
    }

    /// What a plant's chores of the plan become when the plan wants these: those of the same kind are changed, others
    /// are added, and what is wanted no more rests.
    package static func reconciled(_ existing: [Chore], with wanted: [Chore]) -> [Chore] {
        var left = wanted
        var chores = existing.filter { $0.origin == .plan }.map { chore in
            let place = left.firstIndex { $0.kind == chore.kind }
            return chore.replanned(as: place.map { left.remove(at: $0) })
        }
        chores += left
        return chores
    }
}
