public import HTTPTransport

/// The description of a product that Open Food Facts does not know, as input of the network for categories. The service
/// refuses unknown keys.
public struct ProductDescription: Sendable, Hashable {
    /// Its name.
    public var name: String?
    /// For example `en:sugar`.
    public var ingredientTags: [String]
    /// Texts recognised on its pictures, unchanged.
    public var texts: [String]
    /// The embeddings of at most ten pictures, 512 numbers each.
    public var imageEmbeddings: [[Double]]
    /// The amounts in 100 g by key: `fat`, `saturated-fat`, `carbohydrates`, `sugars`, `fiber`, `proteins`, `salt`,
    /// `energy-kcal`, `fruits-vegetables-nuts`.
    public var nutriments: [String: Double]

    /// A description; empty values are not sent.
    public init(
        name: String? = nil, ingredientTags: [String] = [], texts: [String] = [], imageEmbeddings: [[Double]] = [],
        nutriments: [String: Double] = [:]
    ) {
        self.name = name
        self.ingredientTags = ingredientTags
        self.texts = texts
        self.imageEmbeddings = imageEmbeddings
        self.nutriments = nutriments
    }

    /// The form that is sent.
    public var json: JSONValue {
        var members: [String: JSONValue] = [:]
        members["product_name"] = name.map { .text($0) }
        if !ingredientTags.isEmpty { members["ingredients_tags"] = .list(ingredientTags.map { .text($0) }) }
        if !texts.isEmpty { members["ocr"] = .list(texts.map { .text($0) }) }
        if !imageEmbeddings.isEmpty {
            members["image_embeddings"] = .list(imageEmbeddings.map { .list($0.map { .number($0) }) })
        }
        if !nutriments.isEmpty { members["nutriments"] = .object(nutriments.mapValues { .number($0) }) }
        return .object(members)
    }
}
