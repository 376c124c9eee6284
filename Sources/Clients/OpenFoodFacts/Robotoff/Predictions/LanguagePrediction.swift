public import HTTPTransport

/// A language, and how sure the model is.
public struct LanguagePrediction: WireValue {
    public let raw: JSONValue
    /// The language.
    public let language: Language
    /// 0 to 1.
    public var confidence: Double? { raw.number("confidence") }

    public init(_ json: JSONValue) throws {
        raw = json
        language = Language(rawValue: try json.neededText("lang"))
    }
}
