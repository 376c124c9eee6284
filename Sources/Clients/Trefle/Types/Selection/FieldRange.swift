/// Between two whole numbers, as the service's lists take them: the upper one excluded.
///
/// The service cuts fractions off, also of pH, so only whole numbers can be said. In a **search** its index includes
/// the upper bound. Without a lower bound it begins at 0, not below: say one if temperatures below zero are wanted.
public struct FieldRange: Sendable, Hashable {
    /// The least value, included.
    public let lower: Int?
    /// The first value that is too much; included in a search.
    public let upper: Int?

    /// From one number up to, and without, another one.
    public init(from lower: Int? = nil, below upper: Int? = nil) {
        self.lower = lower
        self.upper = upper
    }

    var text: String { "\(lower.map(String.init) ?? ""),\(upper.map(String.init) ?? "")" }

    /// True if something lies between the bounds.
    var isSensible: Bool {
        guard let lower, let upper else { return lower != nil || upper != nil }
        return lower < upper
    }
}
