/// Words for a person of what Open Food Facts keeps as tags.
package struct TagWords: Sendable, Hashable {
    /// "Hazelnut spreads".
    package let words: String
    /// Which language they are in: two letters. Nothing where the tag does not say.
    package let language: String?

    /// As many letters at most.
    package static let lengthLimit = 80

    /// "Hazelnut spreads" of "en:hazelnut-spreads", "E322" of "en:e322"; what is no tag stays as it is, tidied.
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
        let name = line.dropFirst(letters.count + 1).split { $0 == "-" || $0 == " " }.joined(separator: " ")
        words = Self.cut(name.prefix(1).uppercased() + name.dropFirst())
        language = String(letters)
    }

    /// Without control characters, with one space where there were more.
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

    /// Something that a stranger entered, within a sentence.
    static func quoted(_ text: String) -> String { "“" + cut(line(text)) + "”" }

    static func cut(_ text: String) -> String {
        text.count <= lengthLimit ? text : text.prefix(lengthLimit - 1) + "…"
    }
}
