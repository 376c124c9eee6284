import Messages

/// The fourteen allergens that annex II of regulation (EU) 1169/2011 requires on every package.
public enum Allergen: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
    case gluten, milk, eggs, nuts, peanuts
    case sesame = "sesame-seeds"
    case soya = "soybeans"
    case celery, mustard, fish, crustaceans, molluscs, lupin
    case sulphites = "sulphur-dioxide-and-sulphites"

    /// The name with a capital letter.
    public var words: String {
        switch self {
        case .gluten: localized("Gluten")
        case .milk: localized("Milk")
        case .eggs: localized("Eggs")
        case .nuts: localized("Nuts")
        case .peanuts: localized("Peanuts")
        case .sesame: localized("Sesame")
        case .soya: localized("Soya")
        case .celery: localized("Celery")
        case .mustard: localized("Mustard")
        case .fish: localized("Fish")
        case .crustaceans: localized("Crustaceans")
        case .molluscs: localized("Molluscs")
        case .lupin: localized("Lupin")
        case .sulphites: localized("Sulphur dioxide and sulphites")
        }
    }

    /// The languages with vocabularies for allergens, as two letters.
    public static var languages: Set<String> { FoodVocabulary.languages.subtracting(["nb", "nn"]) }

    /// The name within a sentence.
    var name: String {
        switch self {
        case .gluten: localized("gluten", context: "allergen in a sentence")
        case .milk: localized("milk", context: "allergen in a sentence")
        case .eggs: localized("eggs", context: "allergen in a sentence")
        case .nuts: localized("nuts", context: "allergen in a sentence")
        case .peanuts: localized("peanuts", context: "allergen in a sentence")
        case .sesame: localized("sesame", context: "allergen in a sentence")
        case .soya: localized("soya", context: "allergen in a sentence")
        case .celery: localized("celery", context: "allergen in a sentence")
        case .mustard: localized("mustard", context: "allergen in a sentence")
        case .fish: localized("fish", context: "allergen in a sentence")
        case .crustaceans: localized("crustaceans", context: "allergen in a sentence")
        case .molluscs: localized("molluscs", context: "allergen in a sentence")
        case .lupin: localized("lupin", context: "allergen in a sentence")
        case .sulphites: localized("sulphur dioxide and sulphites", context: "allergen in a sentence")
        }
    }

    /// The tag of Open Food Facts.
    public var tag: String { "en:" + rawValue }

    /// Returns the words of a tag: in the language of the current task if it is that of an allergen of the annex.
    public static func words(ofTag tag: String) -> String {
        guard Localization.current.language != .english, let plain = allCases.first(where: { $0.tag == tag }) else {
            return TagWords.words(tag)
        }
        return plain.words
    }

    /// Returns the first allergen that a tag of any kind names: "en:milk", and also "en:hazelnut" or "fr:lait-entier".
    public static func of(tag: String) -> Allergen? {
        if tag.hasPrefix("en:"), let plain = Allergen(rawValue: String(tag.dropFirst(3))) { return plain }
        return all(in: FoodWords(tag: tag)).first
    }

    /// Returns all allergens in the words; a tag such as "en:milk-and-eggs" names several.
    static func all(in words: FoodWords) -> [Allergen] {
        allCases.filter { !$0.vocabulary.hits(in: words).isEmpty }
    }

    /// Tags that the service lists among the allergens and that are none of the fourteen.
    static let besideTags: Set = [
        "en:none", "en:apple", "en:banana", "en:beef", "en:chicken", "en:gelatin", "en:kiwi", "en:matsutake",
        "en:orange",
        "en:peach", "en:pork", "en:yamaimo", "en:coconut", "en:buckwheat", "en:corn", "en:maize", "en:rice",
        "en:tomato",
        "en:garlic", "en:onion", "en:strawberry", "en:cocoa", "en:pine-nuts", "en:peas", "en:pea", "en:chickpeas",
        "en:lentils",
    ]
}
