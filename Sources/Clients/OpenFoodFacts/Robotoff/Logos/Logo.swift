public import Foundation
public import HTTPTransport

/// A part of a picture that looks like a logo, and its annotation.
public struct Logo: WireValue {
    public let raw: JSONValue
    /// Robotoff's id.
    public let id: Int

    public init(_ json: JSONValue) throws {
        raw = json
        id = try json.neededInteger("id")
    }

    /// Its index among the logos of the picture, from 0.
    public var index: Int? { raw.integer("index") }
    /// Its position on the picture.
    public var boundingBox: BoundingBox? { raw.value("bounding_box") }
    /// The model's confidence that it is a logo, 0–1.
    public var score: Double? { raw.number("score") }
    /// Its meaning; nil if it has not been annotated.
    public var type: LogoType? { raw.word("annotation_type") }
    /// The value as entered.
    public var value: String? { raw.words("annotation_value") }
    /// The value as a tag.
    public var valueTag: String? { raw.words("annotation_value_tag") }
    /// The value as a tag of the taxonomy.
    public var taxonomyValue: String? { raw.words("taxonomy_value") }
    /// The annotator.
    public var username: String? { raw.words("username") }
    /// The time in UTC.
    public var completedAt: Date? { raw.date("completed_at") }
    /// Similar logos, most similar first, with their distance.
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
    /// The project to which the product belongs.
    public var serverType: ServerType? { raw.word("server_type") }
    /// The picture; responses contain it in one of two places.
    public var image: RobotoffImage? { raw.value("image") ?? raw["image_prediction"]?.value("image") }
}
