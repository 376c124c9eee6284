public import Calendar
public import Foundation

/// A recurring task for one plant or for the house: its kind, its recurrence, and its state.
public struct Chore: Sendable, Hashable, Identifiable {
    /// 1–64 letters, digits, hyphens or underscores.
    public struct ID: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible {
        /// The identifier as text.
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public var description: String { rawValue }
        public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    /// What is done.
    public enum Kind: String, Sendable, CaseIterable {
        case watering, fertilising, pruning, repotting, rotation, misting
        case pestControl = "pest-control"
        /// A chore with a title given by the person.
        case own
    }

    /// Who created the chore.
    public enum Origin: String, Sendable {
        /// The care plan, which may change the chore.
        case plan
        /// A person; the plan does not change it.
        case person
    }

    /// Whether the chore is active.
    public enum State: String, Sendable, CaseIterable {
        case active
        /// Switched off by a person.
        case off
        /// The plan does not need it any more; its log is kept.
        case unneeded
    }

    /// The identifier, unique in a household.
    public let id: ID
    /// The identifier of the plant; nil for a chore of the house.
    public let plant: String?
    /// What is done.
    public let kind: Kind
    /// The title given by the person; nil for other kinds.
    public let title: String?
    /// Who created it.
    public let origin: Origin
    /// How often it is done.
    public var recurrence: Recurrence
    /// The first due day.
    public var start: LocalDay
    /// Whether it is active.
    public var state: State
    /// The earliest due day, whatever the log says: for example, no fertiliser directly after repotting.
    public var notBefore: LocalDay?
    /// What a person wrote about it: "rainwater only". 1 to 300 code points in one line; nil for none.
    public var note: String?

    // The state, computed from the log.

    /// nil if the chore does not recur, or is not active.
    public var due: LocalDay?
    /// The last day on which it was done; nil if it never was.
    public var lastDone: LocalDay?
    /// Until when the reminder is snoozed; the due day does not change.
    public var snoozedUntil: Date?

    public init(
        id: ID, plant: String?, kind: Kind, title: String? = nil, origin: Origin = .plan, recurrence: Recurrence,
        start: LocalDay, state: State = .active, notBefore: LocalDay? = nil, note: String? = nil
    ) {
        self.id = id
        self.plant = plant
        self.kind = kind
        self.title = title
        self.origin = origin
        self.recurrence = recurrence
        self.start = start
        self.state = state
        self.notBefore = notBefore
        self.note = note
        due = state == .active ? recurrence.firstDay(from: max(start, notBefore ?? start)) : nil
    }

    /// The longest note, in code points.
    public static let noteLimit = 300
}

extension Chore.Kind {
    /// The name of its icon on the pages.
    public var icon: String {
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

    /// Days before the due day on which the reminder is sent by default: earlier if something must be bought or time
    /// must be found.
    public var reminderOffset: Int {
        switch self {
        case .repotting: 3
        case .pruning: 1
        case .watering, .fertilising, .pestControl, .rotation, .misting, .own: 0
        }
    }

    /// True if the log of this kind adjusts the interval of the plan.
    public var learns: Bool { self == .watering }
}

/// An entry of a chore's log.
public struct ChoreEntry: Sendable, Hashable {
    /// What a person did with a chore.
    public enum Action: Sendable, Hashable {
        case done
        /// Skipped this time; the chore recurs after its interval.
        case skipped
        /// The reminder is repeated at this time, not before.
        case snoozed(until: Date)
    }

    /// Assigned in ascending order within a household.
    public let number: Int
    /// The chore that the entry is about.
    public let chore: Chore.ID
    /// What was done with it.
    public let action: Action
    /// The day it was done in the person's calendar; before `at` if it was logged later.
    public let day: LocalDay
    /// When the entry was made.
    public let at: Date
    /// The day it was due; nil if it was not due.
    public let due: LocalDay?
    /// The planned interval at that time in days, before any adjustment; nil if the recurrence is not counted in days.
    public let planned: Int?
    /// True if a person took the entry back; it then has no effect.
    public var isUndone: Bool
    /// The guest who made the entry; nil for a person of the household.
    public let guest: Guest?

    public init(
        number: Int, chore: Chore.ID, action: Action, day: LocalDay, at: Date, due: LocalDay?, planned: Int?,
        isUndone: Bool = false, guest: Guest? = nil
    ) {
        self.number = number
        self.chore = chore
        self.action = action
        self.day = day
        self.at = at
        self.due = due
        self.planned = planned
        self.isUndone = isUndone
        self.guest = guest
    }
}

extension ChoreEntry {
    /// A guest of the household who came with a link.
    public struct Guest: Sendable, Hashable {
        /// The identifier of the link.
        public let link: String
        /// The name of the guest when the entry was made.
        public let name: String

