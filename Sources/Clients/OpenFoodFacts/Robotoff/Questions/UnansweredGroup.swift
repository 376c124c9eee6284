public import HTTPTransport

/// The number of open insights for one value.
public struct UnansweredGroup: WireValue {
    public let raw: JSONValue
    /// The value's tag; nil for insights without a tag.
    public let valueTag: String?
    /// The number of insights.
    public let count: Int

    /// Reads a pair of a tag (or null) and a number.
    public init(_ json: JSONValue) throws {
        guard case .list(let pair) = json, pair.count == 2, let count = pair[1].asNumber.flatMap({ Int(exactly: $0) })
        else { throw OpenFoodFactsError(reading: .typeMismatch, "questions") }
        raw = json
        valueTag = pair[0].asText
        self.count = count
    }
}
