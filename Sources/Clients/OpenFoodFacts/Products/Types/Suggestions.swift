public import HTTPTransport

/// Words of a taxonomy that begin as was typed.
public struct Suggestions: WireValue {
    public let raw: JSONValue
    /// In the language asked for.
    public let words: [String]

    public init(_ json: JSONValue) throws {
        raw = json
        words = try json.neededList("suggestions").compactMap(\.asText)
    }
}
