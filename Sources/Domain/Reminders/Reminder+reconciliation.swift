package import FoundationEssentials

extension Reminder {
    /// After how many seconds a reminder is late. A late reminder of a dose is replaced by a notice that it was missed,
    /// and late reminders of chores are combined.
    package static let lateness: TimeInterval = 3600

    /// Returns the changes that turn `known`, all stored notices of one channel, into the expected ones. At most
    /// `limit` notices wait afterwards, the earliest ones.
    package static func changes(
        expected: [Reminder], known: [Status], limit: Int?, now: Date
    ) -> [Change] {
        let byKey = Dictionary(known.map { ($0.reminder.key, $0) }, uniquingKeysWith: { first, _ in first })
        let (open, over) = open(of: expected, byKey, at: now)
        let waiting = known.filter { $0.state == .pending }.map(\.reminder)
        var staying = waiting.compactMap { $0.staying(expected, at: now) }
        let missed = open.filter { $0.isMissed(at: now) }
        // A notice that may have arrived is repeated unchanged instead of being combined with others.
        let belated = belated(of: (staying + open).filter { byKey[$0.key]?.isInDoubt != true }, at: now)
        let folded = missed + belated
        let summaries = [summary(.missed, of: missed, now: now), summary(.chores, of: belated, now: now)]
            // A missed dose is reported once.
            .compactMap(\.self).filter { byKey[$0.key] == nil }

        let apart = Set(folded.map(\.key))
        staying.removeAll { apart.contains($0.key) }
        var wanted = open.filter { !apart.contains($0.key) }
        if let limit {
            // A notice about missed doses is not subject to the limit: its doses have no other notice.
            let taken = known.count { $0.state == .underWay } + staying.count + summaries.count
            wanted = Array(wanted.prefix(max(limit - taken, 0)))
        }
        let kept = Set((wanted + staying + folded + over).map(\.key))
        // Drops come first, so that they make room under the limit.
        var changes = waiting.sorted(by: precedes).filter { !kept.contains($0.key) }.map { Change.drop($0.key) }
        changes += folded.map { .fold($0) } + over.map { .hush($0) }
        changes += (wanted + staying).compactMap { reminder in
            guard let before = byKey[reminder.key]?.reminder else { return .add(reminder) }
            return before.hasSameContent(as: reminder) ? nil : .alter(reminder)
        }
        return changes + summaries.map { .add($0) }
    }

    /// Returns the reminders that are not settled, sorted and without duplicates, reduced to what is still open since
    /// their time came; and those of which nothing is left. Subjects that were added after that time are not included,
    /// because the notice did not announce them.
    private static func open(
        of expected: [Reminder], _ byKey: [Key: Status], at now: Date
    ) -> (left: [Reminder], over: [Reminder]) {
        var (left, over): ([Reminder], [Reminder]) = ([], [])
        var seen = Set<Key>()
        for reminder in expected.sorted(by: precedes) where seen.insert(reminder.key).inserted {
            guard let notice = byKey[reminder.key] else {
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

    /// Returns the reminders of chores to combine after the channel was unreachable: if one of them is late, all that
    /// are due, including earlier summaries that still wait, so that they do not arrive in a burst. A single reminder
    /// is not combined.
    private static func belated(of open: [Reminder], at now: Date) -> [Reminder] {
        let due = open.filter { $0.sort == .chores && $0.at <= now && now < $0.until }
        let single = due.filter { !$0.isSummary }
        // After the clock was put back, the same reminders would form the same summary.
        let summaries = due.filter { $0.isSummary && $0.key != single.last.map(lateKey) }
        guard !single.isEmpty, summaries.count + single.count > 1, let first = single.map(\.at).min(),
            !summaries.isEmpty || now > first + lateness
        else { return [] }
        return summaries + single
    }

    /// Returns a reminder that combines all of these; its key is derived from the latest.
    private static func summary(_ sort: Sort, of late: [Reminder], now: Date) -> Reminder? {
        guard let last = late.last else { return nil }
        // An earlier summary may contain an older name of the same chore.
        let subjects = late.flatMap(\.subjects).reduce(into: [Subject]()) { unique, subject in
            if !unique.contains(where: { $0.isSame(as: subject) }) { unique.append(subject) }
        }
        return Reminder(
            key: sort == .missed ? .init(rawValue: "missed \(last.key)") : lateKey(last), sort: sort, at: now,
            until: sort == .missed ? now + choreWorth : late.map(\.until).max() ?? now,
            subjects: subjects)
    }

    private static func lateKey(_ last: Reminder) -> Key { .init(rawValue: "\(latePrefix) \(last.key)") }

    private static let latePrefix = "late"

    /// True if the reminder combines others.
    package var isSummary: Bool { sort == .missed || key.rawValue.hasPrefix(Self.latePrefix + " ") }

    /// Returns true if the dose is late, counted from its own time and not from an earlier reminder.
    private func isMissed(at now: Date) -> Bool {
        guard sort == .dose else { return false }
        return subjects.allSatisfy { subject in
            guard case .dose(let dose) = subject else { return false }
            return now > max(at, dose.at) + Self.lateness
        }
    }

    /// Returns a waiting summary or test notice, which is not recomputed from chores and doses: completed chores are
    /// removed, and quiet hours delay it. Returns nil if nothing is left.
    private func staying(_ expected: [Reminder], at now: Date) -> Reminder? {
        guard until > now else { return nil }
        if sort == .test || sort == .missed { return self }
        guard isSummary else { return nil }
        let due = expected.filter { other in
            other.meantAt <= now && other.subjects.contains { subject in subjects.contains { $0.isSame(as: subject) } }
        }
        let left = subjects.filter { subject in due.contains { $0.subjects.contains { $0.isSame(as: subject) } } }
        guard let soonest = due.map(\.at).min() else { return nil }
        return Reminder(key: key, sort: sort, at: max(at, soonest), until: until, subjects: left)
    }

    /// From its time on, a notice may have been shown. It then loses completed subjects and gets no new ones, so that
    /// "done" applies exactly to what the person read. A notice without subjects gets them when its time comes.
    private func narrowed(to shown: Reminder, at now: Date) -> Reminder? {
        guard meantAt <= now, !(isOfDay && shown.subjects.isEmpty) else { return self }
        return with(subjects.filter { subject in shown.subjects.contains { $0.isSame(as: subject) } })
    }

    /// Returns the reminder with these subjects; nil if there are none.
    func with(_ subjects: [Subject]) -> Reminder? {
        guard !subjects.isEmpty else { return nil }
        return Reminder(
            key: key, sort: sort, at: at, until: until, subjects: subjects, meantAt: meantAt, wait: wait)
    }

    /// Returns true if the stored notice needs no change.
    private func hasSameContent(as other: Reminder) -> Bool {
        at == other.at && until == other.until && subjects == other.subjects
    }
}

extension Reminder.Subject {
    /// Returns true for the same dose, the same food, or the same chore with the same due day, even if its name has changed.
    fileprivate func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.chore(let left), .chore(let right)): left.chore == right.chore && left.due == right.due
        case (.dose(let left), .dose(let right)): left.id == right.id
        case (.food(let left), .food(let right)): left.item == right.item
        default: false
        }
    }
}
