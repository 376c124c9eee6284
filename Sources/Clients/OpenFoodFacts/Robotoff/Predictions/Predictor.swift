/// The source of a prediction.
public enum Predictor: OpenWord {
    /// A neural network for categories.
    case neural
    /// Finds logos in pictures.
    case universalLogoDetector
    /// Finds fixed words in texts.
    case flashtext
    /// Finds patterns in texts.
    case regex
    /// A manually maintained list.
    case curatedList
    /// The names in a taxonomy.
    case taxonomy
    /// Brands that are accepted without a question.
    case whitelistedBrands
    /// A grammar for packagings.
    case grammar
    /// Finds the Nutri-Score in pictures.
    case nutriScore
    /// Finds lists of ingredients.
    case ingredientDetection
    /// Reads tables of nutrition.
    case nutritionExtractor
    /// Removed in Robotoff 1.35 (September 2023); later versions refuse it.
    case matcher
    /// A value that this version does not know.
    case other(String)

    public static let known: [Predictor] = [
        .neural, .universalLogoDetector, .flashtext, .regex, .curatedList, .taxonomy, .whitelistedBrands, .grammar,
        .nutriScore, .ingredientDetection, .nutritionExtractor, .matcher,
    ]

    public var rawValue: String {
        switch self {
        case .neural: "neural"
        case .universalLogoDetector: "universal-logo-detector"
        case .flashtext: "flashtext"
        case .regex: "regex"
        case .curatedList: "curated-list"
        case .taxonomy: "taxonomy"
        case .whitelistedBrands: "whitelisted-brands"
        case .grammar: "grammar"
        case .nutriScore: "nutriscore"
        case .ingredientDetection: "ingredient_detection"
        case .nutritionExtractor: "nutrition_extractor"
        case .matcher: "matcher"
        case .other(let text): text
        }
    }
}
