public import HTTPTransport

/// The predicted categories of a product.
public struct CategoryPrediction: WireValue {
    public let raw: JSONValue

    public init(_ json: JSONValue) throws {
        raw = try json.object()
        guard json["neural"] != nil || json["matcher"] != nil else {
            throw OpenFoodFactsError(reading: .keyNotFound, "neural")
        }
    }

    /// The neural network's categories, highest confidence first.
    public var neural: [Candidate] {
        // Responses before 1.35 contain the list directly.
        if case .list? = raw["neural"] { raw.values("neural") } else { raw["neural"]?.values("predictions") ?? [] }
    }
    /// Name and input of the network.
    public var debug: JSONValue? { raw["neural"]?["debug"] }
    /// For example `keras-image-embeddings-3.0`.
    public var modelName: String? { debug?.words("model_name") }
    /// The threshold used.
    public var threshold: Double? { debug?.number("threshold") }
    /// The categories matched by name; removed in Robotoff 1.35 (September 2023).
    public var matcher: [Match] { raw.values("matcher") }

    /// A category and the network's confidence.
    public struct Candidate: WireValue {
        public let raw: JSONValue
        /// For example `en:hazelnut-spreads`.
        public let valueTag: String
        /// The confidence, 0–1.
        public var confidence: Double? { raw.number("confidence") }

        public init(_ json: JSONValue) throws {
            raw = json
            valueTag = try json.neededText("value_tag")
        }
    }

    /// A category whose name occurs in the product's name.
    public struct Match: WireValue {
        public let raw: JSONValue
        /// For example `en:hazelnut-spreads`.
        public let valueTag: String

        public init(_ json: JSONValue) throws {
            raw = json
            valueTag = try json.neededText("value_tag")
        }

        /// The searched name.
        public var pattern: String? { raw["debug"]?.words("pattern") }
        /// The language.
        public var language: Language? { raw["debug"]?.word("lang") }
        /// The product's name.
        public var productName: String? { raw["debug"]?.words("product_name") }
        /// The normalised product name used for the comparison.
        public var processedProductName: String? { raw["debug"]?.words("processed_product_name") }
        /// The category's name.
        public var categoryName: String? { raw["debug"]?.words("category_name") }
        /// The start of the match in the product's name.
        public var start: Int? { raw["debug"]?.integer("start_idx") }
        /// The end of the match in the product's name.
        public var end: Int? { raw["debug"]?.integer("end_idx") }
        /// Whether the match is the whole name.
        public var isFullMatch: Bool? { raw["debug"]?.flag("is_full_match") }
    }
}
