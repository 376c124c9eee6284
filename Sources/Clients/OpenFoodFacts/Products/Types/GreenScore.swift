/// The Green-Score's grade from A+ (best) to F; before 2025 it was called Eco-Score.
public enum GreenScore: OpenWord {
    /// The best.
    case aPlus
    /// The second.
    case a
    /// The third.
    case b
    /// The fourth.
    case c
    /// The fifth.
    case d
    /// The sixth.
    case e
    /// The last.
    case f
    /// The grade cannot be computed because data is missing.
    case unknown
    /// Not applicable to this kind of product, such as water.
    case notApplicable
    /// A value that this version does not know.
    case other(String)

    public static let known: [GreenScore] = [.aPlus, .a, .b, .c, .d, .e, .f, .unknown, .notApplicable]

    public var rawValue: String {
        switch self {
        case .aPlus: "a-plus"
        case .a: "a"
        case .b: "b"
        case .c: "c"
        case .d: "d"
        case .e: "e"
        case .f: "f"
        case .unknown: "unknown"
        case .notApplicable: "not-applicable"
        case .other(let text): text
        }
    }
}