        public init(link: String, name: String) {
            self.link = link
            self.name = name
        }
    }
}

extension ChoreEntry {
    /// An entry that is about to be made.
    public struct Draft: Sendable, Hashable {
        /// The chore that the entry is about.
        public let chore: Chore.ID
        /// What was done with it.
        public let action: Action
        /// The day of the act in the person's calendar.
        public let day: LocalDay
        /// When the entry is made, perhaps on a later day than `day`; for an imported log, noon of `day`.
        public let at: Date
        /// The due day that the person saw; nil if not known.
        public let expected: LocalDay?
        /// The interval of the plan in days, not adjusted by the log; nil for kinds that do not learn, or without one.
        public let planned: Int?
        /// The guest who did it; nil if it was a member of the household.
        public let guest: Guest?

        public init(
            _ action: Action, of chore: Chore.ID, on day: LocalDay, at: Date, expecting expected: LocalDay? = nil,
            planned: Int? = nil, guest: Guest? = nil
        ) {
            self.action = action
            self.chore = chore
            self.day = day
            self.at = at
            self.expected = expected
            self.planned = planned
            self.guest = guest
        }
    }

    /// Creates the entry of a draft. Returns nil if the chore is due on another day than `draft.expected`.
    public init?(_ draft: Draft, number: Int, on chore: Chore) {
        if let expected = draft.expected, expected != chore.due { return nil }
        self.init(
            number: number, chore: draft.chore, action: draft.action, day: draft.day, at: draft.at, due: chore.due,
            planned: draft.planned, guest: draft.guest)
    }
}

extension Chore {
    /// Returns the chore with the state that follows from its log. The log is the only source of the state, so undone
    /// and backdated entries need no special treatment.
    public func settled(by log: [ChoreEntry]) -> Chore {
        var chore = self
        chore.due = recurrence.firstDay(from: start)
        chore.lastDone = nil
        chore.snoozedUntil = nil
        let entries = log.filter { !$0.isUndone && $0.chore == id }
        for entry in entries.sorted(by: { ($0.day, $0.number) < ($1.day, $1.number) }) { chore.take(entry) }
        if let due = chore.due, let notBefore, due < notBefore { chore.due = recurrence.firstDay(from: notBefore) }
        if chore.state != .active { chore.due = nil }
        // Only the latest entry can snooze: logging yesterday's watering after the snooze ends the snooze, too.
        if case .snoozed(let until)? = entries.max(by: { $0.number < $1.number })?.action { chore.snoozedUntil = until }
        return chore
    }

    private mutating func take(_ entry: ChoreEntry) {
        switch entry.action {
        case .done:
            lastDone = entry.day
            due = recurrence.next(after: entry.day, due: due ?? entry.day)
        case .skipped:
            // The skipped occurrence is gone already if an earlier completion was logged afterwards.
            let skipped = max(entry.day, entry.due ?? entry.day)
            guard let due, due <= skipped else { return }
            // Skipped early, only this occurrence is omitted; skipped late, the interval starts on that day.
            self.due = recurrence.next(after: skipped, due: due)
        case .snoozed: break
        }
    }
}

extension Chore {
    /// Returns the chore with the values of the current plan; its log and a person's "off" are kept. If `wanted` is
    /// nil, the chore becomes unneeded until a later plan needs it.
    public func replanned(as wanted: Chore?) -> Chore {
        var chore = self
        if let wanted {
            chore.recurrence = wanted.recurrence
            // An earlier `notBefore` stays in force until the chore is done on or after that day.
            let kept = notBefore.flatMap { day in lastDone.map { $0 >= day } ?? false ? nil : day }
            chore.notBefore = [kept, wanted.notBefore].compactMap(\.self).max()
            if chore.state == .unneeded {
                // Restarts at the new start; otherwise it would be overdue since it was last needed.
                chore.start = wanted.start
                chore.notBefore = max(wanted.start, wanted.notBefore ?? wanted.start)
                chore.state = .active
            }
        } else if chore.state == .active {
            chore.state = .unneeded
        }
        return chore
    }

    /// Returns the plan's chores after the plan has changed: chores of the same kind are updated, missing ones are
    /// added, and others become unneeded.
    public static func reconciled(_ existing: [Chore], with wanted: [Chore]) -> [Chore] {
        var left = wanted
        var chores = existing.filter { $0.origin == .plan }.map { chore in
            let place = left.firstIndex { $0.kind == chore.kind }
            return chore.replanned(as: place.map { left.remove(at: $0) })
        }
        chores += left
        return chores
    }
}
