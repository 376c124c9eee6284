package import Calendar

/// What a household's own waterings say about the plan: how much longer or shorter than planned it really takes.
package struct Learning: Sendable, Hashable {
    /// Median of real ÷ planned days, from 0.5 to 2.
    package let factor: Double
    /// Times it was done that were counted.
    package let count: Int

    package static let range = 0.5...2.0
    /// From this many on it counts.
    package static let needed = 5

    /// From a chore's log, and from its days since `since` only; nothing while it was done fewer than five times, or
    /// while too few of these say how long it took.
    package init?(log: [ChoreEntry], since: LocalDay? = nil) {
        let done = log.filter { entry in
            !entry.isUndone && entry.action == .done && since.map { entry.day >= $0 } ?? true
        }.sorted { ($0.day, $0.number) < ($1.day, $1.number) }
        guard done.count >= Self.needed else { return nil }
        var ratios: [Double] = []
        for (before, after) in zip(done, done.dropFirst()) {
            guard let planned = before.planned, planned > 0, after.day > before.day else { continue }
            ratios.append(Double(before.day.days(until: after.day)) / Double(planned))
        }
        guard ratios.count >= Self.needed - 1 else { return nil }
        ratios.sort()
        let middle = ratios.count / 2
        let median = ratios.count.isMultiple(of: 2) ? (ratios[middle - 1] + ratios[middle]) / 2 : ratios[middle]
        factor = min(max(median, Self.range.lowerBound), Self.range.upperBound)
        count = done.count
    }

    package init(factor: Double, count: Int) {
        self.factor = min(max(factor, Self.range.lowerBound), Self.range.upperBound)
        self.count = count
    }
}
