public import Directions
public import Foundation

/// What a person logged about the doses of a plan. Entries are stored unchanged; the current state is computed from
/// them.
public struct DoseLog: Sendable, Hashable, Codable {
    /// What an entry is about.
    public enum Subject: Sendable, Hashable, Codable {
        case dose(PlannedDose.ID)
        /// An as-needed dose, by the clause that allows it.
        case asNeeded(clause: Int)
    }

    /// What an entry records.
    public enum Action: Sendable, Hashable, Codable {
        /// The time, and the amount if it was given. No value of a range is assumed.
        case taken(at: Date, amount: Direction.Amount?)
        /// A person decided not to take the dose; the reason is nil if none was given.
        case skipped(reason: String?)
        /// Moves this dose to another time.
        case moved(to: Date)
        /// Undoes the entry with this number.
        case undone(Int)
    }

    /// A person who made an entry.
    public struct Author: Sendable, Hashable, Codable {
        /// The identifier of the account.
        public let account: String
        /// The name of the account now.
        public let name: String

        public init(account: String, name: String) {
            self.account = account
            self.name = name
        }
    }

    /// One entry of the log. An entry never changes; a later entry replaces or undoes it.
    public struct Entry: Sendable, Hashable, Codable {
        /// Assigned in ascending order within a household; a repeated entry has the same number.
        public let number: Int
        /// The planned dose or the as-needed clause that the entry is about.
        public let subject: Subject
        /// What the entry records about the subject.
        public let action: Action
        /// When the entry was made.
        public let notedAt: Date
        /// The person who made the entry; nil in a household without accounts, for the command, and once the account is
        /// removed.
        public let author: Author?

        public init(number: Int, subject: Subject, action: Action, notedAt: Date, author: Author? = nil) {
            self.number = number
            self.subject = subject
            self.action = action
            self.notedAt = notedAt
            self.author = author
        }
    }

    /// In ascending order of unique numbers.
    public private(set) var entries: [Entry]

    public init(_ entries: some Sequence<Entry> = []) {
        var seen: Set<Int> = []
        self.entries = entries.filter { seen.insert($0.number).inserted }.sorted { $0.number < $1.number }
    }

    /// Inserts an entry. Returns false if it exists already. Idempotent.
    @discardableResult
    public mutating func note(_ entry: Entry) -> Bool {
        // The new entry usually has the highest number.
        let isLast = entries.last.map { $0.number < entry.number } ?? true
        let place = isLast ? entries.count : entries.firstIndex { $0.number >= entry.number } ?? entries.count
        guard place == entries.count || entries[place].number != entry.number else { return false }
        entries.insert(entry, at: place)
        return true
    }

    /// The state of each subject, computed in one pass.
    public var states: [Subject: DoseState] {
        var states: [Subject: DoseState] = [:]
        for entry in entries { states[entry.subject, default: DoseState()].apply(entry) }
        return states
    }

    /// The numbers of entries that are no longer in force: undone ones, and answers replaced by a later answer for the
    /// same dose.
    public var gone: (takenBack: Set<Int>, replaced: Set<Int>) {
        let states = states
        let answers = states.values.flatMap(\.answers)
        let known = Set(answers.flatMap(\.numbers))
        let said = entries.filter { entry in if case .undone = entry.action { false } else { true } }.map(\.number)
        let replaced = states.flatMap { subject, state in
            guard case .dose = subject else { return [Int]() }
            return state.replaced
        }
        return (Set(said).subtracting(known), Set(replaced))
    }

    /// Returns the state of a planned dose; a state without answers if the log has no entry for it.
    public func state(of dose: PlannedDose.ID) -> DoseState {
        var state = DoseState()
        for entry in entries where entry.subject == .dose(dose) { state.apply(entry) }
        return state
    }
}

/// The state of one dose: a state machine whose events are the entries of a log.
public struct DoseState: Sendable, Hashable {
    /// An answer that is or was in force.
    public struct Answer: Sendable, Hashable {
        /// What was answered: taken, skipped or moved; never undone.
        public let action: DoseLog.Action
        /// When the first entry with this answer was made.
        public let notedAt: Date
        /// The person who gave the answer first.
        public let author: DoseLog.Author?
        /// The entries with this answer. Equal answers are merged, and one undo removes all of them.
        public fileprivate(set) var numbers: [Int]
    }

