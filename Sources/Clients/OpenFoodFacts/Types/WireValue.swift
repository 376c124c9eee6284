public import HTTPTransport

/// A value read from an answer that keeps the JSON it was read from.
///
/// What is written is what came, so unknown keys, and keys of kinds this version does not know, survive being stored and
/// read again. Two values are equal where their JSON is.
public protocol WireValue: Codable, Sendable, Hashable {
    /// Reads the value.
    ///
    /// Throws ``OpenFoodFactsError`` where something is missing without which it would mean nothing:
    /// ``OpenFoodFactsError/Code/keyNotFound``, ``OpenFoodFactsError/Code/valueNotFound`` or
    /// ``OpenFoodFactsError/Code/typeMismatch``.
    init(_ json: JSONValue) throws

    /// What was sent, whole. A number is a `Double`, so of whole numbers beyond 2⁵³ the last digits are lost.
    var raw: JSONValue { get }
}

extension WireValue {
    public init(from decoder: any Decoder) throws { try self.init(JSONValue(from: decoder)) }

    public func encode(to encoder: any Encoder) throws { try raw.encode(to: encoder) }

    public static func == (left: Self, right: Self) -> Bool { left.raw == right.raw }

    public func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}
