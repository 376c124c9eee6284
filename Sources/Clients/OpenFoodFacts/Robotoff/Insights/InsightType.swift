/// The type of an insight, a question or a prediction.
///
/// Source: Robotoff 1.85.10, `robotoff/types.py`. The service has added and removed types, so keep unknown ones.
public enum InsightType: OpenWord {
    /// Brand.
    case brand
    /// Category.
    case category
    /// The best-before date, for example `2026-11-30`.
    case expirationDate
    /// The orientation of a picture.
    case imageOrientation
    /// A spelling correction of a list of ingredients.
    case ingredientSpellcheck
    /// A picture with unsuitable content; only a prediction.
    case imageFlag
    /// The languages on a picture; only a prediction.
    case imageLanguage
    /// A label, such as organic.
    case label
    /// The origin; only a prediction.
    case location
    /// A nutrient with its value; only a prediction.
    case nutrient
    /// A nutrient's name on a picture; only a prediction.
    case nutrientMention
    /// The picture that shows the nutrition table in a language.
    case nutritionImage
    /// The lines of a nutrition table; removed in 2023.
    case nutritionTableStructure
    /// A part of the packaging.
    case packaging
    /// Net weight.
    case productWeight
    /// Shop.
    case store
    /// Possible traces; only a prediction.
    case trace
    /// A picture that shows only a barcode. Its questions have no value.
    case isUPCImage
    /// A list of ingredients found on a picture. Votes without an account are not accepted.
    case ingredientDetection
    /// Nutrition data read from a picture. Votes without an account are not accepted.
    case nutrientExtraction
    /// Code of the packager.
    case packagerCode
    /// Sorting instructions on the packaging; only a prediction.
    case packagingText
    /// A value that this version does not know.
    case other(String)

    public static let known: [InsightType] = [
        .brand, .category, .expirationDate, .imageOrientation, .ingredientSpellcheck, .imageFlag, .imageLanguage,
        .label,
        .location, .nutrient, .nutrientMention, .nutritionImage, .nutritionTableStructure, .packaging, .productWeight,
        .store, .trace, .isUPCImage, .ingredientDetection, .nutrientExtraction, .packagerCode, .packagingText,
    ]

    /// The types of the questions that are asked by default.
    public static let asked: [InsightType] = [.category, .label, .productWeight, .brand, .packaging]

    /// Whether votes without an account can decide; nil if unknown.
    public var takesVotes: Bool? {
        switch self {
        case .ingredientDetection, .nutrientExtraction: false
        case .category, .label, .productWeight, .brand, .packaging, .nutritionImage, .isUPCImage, .imageOrientation,
            .ingredientSpellcheck, .store, .expirationDate, .packagerCode:
            true
        default: nil
        }
    }

    public var rawValue: String {
        switch self {
        case .brand: "brand"
        case .category: "category"
        case .expirationDate: "expiration_date"
        case .imageOrientation: "image_orientation"
        case .ingredientSpellcheck: "ingredient_spellcheck"
        case .imageFlag: "image_flag"
        case .imageLanguage: "image_lang"
        case .label: "label"
        case .location: "location"
        case .nutrient: "nutrient"
        case .nutrientMention: "nutrient_mention"
        case .nutritionImage: "nutrition_image"
        case .nutritionTableStructure: "nutrition_table_structure"
        case .packaging: "packaging"
        case .productWeight: "product_weight"
        case .store: "store"
        case .trace: "trace"
        case .isUPCImage: "is_upc_image"
        case .ingredientDetection: "ingredient_detection"
        case .nutrientExtraction: "nutrient_extraction"
        case .packagerCode: "packager_code"
        case .packagingText: "packaging_text"
        case .other(let text): text
        }
    }
}
