/// The method of joining the words that a model recognises as ingredients to a list.
public enum AggregationStrategy: OpenWord {
    /// Uses the first part of each word; the service's default.
    case first
    /// Joins adjacent words.
    case simple
    /// Uses the average of each word's parts.
    case average
    /// Uses the part of each word with the highest confidence.
    case max
    /// A value that this version does not know.
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
