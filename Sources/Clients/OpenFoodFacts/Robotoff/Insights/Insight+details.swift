import HTTPTransport

/// Views of what belongs to an insight's type. ``Insight/data`` has all of it, also what is new.
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

    /// What was found, whole: of ``InsightType/ingredientDetection`` and others that are read from a text.
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

    /// Where on the picture it was seen, in shares: its own place or that of its data.
    public var clue: BoundingBox? {
        (boundingBox ?? data.value("bounding_box")).flatMap { $0.isRelative ? $0 : nil }
    }

    /// Where on the picture the text stands, in pixels.
    public var clueInPixels: BoundingBox? { data.value("bounding_box_absolute") }
}
