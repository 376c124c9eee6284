/// The order of questions.
public enum QuestionOrder: OpenWord {
    /// Most scanned products first; the service's default.
    case popularity
    /// Random order.
    case random
    /// Highest confidence first.
    case confidence
    /// A value that this version does not know.
    case other(String)

    public static let known: [QuestionOrder] = [.popularity, .random, .confidence]

    public var rawValue: String {
        switch self {
        case .popularity: "popularity"
        case .random: "random"
        case .confidence: "confidence"
        case .other(let text): text
        }
    }
}
