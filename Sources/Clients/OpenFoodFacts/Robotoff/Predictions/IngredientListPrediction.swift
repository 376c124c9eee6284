public import HTTPTransport

/// Lists of ingredients found in the text of a picture.
public struct IngredientListPrediction: WireValue {
    public let raw: JSONValue
    /// The lists.
    public let lists: [List]

    public init(_ json: JSONValue) throws {
        raw = json
        lists = try json.neededList("entities").compactMap { try? List($0) }
    }

    /// The whole text of the picture.
    public var text: String? { raw.text("text") }

    /// One list, in one language.
    public struct List: WireValue {
        public let raw: JSONValue
        /// The list.
        public let text: String

        public init(_ json: JSONValue) throws {
            raw = json
            text = try json.neededText("text")
        }

        /// The index of the first character in the whole text, from 0.
        public var start: Int? { raw.integer("start") }
        /// The index after the last character.
        public var end: Int? { raw.integer("end") }
        /// The end before trimming.
        public var rawEnd: Int? { raw.integer("raw_end") }
        /// The model's confidence, 0–1.
        public var score: Double? { raw.number("score") }
        /// Its language.
        public var language: LanguagePrediction? { raw.value("lang") }
        /// Its position on the picture, in pixels and not as fractions.
        public var boundingBox: BoundingBox? { raw.value("bounding_box") }
    }
}
