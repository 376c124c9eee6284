package import Directions
package import FoundationEssentials

/// What a person logged about the doses of a plan. Entries are stored unchanged; the current state is computed from
/// them.
package struct DoseLog: Sendable, Hashable, Codable {
    /// What an entry is about.
    package enum Subject: Sendable, Hashable, Codable {
        case dose(PlannedDose.ID)
        /// An as-needed dose, by the clause that allows it.
        case asNeeded(clause: Int)
    }

    package enum Action: Sendable, Hashable, Codable {
        /// The time, and the amount if it was given. No value of a range is assumed.
        case taken(at: Date, amount: Direction.Amount?)
        case skipped(reason: String?)
        /// Moves this dose to another time.
        case moved(to: Date)
        /// Undoes the entry with this number.
        case undone(Int)
    }

    /// A person who made an entry.
    package struct Author: Sendable, Hashable, Codable {
        /// The identifier of the account.
        package let account: String
        /// The name of the account now.
        package let name: String

        package init(account: String, name: String) {
            self.account = account
            self.name = name
        }
    }

    package struct Entry: Sendable, Hashable, Codable {
        /// Assigned in ascending order within a household; a repeated entry has the same number.
        package let number: Int
        package let subject: Subject
        package let action: Action
        /// When the entry was made.
        package let notedAt: Date
        /// The person who made the entry; nil in a household without accounts, for the command, and once the account is
        /// removed.
        package let author: Author?

        package init(number: Int, subject: Subject, action: Action, notedAt: Date, author: Author? = nil) {
            self.number = number
            self.subject = subject
            self.action = action
            self.notedAt = notedAt
            self.author = author
        }
    }

    /// In ascending order of unique numbers.
    package private(set) var entries: [Entry]

    package init(_ entries: some Sequence<Entry> = []) {
        var seen: Set<Int> = []
        self.entries = entries.filter { seen.insert($0.number).inserted }.sorted { $0.number < $1.number }
    }

    /// Inserts an entry. Returns false if it exists already. Idempotent.
    @discardableResult
    package mutating func note(_ entry: Entry) -> Bool {
        // The new entry usually has the highest number.
        let isLast = entries.last.map { $0.number < entry.number } ?? true
        let place = isLast ? entries.count : entries.firstIndex { $0.number >= entry.number } ?? entries.count
        guard place == entries.count || entries[place].number != entry.number else { return false }
        entries.insert(entry, at: place)
        return true
    }

    /// The state of each subject, computed in one pass.
    package var states: [Subject: DoseState] {
        var states: [Subject: DoseState] = [:]
        for entry in entries { states[entry.subject, default: DoseState()].apply(entry) }
        return states
    }

    /// The numbers of entries that are no longer in force: undone ones, and answers replaced by a later answer for the
    /// same dose.
    package var gone: (takenBack: Set<Int>, replaced: Set<Int>) {
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

    package func state(of dose: PlannedDose.ID) -> DoseState {
        var state = DoseState()
        for entry in entries where entry.subject == .dose(dose) { state.apply(entry) }
        return state
    }
}

/// The state of one dose: a state machine whose events are the entries of a log.
package struct DoseState: Sendable, Hashable {
    /// An answer that is or was in force.
    package struct Answer: Sendable, Hashable {
        package let action: DoseLog.Action
        package let notedAt: Date
        /// The person who gave the answer first.
        package let author: DoseLog.Author?
        /// The entries with this answer. Equal answers are merged, and one undo removes all of them.
        package fileprivate(set) var numbers: [Int]
    }

    /// In order; the last one is in force.
    package private(set) var answers: [Answer] = []

    package init() {}

    package mutating func apply(_ entry: DoseLog.Entry) {
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
    package var answered: Answer? {
        guard let last = answers.last else { return nil }
        if case .moved = last.action { return nil }
        return last
    }

    /// The number of the entry that is undone next; nil if there is none.
    package var undoable: Int? { answers.last?.numbers.last }

    /// Numbers of answers that were replaced. The last move stays in force beside a later answer.
    fileprivate var replaced: [Int] {
        let moves = answers.indices.filter { if case .moved = answers[$0].action { true } else { false } }
        return answers.indices.dropLast().filter { !moves.contains($0) || $0 != moves.last }.flatMap {
            answers[$0].numbers
        }
    }

    package var movedTo: Date? {
        answers.reversed().lazy.compactMap { answer -> Date? in
            if case .moved(let instant) = answer.action { instant } else { nil }
        }.first
    }
}

/// The status of a dose on the pages.
package enum DoseStatus: Sendable, Hashable {
    /// Its time is in the future.
    case planned
    /// Its time has come.
    case due
    /// Its time is past by more than the person's grace period.
    case late
    /// The next dose is due or the plan has ended, and no answer was logged.
    case missed
    case taken(at: Date, isLate: Bool)
    case skipped(reason: String?)

    package var isOpen: Bool {
        switch self {
        case .planned, .due, .late, .missed: true
        case .taken, .skipped: false
        }
    }

    /// Computes the status. `next` is the time of the clause's next dose or the end of the plan; nil if neither is
    /// known. `grace` is in seconds.
    package init(of dose: PlannedDose, _ state: DoseState, next: Date?, grace: TimeInterval, now: Date) {
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
    package var word: String {
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
    package var sentence: String? { self == .missed ? DosePlan.missedDose : nil }
}
