/// A word that is about to be sent.
struct RedactionWord: Hashable {
    let text: String
    /// True for a word of a confirmed value or warning.
    let isConfirmed: Bool
    var mark: RedactionMark?

    init(text: String, isConfirmed: Bool, mark: RedactionMark? = nil) {
        self.text = text
        self.isConfirmed = isConfirmed
        self.mark = mark
    }

    /// In lower case, without punctuation.
    var bare: String { UntrustedText.words(text).joined() }
    var digits: Int { text.unicodeScalars.count { $0.properties.numericType == .decimal } }
    var isCapitalised: Bool {
        text.unicodeScalars.first { $0.properties.isAlphabetic || $0.properties.numericType != nil }?.properties
            .isUppercase ?? false
    }
    /// True if punctuation after the word ends the phrase.
    var endsPhrase: Bool {
        [",", ";", ":", "?", "!"].contains(text.last ?? " ") || (text.hasSuffix(".") && bare.count > 3)
    }
}

/// Masks words and counts what it masked.
struct RedactionRun {
    let identifying: Set<String>
    private(set) var masked: [RedactionMark: Int] = [:]

    init(identifying: Set<String>) {
        self.identifying = identifying
    }

    /// Returns the words joined with spaces; consecutive equal marks become one.
    mutating func redact(_ written: [RedactionWord], isQuestion: Bool) -> String {
        var words = written
        for place in words.indices where words[place].mark == nil && isIdentifying(words[place]) {
            words[place].mark = .name
        }
        RedactionShapes.mark(&words, isQuestion: isQuestion)
        var pieces: [String] = []
        var last: RedactionMark?
        for word in words {
            defer { last = word.mark }
            guard let mark = word.mark else {
                if !word.text.isEmpty { pieces.append(Self.tamed(word.text)) }
                continue
            }
            masked[mark, default: 0] += 1
            if mark != last { pieces.append(mark.text) }
        }
        return pieces.joined(separator: " ")
    }

    private func isIdentifying(_ word: RedactionWord) -> Bool {
        !identifying.isEmpty
            && UntrustedText.words(word.text).contains { piece in
                identifying.contains(piece) || (piece.hasSuffix("s") && identifying.contains(String(piece.dropLast())))
            }
    }

    /// Replaces square brackets, which are reserved for our marks.
    private static func tamed(_ text: String) -> String {
        text.replacing("[", with: "(").replacing("]", with: ")")
    }
}
