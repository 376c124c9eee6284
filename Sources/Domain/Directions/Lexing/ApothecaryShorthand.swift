/// Notation of older prescriptions: "ii tabs", "1 T po bid". It is read and always shown to a person.
enum ApothecaryShorthand {
    static func read(_ tokens: [Token]) -> (tokens: [Token], flags: [DirectionsReading.Flag]) {
        var read = tokens
        var flags: [DirectionsReading.Flag] = []
        for place in tokens.indices where tokens[place].isWord && !tokens[place].isGlued {
            if let form = form(at: place, of: read) {
                read[place].text = form
                flags.append(.init(form == "tab" ? "abbr:T" : "abbr:C", at: tokens[place].span))
            }
        }
        for place in tokens.indices {
            guard let number = numeral(at: place, of: read) else { continue }
            read[place] = number
            flags.append(.init("roman-numeral", at: number.span))
        }
        return (read, flags)
    }

    /// Returns the number of "i", "ii" or "iii" before a counted unit.
    private static func numeral(at place: Int, of tokens: [Token]) -> Token? {
        let token = tokens[place]
        guard token.isWord, let value = ["i": 1.0, "ii": 2, "iii": 3][token.text], place + 1 < tokens.count,
            DoseUnit.named(tokens[place + 1].text)?.kind == .count, !tokens[place + 1].isGlued
        else { return nil }
        return Token(
            kind: .number, text: String(Int(value)), raw: token.raw, span: token.span, isGlued: token.isGlued,
            value: value)
    }

    /// Returns the form meant by "T" or "c" after a number and before a route or a frequency.
    private static func form(at place: Int, of tokens: [Token]) -> String? {
        guard let form = ["t": "tab", "c": "cap"][tokens[place].text], place > 0, place + 1 < tokens.count,
            tokens[place - 1].isNumber || ["i", "ii", "iii", "one", "two", "three"].contains(tokens[place - 1].text)
        else { return nil }
        switch Lexicon.all.phrase(at: place + 1, of: tokens)?.meaning {
        case .frequency?, .events?, .route?: return form
        default: return nil
        }
    }
}
