/// A pattern for a phrase. Words are separated by spaces: `a|b` matches either word, `swell*` a prefix, `*pills` the end
/// of a word, `=dying` only this spelling, `…` up to four words, `_` up to one, `word?` is optional, `^word` matches only
/// at the beginning, `word $` only at the end. `a & b` matches both phrases in any order, if they begin at most twelve
/// words apart.
struct PhrasePattern: Sendable {
    private enum Part: Sendable {
        case gap(words: Int)
        case end
        case words([Word], isOptional: Bool)
    }

    private struct Word: Sendable {
        let letters: [Unicode.Scalar]
        let set: UInt32
        let isPrefix: Bool
        let isExact: Bool
        let isSuffix: Bool

        init(_ text: String, isPrefix: Bool, isExact: Bool, isSuffix: Bool = false) {
            letters = Array(text.unicodeScalars)
            set = PhraseWords.set(of: letters)
            (self.isPrefix, self.isExact, self.isSuffix) = (isPrefix, isExact, isSuffix)
        }
    }

    private let parts: [Part]
    private let isAtStart: Bool
    /// All letters, if the phrase has no alternatives: matches text with missing or odd spaces. Otherwise nil.
    private let together: String?
    /// The phrases that must stand near this one.
    private let beside: [PhrasePattern]

    init(_ text: String, spelling: PhraseSpelling = .english) {
        let phrases = text.split(separator: "&", omittingEmptySubsequences: false)
        let phrase = spelling.plain(phrases.first.map(String.init) ?? "")
        beside = phrases.dropFirst().map { Self(String($0), spelling: spelling) }
        isAtStart = phrase.drop { $0.isWhitespace }.hasPrefix("^")
        let pattern = phrase.replacing("^", with: "")
        var parts: [Part] = []
        var together: String? = ""
        for piece in pattern.split(separator: " ") {
            let special: Part? =
                switch piece {
                case "…": .gap(words: 4)
                case "_": .gap(words: 1)
                case "$": .end
                default: nil
                }
            if let special {
                parts.append(special)
                together = nil
                continue
            }
            let isOptional = piece.hasSuffix("?")
            let choices = (isOptional ? piece.dropLast() : piece).split(separator: "|")
            let words = choices.map(Self.word)
            parts.append(.words(words, isOptional: isOptional))
            if let first = words.first, words.count == 1, !isOptional, !first.isPrefix, !first.isExact,
                !first.isSuffix
            {
                together?.unicodeScalars.append(contentsOf: first.letters)
            } else {
                together = nil
            }
        }
        self.parts = parts
        let joined = together.map(UntrustedText.squeezed)
        self.together = beside.isEmpty ? joined.flatMap { $0.count >= 8 ? $0 : nil } : nil
    }

    /// Returns the phrases of a list separated by `;`. A line may end with `|` and continue on the next.
    static func all(_ phrases: String, spelling: PhraseSpelling = .english) -> [Self] {
        let lines = phrases.split(separator: "\n").map { $0.hasSuffix("|") ? String($0) : $0 + " " }
        return lines.joined().split(separator: ";").map { Self(String($0), spelling: spelling) }
    }

    private static func word(_ choice: Substring) -> Word {
        let isExact = choice.hasPrefix("=")
        let bare = isExact ? choice.dropFirst() : choice
        if bare.hasPrefix("*") {
            let letters = UntrustedText.squeezed(String(bare.dropFirst()))
            return Word(letters, isPrefix: false, isExact: true, isSuffix: true)
        }
        let isPrefix = bare.hasSuffix("*")
        let letters = UntrustedText.squeezed(String(isPrefix ? bare.dropLast() : bare))
        return Word(letters, isPrefix: isPrefix, isExact: isExact)
    }

    func matches(_ text: PhraseWords) -> Bool {
        if text.isForgiving, let together, text.together.contains(together) { return true }
        if isAtStart { return matches(text, word: 0, part: 0) }
        return text.words.indices.contains { place in
            matches(text, word: place, part: 0) && beside.allSatisfy { $0.stands(near: place, in: text) }
        }
    }

    private func stands(near place: Int, in text: PhraseWords) -> Bool {
        let first = max(0, place - 12)
        let last = min(text.words.count - 1, place + 12)
        return (first...last).contains { matches(text, word: $0, part: 0) }
    }

    private func matches(_ text: PhraseWords, word: Int, part: Int) -> Bool {
        guard part < parts.count else { return true }
        switch parts[part] {
        case .gap(let most):
            let last = min(word + most, text.words.count)
            return word <= last && (word...last).contains { matches(text, word: $0, part: part + 1) }
        case .end: return word == text.words.count
        case .words(let choices, let isOptional):
            if word < text.words.count, choices.contains(where: { Self.fits($0, text, word) }),
                matches(text, word: word + 1, part: part + 1)
            {
                return true
            }
            return isOptional && matches(text, word: word, part: part + 1)
        }
    }

