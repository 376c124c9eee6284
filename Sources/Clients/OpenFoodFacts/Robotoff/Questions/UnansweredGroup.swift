public import HTTPTransport

/// The number of open insights for one value.
public struct UnansweredGroup: WireValue {
    public let raw: JSONValue
    /// The value's tag; nil for those that have none.
    public let valueTag: String?
    /// How many.
    public let count: Int

    /// A pair of a tag or null and a number.
    public init(_ json: JSONValue) throws {
        guard case .list(let pair) = json, pair.count == 2, let count = pair[1].asNumber.flatMap({ Int(exactly: $0) })
        else { throw OpenFoodFactsError(reading: .typeMismatch, "questions") }
        raw = json
        valueTag = pair[0].asText
        self.count = count
    }
}
