import Messages

/// Readable words for tags of Open Food Facts.
package struct TagWords: Sendable, Hashable {
    /// "Hazelnut spreads".
    package let words: String
    /// The language as two letters; nil if the tag does not state it.
    package let language: String?

    /// Maximum length in characters.
    package static let lengthLimit = 80

    /// Returns "Hazelnut spreads" for "en:hazelnut-spreads", "Made in Germany" for "en:made-in-germany" and "E322" for "en:e322". Text that is no tag is only
    /// tidied.
    package static func words(_ tag: String) -> String { TagWords(tag).words }

    package init(_ tag: String) {
        let line = Self.line(tag)
        let letters = line.prefix { $0 != ":" }
        guard letters.count < line.count, (2...3).contains(letters.count),
            letters.allSatisfy({ $0.isASCII && $0.isLowercase })
        else {
            words = Self.cut(line)
            language = nil
            return
        }
        let parts = line.dropFirst(letters.count + 1).split { $0 == "-" || $0 == " " }
        let name = (letters == "en" ? PlaceNames.capitalised(parts) : parts.map(String.init)).joined(separator: " ")
        words = Self.cut(name.prefix(1).uppercased() + name.dropFirst())
        language = String(letters)
    }

    /// Removes control characters and joins runs of spaces.
    static func line(_ text: String, limit: Int = 4 * lengthLimit) -> String {
        var line = ""
        for scalar in text.unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: line.unicodeScalars.append(" ")
            case .format, .surrogate, .privateUse, .unassigned: continue
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line.split(separator: " ").joined(separator: " ")
    }

    /// Returns a quotation of untrusted text for use within a sentence.
    static func quoted(_ text: String) -> String { localized("“\(cut(line(text)), "text")”") }

    static func cut(_ text: String) -> String {
        text.count <= lengthLimit ? text : text.prefix(lengthLimit - 1) + "…"
    }
}
