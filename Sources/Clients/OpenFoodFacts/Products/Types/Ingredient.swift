public import HTTPTransport

/// One ingredient, which may contain others.
public struct Ingredient: WireValue {
    public let raw: JSONValue

    public init(_ json: JSONValue) throws { raw = try json.object() }

    /// The tag, for example `en:sugar`; with capitals if the service does not know the ingredient.
    public var id: String? { raw.words("id") }
    /// As printed on the packet.
    public var text: String? { raw.words("text") }
    /// The percentage printed on the packet.
    public var percent: Double? { raw.number("percent") }
    /// The percentage that the service estimates.
    public var percentEstimate: Double? { raw.number("percent_estimate") }
    /// The minimum percentage.
    public var percentMin: Double? { raw.number("percent_min") }
    /// The maximum percentage.
    public var percentMax: Double? { raw.number("percent_max") }
    /// Nil if no value is known.
    public var vegan: Answer? { raw.word("vegan") }
    /// Nil if no value is known.
    public var vegetarian: Answer? { raw.word("vegetarian") }
    /// Nil if no value is known.
    public var fromPalmOil: Answer? { raw.word("from_palm_oil") }
    /// Its ingredients.
    public var ingredients: [Ingredient] { raw.values("ingredients") }

    /// Yes, no, or maybe.
    public enum Answer: OpenWord {
        /// Yes.
        case yes
        /// No.
        case no
        /// It depends on the ingredient's origin.
        case maybe
        /// A value that this version does not know.
        case other(String)

        public static let known: [Answer] = [.yes, .no, .maybe]

        public var rawValue: String {
            switch self {
            case .yes: "yes"
            case .no: "no"
            case .maybe: "maybe"
            case .other(let text): text
            }
        }
    }
}
