public import HTTPTransport

/// A value that keeps the JSON it was read from.
///
/// Encoding writes this JSON, so unknown members are kept when a value is stored and read again. Two values are equal
/// if their JSON is equal.
public protocol WireValue: Codable, Sendable, Hashable {
    /// Reads the value.
    ///
    /// Throws ``OpenFoodFactsError`` if a required member is missing or has another type:
    /// ``OpenFoodFactsError/Code/keyNotFound``, ``OpenFoodFactsError/Code/valueNotFound`` or
    /// ``OpenFoodFactsError/Code/typeMismatch``.
    init(_ json: JSONValue) throws

    /// The whole JSON. Numbers are `Double`, so whole numbers above 2⁵³ are rounded.
    var raw: JSONValue { get }
}

extension WireValue {
    public init(from decoder: any Decoder) throws { try self.init(JSONValue(from: decoder)) }

    public func encode(to encoder: any Encoder) throws { try raw.encode(to: encoder) }

    public static func == (left: Self, right: Self) -> Bool { left.raw == right.raw }

    public func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}
