public import HTTPTransport

/// A product as the category's network wants it, for products that Open Food Facts does not know. Unknown keys are
/// refused, and so there are none.
public struct ProductDescription: Sendable, Hashable {
    /// Its name.
    public var name: String?
    /// As `en:sugar`.
    public var ingredientTags: [String]
    /// Texts read from its pictures, as the text recognition gave them.
    public var texts: [String]
    /// Of at most ten pictures, 512 numbers each.
    public var imageEmbeddings: [[Double]]
    /// In 100 g, by key: `fat`, `saturated-fat`, `carbohydrates`, `sugars`, `fiber`, `proteins`, `salt`, `energy-kcal`,
    /// `fruits-vegetables-nuts`.
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

    /// As it is sent.
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
