public import Foundation
public import HTTPTransport

/// A model's prediction about a product; insights are made from predictions.
public struct Prediction: WireValue {
    public let raw: JSONValue
    /// Its type.
    public let type: InsightType

    public init(_ json: JSONValue) throws {
        raw = json
        type = InsightType(rawValue: try json.neededText("type"))
    }

    /// The service's number; nil if it was not stored.
    public var id: Int? { raw.integer("id") }
    /// The data of its type; each type has a structure of its own.
    public var data: JSONValue { raw["data"] ?? .object([:]) }
    /// The product's code.
    public var barcode: String? { raw.words("barcode") }
    /// The value as a tag.
    public var valueTag: String? { raw.words("value_tag") }
    /// The value as a text.
    public var value: String? { raw.words("value") }
    /// Whether it may be applied without asking.
    public var isAutomatic: Bool? { raw.flag("automatic_processing") }
    /// Its predictor.
    public var predictor: Predictor? { raw.word("predictor") }
    /// In which version.
    public var predictorVersion: String? { raw.words("predictor_version") }
    /// When, in UTC; nil if it was not stored.
    public var timestamp: Date? { raw.date("timestamp") }
    /// The path of the picture; see ``ImageAddress``.
    public var sourceImage: String? { raw.words("source_image") }
    /// How sure the model is, 0 to 1.
    public var confidence: Double? { raw.number("confidence") }
    /// Which project the product belongs to.
    public var serverType: ServerType? { raw.word("server_type") }
}
