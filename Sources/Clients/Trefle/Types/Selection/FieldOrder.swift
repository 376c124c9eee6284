/// One step of a sorting.
public struct FieldOrder: Sendable, Hashable {
    /// Upwards or downwards.
    public enum Direction: String, Sendable, Hashable {
        /// The least first; what has no value comes last.
        case ascending = "asc"
        /// The greatest first, but what has no value comes before it.
        case descending = "desc"
    }

    /// By what.
    public let field: TrefleField
    /// In which direction.
    public let direction: Direction

    /// A step.
    public init(_ field: TrefleField, _ direction: Direction = .ascending) {
        self.field = field
        self.direction = direction
    }
}
