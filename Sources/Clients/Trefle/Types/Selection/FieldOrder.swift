/// One step of a sorting.
public struct FieldOrder: Sendable, Hashable {
    /// Upwards or downwards.
    public enum Direction: String, Sendable, Hashable {
        /// Ascending; records without a value come last.
        case ascending = "asc"
        /// Descending; records without a value come first.
        case descending = "desc"
    }

    /// The field.
    public let field: TrefleField
    /// In which direction.
    public let direction: Direction

    /// A step.
    public init(_ field: TrefleField, _ direction: Direction = .ascending) {
        self.field = field
        self.direction = direction
    }
}
