import HTTPTransport

/// A filter and an order for a list; an empty one sends no parameters.
///
/// ```swift
/// var selection = TrefleSelection()
/// selection.filter[.ediblePart] = ["leaves", "roots"]        // one of them
/// selection.filterNot[.light] = [nil]                        // has a value
/// selection.range[.groundHumidity] = .init(from: 3, below: 6)
/// selection.order = [.init(.year, .descending)]
/// ```
///
/// Source: <https://docs.trefle.io/docs/advanced/plants-fields> and the service's source code.
public struct TrefleSelection: Sendable, Hashable {
    /// The allowed values of a field (`filter[field]=a,b`); case does not matter. A value cannot contain a comma.
    public var filter: [TrefleField: [String]]
    /// The excluded values of a field (`filter_not[field]=a,b`); nil means a missing value (`null`). For months,
    /// colours, edible parts and photographs the service only checks whether there is a value.
    public var filterNot: [TrefleField: [String?]]
    /// The allowed range of a field (`range[field]=a,b`).
    public var range: [TrefleField: FieldRange]
    /// The sort keys, most important first (`order[field]=asc`).
    public var order: [FieldOrder]

    /// A selection.
    public init(
        filter: [TrefleField: [String]] = [:], filterNot: [TrefleField: [String?]] = [:],
        range: [TrefleField: FieldRange] = [:], order: [FieldOrder] = []
    ) {
        self.filter = filter
        self.filterNot = filterNot
        self.range = range
        self.order = order
    }

    /// Adds the parameters in a fixed order, so that equal selections have equal addresses.
    func add(to query: inout QueryItems) {
        for (field, values) in filter.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            query.add("filter[\(field)]", values.joined(separator: ","))
        }
        for (field, values) in filterNot.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            query.add("filter_not[\(field)]", values.map { $0 ?? "null" }.joined(separator: ","))
        }
        for (field, bounds) in range.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            query.add("range[\(field)]", bounds.text)
        }
        for step in order { query.add("order[\(step.field)]", step.direction.rawValue) }
    }
}
