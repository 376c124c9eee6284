/// A model of Robotoff that looks at pictures.
public enum ImageModel: OpenWord {
    /// Finds a Nutri-Score.
    case nutriScore
    /// Finds logos.
    case universalLogoDetector
    /// Finds tables of nutrition.
    case nutritionTable
    /// Finds price tags.
    case priceTagDetection
    /// Says what a proof of a price is; gives no boxes.
    case priceProofClassification
    /// Says whether a picture shows the front; gives no boxes.
    case frontImageClassification
    /// One that this version does not know.
    case other(String)

    public static let known: [ImageModel] = [
        .nutriScore, .universalLogoDetector, .nutritionTable, .priceTagDetection, .priceProofClassification,
        .frontImageClassification,
    ]

    public var rawValue: String {
        switch self {
        case .nutriScore: "nutriscore"
        case .universalLogoDetector: "universal_logo_detector"
        case .nutritionTable: "nutrition_table"
        case .priceTagDetection: "price_tag_detection"
        case .priceProofClassification: "price_proof_classification"
        case .frontImageClassification: "front_image_classification"
        case .other(let text): text
        }
    }
}
