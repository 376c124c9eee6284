package import Directions
package import FoundationEssentials

/// What a person noted about the doses of a plan, kept as it was said; what holds is computed from it.
package struct DoseLog: Sendable, Hashable, Codable {
    /// What is spoken of.
    package enum Subject: Sendable, Hashable, Codable {
        case dose(PlannedDose.ID)
        /// One taken as needed, by the clause that allows it.
        case asNeeded(clause: Int)
    }

    package enum Action: Sendable, Hashable, Codable {
        /// When it was taken, and how much where that was said: of a range nothing is chosen.
        case taken(at: Date, amount: Direction.Amount?)
        case skipped(reason: String?)
        /// This one dose at another time.
        case moved(to: Date)
        /// What the entry of that number said is taken back.
        case undone(Int)
    }

    package struct Entry: Sendable, Hashable, Codable {
        /// Counted up within a household; a later one is greater, and what comes twice has the same.
        package let number: Int
        package let subject: Subject
        package let action: Action
        /// When it was noted.
        package let notedAt: Date

        package init(number: Int, subject: Subject, action: Action, notedAt: Date) {
            self.number = number
            self.subject = subject
            self.action = action
            self.notedAt = notedAt
        }
    }

    /// Ascending by number, each once.
    package private(set) var entries: [Entry]

    package init(_ entries: some Sequence<Entry> = []) {
        var seen: Set<Int> = []
        self.entries = entries.filter { seen.insert($0.number).inserted }.sorted { $0.number < $1.number }
    }

    /// Whether it is new: an entry that is there already changes nothing.
    @discardableResult
    package mutating func note(_ entry: Entry) -> Bool {
        // Mostly it is the latest.
        let isLast = entries.last.map { $0.number < entry.number } ?? true
        let place = isLast ? entries.count : entries.firstIndex { $0.number >= entry.number } ?? entries.count
        guard place == entries.count || entries[place].number != entry.number else { return false }
        entries.insert(entry, at: place)
        return true
    }

    /// Where each of them stands, told once for all.
    package var standings: [Subject: DoseStanding] {
        var standings: [Subject: DoseStanding] = [:]
        for entry in entries { standings[entry.subject, default: DoseStanding()].apply(entry) }
        return standings
    }

    /// Entries that hold no more, by their numbers: what was taken back, and what a later answer for the same dose replaced.
    package var gone: (takenBack: Set<Int>, replaced: Set<Int>) {
        let standings = standings
        let answers = standings.values.flatMap(\.answers)
        let known = Set(answers.flatMap(\.numbers))
        let said = entries.filter { entry in if case .undone = entry.action { false } else { true } }.map(\.number)
        let replaced = standings.flatMap { subject, standing in
            guard case .dose = subject else { return [Int]() }
            return standing.replaced
        }
        return (Set(said).subtracting(known), Set(replaced))
    }

    package func standing(of dose: PlannedDose.ID) -> DoseStanding {
        var standing = DoseStanding()
        for entry in entries where entry.subject == .dose(dose) { standing.apply(entry) }
        return standing
    }
}

/// Where one dose stands: a state machine whose events are the entries of a log.
package struct DoseStanding: Sendable, Hashable {
    /// An answer that holds, or held before a later one.
    package struct Answer: Sendable, Hashable {
        package let action: DoseLog.Action
        package let notedAt: Date
        /// The entries that said so: the same said twice is said once, and one taking back takes back both.
        package fileprivate(set) var numbers: [Int]
    }

    /// The last one holds.
    package private(set) var answers: [Answer] = []

    package init() {}

    package mutating func apply(_ entry: DoseLog.Entry) {
        switch entry.action {
        case .undone(let number): answers.removeAll { $0.numbers.contains(number) }
        case .moved:
            // A dose that was taken or skipped is not moved any more.
            guard answered == nil else { return }
            add(entry)
        case .taken, .skipped: add(entry)
        }
    }

    private mutating func add(_ entry: DoseLog.Entry) {
        if let last = answers.last, case .dose = entry.subject, Self.isSame(last.action, entry.action) {
            answers[answers.count - 1].numbers.append(entry.number)
        } else {
            answers.append(Answer(action: entry.action, notedAt: entry.notedAt, numbers: [entry.number]))
        }
    }

    /// Said twice, as by two devices: another time of saying so is no other answer, another amount is.
    private static func isSame(_ left: DoseLog.Action, _ right: DoseLog.Action) -> Bool {
        switch (left, right) {
        case (.taken(_, let amount), .taken(_, let other)): amount == other
        default: left == right
        }
    }

    /// The answer that holds; nothing while none does.
    package var answered: Answer? {
        guard let last = answers.last else { return nil }
        if case .moved = last.action { return nil }
        return last
    }

    /// What a person would take back next.
    package var undoable: Int? { answers.last?.numbers.last }

    /// Entries whose answer is another one now. Where a dose was moved from is told by no later answer.
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

/// A dose as it is shown.
package enum DoseStatus: Sendable, Hashable {
    /// Its time is to come.
    case planned
    /// Its time is there.
    case due
    /// Its time is over by more than the person's grace.
    case late
    /// The next one is due, or its plan is over; nobody said that it was taken.
    case missed
    case taken(at: Date, isLate: Bool)
    case skipped(reason: String?)

    package var isOpen: Bool {
        switch self {
        case .planned, .due, .late, .missed: true
        case .taken, .skipped: false
        }
    }

    /// `next` is when the clause's next dose is, or when the plan ends; nothing where neither is known.
    package init(of dose: PlannedDose, _ standing: DoseStanding, next: Date?, grace: TimeInterval, now: Date) {
        let at = standing.movedTo ?? dose.at
        switch standing.answered?.action {
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

    /// Of a dose that was missed, and nothing that is advice.
    package var sentence: String? { self == .missed ? DosePlan.missedDose : nil }
}
