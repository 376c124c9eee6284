/// A word, a number or a symbol, with its position in the input text.
struct Token: Sendable {
    enum Kind: Sendable {
        case word, number, symbol
    }

    let kind: Kind
    /// Normalised: lower case, without the dots of abbreviations, and with dashes and quotation marks unified: "p.o."
    /// is "po".
    var text: String
    /// The text as written.
    let raw: String
    let span: TextSpan
    /// True if there is no space before it.
    let isGlued: Bool
    /// The value of a number; nil for words and symbols.
    let value: Double?

    var isWord: Bool { kind == .word }
    var isNumber: Bool { kind == .number }
}

/// Splits a text into tokens. Numbers and letters are separated even without a space between them ("10mg", "q6h").
struct Tokenizer {
    private let scalars: [Unicode.Scalar]
    private var place = 0
    private(set) var tokens: [Token] = []

    static func of(_ text: String) -> [Token] {
        var reader = Tokenizer(text)
        reader.run()
        return reader.tokens
    }

    private init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    private mutating func run() {
        while place < scalars.count {
            let scalar = Self.folded(scalars[place])
            if Self.isSpace(scalar) {
                place += 1
            } else if Self.isDigit(scalar) || Self.fractions[scalar] != nil || startsNakedDecimal {
                number()
            } else if scalar.properties.isAlphabetic {
                word()
            } else {
                add(.symbol, String(scalar), from: place, to: place + 1)
            }
        }
    }

    private func scalar(_ offset: Int) -> Unicode.Scalar? {
        let wanted = place + offset
        return wanted >= 0 && wanted < scalars.count ? Self.folded(scalars[wanted]) : nil
    }

    private func isDigit(_ offset: Int) -> Bool { scalar(offset).map(Self.isDigit) ?? false }
    private func isLetter(_ offset: Int) -> Bool { scalar(offset)?.properties.isAlphabetic ?? false }

    /// True at ".5", but not at the end of a sentence and not in "q.4.d".
    private var startsNakedDecimal: Bool {
        scalar(0) == "." && isDigit(1) && !isDigit(-1) && !isLetter(-1)
    }

    private mutating func add(_ kind: Token.Kind, _ text: String, from start: Int, to end: Int, value: Double? = nil) {
        let raw = String(String.UnicodeScalarView(scalars[start..<end]))
        let isGlued = start > 0 && !Self.isSpace(Self.folded(scalars[start - 1]))
        tokens.append(
            .init(kind: kind, text: text, raw: raw, span: TextSpan(start, end), isGlued: isGlued, value: value))
        place = end
    }
}

// MARK: - Numbers and words

extension Tokenizer {
    /// Reads digits with a decimal point and with commas between thousands, or a fraction in one character.
    private mutating func number() {
        var end = 0
        var digits = ""
        while isDigit(end) || isThousandsComma(end) {
            if let next = scalar(end), next != "," { digits.unicodeScalars.append(next) }
            end += 1
        }
        if scalar(end) == ".", isDigit(end + 1) {
            digits += digits.isEmpty ? "0." : "."
            end += 1
            while isDigit(end) {
                if let next = scalar(end) { digits.unicodeScalars.append(next) }
                end += 1
            }
        }
        let raw = String(String.UnicodeScalarView(scalars[place..<(place + end)]))
        var value = digits.isEmpty ? 0 : PrintedNumber.value(of: raw)
        if let next = scalar(end), let fraction = Self.fractions[next], !digits.contains(".") {
            value = value.map { $0 + fraction }
            end += 1
        }
        add(.number, digits, from: place, to: place + max(1, end), value: value)
    }

    /// True for "1,000", not for "1,5" and "8,12".
    private func isThousandsComma(_ offset: Int) -> Bool {
        scalar(offset) == "," && isDigit(offset - 1) && isDigit(offset + 1) && isDigit(offset + 2)
            && isDigit(offset + 3) && !isDigit(offset + 4)
    }

    private mutating func word() {
        if dotted() { return }
        var end = 0
        var text = ""
        while let next = scalar(end), next.properties.isAlphabetic || Self.isInner(next, after: end, in: self) {
            if next != "'" { text.unicodeScalars.append(next) }
            end += 1
        }
        add(.word, text.lowercased(), from: place, to: place + max(1, end))
    }

    private static func isInner(_ scalar: Unicode.Scalar, after offset: Int, in reader: Tokenizer) -> Bool {
        (scalar == "'" && reader.isLetter(offset - 1) && reader.isLetter(offset + 1))
            || scalar.properties.canonicalCombiningClass != .notReordered
    }

    /// Reads an abbreviation with dots: "q.d." is one token, "q.4.d" is three. "p. o." is not read as an abbreviation.
    private mutating func dotted() -> Bool {
        guard !isLetter(1), scalar(1) == ".", isLetter(2) || isDigit(2), !isLetter(-1) else { return false }
        var places = [place]
        var end = 1
        while scalar(end) == ".", isLetter(end + 1) || isDigit(end + 1), !isLetter(end + 2), !isDigit(end + 2) {
            places.append(place + end + 1)
            end += 2
        }
        guard places.count > 1 else { return false }
        let isClosed = scalar(end) == "."
        let letters = places.map { Self.folded(scalars[$0]) }
        if letters.contains(where: Self.isDigit) {
            for (letter, start) in zip(letters, places) {
                let isNumber = Self.isDigit(letter)
                add(
                    isNumber ? .number : .word, String(letter).lowercased(), from: start, to: start + 1,
                    value: isNumber ? Double(String(letter)) : nil)
            }
            if isClosed { place += 1 }
        } else {
            let text = String(String.UnicodeScalarView(letters)).lowercased()
            add(.word, text, from: place, to: place + end + (isClosed ? 1 : 0))
        }
        return true
    }
}

// MARK: - Symbols

extension Tokenizer {
    static let fractions = PrintedNumber.fractions

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Of the control characters only tab and line ends are spaces. The others stay as symbols that no rule reads.
    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.generalCategory == .control { return ["\t", "\n", "\r"].contains(scalar) }
        return scalar.properties.isWhitespace || scalar == "\u{FEFF}"
    }

    /// Unifies characters that look alike, for example the different dashes.
    static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\u{2010}"..."\u{2015}", "\u{2212}": "-"
        case "\u{2018}", "\u{2019}", "\u{02BC}": "'"
        case "\u{201C}", "\u{201D}": "\""
        case "\u{00D7}": "x"
        case "\u{00B5}", "\u{03BC}": "u"
        case "\u{2044}", "\u{2215}": "/"
        default: scalar
        }
    }
}
