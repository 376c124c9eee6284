import Directions

extension Direction {
    /// Returns a direction of tablets, after `change`.
    static func tablets(
        _ count: Double, _ relation: Relation = .first, _ change: (inout Direction) -> Void = { _ in }
    ) -> Direction {
        var direction = Direction(relation)
        direction.dose = Amount(low: count, high: count, unit: "tablet")
        change(&direction)
        return direction
    }
}

extension Direction.Frequency {
    static func daily(_ count: Int) -> Self { .init(count: count, period: 1, periodUnit: .day) }
    static func hourly(_ hours: Double) -> Self { .init(count: 1, period: hours, periodUnit: .hour) }
}
