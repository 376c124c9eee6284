package import FoundationEssentials

extension Reminder {
    /// Seconds after the time of a dose from which on it is not told as if it were time for it.
    package static let doseLateness: TimeInterval = 3600

    /// What makes `standing`, all notices of one channel that are remembered, those that are expected. No more than
    /// `limit` of them wait then, the soonest ones.
    package static func changes(
        expected: [Reminder], standing: [Standing], limit: Int?, now: Date
    ) -> [Change] {
        let known = Dictionary(standing.map { ($0.reminder.key, $0) }, uniquingKeysWith: { first, _ in first })
        var seen = Set<Key>()
        let open = expected.filter { known[$0.key].map { $0.state == .pending } ?? true }.sorted(by: precedes)
            .filter { seen.insert($0.key).inserted }
        let late = open.filter { $0.isLate(at: now) }
        // Nobody is told twice that something was missed.
        let missed = missed(of: late, now: now).flatMap { known[$0.key] == nil ? $0 : nil }
        let waiting = standing.filter { $0.state == .pending }.map(\.reminder)
        let staying = waiting.filter { $0.staysUnexpected(at: now) }

        var wanted = open.filter { !$0.isLate(at: now) }
        if let limit {
            // What says that doses were missed is not left out for want of room: they are not told by themselves.
            let taken = standing.count { $0.state == .underWay } + staying.count + (missed == nil ? 0 : 1)
            wanted = Array(wanted.prefix(max(limit - taken, 0)))
        }
        let kept = Set((wanted + staying + late).map(\.key))
        // Drops come first: where there is room for so many only, they make it.
        var changes = waiting.sorted(by: precedes).filter { !kept.contains($0.key) }.map { Change.drop($0.key) }
        changes += late.map { .fold($0) }
        changes += wanted.compactMap { reminder in
            guard let before = known[reminder.key]?.reminder else { return .add(reminder) }
            return before == reminder ? nil : .alter(reminder)
        }
        if let missed { changes.append(.add(missed)) }
        return changes
    }

    /// One that tells of all these doses; its key is that of the latest.
    private static func missed(of late: [Reminder], now: Date) -> Reminder? {
        guard let last = late.last else { return nil }
        return Reminder(
            key: .init(rawValue: "missed \(last.key)"), sort: .missed, at: now, until: now + choreWorth,
            subjects: late.flatMap(\.subjects))
    }

    /// Counted from the dose, not from a reminder that comes before it: what is still to be taken was not missed.
    private func isLate(at now: Date) -> Bool {
        guard sort == .dose else { return false }
        return subjects.allSatisfy { subject in
            guard case .dose(let dose) = subject else { return false }
            return now > max(at, dose.at) + Self.doseLateness
        }
    }

    /// Made once, not computed again from chores and doses.
    private func staysUnexpected(at now: Date) -> Bool {
        (sort == .missed || sort == .test) && until > now
    }
}
