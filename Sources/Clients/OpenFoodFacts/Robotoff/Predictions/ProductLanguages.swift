public import HTTPTransport

/// The languages on a product's pictures.
public struct ProductLanguages: WireValue {
    public let raw: JSONValue
    /// The number of words by language.
    public let counts: [Language: Int]
    /// The percentage of words by language.
    public let percents: [Language: Double]
    /// The pictures' numbers.
    public let imageIDs: [String]

    public init(_ json: JSONValue) throws {
        raw = json
        counts = try json.neededList("counts").reduce(into: [:]) { table, item in
            if let language = item.word("lang", as: Language.self) { table[language] = item.integer("count") }
        }
        percents = (json.list("percent") ?? []).reduce(into: [:]) { table, item in
            if let language = item.word("lang", as: Language.self) { table[language] = item.number("percent") }
        }
        imageIDs = json.texts("image_ids") ?? []
    }
}
