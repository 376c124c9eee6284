/// In which order insights come; the service's own where nothing is said.
public enum InsightOrder: OpenWord {
    /// Most scanned products first.
    case popularity
    /// Shuffled.
    case random
    /// One that this version does not know.
    case other(String)

    public static let known: [InsightOrder] = [.popularity, .random]

    public var rawValue: String {
        switch self {
        case .popularity: "popularity"
        case .random: "random"
        case .other(let text): text
        }
    }
}
