import Messages

/// What a member of the household does not eat.
public struct Diet: Sendable, Hashable, Codable {
    /// A desired property of food; only properties that follow from entered product data.
    public enum Preference: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
        case vegan, vegetarian
        case palmOilFree = "palm-oil-free"

        /// The name with a capital letter.
        public var words: String {
            switch self {
            case .vegan: localized("Vegan")
            case .vegetarian: localized("Vegetarian")
            case .palmOilFree: localized("Free of palm oil")
            }
        }

        /// The name within a sentence: "It is not vegan."
        var name: String {
            switch self {
            case .vegan: localized("vegan", context: "diet in a sentence")
            case .vegetarian: localized("vegetarian", context: "diet in a sentence")
            case .palmOilFree: localized("free of palm oil", context: "diet in a sentence")
            }
        }
    }

    /// The allergens that are avoided.
    public var allergens: Set<Allergen> = []
    /// What "may contain traces of milk" means for a person who avoids milk.
    public var traces = TraceRule.careful
    /// The properties that food must have.
    public var preferences: Set<Preference> = []
    /// Unwanted ingredients such as "coriander", normalised by `words(_:)`.
    public var words: [String] = []

    private enum CodingKeys: String, CodingKey {
        case allergens, traces
        case preferences = "wishes"
        case words
    }

    public init() {}

    /// True if nothing is avoided and nothing is required; `traces` does not count.
    public var isEmpty: Bool { allergens.isEmpty && preferences.isEmpty && words.isEmpty }
}

// MARK: - Settings

extension Diet {
    /// The largest number of unwanted ingredients.
    public static let wordLimit = 40
    /// The permitted lengths of an unwanted ingredient, in characters.
    public static let wordLengths = 2...60

    /// Reads "gluten,milk" or tags; returns an empty set for an empty text, nil if a name is unknown.
    public static func allergens(_ text: String) -> Set<Allergen>? {
        list(text) { Allergen(rawValue: $0.hasPrefix("en:") ? String($0.dropFirst(3)) : $0) }
    }

    /// Reads "vegan,palm-oil-free"; returns an empty set for an empty text, nil if a name is unknown.
    public static func preferences(_ text: String) -> Set<Preference>? {
        list(text) { Preference(rawValue: $0) }
    }

    /// Reads "coriander, celery leaf", or one word per line; returns them in order without duplicates.
    ///
    /// Returns nil if there are more than `wordLimit`, or if a word has no letter, a character other than letters,
    /// digits, spaces, hyphens and apostrophes, or a length outside `wordLengths`.
    public static func words(_ text: String) -> [String]? {
        guard text.unicodeScalars.count <= 10_000 else { return nil }
        var words: [String] = []
        var seen: Set<[String]> = []
        for part in text.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isNewline }) {
            let word = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard !word.isEmpty else { continue }
            guard isWord(word) else { return nil }
            if seen.insert(FoodWords(word).texts).inserted { words.append(word) }
        }
        return words.count <= wordLimit ? words : nil
    }

    /// Returns the text that `allergens(_:)` or `preferences(_:)` reads, in the order of `all`.
    public static func text<Name: RawRepresentable<String> & Hashable>(_ names: Set<Name>, of all: [Name]) -> String {
        all.filter(names.contains).map(\.rawValue).joined(separator: ",")
    }

    /// Returns the text that `words(_:)` reads.
    public static func text(_ words: [String]) -> String { words.joined(separator: ", ") }

    private static func isWord(_ word: String) -> Bool {
        wordLengths.contains(word.count) && word.unicodeScalars.count <= 2 * wordLengths.upperBound
            && word.contains(where: \.isLetter)
            && word.allSatisfy { $0.isLetter || $0.isNumber || " -'’".contains($0) }
            && !FoodWords(word).texts.isEmpty
    }

    private static func list<Value: Hashable>(
        _ text: String, _ value: (String) -> Value?
    ) -> Set<Value>? {
        guard text.unicodeScalars.count <= 2_000 else { return nil }
        var values: Set<Value> = []
        for part in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            guard let found = value(part.lowercased()) else { return nil }
            values.insert(found)
        }
        return values
    }
}
