/// How the words that a model takes for ingredients become a list.
public enum AggregationStrategy: OpenWord {
    /// By the first part of each word; what the service does where nothing is said.
    case first
    /// Side by side.
    case simple
    /// By the average of each word's parts.
    case average
    /// By the surest part of each word.
    case max
    /// One that this version does not know.
    case other(String)

    public static let known: [AggregationStrategy] = [.first, .simple, .average, .max]

    public var rawValue: String {
        switch self {
        case .first: "FIRST"
        case .simple: "SIMPLE"
        case .average: "AVERAGE"
        case .max: "MAX"
        case .other(let text): text
        }
    }
}
