/// A range between two whole numbers, without the upper bound, as the service's lists define it.
///
/// The service truncates fractions, also of pH, so only whole numbers are possible. In a **search** the upper bound is
/// included. Without a lower bound the range begins at 0: set a lower bound for temperatures below zero.
public struct FieldRange: Sendable, Hashable {
    /// The lower bound, included.
    public let lower: Int?
    /// The upper bound, excluded; included in a search.
    public let upper: Int?

    /// A range from `lower` to `upper`, without `upper`.
    public init(from lower: Int? = nil, below upper: Int? = nil) {
        self.lower = lower
        self.upper = upper
    }

    var text: String { "\(lower.map(String.init) ?? ""),\(upper.map(String.init) ?? "")" }

    /// Whether the range contains a value.
    var isSensible: Bool {
        guard let lower, let upper else { return lower != nil || upper != nil }
        return lower < upper
    }
}
