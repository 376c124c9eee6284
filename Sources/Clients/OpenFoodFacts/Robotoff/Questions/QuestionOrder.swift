/// In which order questions come.
public enum QuestionOrder: OpenWord {
    /// Most scanned products first; what the service does where nothing is said.
    case popularity
    /// Shuffled.
    case random
    /// Those the model is surest of first.
    case confidence
    /// One that this version does not know.
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
