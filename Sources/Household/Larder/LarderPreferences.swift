import FoundationEssentials
import Larder

/// The household's preferences for products.
package struct LarderPreferences: Sendable, Hashable {
    /// The language of names and questions: two letters.
    package var language = "en"
    /// Two letters of Open Food Facts' list ("uk"), or "world".
    package var country = "world"
    /// True if Robotoff's questions are shown.
    package var asks = true

    package init() {}
}

extension Home {
    mutating func setLarder(_ setting: Setting, to text: String) -> Bool {
        switch setting {
        case .larderLanguage:
            guard let word = text.isEmpty ? LarderPreferences().language : Self.letters(text) else { return false }
            larder.language = word
        case .larderCountry:
            guard let word = text == "world" || text.isEmpty ? "world" : Self.letters(text) else { return false }
            // Open Food Facts uses "uk" for the ISO code GB, and refuses "gb".
            larder.country = word == "gb" ? "uk" : word
        case .larderQuestions:
            guard let flag = Self.flag(text) else { return false }
            larder.asks = flag
        case .dietAllergens:
            guard let allergens = Diet.allergens(text) else { return false }
            diet.allergens = allergens
        case .dietTraces:
            guard let rule = TraceRule(setting: text) else { return false }
            diet.traces = rule
        case .dietWishes:
            guard let wishes = Diet.wishes(text) else { return false }
            diet.wishes = wishes
        case .dietIngredients:
            guard let words = Diet.words(text) else { return false }
            diet.words = words
        default: return setMedicines(setting, to: text)
        }
        return true
    }

    func larderText(of setting: Setting) -> String {
        switch setting {
        case .larderLanguage: larder.language
        case .larderCountry: larder.country
        case .larderQuestions: String(larder.asks)
        case .dietAllergens: diet.allergenText
        case .dietTraces: diet.traces.rawValue
        case .dietWishes: diet.wishText
        case .dietIngredients: diet.wordText
        default: medicineText(of: setting)
        }
    }

    private static func letters(_ text: String) -> String? {
        let isWord = text.utf8.count == 2 && text.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
        return isWord ? text : nil
    }
}
