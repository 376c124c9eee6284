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
        let (open, over) = open(of: expected, known, at: now)
        let waiting = standing.filter { $0.state == .pending }.map(\.reminder)
        var staying = waiting.compactMap { $0.staying(expected, at: now) }
        let missed = open.filter { $0.isMissed(at: now) }
        // What may have arrived is told again as it was, in the place of the first.
        let belated = belated(of: (staying + open).filter { known[$0.key]?.isInDoubt != true }, at: now)
        let folded = missed + belated
        let summaries = [summary(.missed, of: missed, now: now), summary(.chores, of: belated, now: now)]
            // Nobody is told twice that something was missed.
            .compactMap(\.self).filter { known[$0.key] == nil }

        let apart = Set(folded.map(\.key))
        staying.removeAll { apart.contains($0.key) }
        var wanted = open.filter { !apart.contains($0.key) }
        if let limit {
            // What says that something was missed is not left out for want of room: it is not told by itself.
            let taken = standing.count { $0.state == .underWay } + staying.count + summaries.count
            wanted = Array(wanted.prefix(max(limit - taken, 0)))
        }
        let kept = Set((wanted + staying + folded + over).map(\.key))
        // Drops come first: where there is room for so many only, they make it.
        var changes = waiting.sorted(by: precedes).filter { !kept.contains($0.key) }.map { Change.drop($0.key) }
        changes += folded.map { .fold($0) } + over.map { .hush($0) }
        changes += (wanted + staying).compactMap { reminder in
            guard let before = known[reminder.key]?.reminder else { return .add(reminder) }
            return before.isTold(as: reminder) ? nil : .alter(reminder)
        }
        return changes + summaries.map { .add($0) }
    }

    /// What is not settled yet, soonest first and each once, without what was dealt with since its time came; and what
    /// nothing is left of then. There may be more under its name by now, which did not ring and is not to ring instead.
    private static func open(
        of expected: [Reminder], _ known: [Key: Standing], at now: Date
    ) -> (left: [Reminder], over: [Reminder]) {
        var (left, over): ([Reminder], [Reminder]) = ([], [])
        var seen = Set<Key>()
        for reminder in expected.sorted(by: precedes) where seen.insert(reminder.key).inserted {
            guard let notice = known[reminder.key] else {
                left.append(reminder)
                continue
            }
            guard notice.state == .pending else { continue }
            if let rest = reminder.narrowed(to: notice.reminder, at: now) {
                left.append(rest)
            } else {
                over.append(reminder)
            }
        }
        return (left, over)
    }

    /// Chores whose time came while nobody could be told: once one of them is late, all of them, so that they do not
    /// arrive in a burst; also with those that were made one before and still wait. One alone is told as it is.
    private static func belated(of open: [Reminder], at now: Date) -> [Reminder] {
        let due = open.filter { $0.sort == .chores && $0.at <= now && now < $0.until }
        let single = due.filter { !$0.isSummary }
        // The same ones again, as after a clock was put back, are in theirs already.
        let summaries = due.filter { $0.isSummary && $0.key != single.last.map(lateKey) }
        guard !single.isEmpty, summaries.count + single.count > 1, let first = single.map(\.at).min(),
            !summaries.isEmpty || now > first + lateness
        else { return [] }
        return summaries + single
    }

    /// One that tells of all these; its key is that of the latest.
    private static func summary(_ sort: Sort, of late: [Reminder], now: Date) -> Reminder? {
        guard let last = late.last else { return nil }
        // What was made before may call a chore by another name than what comes due now.
        let subjects = late.flatMap(\.subjects).reduce(into: [Subject]()) { told, subject in
            if !told.contains(where: { $0.isSame(as: subject) }) { told.append(subject) }
        }
        return Reminder(
            key: sort == .missed ? .init(rawValue: "missed \(last.key)") : lateKey(last), sort: sort, at: now,
            until: sort == .missed ? now + choreWorth : late.map(\.until).max() ?? now,
            subjects: subjects)
    }

    private static func lateKey(_ last: Reminder) -> Key { .init(rawValue: "\(latePrefix) \(last.key)") }

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

    /// Made once, not computed again from chores and doses; chores that are dealt with leave it, and quiet hours hold it
    /// back as they do what it was made of. Nothing where nothing of it stays.
    private func staying(_ expected: [Reminder], at now: Date) -> Reminder? {
        guard until > now else { return nil }
        if sort == .test || sort == .missed { return self }
        guard isSummary else { return nil }
        let told = expected.filter { other in
            other.meantAt <= now && other.subjects.contains { subject in subjects.contains { $0.isSame(as: subject) } }
        }
        let left = subjects.filter { subject in told.contains { $0.subjects.contains { $0.isSame(as: subject) } } }
        guard let soonest = told.map(\.at).min() else { return nil }
        return Reminder(key: key, sort: sort, at: max(at, soonest), until: until, subjects: left)
    }

    /// Once its time has come it may have been shown: from then on it loses what is dealt with and gains nothing, so that
    /// "done" does what somebody read and no more.
    private func narrowed(to shown: Reminder, at now: Date) -> Reminder? {
        guard meantAt <= now else { return self }
        return with(subjects.filter { subject in shown.subjects.contains { $0.isSame(as: subject) } })
    }

    /// Nothing where it is about nothing.
    func with(_ subjects: [Subject]) -> Reminder? {
        guard !subjects.isEmpty else { return nil }
        return Reminder(
            key: key, sort: sort, at: at, until: until, subjects: subjects, meantAt: meantAt, wait: wait)
    }

    /// Whether a notice of it needs no change.
    private func isTold(as other: Reminder) -> Bool {
        at == other.at && until == other.until && subjects == other.subjects
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
