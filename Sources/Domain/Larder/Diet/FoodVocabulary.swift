/// Words and phrases for a kind of food, in the languages of `languages`.
///
/// A pattern is a phrase of words without accents. Each word is whole ("rye"), a prefix ("wheat*"), a suffix ("*rahm")
/// or an inner part ("*milch*").
struct FoodVocabulary: Sendable {
    /// A match in a text.
    struct Hit: Sendable, Hashable {
        let text: String
        let isTrace: Bool
    }

    private let names: FoodPhrases
    /// Phrases for other things: "cocoa butter" is no milk.
    private let others: FoodPhrases

    /// The languages of the allergen vocabularies, as two letters.
    static let languages: Set = ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da", "no", "nb", "nn", "fi"]

    init(_ names: String, except others: String = "") {
        self.names = FoodPhrases(names)
        self.others = FoodPhrases(others)
    }

    /// Returns what is named, in order and without duplicates.
    func hits(in words: FoodWords) -> [Hit] { find(in: words).named }

    /// Returns true if the text denies it: "gluten-free".
    func isDenied(in words: FoodWords) -> Bool { find(in: words).isDenied }

    private func find(in words: FoodWords) -> (named: [Hit], isDenied: Bool) {
        var hits: [Hit] = []
        var seen: Set<Hit> = []
        var isDenied = false
        let list = words.words
        var index = 0
        while index < list.count {
            let other = others.length(at: index, of: list)
            let length = names.length(at: index, of: list)
            if other > 0, other >= length {
                index += other
            } else if length > 0 {
                if Self.isDenied(index, length, list) {
                    isDenied = true
                } else {
                    let found = list[index..<index + length]
                    let hit = Hit(text: found.map(\.text).joined(separator: " "), isTrace: found.allSatisfy(\.isTrace))
                    if seen.insert(hit).inserted { hits.append(hit) }
                }
                index += length
            } else {
                index += 1
            }
        }
        return (hits, isDenied)
    }

    /// Returns true for "gluten-free", "laktosefrei", "sans gluten" and "contains no milk"; false for "milk, free range
    /// eggs", "milk free from additives", "not nut-free", "may contain …", and if a warning follows.
    private static func isDenied(_ index: Int, _ length: Int, _ words: [FoodWords.Word]) -> Bool {
        let end = index + length
        guard !words[index..<end].contains(where: \.isTrace), !isWarnedOf(behind: end, words) else { return false }
        if let last = words[index..<end].last?.text, freeEnds.contains(where: { last.hasSuffix($0) }) {
            return !isNegated(index, words)
        }
        if end < words.count, words[end].isJoined, free.contains(words[end].text),
            end + 1 == words.count || !words[end + 1].isJoined || !freeOf.contains(words[end + 1].text)
        {
            return !isNegated(index, words)
        }
        guard index > 0, words[index].isJoined else { return false }
        let before = words[index - 1].text
        if without.contains(before) || before == "no" && index == 1 { return !isNegated(index - 1, words) }
        guard let length = denials.length(endingAt: index, of: words) else { return false }
        return !isNegated(index - length, words)
    }

    /// Returns true for "Not nut free" and "cannot be sold as gluten-free".
    private static func isNegated(_ index: Int, _ words: [FoodWords.Word]) -> Bool {
        var place = index
        while place > 0, index - place < 5, words[place].isJoined {
            place -= 1
            if negations.contains(words[place].text) { return true }
        }
        return false
    }

    /// Returns true for "Contains no nuts but may contain traces of them".
    private static func isWarnedOf(behind end: Int, _ words: [FoodWords.Word]) -> Bool {
        words[end..<min(words.count, end + 12)].prefix { $0.isJoined }.contains { $0.isTrace }
    }

    private static let free: Set = ["free", "frei", "vrij", "fri", "fria", "fritt"]
    /// Words after "free" that give it another meaning: "free range", "free from".
    private static let freeOf: Set = [
        "range", "from", "of", "von", "van", "fran", "for", "fra", "flow", "flowing", "run",
    ]
    private static let freeEnds = [
        "frei", "freie", "freier", "freies", "freien", "freiem", "vrij", "vrije", "fri", "fria", "fritt", "niton",
        "siton",
        "doton",
    ]
    private static let without: Set = [
        "without", "ohne", "sans", "sin", "senza", "zonder", "sem", "bez", "utan", "uden", "uten", "keine", "kein",
        "keinen", "keinerlei", "geen",
    ]
    private static let denials = FoodPhrases(
        """
        free from, free of, contains no, contain no, not contain, not contain any, contains neither, frei von,
        exempt de, exempte de, exempts de, pas de, pas d, libre de, libres de, no contiene, non contiene, privo di,
        priva di, vrij van, isento de, isenta de, nao contem, nie zawiera, wolny od, wolne od, wolna od, fri fran,
        fri for, fri fra, innehaller inte, innehaller ej, innehaller inga, innehaller ingen, indeholder ikke,
        inneholder ikke
        """)
    private static let negations: Set = [
        "not", "cannot", "never", "isn", "aren", "can", "nicht", "pas", "non", "niet", "nao", "nie", "inte", "ej",
        "ikke", "ei", "guarantee", "guaranteed", "garantie", "garantieren",
    ]
}
