public import Foundation
public import HTTPTransport

/// A stored prediction of a model for a picture.
public struct ImagePrediction: WireValue {
    public let raw: JSONValue
    /// Robotoff's id.
    public let id: Int

    public init(_ json: JSONValue) throws {
        raw = json
        id = try json.neededInteger("id")
    }

    /// For example `object_detection`.
    public var type: String? { raw.words("type") }
    /// The model.
    public var model: ImageModel? { raw.word("model_name") }
    /// The version.
    public var modelVersion: String? { raw.words("model_version") }
    /// The finding; its structure depends on the type.
    public var data: JSONValue { raw["data"] ?? .object([:]) }
    /// The detected objects, for `object_detection`.
    public var findings: [ImageFindings.Finding] { raw["data"]?.values("objects") ?? [] }
    /// The time in UTC.
    public var timestamp: Date? { raw.date("timestamp") }
    /// The highest confidence.
    public var maxConfidence: Double? { raw.number("max_confidence") }
    /// The picture.
    public var image: RobotoffImage? { raw.value("image") }
}
