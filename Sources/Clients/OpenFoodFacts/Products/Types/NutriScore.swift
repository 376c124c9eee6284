/// The Nutri-Score's grade from A (best) to E.
public enum NutriScore: OpenWord {
    /// The best.
    case a
    /// The second.
    case b
    /// The third.
    case c
    /// The fourth.
    case d
    /// The last.
    case e
    /// The grade cannot be computed because data is missing.
    case unknown
    /// Not applicable to this kind of product, such as spices or wine.
    case notApplicable
    /// A value that this version does not know.
    case other(String)

    public static let known: [NutriScore] = [.a, .b, .c, .d, .e, .unknown, .notApplicable]

    public var rawValue: String {
        switch self {
        case .a: "a"
        case .b: "b"
        case .c: "c"
        case .d: "d"
        case .e: "e"
        case .unknown: "unknown"
        case .notApplicable: "not-applicable"
        case .other(let text): text
        }
    }
}
