/// The fourteen allergens that annex II of regulation (EU) 1169/2011 requires on every package.
package enum Allergen: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
    case gluten, milk, eggs, nuts, peanuts
    case sesame = "sesame-seeds"
    case soya = "soybeans"
    case celery, mustard, fish, crustaceans, molluscs, lupin
    case sulphites = "sulphur-dioxide-and-sulphites"

    /// The name with a capital letter.
    package var words: String {
        switch self {
        case .gluten: "Gluten"
        case .milk: "Milk"
        case .eggs: "Eggs"
        case .nuts: "Nuts"
        case .peanuts: "Peanuts"
        case .sesame: "Sesame"
        case .soya: "Soya"
        case .celery: "Celery"
        case .mustard: "Mustard"
        case .fish: "Fish"
        case .crustaceans: "Crustaceans"
        case .molluscs: "Molluscs"
        case .lupin: "Lupin"
        case .sulphites: "Sulphur dioxide and sulphites"
        }
    }

    /// The languages with vocabularies for allergens, as two letters.
    package static var languages: Set<String> { FoodVocabulary.languages.subtracting(["nb", "nn"]) }

    /// The name within a sentence.
    var name: String { words.lowercased() }

    /// The tag of Open Food Facts.
    package var tag: String { "en:" + rawValue }

    /// Returns the first allergen that a tag of any kind names: "en:milk", and also "en:hazelnut" or "fr:lait-entier".
    package static func of(tag: String) -> Allergen? {
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
