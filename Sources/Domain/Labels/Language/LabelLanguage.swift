package import Directions

/// The language of a label that is not English. Such a label is not read.
package enum LabelLanguage: Sendable, Hashable, CaseIterable {
    case german, french
    /// Another language, or several.
    case other

    /// The flag of the whole label.
    package var flag: LabelFlag {
        switch self {
        case .german: .labelInGerman
        case .french: .labelInFrench
        case .other: .labelNotEnglish
        }
    }

    init?(flag code: String) {
        guard let language = Self.allCases.first(where: { $0.flag.rawValue == code }) else { return nil }
        self = language
    }

    /// Returns the language of a label; nil if it is English, or if that cannot be told.
    init?(of lines: [LabelLine]) {
        let words = LabelWords(lines)
        let ranked = Self.allCases.map { ($0, words.points[$0] ?? 0) }.sorted { $0.1 > $1.1 }
        let foreign = ranked.reduce(0) { $0 + $1.1 }
        // Single foreign words, and words of two languages that agree, do not outweigh the English ones.
        guard words.isOtherScript || words.hasLabelWord && foreign > words.english else { return nil }
        self = words.isOtherScript || ranked[1].1 * 2 > ranked[0].1 ? .other : ranked[0].0
    }
}

/// The words of a label, counted by language. Each word counts once.
struct LabelWords {
    /// Two points for each word of labels, one for each joining word.
    private(set) var points: [LabelLanguage: Int] = [:]
    private(set) var english = 0
    /// True if one of the foreign words is a word of labels. Joining words alone can be names: "La Salle", "von".
    private(set) var hasLabelWord = false
    /// True if most letters are not Latin.
    private(set) var isOtherScript = false

    init(_ lines: [LabelLine]) {
        let words = Set(lines.flatMap(\.letters))
        // Sorted, so that the result does not depend on the order of a set.
        for word in words.sorted() where word.utf8.count < 40 { count(word) }
        let letters = words.joined().unicodeScalars
        let foreign = letters.count { !Self.isLatin($0) }
        isOtherScript = foreign > 5 && foreign * 2 > letters.count
    }

    private mutating func count(_ word: String) {
        if Self.englishWords.contains(word) {
            english += 2
            return
        }
        if Self.englishJoining.contains(word) { english += 1 }
        let plain = Self.plain(word)
        for (language, words) in Self.labelWords {
            if words.contains(plain) || Self.isNear(plain, to: language) {
                points[language, default: 0] += 2
                hasLabelWord = true
            } else if Self.joining[language]?.contains(plain) ?? false {
                points[language, default: 0] += 1
            }
        }
    }

    /// Returns true if a long word is one reading error away from a word of labels: the recogniser knows no umlauts. An
    /// English word is never taken for a foreign one.
    private static func isNear(_ word: String, to language: LabelLanguage) -> Bool {
        guard language != .other, word.utf8.count >= 7, !LabelVocabulary.isPlain(word) else { return false }
        let bytes = Array(word.utf8)
        return longWords[language]?.contains { EditDistance.isWithinOne(bytes, $0) } ?? false
    }

    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x250 || (0x1E00...0x1EFF).contains(scalar.value)
    }

    /// Returns the word without accents, and with "ae", "oe", "ue" as "a", "o", "u".
    static func plain(_ word: String) -> String {
        var plain = ""
        for scalar in word.unicodeScalars {
            if scalar == "e", let last = plain.last, last == "a" || last == "o" || last == "u" { continue }
            plain += letters[scalar] ?? String(scalar)
        }
        return plain
    }

    private static let letters: [Unicode.Scalar: String] = [
        "ä": "a", "à": "a", "â": "a", "á": "a", "ã": "a", "å": "a", "ö": "o", "ô": "o", "ó": "o", "õ": "o", "ø": "o",
        "ü": "u", "û": "u", "ù": "u", "ú": "u", "é": "e", "è": "e", "ê": "e", "ë": "e", "î": "i", "ï": "i", "í": "i",
        "ç": "c", "ñ": "n", "ß": "ss", "œ": "o", "æ": "a",
    ]
}
