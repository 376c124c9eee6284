/// Follows a text, and marks the words of "may contain traces of …".
///
/// Where in doubt they are taken for ingredients: traces reach only to the end of the sentence or of the bracket, or to
/// a word that begins a list of what is in it.
struct TraceSpan {
    private var isOpen = false
    private var depth = 0
    private var openDepth = 0
    /// Of "kann", whose "enthalten" comes behind the list.
    private var promise: Int?

    /// With every word, when it is the last.
    mutating func take(_ words: inout [FoodWords.Word]) {
        guard let last = words.last else { return }
        if Self.lists.contains(last.text) { close() }
        if Self.promises.contains(last.text) { promise = words.count - 1 }
        if !isOpen, Self.endsInBeginning(words) {
            isOpen = true
            openDepth = depth
        }
        words[words.count - 1].isTrace = isOpen
        if let start = promise, Self.fulfilments.contains(last.text) {
            for index in start..<words.count { words[index].isTrace = true }
            promise = nil
        }
    }

    /// With every mark between words but spaces and hyphens.
    mutating func end(at mark: Unicode.Scalar) {
        switch mark {
        case "(", "[", "{", "（": depth += 1
        case ")", "]", "}", "）":
            depth -= 1
            promise = nil
            if depth < openDepth { close() }
        case ".", ";", "!", "?", "|", "•", "。", "\n", "\r", "\u{2028}", "\u{2029}": close()
        default: break
        }
    }

    private mutating func close() {
        isOpen = false
        promise = nil
    }

    private static func endsInBeginning(_ words: [FoodWords.Word]) -> Bool {
        guard let last = words.last, let phrases = beginnings[last.text] else { return false }
        return phrases.contains { phrase in
            words.count >= phrase.count && zip(words.suffix(phrase.count), phrase).allSatisfy { $0.text == $1 }
        }
    }

    /// By their last word.
    private static let beginnings: [String: [[String]]] = {
        let phrases = """
            may contain, may also contain, might contain, could contain, can contain, traces, trace of, trace amounts,
            spuren, peut contenir, peuvent contenir, pouvant contenir, trazas, puede contener, pueden contener, tracce,
            puo contenere, possono contenere, sporen, vestigios, tracos, pode conter, podem conter, moze zawierac,
            moga zawierac, sladowe ilosci, kan innehalla, spar av, kan indeholde, spor af, kan inneholde, spor av,
            saattaa sisaltaa, voi sisaltaa, jaamia
            """
        let split = phrases.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        return Dictionary(grouping: split.filter { !$0.isEmpty }) { $0.last ?? "" }
    }()

    private static let promises: Set = ["kann", "konnen", "kan", "kunnen"]
    private static let fulfilments: Set = ["enthalten", "bevatten"]
    private static let lists: Set = [
        "contains", "ingredients", "ingredient", "enthalt", "zutaten", "zutat", "contient", "ingredienti", "contiene",
        "ingredientes", "contem", "bevat", "ingredienten", "zawiera", "skladniki", "innehaller", "ingredienser",
        "indeholder", "inneholder", "ainesosat",
    ]
}
