public import Foundation
public import HTTPTransport

/// What Robotoff has found out about a product, answered or not.
public struct Insight: WireValue {
    public let raw: JSONValue
    /// A UUID.
    public let id: String
    /// The product's code.
    public let barcode: String
    /// What it is about.
    public let type: InsightType

    public init(_ json: JSONValue) throws {
        raw = json
        id = try json.neededText("id")
        barcode = try json.neededText("barcode")
        type = InsightType(rawValue: try json.neededText("type"))
    }

    /// What belongs to its type; another shape for each, and growing.
    public var data: JSONValue { raw["data"] ?? .object([:]) }
    /// When it was found. The service writes no zone; it means UTC.
    public var timestamp: Date? { raw.date("timestamp") }
    /// When it was answered.
    public var completedAt: Date? { raw.date("completed_at") }
    /// What it was answered with; nil while it is open.
    public var annotation: Annotation? { raw.integer("annotation").map { Annotation(rawValue: $0) } }
    /// What came of the answer, as a code of ``AnnotationOutcome``.
    public var annotatedResult: Int? { raw.integer("annotated_result") }
    /// How many votes there are.
    public var votes: Int? { raw.integer("n_votes") }
    /// Who answered it, where that was somebody with an account.
    public var username: String? { raw.words("username") }
    /// Tags, as `en:france`.
    public var countries: [String] { raw.texts("countries") ?? [] }
    /// Tags without a language, as `ferrero`.
    public var brands: [String] { raw.texts("brands") ?? [] }
    /// When the service applies it by itself.
    public var processAfter: Date? { raw.date("process_after") }
    /// The value as a tag, or a language's code.
    public var valueTag: String? { raw.words("value_tag") }
    /// The value as a text.
    public var value: String? { raw.words("value") }
    /// The path of the picture; see ``ImageAddress``.
    public var sourceImage: String? { raw.words("source_image") }
    /// Whether the service applies it by itself.
    public var isAutomatic: Bool? { raw.flag("automatic_processing") }
    /// Which project the product belongs to.
    public var serverType: ServerType? { raw.word("server_type") }
    /// How many people scanned the product in a year.
    public var uniqueScans: Int? { raw.integer("unique_scans_n") }
    /// A code of a shop's own, which means another product in another shop.
    public var isReservedBarcode: Bool? { raw.flag("reserved_barcode") }
    /// What found it.
    public var predictor: Predictor? { raw.word("predictor") }
    /// In which version.
    public var predictorVersion: String? { raw.words("predictor_version") }
    /// Campaigns it belongs to.
    public var campaigns: [String] { raw.texts("campaign") ?? [] }
    /// How sure the model is, 0 to 1; nil where it does not say.
    public var confidence: Double? { raw.number("confidence") }
    /// Where on the picture it was seen.
    public var boundingBox: BoundingBox? { raw.value("bounding_box") }
    /// Languages; nil where it has none.
    public var languages: [Language]? { raw.texts("lc")?.map { Language(rawValue: $0) } }
    /// Whether the product has the picture.
    public var hasImage: Bool? { raw.flag("with_image") }

    /// Whether nobody has answered it: how the outcome of a vote that was cut off is settled.
    public var isOpen: Bool { annotation == nil }
}
