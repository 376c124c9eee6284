public import Foundation
public import HTTPTransport

/// A fact that Robotoff has found about a product, answered or not.
public struct Insight: WireValue {
    public let raw: JSONValue
    /// A UUID.
    public let id: String
    /// The product's code.
    public let barcode: String
    /// Its type.
    public let type: InsightType

    public init(_ json: JSONValue) throws {
        raw = json
        id = try json.neededText("id")
        barcode = try json.neededText("barcode")
        type = InsightType(rawValue: try json.neededText("type"))
    }

    /// The data of the insight; its structure depends on the type, and new structures appear.
    public var data: JSONValue { raw["data"] ?? .object([:]) }
    /// When it was found. The service sends no time zone; it means UTC.
    public var timestamp: Date? { raw.date("timestamp") }
    /// When it was answered.
    public var completedAt: Date? { raw.date("completed_at") }
    /// The answer; nil while it is open.
    public var annotation: Annotation? { raw.integer("annotation").map { Annotation(rawValue: $0) } }
    /// The outcome of the answer, as a code of ``AnnotationOutcome``.
    public var annotatedResult: Int? { raw.integer("annotated_result") }
    /// The number of votes.
    public var votes: Int? { raw.integer("n_votes") }
    /// The account that answered it; nil for an answer without an account.
    public var username: String? { raw.words("username") }
    /// Tags, for example `en:france`.
    public var countries: [String] { raw.texts("countries") ?? [] }
    /// Tags without a language, for example `ferrero`.
    public var brands: [String] { raw.texts("brands") ?? [] }
    /// When the service applies it automatically.
    public var processAfter: Date? { raw.date("process_after") }
    /// The value as a tag, or a language's code.
    public var valueTag: String? { raw.words("value_tag") }
    /// The value as a text.
    public var value: String? { raw.words("value") }
    /// The path of the picture; see ``ImageAddress``.
    public var sourceImage: String? { raw.words("source_image") }
    /// Whether the service applies it automatically.
    public var isAutomatic: Bool? { raw.flag("automatic_processing") }
    /// The project to which the product belongs.
    public var serverType: ServerType? { raw.word("server_type") }
    /// The number of people who scanned the product in a year.
    public var uniqueScans: Int? { raw.integer("unique_scans_n") }
    /// Whether the barcode is reserved for shops: it means different products in different shops.
    public var isReservedBarcode: Bool? { raw.flag("reserved_barcode") }
    /// Its predictor.
    public var predictor: Predictor? { raw.word("predictor") }
    /// The version.
    public var predictorVersion: String? { raw.words("predictor_version") }
    /// Campaigns it belongs to.
    public var campaigns: [String] { raw.texts("campaign") ?? [] }
    /// The model's confidence, 0–1; nil if it does not say.
    public var confidence: Double? { raw.number("confidence") }
    /// Its position on the picture.
    public var boundingBox: BoundingBox? { raw.value("bounding_box") }
    /// Languages; nil if it has none.
    public var languages: [Language]? { raw.texts("lc")?.map { Language(rawValue: $0) } }
    /// Whether the product has the picture.
    public var hasImage: Bool? { raw.flag("with_image") }

    /// Whether it has no answer yet. After a vote whose connection was cut off, this tells whether the vote was
    /// decisive.
    public var isOpen: Bool { annotation == nil }
}

/// Typed views of an insight's data. ``Insight/data`` contains everything, including unknown members.
extension Insight {
    /// A spelling correction, for ``InsightType/ingredientSpellcheck``.
    public struct Spelling: Sendable, Hashable {
        /// The original text.
        public let original: String
        /// The corrected text.
        public let correction: String
        /// The language.
        public let language: Language?
    }

    /// The correction of ``InsightType/ingredientSpellcheck``.
    public var spelling: Spelling? {
        guard let original = data.text("original"), let correction = data.text("correction") else { return nil }
        return Spelling(original: original, correction: correction, language: data.word("lang"))
    }

    /// The whole finding, for ``InsightType/ingredientDetection`` and others that are read from a text.
    public var text: String? { data.words("text") ?? data.words("raw") }

    /// The text's language. Some types contain it as a text, some as an object.
    public var textLanguage: LanguagePrediction? {
        if let language = data.value("lang", as: LanguagePrediction.self) { return language }
        return data.words("lang").flatMap { try? LanguagePrediction(.object(["lang": .text($0)])) }
    }

    /// The nutrients of ``InsightType/nutrientExtraction`` by key, for example `fat_100g`.
    public var nutrients: [String: NutritionPrediction.Nutrient] {
        data.members("nutrients").compactMapValues { try? NutritionPrediction.Nutrient($0) }
    }

    /// The tags of ``InsightType/packaging`` by property, for example `["shape": "en:jar", "material": "en:glass"]`.
    public var packagingTags: [String: String] {
        data.members("element").compactMapValues { $0.words("value_tag") ?? $0.asText }
    }

    /// The required rotation of the picture in degrees.
    public var rotation: Int? { data.integer("rotation") }

    /// The logo on which the insight is based; see ``RobotoffClient/logo(_:)``.
    public var logoID: Int? { data.integer("logo_id") }

    /// Its position on the picture, as fractions of width and height: from the insight itself or from its data.
    public var clue: BoundingBox? {
        (boundingBox ?? data.value("bounding_box")).flatMap { $0.isRelative ? $0 : nil }
    }

    /// The position of the text on the picture, in pixels.
    public var clueInPixels: BoundingBox? { data.value("bounding_box_absolute") }
}
