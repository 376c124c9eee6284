public import HTTPTransport

/// A part of the packaging. All its values are tags, for example `en:bottle`, or objects that contain one.
public struct Packaging: WireValue {
    public let raw: JSONValue

    public init(_ json: JSONValue) throws { raw = try json.object() }

    /// For example `en:bottle`.
    public var shape: String? { tag("shape") }
    /// For example `en:plastic`.
    public var material: String? { tag("material") }
    /// For example `en:recycle`.
    public var recycling: String? { tag("recycling") }
    /// The number of these parts in a packet.
    public var units: Int? { raw.integer("number_of_units") }

    private func tag(_ name: String) -> String? { raw.words(name) ?? raw[name]?.words("id") }
}
