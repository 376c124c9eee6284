public import HTTPTransport

/// Words of a taxonomy with a given prefix.
public struct Suggestions: WireValue {
    public let raw: JSONValue
    /// The text in the requested language.
    public let words: [String]

    public init(_ json: JSONValue) throws {
        raw = json
        words = try json.neededList("suggestions").compactMap(\.asText)
    }
}
