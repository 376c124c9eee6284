public import HTTPTransport

/// Nutrition read from a picture.
public struct NutritionPrediction: WireValue {
    public let raw: JSONValue
    /// By key, as `fat_100g`, `energy-kcal_serving`, `serving_size`.
    public let nutrients: [String: Nutrient]

    public init(_ json: JSONValue) throws {
        raw = json
        guard case .object(let members) = try json.needed("nutrients") else {
            throw OpenFoodFactsError(reading: .typeMismatch, "nutrients")
        }
        nutrients = members.compactMapValues { try? Nutrient($0) }
    }

    /// The model's result word by word: `raw`, `aggregated`, `postprocessed`.
    public var entities: JSONValue { raw["entities"] ?? .object([:]) }

    /// One number of the table.
    public struct Nutrient: WireValue {
        public let raw: JSONValue
        /// As a text, because `15 mL` and `<0.5` are values too.
        public let value: String

        public init(_ json: JSONValue) throws {
            raw = json
            value = try json.neededText("value")
        }

        /// As `fat_100g`.
        public var entity: String? { raw.words("entity") }
        /// As printed on the packet.
        public var text: String? { raw.words("text") }
        /// As a number; nil if it is none.
        public var amount: Double? { raw.number("value") }
        /// `g`, `mg`, `µg`, `kcal` …; nil if the text has none.
        public var unit: String? { raw.words("unit") }
        /// How sure the model is, 0 to 1.
        public var score: Double? { raw.number("score") }
        /// The first word, counted from 0.
        public var start: Int? { raw.integer("start") }
        /// The word after the last.
        public var end: Int? { raw.integer("end") }
        /// The first character, counted from 0.
        public var characterStart: Int? { raw.integer("char_start") }
        /// The character after the last.
        public var characterEnd: Int? { raw.integer("char_end") }
    }
}
