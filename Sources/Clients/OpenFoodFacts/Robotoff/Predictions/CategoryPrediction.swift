public import HTTPTransport

/// Categories that a product may belong to.
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
        // Answers of before 1.35 have the list itself.
        if case .list? = raw["neural"] { raw.values("neural") } else { raw["neural"]?.values("predictions") ?? [] }
    }
    /// Name and input of the network.
    public var debug: JSONValue? { raw["neural"]?["debug"] }
    /// As `keras-image-embeddings-3.0`.
    public var modelName: String? { debug?.words("model_name") }
    /// The threshold used.
    public var threshold: Double? { debug?.number("threshold") }
    /// The categories matched by name; removed in Robotoff 1.35 (September 2023).
    public var matcher: [Match] { raw.values("matcher") }

    /// A category, and how sure the network is.
    public struct Candidate: WireValue {
        public let raw: JSONValue
        /// As `en:hazelnut-spreads`.
        public let valueTag: String
        /// 0 to 1.
        public var confidence: Double? { raw.number("confidence") }

        public init(_ json: JSONValue) throws {
            raw = json
            valueTag = try json.neededText("value_tag")
        }
    }

    /// A category whose name is in the product's name.
    public struct Match: WireValue {
        public let raw: JSONValue
        /// As `en:hazelnut-spreads`.
        public let valueTag: String

        public init(_ json: JSONValue) throws {
            raw = json
            valueTag = try json.neededText("value_tag")
        }

        /// The searched name.
        public var pattern: String? { raw["debug"]?.words("pattern") }
        /// In which language.
        public var language: Language? { raw["debug"]?.word("lang") }
        /// The product's name.
        public var productName: String? { raw["debug"]?.words("product_name") }
        /// The product's name as it was compared.
        public var processedProductName: String? { raw["debug"]?.words("processed_product_name") }
        /// The category's name.
        public var categoryName: String? { raw["debug"]?.words("category_name") }
        /// Where it begins in the product's name.
        public var start: Int? { raw["debug"]?.integer("start_idx") }
        /// Where it ends in the product's name.
        public var end: Int? { raw["debug"]?.integer("end_idx") }
        /// Whether it is the whole name.
        public var isFullMatch: Bool? { raw["debug"]?.flag("is_full_match") }
    }
}
