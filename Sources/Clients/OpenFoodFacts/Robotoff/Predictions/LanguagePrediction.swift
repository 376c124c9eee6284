public import HTTPTransport

/// A language and the model's confidence.
public struct LanguagePrediction: WireValue {
    public let raw: JSONValue
    /// The language.
    public let language: Language
    /// The confidence, 0–1.
    public var confidence: Double? { raw.number("confidence") }

    public init(_ json: JSONValue) throws {
        raw = json
        language = Language(rawValue: try json.neededText("lang"))
    }
}
