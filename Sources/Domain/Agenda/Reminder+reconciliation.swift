package import FoundationEssentials

extension Reminder {
    /// Seconds after its time from which on a reminder is late. A dose is then not told as if it were time for it, and
    /// chores that were to be told one after the other are told together.
    package static let lateness: TimeInterval = 3600

    /// What makes `standing`, all notices of one channel that are remembered, those that are expected. No more than
    /// `limit` of them wait then, the soonest ones.
    package static func changes(
        expected: [Reminder], standing: [Standing], limit: Int?, now: Date
    ) -> [Change] {
        let known = Dictionary(standing.map { ($0.reminder.key, $0) }, uniquingKeysWith: { first, _ in first })
        var seen = Set<Key>()
        let open = expected.filter { known[$0.key].map { $0.state == .pending } ?? true }.sorted(by: precedes)
            .filter { seen.insert($0.key).inserted }
        let missed = open.filter { $0.isMissed(at: now) }
        let belated = belated(of: open, at: now)
        let folded = missed + belated
        let summaries = [summary(.missed, of: missed, now: now), summary(.chores, of: belated, now: now)]
            // Nobody is told twice that something was missed.
            .compactMap(\.self).filter { known[$0.key] == nil }
        let waiting = standing.filter { $0.state == .pending }.map(\.reminder)
        let staying = waiting.compactMap { $0.staying(expected, at: now) }

        let apart = Set(folded.map(\.key))
        var wanted = open.filter { !apart.contains($0.key) }.compactMap { reminder in
            known[reminder.key].map { reminder.narrowed(to: $0.reminder, at: now) } ?? reminder
        }
        if let limit {
            // What says that something was missed is not left out for want of room: it is not told by itself.
            let taken = standing.count { $0.state == .underWay } + staying.count + summaries.count
            wanted = Array(wanted.prefix(max(limit - taken, 0)))
        }
        let kept = Set((wanted + staying + folded).map(\.key))
        // Drops come first: where there is room for so many only, they make it.
        var changes = waiting.sorted(by: precedes).filter { !kept.contains($0.key) }.map { Change.drop($0.key) }
        changes += folded.map { .fold($0) }
        changes += (wanted + staying).compactMap { reminder in
            guard let before = known[reminder.key]?.reminder else { return .add(reminder) }
            return before == reminder ? nil : .alter(reminder)
        }
        return changes + summaries.map { .add($0) }
    }

    /// Chores whose time came while nobody could be told: once one of them is late, all of them, so that they do not
    /// arrive in a burst. One alone is told as it is.
    private static func belated(of open: [Reminder], at now: Date) -> [Reminder] {
        let due = open.filter { $0.sort == .chores && $0.at <= now && now < $0.until }
        guard due.count > 1, let first = due.map(\.at).min(), now > first + lateness else { return [] }
        return due
    }

    /// One that tells of all these; its key is that of the latest.
    private static func summary(_ sort: Sort, of late: [Reminder], now: Date) -> Reminder? {
        guard let last = late.last else { return nil }
        var seen = Set<Subject>()
        return Reminder(
            key: .init(rawValue: "\(sort == .missed ? "missed" : Self.latePrefix) \(last.key)"), sort: sort, at: now,
            until: sort == .missed ? now + choreWorth : late.map(\.until).max() ?? now,
            subjects: late.flatMap(\.subjects).filter { seen.insert($0).inserted })
    }

    private static let latePrefix = "late"

    /// Tells of others that were folded into it.
    package var isSummary: Bool { sort == .missed || key.rawValue.hasPrefix(Self.latePrefix + " ") }

    /// Counted from the dose, not from a reminder that comes before it: what is still to be taken was not missed.
    private func isMissed(at now: Date) -> Bool {
        guard sort == .dose else { return false }
        return subjects.allSatisfy { subject in
            guard case .dose(let dose) = subject else { return false }
            return now > max(at, dose.at) + Self.lateness
        }
    }

    /// Made once, not computed again from chores and doses; chores that are dealt with leave it. Nothing where nothing
    /// of it stays.
    private func staying(_ expected: [Reminder], at now: Date) -> Reminder? {
        guard until > now else { return nil }
        if sort == .test || sort == .missed { return self }
        guard isSummary else { return nil }
        let told = expected.filter { $0.at <= now }.flatMap(\.subjects)
        return with(subjects.filter { subject in told.contains { $0.isSame(as: subject) } })
    }

    /// Once its time has come it may have been shown: from then on it loses what is dealt with and gains nothing, so that
    /// "done" does what somebody read and no more.
    private func narrowed(to shown: Reminder, at now: Date) -> Reminder? {
        guard shown.at <= now, at <= now else { return self }
        return with(subjects.filter { subject in shown.subjects.contains { $0.isSame(as: subject) } })
    }

    private func with(_ subjects: [Subject]) -> Reminder? {
        subjects.isEmpty ? nil : Reminder(key: key, sort: sort, at: at, until: until, subjects: subjects)
    }
}

extension Reminder.Subject {
    /// The same dose, or the same chore on the same occasion, whatever it is called by now.
    fileprivate func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.chore(let left), .chore(let right)): left.chore == right.chore && left.due == right.due
        case (.dose(let left), .dose(let right)): left.id == right.id
        default: false
        }
    }
}
