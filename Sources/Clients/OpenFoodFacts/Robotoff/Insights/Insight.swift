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

    /// The data of its type; each type has a structure of its own, and new ones appear.
    public var data: JSONValue { raw["data"] ?? .object([:]) }
    /// When it was found. The service writes no zone; it means UTC.
    public var timestamp: Date? { raw.date("timestamp") }
    /// When it was answered.
    public var completedAt: Date? { raw.date("completed_at") }
    /// The answer; nil while it is open.
    public var annotation: Annotation? { raw.integer("annotation").map { Annotation(rawValue: $0) } }
    /// The outcome of the answer, as a code of ``AnnotationOutcome``.
    public var annotatedResult: Int? { raw.integer("annotated_result") }
    /// How many votes there are.
    public var votes: Int? { raw.integer("n_votes") }
    /// The account that answered it; nil for an answer without an account.
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
    /// Its predictor.
    public var predictor: Predictor? { raw.word("predictor") }
    /// In which version.
    public var predictorVersion: String? { raw.words("predictor_version") }
    /// Campaigns it belongs to.
    public var campaigns: [String] { raw.texts("campaign") ?? [] }
    /// How sure the model is, 0 to 1; nil if it does not say.
    public var confidence: Double? { raw.number("confidence") }
    /// Its position on the picture.
    public var boundingBox: BoundingBox? { raw.value("bounding_box") }
    /// Languages; nil if it has none.
    public var languages: [Language]? { raw.texts("lc")?.map { Language(rawValue: $0) } }
    /// Whether the product has the picture.
    public var hasImage: Bool? { raw.flag("with_image") }

    /// Whether it has no answer yet: read this to find the outcome of a vote whose connection was cut off.
    public var isOpen: Bool { annotation == nil }
}

/// Typed views of an insight's data. ``Insight/data`` has everything, also members that are not known here.
extension Insight {
    /// A mended spelling: of ``InsightType/ingredientSpellcheck``.
    public struct Spelling: Sendable, Hashable {
        /// As it is.
        public let original: String
        /// As it should be.
        public let correction: String
        /// In which language.
        public let language: Language?
    }

    /// Of ``InsightType/ingredientSpellcheck``.
    public var spelling: Spelling? {
        guard let original = data.text("original"), let correction = data.text("correction") else { return nil }
        return Spelling(original: original, correction: correction, language: data.word("lang"))
    }

    /// The whole finding, for ``InsightType/ingredientDetection`` and others that are read from a text.
    public var text: String? { data.words("text") ?? data.words("raw") }

    /// The text's language. Some types have it as a text, some as an object.
    public var textLanguage: LanguagePrediction? {
        if let language = data.value("lang", as: LanguagePrediction.self) { return language }
        return data.words("lang").flatMap { try? LanguagePrediction(.object(["lang": .text($0)])) }
    }

    /// By key, as `fat_100g`: of ``InsightType/nutrientExtraction``.
    public var nutrients: [String: NutritionPrediction.Nutrient] {
        data.members("nutrients").compactMapValues { try? NutritionPrediction.Nutrient($0) }
    }

    /// Tags by part, as `["shape": "en:jar", "material": "en:glass"]`: of ``InsightType/packaging``.
    public var packagingTags: [String: String] {
        data.members("element").compactMapValues { $0.words("value_tag") ?? $0.asText }
    }

    /// By how many degrees the picture must be turned.
    public var rotation: Int? { data.integer("rotation") }

    /// The logo it was found by; see ``RobotoffClient/logo(_:)``.
    public var logoID: Int? { data.integer("logo_id") }

    /// Its position on the picture, in shares of width and height: its own or that in its data.
    public var clue: BoundingBox? {
        (boundingBox ?? data.value("bounding_box")).flatMap { $0.isRelative ? $0 : nil }
    }

    /// The position of the text on the picture, in pixels.
    public var clueInPixels: BoundingBox? { data.value("bounding_box_absolute") }
}
