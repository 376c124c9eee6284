public import Foundation
public import HTTPTransport

/// A part of a picture that looks like a logo, and its annotation.
public struct Logo: WireValue {
    public let raw: JSONValue
    /// Robotoff's own number.
    public let id: Int

    public init(_ json: JSONValue) throws {
        raw = json
        id = try json.neededInteger("id")
    }

    /// The how manieth of its picture, from 0.
    public var index: Int? { raw.integer("index") }
    /// Its position on the picture.
    public var boundingBox: BoundingBox? { raw.value("bounding_box") }
    /// How sure the model is that it is a logo, 0 to 1.
    public var score: Double? { raw.number("score") }
    /// Its meaning; nil if it has not been annotated.
    public var type: LogoType? { raw.word("annotation_type") }
    /// The value, as typed.
    public var value: String? { raw.words("annotation_value") }
    /// The value, as a tag.
    public var valueTag: String? { raw.words("annotation_value_tag") }
    /// The value, as a tag of the taxonomy.
    public var taxonomyValue: String? { raw.words("taxonomy_value") }
    /// The annotator.
    public var username: String? { raw.words("username") }
    /// When, in UTC.
    public var completedAt: Date? { raw.date("completed_at") }
    /// Logos that look alike, the likest first, with their distance.
    public var nearest: [(id: Int, distance: Double?)] {
        let neighbours = raw["nearest_neighbors"]
        let distances = neighbours?.list("distances") ?? []
        return (neighbours?.list("logo_ids") ?? []).enumerated().compactMap { place, id in
            guard let id = id.asNumber.flatMap({ Int(exactly: $0) }) else { return nil }
            return (id, place < distances.count ? distances[place].asNumber : nil)
        }
    }
    /// The product's code.
    public var barcode: String? { raw.words("barcode") }
    /// The path of the picture; see ``ImageAddress``.
    public var sourceImage: String? { raw.words("source_image") }
    /// The text on it.
    public var text: String? { raw.words("text") }
    /// Which project the product belongs to.
    public var serverType: ServerType? { raw.word("server_type") }
    /// The picture, in either of the two places answers have it.
    public var image: RobotoffImage? { raw.value("image") ?? raw["image_prediction"]?.value("image") }
}
