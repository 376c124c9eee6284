/// The words of an entered text, folded for comparison: lower case, without accents.
struct FoodWords: Sendable, Hashable {
    struct Word: Sendable, Hashable {
        let letters: [UInt8]
        /// True if only a space, a hyphen, an underscore or an apostrophe separates it from the word before.
        let isJoined: Bool
        /// True inside a warning of traces.
        var isTrace = false

        var text: String { String(decoding: letters, as: UTF8.self) }

        /// True for more than one letter that is not Latin: "молоко", but not the "α" of "α-tocopherol".
        var isForeign: Bool { letters.count { $0 >= 0xC0 } > 1 }
    }

    private(set) var words: [Word] = []
    /// True if the text is longer than the limit.
    private(set) var isCut = false

    /// Maximum length in Unicode scalars.
    static let lengthLimit = 12_000
    /// Maximum length of a tag and of one ingredient.
    static let tagLimit = 300

    var texts: [String] { words.map(\.text) }

    init(_ text: String, limit: Int = lengthLimit) {
        var reader = FoodWordReader()
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < limit else {
                isCut = true
                break
            }
            reader.take(scalar)
            count += 1
        }
        words = reader.finished()
    }

    /// Reads a tag without its language prefix.
    init(tag: String) {
        let letters = tag.unicodeScalars.prefix(4)
        let name = letters.firstIndex(of: ":").map { tag.unicodeScalars[$0...].dropFirst() } ?? tag.unicodeScalars[...]
        self.init(String(name), limit: Self.tagLimit)
    }
}

/// Reads a text scalar by scalar.
struct FoodWordReader {
    private var words: [FoodWords.Word] = []
    private var word = ""
    private var isJoined = false
    private var traces = TraceSpan()

    mutating func take(_ scalar: Unicode.Scalar) {
        if !scalar.isASCII, FoodFolding.isLeftOut(scalar) { return }
        if FoodFolding.append(scalar, to: &word) { return }
        end()
        guard !FoodFolding.joins(scalar) else { return }
        isJoined = false
        traces.end(at: scalar, after: words)
    }

    mutating func finished() -> [FoodWords.Word] {
        end()
        return words
    }

    private mutating func end() {
        guard !word.isEmpty else { return }
        // "E 322" and "INS 322" become one word.
        if let last = words.last, isJoined, Self.marks.contains(last.letters), word.first?.isNumber == true,
            (3...6).contains(word.utf8.count)
        {
            words[words.count - 1] = .init(
                letters: Array(("e" + word).utf8), isJoined: last.isJoined, isTrace: last.isTrace)
        } else {
            words.append(.init(letters: Array(word.utf8), isJoined: isJoined && !words.isEmpty))
            traces.take(&words)
        }
        word = ""
        isJoined = true
    }

    private static let marks: Set = [Array("e".utf8), Array("ins".utf8)]
}
