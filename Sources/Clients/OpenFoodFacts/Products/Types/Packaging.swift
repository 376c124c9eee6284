public import HTTPTransport

/// A part of the packaging. All its words are tags, as `en:bottle`, or objects with one.
public struct Packaging: WireValue {
    public let raw: JSONValue

    public init(_ json: JSONValue) throws { raw = try json.object() }

    /// As `en:bottle`.
    public var shape: String? { tag("shape") }
    /// As `en:plastic`.
    public var material: String? { tag("material") }
    /// As `en:recycle`.
    public var recycling: String? { tag("recycling") }
    /// How many of them a packet has.
    public var units: Int? { raw.integer("number_of_units") }

    private func tag(_ name: String) -> String? { raw.words(name) ?? raw[name]?.words("id") }
}