    private static func fits(_ word: Word, _ text: PhraseWords, _ place: Int) -> Bool {
        let (written, isForgiving) = (text.words[place], text.isForgiving)
        if word.isSuffix { return written.reversed().starts(with: word.letters.reversed()) }
        if word.isPrefix {
            // One edit adds one missing letter at most.
            let allowed = word.letters.count >= 9 ? 2 : 1
            let isNear = (word.set & ~text.sets[place]).nonzeroBitCount <= allowed
            return begins(written, with: word.letters, isForgiving && isNear)
        }
        if written == word.letters { return true }
        guard isForgiving, !word.isExact, word.letters.count >= 5 else { return false }
        let allowed = word.letters.count >= 9 ? 2 : 1
        // One edit changes the set of letters by two letters at most.
        guard abs(written.count - word.letters.count) <= allowed,
            (word.set ^ text.sets[place]).nonzeroBitCount <= 2 * allowed
        else { return false }
        return distance(word.letters, written, atMost: allowed) <= allowed
    }

    private static func begins(
        _ written: [Unicode.Scalar], with letters: [Unicode.Scalar], _ isForgiving: Bool
    ) -> Bool {
        if written.starts(with: letters) { return true }
        guard isForgiving, letters.count >= 6, written.first == letters.first else { return false }
        let allowed = letters.count >= 9 ? 2 : 1
        return (letters.count - 1...letters.count + 1).contains { count in
            written.count >= count && distance(letters, Array(written.prefix(count)), atMost: allowed) <= allowed
        }
    }

    /// Returns the edit distance: letters wrong, missing, added, or two exchanged.
    static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost: Int) -> Int {
        var before: [Int] = []
        var above = Array(0...right.count)
        for row in 1...max(left.count, 1) where row <= left.count {
            var current = [row]
            for column in 1...max(right.count, 1) where column <= right.count {
                let isSame = left[row - 1] == right[column - 1]
                var best = min(above[column] + 1, current[column - 1] + 1, above[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    best = min(best, before[column - 2] + 1)
                }
                current.append(best)
            }
            if (current.min() ?? 0) > atMost { return atMost + 1 }
            before = above
            above = current
        }
        return above.last ?? 0
    }
}

/// A text split into words once, for many patterns.
struct PhraseWords: Sendable {
    /// Without repeated letters.
    let words: [[Unicode.Scalar]]
    /// The set of letters of each word.
    let sets: [UInt32]
    let together: String
    /// True if typing errors, odd spaces and digits in place of letters are tolerated.
    let isForgiving: Bool

    init(_ text: String, isForgiving: Bool, spelling: PhraseSpelling = .english) {
        let written = spelling.plain(isForgiving ? PhraseWords.unmasked(text) : text)
        let squeezed = UntrustedText.words(written).flatMap(spelling.parts).map(UntrustedText.squeezed)
        words = squeezed.map { Array($0.unicodeScalars) }
        sets = words.map(Self.set)
        together = UntrustedText.squeezed(squeezed.joined())
        self.isForgiving = isForgiving
    }

    /// Returns a set with one bit for the letters with the same last five bits, such as "a" and "A".
    static func set(of letters: [Unicode.Scalar]) -> UInt32 { letters.reduce(0) { $0 | 1 << ($1.value & 31) } }

    func hasAny(_ patterns: [PhrasePattern]) -> Bool { patterns.contains { $0.matches(self) } }

    /// Replaces digits and signs by the letters they imitate: "sw4llow3d", "ch€st p@in". "10mg" and "2" stay unchanged.
    private static func unmasked(_ text: String) -> String {
        UntrustedText.folded(text).split(separator: " ").map { piece in
            let scalars = Array(piece.unicodeScalars)
            let core = scalars.drop { !$0.properties.isAlphabetic && masks[$0] == nil }
            let letters = core.count { $0.properties.isAlphabetic }
            let digits = core.prefix { ("0"..."9").contains($0) || $0 == "." }
            guard letters > 0, !(digits.count > 0 && AnswerCheckQuantity.isUnit(core.dropFirst(digits.count))) else {
                return String(piece)
            }
            var unmasked = String.UnicodeScalarView()
            for (place, scalar) in scalars.enumerated() {
                let isInside = place + 1 < scalars.count || ("0"..."9").contains(scalar)
                unmasked.append(isInside ? masks[scalar] ?? scalar : scalar)
            }
            return String(unmasked)
        }.joined(separator: " ")
    }

    private static let masks: [Unicode.Scalar: Unicode.Scalar] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "€": "e", "!": "i",
        "|": "l",
    ]
}
