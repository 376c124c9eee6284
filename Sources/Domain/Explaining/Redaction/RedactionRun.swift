/// A word on its way out.
struct RedactionWord: Hashable {
    let text: String
    /// Belongs to a value or a warning that a person confirmed.
    let isConfirmed: Bool
    var mark: RedactionMark?

    init(text: String, isConfirmed: Bool, mark: RedactionMark? = nil) {
        self.text = text
        self.isConfirmed = isConfirmed
        self.mark = mark
    }

    /// Without the marks around it, small.
    var bare: String { UntrustedText.words(text).joined() }
    var digits: Int { text.unicodeScalars.count { $0.properties.numericType == .decimal } }
    var isCapitalised: Bool {
        text.unicodeScalars.first { $0.properties.isAlphabetic || $0.properties.numericType != nil }?.properties
            .isUppercase ?? false
    }
    /// A mark of the end stands behind it: what follows is something else.
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

    /// The words with one space between them, every run of the same mark once.
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

    /// Brackets are our marks' own.
    private static func tamed(_ text: String) -> String {
        text.replacing("[", with: "(").replacing("]", with: ")")
    }
}
