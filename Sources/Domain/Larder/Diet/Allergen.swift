/// What annex II of regulation (EU) 1169/2011 wants named on every packet.
package enum Allergen: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
    case gluten, milk, eggs, nuts, peanuts
    case sesame = "sesame-seeds"
    case soya = "soybeans"
    case celery, mustard, fish, crustaceans, molluscs, lupin
    case sulphites = "sulphur-dioxide-and-sulphites"

    /// On a page, at the beginning of a line.
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

    /// In these languages, two letters each, the words of packets are known.
    package static var languages: Set<String> { FoodVocabulary.languages.subtracting(["nb", "nn"]) }

    /// Within a sentence.
    var name: String { words.lowercased() }

    /// As Open Food Facts keeps it.
    package var tag: String { "en:" + rawValue }

    /// The first one that a tag of any kind speaks of: "en:milk", and also "en:hazelnut" or "fr:lait-entier".
    package static func of(tag: String) -> Allergen? {
        if tag.hasPrefix("en:"), let plain = Allergen(rawValue: String(tag.dropFirst(3))) { return plain }
        return all(in: FoodWords(tag: tag)).first
    }

    /// All that some words speak of, for which there is more than one in "en:milk-and-eggs".
    static func all(in words: FoodWords) -> [Allergen] {
        allCases.filter { !$0.vocabulary.hits(in: words).isEmpty }
    }

    /// Tags that the service keeps among allergens beside the fourteen, and that speak of none of them.
    static let besideTags: Set = [
        "en:none", "en:apple", "en:banana", "en:beef", "en:chicken", "en:gelatin", "en:kiwi", "en:matsutake",
        "en:orange",
        "en:peach", "en:pork", "en:yamaimo", "en:coconut", "en:buckwheat", "en:corn", "en:maize", "en:rice",
        "en:tomato",
        "en:garlic", "en:onion", "en:strawberry", "en:cocoa", "en:pine-nuts", "en:peas", "en:pea", "en:chickpeas",
        "en:lentils",
    ]
}
