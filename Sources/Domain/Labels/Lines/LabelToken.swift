import Directions

/// A run of letters, a number, or a sign, with the word that contains it. Spaces are often lost in photographs, so
/// rules look at tokens and not at words.
struct LabelToken: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case letters
        case number
        case sign
    }

    let kind: Kind
    /// In lower case.
    let text: String
    let word: Int
    /// The value of an unambiguous number: "1,000" has one, "1,00" has none.
    let value: Double?

    func `is`(_ sign: String) -> Bool { kind == .sign && text == sign }
}

extension LabelToken {
    static func all(in words: [String]) -> [Self] {
        var tokens: [Self] = []
        for (word, text) in words.enumerated() { append(text, word: word, to: &tokens) }
        return tokens
    }

    private static func append(_ text: String, word: Int, to tokens: inout [Self]) {
        let scalars = Array(text.unicodeScalars)
        var at = 0
        while at < scalars.count {
            var end = at + 1
            let scalar = scalars[at]
            if isDigit(scalar)
                || scalar == "." && at + 1 < scalars.count && isDigit(scalars[at + 1]) && !follows(at, scalars)
            {
                while end < scalars.count, isDigit(scalars[end]) || joinsDigits(end, scalars) { end += 1 }
                let number = string(scalars[at..<end])
                tokens.append(Self(kind: .number, text: number, word: word, value: PrintedNumber.value(of: number)))
            } else if let fraction = PrintedNumber.fractions[scalar] {
                tokens.append(Self(kind: .number, text: String(scalar), word: word, value: fraction))
            } else if isLetter(scalar) {
                // "TakeONE": a space was lost.
                while end < scalars.count, isLetter(scalars[end]),
                    !(scalars[end].properties.isUppercase && scalars[end - 1].properties.isLowercase && end - at > 2)
                { end += 1 }
                let letters = string(scalars[at..<end]).lowercased()
                tokens.append(Self(kind: .letters, text: letters, word: word, value: nil))
            } else {
                tokens.append(Self(kind: .sign, text: String(scalar), word: word, value: nil))
            }
            at = end
        }
    }

    /// Tests ASCII first, as the Unicode look-up is slow.
    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x61...0x7A, 0x41...0x5A: true
        case ..<0x80: false
        default: scalar.properties.isAlphabetic
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

    private static func joinsDigits(_ place: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        (scalars[place] == "." || scalars[place] == ",") && place + 1 < scalars.count && isDigit(scalars[place + 1])
    }

    /// Returns true if the point follows a letter or a digit, so that it cannot begin a number.
    private static func follows(_ place: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        place > 0 && (isDigit(scalars[place - 1]) || isLetter(scalars[place - 1]))
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}
