/// The project (Open Food Facts or a sister project) to which a product belongs.
public enum ServerType: OpenWord {
    /// Open Food Facts.
    case food
    /// Open Beauty Facts. Few questions.
    case beauty
    /// Open Pet Food Facts. Few questions.
    case petFood
    /// Open Products Facts. Few questions.
    case products
    /// The platform for producers. Its barcodes have the form `org/code`, which cannot be a path segment.
    case pro
    /// A value that this version does not know.
    case other(String)

    public static let known: [ServerType] = [.food, .beauty, .petFood, .products, .pro]

    public var rawValue: String {
        switch self {
        case .food: "off"
        case .beauty: "obf"
        case .petFood: "opff"
        case .products: "opf"
        case .pro: "off_pro"
        case .other(let text): text
        }
    }
}
