/// How sure an answer is, from 0 to 1, and the band that is shown for it.
public struct Confidence: Sendable, Hashable, Comparable {
    /// A probability, 0 to 1.
    public let value: Double

    /// Values outside 0...1 are clamped; NaN becomes 0.
    public init(_ value: Double) {
        self.value = value.isNaN ? 0 : min(max(value, 0), 1)
    }

    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }

    /// The three bands of the page: green, yellow, red.
    public enum Band: String, Sendable, CaseIterable {
        case likely, unsure, doubtful
    }

    /// Returns likely above the upper bound, doubtful below the lower bound, and unsure between and at the bounds.
    public func band(under policy: Policy) -> Band {
        if value > policy.likelyAbove { return .likely }
        return value < policy.doubtfulBelow ? .doubtful : .unsure
    }
}
