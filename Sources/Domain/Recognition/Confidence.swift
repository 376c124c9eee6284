/// How sure an answer is, from 0 to 1, and what that means to a person.
package struct Confidence: Sendable, Hashable, Comparable {
    package let value: Double

    /// Values outside 0...1 are brought to its ends; a value that is no number becomes 0.
    package init(_ value: Double) {
        self.value = value.isNaN ? 0 : min(max(value, 0), 1)
    }

    package static func < (left: Self, right: Self) -> Bool { left.value < right.value }

    /// The three bands of the page: green, yellow, red.
    package enum Band: String, Sendable, CaseIterable {
        case likely, unsure, doubtful
    }

    /// Above the upper bound likely, under the lower doubtful; both bounds themselves are unsure.
    package func band(under policy: Policy) -> Band {
        if value > policy.likelyAbove { return .likely }
        return value < policy.doubtfulBelow ? .doubtful : .unsure
    }
}
