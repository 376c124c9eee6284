/// The spellings of a language that count as equal when phrases are compared.
enum PhraseSpelling: Sendable {
    case english, german, french

    /// Returns the text in the one spelling that is compared. English is returned unchanged: its words are folded later.
    func plain(_ text: String) -> String {
        switch self {
        case .english: text
        case .german: Self.withoutUmlauts(UntrustedText.folded(text))
        // "l'enfant" is two words. "Poisson" (fish) must not become "poison" when repeated letters are removed.
        case .french:
            UntrustedText.folded(text).replacing("'", with: " ").replacing("poisson", with: "fish")
        }
    }

    /// Returns the words that are written as one word: "j" and "ai" of "jai".
    func parts(_ word: String) -> [String] {
        guard self == .french else { return [word] }
        for (start, rests) in Self.elided where word.hasPrefix(start) {
            let rest = String(word.dropFirst(start.count))
            if rests.contains(rest) { return [start, rest] }
        }
        return [word]
    }

    /// Makes "ä" and "ae" equal, by removing the "e" of "ae", "oe" and "ue". The text must be folded.
    static func withoutUmlauts(_ folded: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in folded.unicodeScalars {
            if scalar == "e", let last = plain.last, last == "a" || last == "o" || last == "u" { continue }
            plain.append(scalar)
        }
        return String(plain)
    }

    /// What stands before an apostrophe in French.
    static let elisions = ["j", "l", "d", "n", "m", "t", "s", "c", "qu", "jusqu", "lorsqu", "puisqu"]

    /// The words that are recognised behind a missing apostrophe. "mon" and "selles" are no such words.
    private static let elided: [String: Set<String>] = [
        "c": ["est", "etait"],
        "d": ["air", "alcool", "asthme", "eau", "epilepsie", "insuline", "overdose", "un", "une", "urgence"],
        "j": [
            "ai", "aurais", "avais", "avale", "arrive", "en", "entends", "etouffe", "etouffais", "appelle", "ingere",
        ],
        "l": [
            "aide", "air", "alcool", "ambulance", "eau", "enfant", "epilepsie", "hemorragie", "hopital", "insuline",
            "oeil", "oreille", "urgence",
        ],
        "m": ["etouffe", "evanouir", "evanouis", "aider", "aidez"],
        "n": ["ai", "arrive", "arrivait", "avale", "est", "ont"],
        "qu": ["elle", "elles", "en", "il", "ils", "on", "un", "une"],
        "s": [
            "arrete", "effondre", "emballe", "empoisonne", "endort", "est", "etait", "etouffe", "etouffer", "evanoui",
            "evanouie", "injecte",
        ],
    ]
}
