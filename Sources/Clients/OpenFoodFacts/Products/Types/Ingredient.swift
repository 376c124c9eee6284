public import HTTPTransport

/// One ingredient, which may have others in it.
public struct Ingredient: WireValue {
    public let raw: JSONValue

    public init(_ json: JSONValue) throws { raw = try json.object() }

    /// As `en:sugar`; with capitals if the service does not know it.
    public var id: String? { raw.words("id") }
    /// As printed on the packet.
    public var text: String? { raw.words("text") }
    /// In percent, if the packet says it.
    public var percent: Double? { raw.number("percent") }
    /// In percent, as the service estimates it.
    public var percentEstimate: Double? { raw.number("percent_estimate") }
    /// At least so many percent.
    public var percentMin: Double? { raw.number("percent_min") }
    /// At most so many percent.
    public var percentMax: Double? { raw.number("percent_max") }
    /// Nil if nothing is known.
    public var vegan: Answer? { raw.word("vegan") }
    /// Nil if nothing is known.
    public var vegetarian: Answer? { raw.word("vegetarian") }
    /// Nil if nothing is known.
    public var fromPalmOil: Answer? { raw.word("from_palm_oil") }
    /// Its ingredients.
    public var ingredients: [Ingredient] { raw.values("ingredients") }

    /// Yes, no, perhaps.
    public enum Answer: OpenWord {
        /// Yes.
        case yes
        /// No.
        case no
        /// It depends on where it comes from.
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
