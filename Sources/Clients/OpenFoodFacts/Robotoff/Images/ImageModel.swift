/// A model of Robotoff for pictures.
public enum ImageModel: OpenWord {
    /// Finds a Nutri-Score.
    case nutriScore
    /// Finds logos.
    case universalLogoDetector
    /// Finds tables of nutrition.
    case nutritionTable
    /// Finds price tags.
    case priceTagDetection
    /// Classifies proofs of prices; returns no boxes.
    case priceProofClassification
    /// Classifies whether a picture shows the front; returns no boxes.
    case frontImageClassification
    /// A value that this version does not know.
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
