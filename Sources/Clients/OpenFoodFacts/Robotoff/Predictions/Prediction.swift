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
    /// The data of the prediction; its structure depends on the type.
    public var data: JSONValue { raw["data"] ?? .object([:]) }
    /// The product's code.
    public var barcode: String? { raw.words("barcode") }
    /// The value as a tag.
    public var valueTag: String? { raw.words("value_tag") }
    /// The value as a text.
    public var value: String? { raw.words("value") }
    /// Whether it may be applied automatically.
    public var isAutomatic: Bool? { raw.flag("automatic_processing") }
    /// Its predictor.
    public var predictor: Predictor? { raw.word("predictor") }
    /// The version.
    public var predictorVersion: String? { raw.words("predictor_version") }
    /// The time in UTC; nil if it was not stored.
    public var timestamp: Date? { raw.date("timestamp") }
    /// The path of the picture; see ``ImageAddress``.
    public var sourceImage: String? { raw.words("source_image") }
    /// The model's confidence, 0–1.
    public var confidence: Double? { raw.number("confidence") }
    /// The project to which the product belongs.
    public var serverType: ServerType? { raw.word("server_type") }
}
