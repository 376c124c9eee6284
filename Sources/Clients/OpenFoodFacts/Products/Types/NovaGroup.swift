/// The NOVA group: the degree of food processing.
public enum NovaGroup: OpenWord {
    /// Not or minimally processed.
    case unprocessed
    /// Ingredients for cooking.
    case culinaryIngredient
    /// Processed.
    case processed
    /// Ultra-processed.
    case ultraProcessed
    /// Unknown because ingredients are missing.
    case unknown
    /// Not applicable to this kind of product.
    case notApplicable
    /// A value that this version does not know.
    case other(String)

    public static let known: [NovaGroup] = [
        .unprocessed, .culinaryIngredient, .processed, .ultraProcessed, .unknown, .notApplicable,
    ]

    public var rawValue: String {
        switch self {
        case .unprocessed: "1"
        case .culinaryIngredient: "2"
        case .processed: "3"
        case .ultraProcessed: "4"
        case .unknown: "unknown"
        case .notApplicable: "not-applicable"
        case .other(let text): text
        }
    }
}