    /// In order; the last one is in force.
    public private(set) var answers: [Answer] = []

    public init() {}

    /// Changes the state by the next entry of the same subject, in ascending order of numbers. `undone` removes the
    /// answer with that number. A move has no effect if the dose is taken or skipped.
    public mutating func apply(_ entry: DoseLog.Entry) {
        switch entry.action {
        case .undone(let number): answers.removeAll { $0.numbers.contains(number) }
        case .moved:
            // A dose that was taken or skipped cannot be moved.
            guard answered == nil else { return }
            add(entry)
        case .taken, .skipped: add(entry)
        }
    }

    private mutating func add(_ entry: DoseLog.Entry) {
        if let last = answers.last, case .dose = entry.subject, Self.isSame(last.action, entry.action) {
            answers[answers.count - 1].numbers.append(entry.number)
        } else {
            answers.append(
                Answer(action: entry.action, notedAt: entry.notedAt, author: entry.author, numbers: [entry.number]))
        }
    }

    /// Returns true if two devices logged the same answer: the time may differ, the amount may not.
    private static func isSame(_ left: DoseLog.Action, _ right: DoseLog.Action) -> Bool {
        switch (left, right) {
        case (.taken(_, let amount), .taken(_, let other)): amount == other
        default: left == right
        }
    }

    /// The answer in force; nil if the dose is neither taken nor skipped.
    public var answered: Answer? {
        guard let last = answers.last else { return nil }
        if case .moved = last.action { return nil }
        return last
    }

    /// The number of the entry that is undone next; nil if there is none.
    public var undoable: Int? { answers.last?.numbers.last }

    /// Numbers of answers that were replaced. The last move stays in force beside a later answer.
    fileprivate var replaced: [Int] {
        let moves = answers.indices.filter { if case .moved = answers[$0].action { true } else { false } }
        return answers.indices.dropLast().filter { !moves.contains($0) || $0 != moves.last }.flatMap {
            answers[$0].numbers
        }
    }

    /// The time to which the dose was moved last; nil if it was not moved or every move was undone.
    public var movedTo: Date? {
        answers.reversed().lazy.compactMap { answer -> Date? in
            if case .moved(let instant) = answer.action { instant } else { nil }
        }.first
    }
}

/// The status of a dose on the pages.
public enum DoseStatus: Sendable, Hashable {
    /// Its time is in the future.
    case planned
    /// Its time has come.
    case due
    /// Its time is past by more than the person's grace period.
    case late
    /// No answer was logged, and the next dose is due; after the last dose of a plan, a day is over.
    case missed
    /// `at` is the logged time; `isLate` is true if it is later than the planned or moved time plus the grace period.
    case taken(at: Date, isLate: Bool)
    case skipped(reason: String?)

    /// True if the dose is neither taken nor skipped.
    public var isOpen: Bool {
        switch self {
        case .planned, .due, .late, .missed: true
        case .taken, .skipped: false
        }
    }

    /// Computes the status. `next` is the time of the clause's next dose or the end of the plan; nil if neither is
    /// known. `grace` is in seconds.
    public init(of dose: PlannedDose, _ state: DoseState, next: Date?, grace: TimeInterval, now: Date) {
        let at = state.movedTo ?? dose.at
        switch state.answered?.action {
        case .taken(let taken, _): self = .taken(at: taken, isLate: taken > at.addingTimeInterval(grace))
        case .skipped(let reason): self = .skipped(reason: reason)
        case .moved, .undone, nil:
            if now < at {
                self = .planned
            } else if let next, now >= next {
                self = .missed
            } else {
                self = now > at.addingTimeInterval(grace) ? .late : .due
            }
        }
    }

    /// The word in documents and in attributes of pages.
    public var word: String {
        switch self {
        case .planned: "planned"
        case .due: "due"
        case .late: "late"
        case .missed: "missed"
        case .taken: "taken"
        case .skipped: "skipped"
        }
    }

    /// The sentence for a missed dose; nil for every other status. It contains no advice.
    public var sentence: String? { self == .missed ? DosePlan.missedDose : nil }
}
