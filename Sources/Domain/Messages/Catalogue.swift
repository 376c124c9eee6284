/// The translations into one language, read from a PO file (GNU gettext, "The Format of PO Files").
package struct Catalogue: Sendable {
    /// One entry of a PO file.
    package struct Entry: Sendable, Hashable {
        package var context: String?
        /// The English text; of a plural the singular.
        package var english: String
        /// The English plural; nil for a text without a number.
        package var englishPlural: String?
        /// The translation; of a plural all its forms. Empty texts are not translated yet.
        package var forms: [String]
        /// The comment lines before the entry, with their "#".
        package var comments: [String] = []

        package init(context: String?, english: String, englishPlural: String?, forms: [String]) {
            self.context = context
            self.english = english
            self.englishPlural = englishPlural
            self.forms = forms
        }

        /// What identifies the entry in its file.
        package var id: String { Catalogue.id(english, context) }
    }

    /// A PO file cannot be read.
    package struct Unreadable: Error, CustomStringConvertible {
        package let line: Int
        package let description: String
    }

    private let forms: [String: [String]]

    package init(_ entries: [Entry]) {
        forms = Dictionary(
            entries.filter { !$0.forms.contains("") }.map { ($0.id, $0.forms) }, uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns the translation of an English text; of a plural all its forms. nil if there is none.
    func forms(of english: String, context: String?) -> [String]? { forms[Self.id(english, context)] }

    private static func id(_ english: String, _ context: String?) -> String {
        context.map { $0 + "\u{4}" + english } ?? english
    }

    // MARK: - PO files

    /// Returns the entries of a PO file without its header. Comments are kept, obsolete entries ("#~") are left out.
    package static func entries(ofPO text: String) throws(Unreadable) -> [Entry] {
        var reader = POReader()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let problem = reader.read(line) { throw Unreadable(line: index + 1, description: problem) }
        }
        reader.finish()
        return reader.entries
    }
}

/// The state while a PO file is read line by line.
private struct POReader {
    private enum Field: Equatable {
        case context, english, plural
        case form(Int)
    }

    private(set) var entries: [Catalogue.Entry] = []
    private var entry = Catalogue.Entry(context: nil, english: "", englishPlural: nil, forms: [])
    private var field: Field?

    /// Returns what is wrong with the line; nil if it could be read.
    mutating func read(_ line: Substring) -> String? {
        let line = line.drop { $0 == " " || $0 == "\t" }
        if line.isEmpty {
            finish()
            return nil
        }
        if line.first == "#" {
            if !entry.forms.isEmpty { finish() }
            if !line.hasPrefix("#~") { entry.comments.append(String(line)) }
            return nil
        }
        let keyword = line.prefix { $0 != " " && $0 != "\"" }
        let rest = line.dropFirst(keyword.count).drop { $0 == " " }
        guard let text = Self.unquoted(rest) else { return "The text is not in quotation marks" }
        switch keyword {
        case "msgctxt":
            if !entry.forms.isEmpty { finish() }
            field = .context
            entry.context = text
        case "msgid":
            if !entry.forms.isEmpty { finish() }
            field = .english
            entry.english = text
        case "msgid_plural":
            field = .plural
            entry.englishPlural = text
        case "msgstr":
            field = .form(0)
            entry.forms = [text]
        case _ where keyword.hasPrefix("msgstr[") && keyword.hasSuffix("]"):
            guard let number = Int(keyword.dropFirst(7).dropLast()), number == entry.forms.count else {
                return "The plural forms are not in order"
            }
            field = .form(number)
            entry.forms.append(text)
        case "": return add(text)
        default: return "The keyword \(keyword) is not known"
        }
        return nil
    }

    /// Ends an entry. The header, which is the translation of the empty text, is left out.
    mutating func finish() {
        defer {
            if !entry.forms.isEmpty {
                entry = Catalogue.Entry(context: nil, english: "", englishPlural: nil, forms: [])
                field = nil
            }
        }
        if !entry.forms.isEmpty, !entry.english.isEmpty { entries.append(entry) }
    }

    private mutating func add(_ text: String) -> String? {
        switch field {
        case .context: entry.context = (entry.context ?? "") + text
        case .english: entry.english += text
        case .plural: entry.englishPlural = (entry.englishPlural ?? "") + text
        case .form(let number): entry.forms[number] += text
        case nil: return "A text stands without a keyword"
        }
        return nil
    }

    private static func unquoted(_ text: Substring) -> String? {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return nil }
        var result = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if isEscaped {
                switch character {
                case "n": result.append("\n")
                case "t": result.append("\t")
                default: result.append(character)
                }
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                return nil
            } else {
                result.append(character)
            }
        }
        return isEscaped ? nil : result
    }
}
