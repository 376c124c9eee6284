public import HTTPTransport

/// Nutrition data read from a picture.
public struct NutritionPrediction: WireValue {
    public let raw: JSONValue
    /// By key, for example `fat_100g`, `energy-kcal_serving`, `serving_size`.
    public let nutrients: [String: Nutrient]

    public init(_ json: JSONValue) throws {
        raw = json
        guard case .object(let members) = try json.needed("nutrients") else {
            throw OpenFoodFactsError(reading: .typeMismatch, "nutrients")
        }
        nutrients = members.compactMapValues { try? Nutrient($0) }
    }

    /// The model's result for each word: `raw`, `aggregated`, `postprocessed`.
    public var entities: JSONValue { raw["entities"] ?? .object([:]) }

    /// One number of the table.
    public struct Nutrient: WireValue {
        public let raw: JSONValue
        /// The value as a text, because `15 mL` and `<0.5` are values too.
        public let value: String

        public init(_ json: JSONValue) throws {
            raw = json
            value = try json.neededText("value")
        }

        /// For example `fat_100g`.
        public var entity: String? { raw.words("entity") }
        /// As printed on the packet.
        public var text: String? { raw.words("text") }
        /// The value as a number; nil if it is not a number.
        public var amount: Double? { raw.number("value") }
        /// `g`, `mg`, `µg`, `kcal` …; nil if the text has none.
        public var unit: String? { raw.words("unit") }
        /// The model's confidence, 0–1.
        public var score: Double? { raw.number("score") }
        /// The index of the first word, from 0.
        public var start: Int? { raw.integer("start") }
        /// The index after the last word.
        public var end: Int? { raw.integer("end") }
        /// The index of the first character, from 0.
        public var characterStart: Int? { raw.integer("char_start") }
        /// The index after the last character.
        public var characterEnd: Int? { raw.integer("char_end") }
    }
}
