/// One sort key.
public struct FieldOrder: Sendable, Hashable {
    /// The sort direction.
    public enum Direction: String, Sendable, Hashable {
        /// Ascending; records without a value come last.
        case ascending = "asc"
        /// Descending; records without a value come first.
        case descending = "desc"
    }

    /// The field.
    public let field: TrefleField
    /// The direction.
    public let direction: Direction

    /// A sort key.
    public init(_ field: TrefleField, _ direction: Direction = .ascending) {
        self.field = field
        self.direction = direction
    }
}
