public import Calendar

/// How much longer or shorter than planned the real intervals are, from a household's log of waterings.
public struct Learning: Sendable, Hashable {
    /// The median of real ÷ planned days, from 0.5 to 2.
    public let factor: Double
    /// The number of completions that were used.
    public let count: Int

    /// The allowed factors: at most half or double the interval of the plan.
    public static let range = 0.5...2.0
    /// The minimum number of completions.
    public static let needed = 5

    /// Computes the factor from a chore's log, using only days from `since` on. Returns nil if there are fewer than
    /// five completions or too few with a known interval.
    public init?(log: [ChoreEntry], since: LocalDay? = nil) {
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

    public init(factor: Double, count: Int) {
        self.factor = min(max(factor, Self.range.lowerBound), Self.range.upperBound)
        self.count = count
    }
}
