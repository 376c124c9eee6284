public import Foundation
public import HTTPTransport

/// What a model said about a product; insights are made of these.
public struct Prediction: WireValue {
    public let raw: JSONValue
    /// What it is about.
    public let type: InsightType

    public init(_ json: JSONValue) throws {
        raw = json
        type = InsightType(rawValue: try json.neededText("type"))
    }

    /// The service's number; nil where it was not stored.
    public var id: Int? { raw.integer("id") }
    /// What belongs to its type; another shape for each.
    public var data: JSONValue { raw["data"] ?? .object([:]) }
    /// The product's code.
    public var barcode: String? { raw.words("barcode") }
    /// The value as a tag.
    public var valueTag: String? { raw.words("value_tag") }
    /// The value as a text.
    public var value: String? { raw.words("value") }
    /// Whether it may be applied without asking.
    public var isAutomatic: Bool? { raw.flag("automatic_processing") }
    /// What said it.
    public var predictor: Predictor? { raw.word("predictor") }
    /// In which version.
    public var predictorVersion: String? { raw.words("predictor_version") }
    /// When, in UTC; nil where it was not stored.
    public var timestamp: Date? { raw.date("timestamp") }
    /// The path of the picture; see ``ImageAddress``.
    public var sourceImage: String? { raw.words("source_image") }
    /// How sure the model is, 0 to 1.
    public var confidence: Double? { raw.number("confidence") }
    /// Which project the product belongs to.
    public var serverType: ServerType? { raw.word("server_type") }
}
