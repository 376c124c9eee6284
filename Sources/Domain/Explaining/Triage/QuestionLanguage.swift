/// The language of a question, decided from its words.
package enum QuestionLanguage: Sendable, Hashable, CaseIterable {
    case english, german, french
    /// A language without words of emergencies of its own here.
    case other
    /// The text has too few known words, or words of several languages.
    case unknown

    package init(of text: String) { self = QuestionWords(text).language }
}

/// The known words of a question, counted by language.
struct QuestionWords: Sendable {
    /// Two points for each frequent word, one for a word or a letter that also occurs in other languages.
    private(set) var points: [QuestionLanguage: Int] = [:]
    /// The languages with a word that no other language has.
    private var certain: Set<QuestionLanguage> = []
    /// Words of two or more letters.
    private var count = 0
    private var knownCount = 0
    private var englishCount = 0

    init(_ text: String) {
        for piece in UntrustedText.visible(text).split(separator: " ") {
            let letters = Self.letters(of: piece)
            let folded = UntrustedText.words(String(piece))
            var found = letters
            let elided = Self.elided(piece)
            if !elided.isEmpty { found[.french] = 2 }
            for word in folded.flatMap(Self.split) + elided {
                for (language, point) in Self.points(of: word) { found[language] = max(found[language] ?? 0, point) }
            }
            for (language, point) in found {
                points[language, default: 0] += point
                if point > 1 { certain.insert(language) }
            }
            let hasWord = folded.contains { word in word.count > 1 && !word.contains(where: \.isNumber) }
            guard hasWord else { continue }
            count += 1
            if !found.isEmpty { knownCount += 1 }
            if found[.english] ?? 0 > 0 || folded.contains(where: Self.alsoEnglish.contains) { englishCount += 1 }
        }
    }

    var language: QuestionLanguage {
        let order: [QuestionLanguage] = [.english, .german, .french, .other]
        let ranked = order.map { (language: $0, points: points[$0] ?? 0) }.sorted { $0.points > $1.points }
        guard let first = ranked.first, first.points > 0, first.points >= 2 * ranked[1].points else { return .unknown }
        // An English sentence has a word that no other language has, and at least a quarter of its words are frequent.
        if first.language == .english, count > 2, !certain.contains(.english) || englishCount * 4 < count {
            return .unknown
        }
        return first.language
    }

    /// The languages whose emergencies must be looked for: all, unless the text is clearly of one language. English is
    /// left out if the known words are German or French: "die", "not" and "pain" are no English words then.
    var possible: [QuestionLanguage] {
        let all: [QuestionLanguage] = [.english, .german, .french]
        let language = language
        let mayBeEnglish = certain.contains(.english) || certain.isEmpty && points[.english] != nil
        let isClear =
            switch language {
            case .english: certain.contains(.english) && knownCount * 5 >= count * 2
            case .german, .french: !mayBeEnglish
            case .other, .unknown: !certain.isEmpty && certain.isSubset(of: [.german, .french])
            }
        return isClear ? all.filter { $0 == language || certain.contains($0) } : all
    }

    /// True if the few words are no sign of another language, so that the text may be English: "refills?".
    var isTooShort: Bool { certain.isEmpty && points.keys.allSatisfy { $0 == .english } && count < 4 }

    // MARK: One word

    private static func points(of word: String) -> [QuestionLanguage: Int] {
        var points: [QuestionLanguage: Int] = [:]
        let plain = PhraseSpelling.withoutUmlauts(word)
        if english.contains(word) { points[.english] = 2 } else if weakEnglish.contains(word) { points[.english] = 1 }
        let isCompound = germanEndings.contains { plain.count > $0.count + 2 && plain.hasSuffix($0) }
        if german.contains(plain) || isCompound {
            points[.german] = 2
        } else if weakGerman.contains(plain) {
            points[.german] = 1
        }
        if french.contains(word) { points[.french] = 2 } else if weakFrench.contains(word) { points[.french] = 1 }
        if other.contains(word) { points[.other] = 2 }
        return points
    }

    private static func split(_ word: String) -> [String] { PhraseSpelling.french.parts(word) + [word] }

    /// Returns the words behind a French apostrophe: "enfant" of "l'enfant".
    private static func elided(_ piece: Substring) -> [String] {
        let parts = UntrustedText.folded(String(piece)).split(separator: "'", omittingEmptySubsequences: false)
        guard parts.count > 1, let word = parts[1].first, "aeiouh".contains(word) else { return [] }
        let start = parts[0].reversed().prefix { $0.isLetter }.reversed()
        guard PhraseSpelling.elisions.contains(String(start)) else { return [] }
        return UntrustedText.words(String(parts[1]))
    }

    /// Returns one point for letters that English does not have; two for a word in another script.
    private static func letters(of piece: Substring) -> [QuestionLanguage: Int] {
        var points: [QuestionLanguage: Int] = [:]
        var hasLatin = false
        var foreign = 0
        for scalar in piece.unicodeScalars where scalar.properties.isAlphabetic {
            switch scalar {
            case "ä", "ö", "ü", "ß", "Ä", "Ö", "Ü", "ẞ": points[.german] = 1
            case "é", "è", "ê", "ë", "à", "â", "ç", "î", "ï", "ô", "û", "ù", "œ", "É", "È", "Ê", "À", "Â", "Ç", "Î",
                "Ô", "Û", "Œ":
                points[.french] = 1
            case "µ", "μ": break
            default:
                if (0xC0...0x24F).contains(scalar.value) || (0x1E00...0x1EFF).contains(scalar.value) {
                    points[.other] = 1
                }
                let isWide = (0xFF21...0xFF5A).contains(scalar.value)
                if scalar.value < 0x250 || (0x1E00...0x1EFF).contains(scalar.value) || isWide {
                    hasLatin = true
                } else {
                    foreign += 1
                }
            }
        }
        // One letter of another script in a Latin word imitates a Latin letter.
        if !hasLatin, foreign > 1 || foreign == 1 && piece.unicodeScalars.count == 1 { points[.other] = 2 }
        return points
    }
}
