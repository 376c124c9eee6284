public import Foundation
public import HTTPTransport

/// A stored prediction of a model for a picture.
public struct ImagePrediction: WireValue {
    public let raw: JSONValue
    /// Robotoff's own number.
    public let id: Int

    public init(_ json: JSONValue) throws {
        raw = json
        id = try json.neededInteger("id")
    }

    /// As `object_detection`.
    public var type: String? { raw.words("type") }
    /// Which model.
    public var model: ImageModel? { raw.word("model_name") }
    /// In which version.
    public var modelVersion: String? { raw.words("model_version") }
    /// The finding; each type has a structure of its own.
    public var data: JSONValue { raw["data"] ?? .object([:]) }
    /// The detected objects, for `object_detection`.
    public var findings: [ImageFindings.Finding] { raw["data"]?.values("objects") ?? [] }
    /// When, in UTC.
    public var timestamp: Date? { raw.date("timestamp") }
    /// The highest confidence.
    public var maxConfidence: Double? { raw.number("max_confidence") }
    /// The picture.
    public var image: RobotoffImage? { raw.value("image") }
}
