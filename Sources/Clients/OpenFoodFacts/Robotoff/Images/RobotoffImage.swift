public import Foundation
public import HTTPTransport

/// Robotoff's record of a product's picture.
public struct RobotoffImage: WireValue {
    public let raw: JSONValue
    /// Robotoff's id.
    public let id: Int

    public init(_ json: JSONValue) throws {
        raw = json
        id = try json.neededInteger("id")
    }

    /// The product's code.
    public var barcode: String? { raw.words("barcode") }
    /// Its number among the product's pictures.
    public var imageID: String? { raw.words("image_id") }
    /// Its path; see ``ImageAddress``.
    public var sourceImage: String? { raw.words("source_image") }
    /// When it was uploaded, in UTC.
    public var uploadedAt: Date? { raw.date("uploaded_at") }
    /// The length in pixels.
    public var width: Int? { raw.integer("width") }
    /// The length in pixels.
    public var height: Int? { raw.integer("height") }
    /// Whether Open Food Facts has deleted it.
    public var isDeleted: Bool? { raw.flag("deleted") }
    /// The project to which the product belongs.
    public var serverType: ServerType? { raw.word("server_type") }
}
