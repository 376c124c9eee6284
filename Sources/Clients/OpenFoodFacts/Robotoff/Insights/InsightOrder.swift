/// The order of insights; the service's own order by default.
public enum InsightOrder: OpenWord {
    /// Most scanned products first.
    case popularity
    /// Random order.
    case random
    /// A value that this version does not know.
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
