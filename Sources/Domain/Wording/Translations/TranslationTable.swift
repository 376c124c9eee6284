/// English words and their translations. Each line of its text has the English words, separated by commas, and then the
/// translations, each after a "|".
struct TranslationTable: Sendable {
    private let rows: [String: [String]]

    init(_ text: String) {
        var rows: [String: [String]] = [:]
        for line in text.split(separator: "\n") {
            let cells = line.split(separator: "|").map(Self.tidied)
            for word in cells.first?.split(separator: ",") ?? [] { rows[Self.tidied(word)] = Array(cells.dropFirst()) }
        }
        self.rows = rows
    }

    /// The English words.
    var words: [String] { rows.keys.sorted() }

    /// Returns the translations of an English word; nil if it is not in the table.
    func cells(of word: String) -> [String]? { rows[word] }

    /// Returns the translation in a table with one translation for German and one for French.
    func translation(of word: String, in language: PlainLanguage) -> String? {
        guard let cells = rows[word], cells.count == 2 else { return nil }
        return switch language {
        case .german: cells[0]
        case .french: cells[1]
        }
    }

    private static func tidied(_ text: Substring) -> String { text.split(separator: " ").joined(separator: " ") }
}
