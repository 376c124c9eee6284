/// Abbreviations with a slash: "s/c", "m/r", "w/ food". Each is replaced by the word that it stands for.
enum SlashForms {
    static func joined(_ tokens: [Token]) -> [Token] {
        var joined: [Token] = []
        joined.reserveCapacity(tokens.count)
        var place = 0
        while place < tokens.count {
            if let (word, length) = word(at: place, of: tokens) {
                let last = tokens[place + length - 1]
                joined.append(
                    .init(
                        kind: .word, text: word, raw: tokens[place..<(place + length)].map(\.raw).joined(),
                        span: TextSpan(tokens[place].span.start, last.span.end), isGlued: tokens[place].isGlued,
                        value: nil))
                place += length
            } else {
                joined.append(tokens[place])
                place += 1
            }
        }
        return joined
    }

    private static func word(at place: Int, of tokens: [Token]) -> (String, length: Int)? {
        guard tokens[place].isWord, place + 1 < tokens.count, tokens[place + 1].text == "/", tokens[place + 1].isGlued
        else { return nil }
        if place + 2 < tokens.count, tokens[place + 2].isGlued, tokens[place + 2].isWord,
            let word = forms[tokens[place].text + "/" + tokens[place + 2].text]
        {
            return (word, 3)
        }
        // The W of "M/W/F" does not mean "with".
        let isInside = place > 0 && tokens[place - 1].text == "/" && tokens[place].isGlued
        let isWith = isInside ? nil : ["w": "with", "c": "with"][tokens[place].text]
        let isNumber = place + 2 < tokens.count && tokens[place + 2].isNumber && tokens[place + 2].isGlued
        return isWith.map { ($0, 2) }.flatMap { isNumber ? nil : $0 }
    }

    private static let forms = [
        "s/c": "sc", "m/r": "mr", "p/o": "po", "i/m": "im", "i/v": "iv", "b/d": "bd", "o/d": "od", "s/l": "sl",
        "p/r": "pr", "p/v": "pv", "h/s": "hs", "a/c": "ac", "p/c": "pc", "h/a": "headache", "w/o": "without",
        "e/c": "ec", "f/c": "film", "s/r": "sr", "x/r": "xr", "t/d": "transdermal", "o/n": "nocte", "o/m": "mane",
        "p/n": "prn", "n/v": "nausea", "c/o": "for",
    ]
}
