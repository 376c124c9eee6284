/// A number or a range in the notations of directions: "1-2", "one or two", "1 and 1/2", "EIGHT (8)".
struct NumberPhrase: Sendable {
    var low: Double
    var high: Double
    /// The index of the token after the number.
    var end: Int
    /// True if the last part is written in letters.
    var isWord: Bool
    /// The code of a refusal if the number is ambiguous or contradictory; otherwise nil.
    var fault: String?
    /// True for a range followed by another range: "1 or 2 - 3".
    var isChain = false
    var isRange: Bool { low != high }

    /// Returns the number that begins at the token; nil if there is none.
    static func read(at place: Int, of tokens: [Token]) -> Self? {
        guard let first = Single.read(at: place, of: tokens) else { return nil }
        var number = Self(low: first.value, high: first.value, end: first.end, isWord: first.isWord, fault: first.fault)
        number.skipRepetition(of: tokens)
        if let second = Single.behindRange(at: number.end, of: tokens) {
            if second.value < number.low {
                number.fault = number.fault ?? "range-backwards"
            }
            number.high = second.value
            number.end = second.end
            number.isWord = second.isWord
            number.fault = number.fault ?? second.fault
            number.skipRepetition(of: tokens)
            if let third = Single.behindRange(at: number.end, of: tokens) {
                // "1 or 2 - 3": the text does not say what the third number belongs to.
                number.isChain = true
                number.end = third.end
            }
        }
        return number
    }

    /// Skips a number that repeats the one before: "one (1)", "1 one", "2 two". A different number in brackets is a
    /// fault.
    private mutating func skipRepetition(of tokens: [Token]) {
        let opens = end < tokens.count && tokens[end].text == "("
        guard let again = Self.repetition(at: opens ? end + 1 : end, of: tokens) else { return }
        if opens {
            guard again.end < tokens.count, tokens[again.end].text == ")" else { return }
            if again.low != low || again.high != high { fault = fault ?? "words-and-digits-differ" }
            end = again.end + 1
        } else if again.isWord != isWord, again.low == low, again.high == high {
            end = again.end
            if end + 1 < tokens.count, tokens[end].text == "a", DoseUnit.named(tokens[end + 1].text) != nil { end += 1 }
        } else if again.isWord != isWord, again.end < tokens.count, DoseUnit.named(tokens[again.end].text) != nil,
            !tokens[end].isGlued, DoseUnit.named(tokens[again.end].text)?.kind == .count
        {
            fault = fault ?? "words-and-digits-differ"
        }
    }

    private static func repetition(at place: Int, of tokens: [Token]) -> Self? {
        guard let first = Single.read(at: place, of: tokens) else { return nil }
        var number = Self(low: first.value, high: first.value, end: first.end, isWord: first.isWord, fault: nil)
        if let second = Single.behindRange(at: first.end, of: tokens) {
            number.high = second.value
            number.end = second.end
        }
        return number
    }
}

/// One number without a range.
private struct Single {
    var value: Double
    var end: Int
    var isWord: Bool
    var fault: String?

    static func read(at place: Int, of tokens: [Token]) -> Self? {
        guard place < tokens.count else { return nil }
        return tokens[place].isNumber ? digits(at: place, of: tokens) : words(at: place, of: tokens)
    }

    /// Returns the second number of a range; nil if no range follows.
    static func behindRange(at place: Int, of tokens: [Token]) -> Self? {
        guard place + 1 < tokens.count, ["-", "to", "or"].contains(tokens[place].text) else { return nil }
        return read(at: place + 1, of: tokens)
    }

    private static func digits(at place: Int, of tokens: [Token]) -> Self? {
        guard let whole = tokens[place].value else { return nil }
        if let fraction = fraction(at: place, of: tokens) { return fraction }
        if isPerhapsThousands(at: place, of: tokens) {
            return Self(value: whole, end: place + 1, isWord: false, fault: "ambiguous-number")
        }
        guard whole == whole.rounded(), !tokens[place].text.isEmpty else {
            return Self(value: whole, end: place + 1, isWord: false)
        }
        var next = place + 1
        if next < tokens.count, tokens[next].text == "-", let part = fraction(at: next + 1, of: tokens), whole >= 1,
            part.value < 1
        {
            return Self(value: whole + part.value, end: part.end, isWord: false, fault: "ambiguous-number")
        }
        if let parted = parts(behind: whole, at: next, of: tokens) { return parted }
        if next < tokens.count, ["and", "&", "+"].contains(tokens[next].text) { next += 1 }
        if let part = fraction(at: next, of: tokens) ?? (next > place + 1 ? half(at: next, of: tokens) : nil) {
            return Self(value: whole + part.value, end: part.end, isWord: false)
        }
        return Self(value: whole, end: place + 1, isWord: false)
    }

    /// Returns an ambiguous number for "1 half tablet" and "3 quarters" (a product, or a sum); nil for "1 half an hour
    /// before food".
    private static func parts(behind whole: Double, at place: Int, of tokens: [Token]) -> Self? {
        guard place < tokens.count else { return nil }
        let isPlural = ["halves", "quarters", "thirds", "eighths"].contains(tokens[place].text)
        guard let end = isPlural ? place + 1 : half(at: place, of: tokens)?.end else { return nil }
        let isArticle = end < tokens.count && ["a", "an"].contains(tokens[end].text)
        let next = isArticle ? end + 1 : end
        if next < tokens.count, TimeUnit.frequency(tokens[next].text) != nil { return nil }
        return Self(value: whole, end: end, isWord: true, fault: "ambiguous-number")
    }

    /// Returns true if the point may be a decimal point or a thousands separator.
    private static func isPerhapsThousands(at place: Int, of tokens: [Token]) -> Bool {
        let isUnits = place + 1 < tokens.count && DoseUnit.named(tokens[place + 1].text)?.name == "unit"
        return PrintedNumber.isPerhapsThousands(tokens[place].raw, isUnits: isUnits)
    }

    /// Returns a fraction: "1/2", "3 / 4", "½"; nil for "1/7", which is a number of days.
    private static func fraction(at place: Int, of tokens: [Token]) -> Self? {
        guard place < tokens.count, tokens[place].isNumber, let above = tokens[place].value else { return nil }
        if tokens[place].text.isEmpty { return Self(value: above, end: place + 1, isWord: false) }
        guard place + 2 < tokens.count, tokens[place + 1].text == "/", let below = tokens[place + 2].value,
            [2, 3, 4, 8].contains(below), above >= 1, above < below, above == above.rounded()
        else { return nil }
        // "1 / 2 tablets": one half, or one or two. "2/3 tablets": a tablet does not break into thirds.
        let isApart = !tokens[place + 1].isGlued && !tokens[place + 2].isGlued
        let isPlural = place + 3 < tokens.count && tokens[place + 3].text.hasSuffix("s")
        return Self(
            value: above / below, end: article(behind: place + 3, of: tokens), isWord: false,
            fault: (isApart && isPlural) || (above == 2 && below == 3) ? "ambiguous-number" : nil)
    }

    /// Returns the value of "half", "a half", "one-half", "half a" or "a quarter".
    private static func half(at place: Int, of tokens: [Token]) -> Self? {
        var next = place
        if next < tokens.count, ["a", "one"].contains(tokens[next].text) { next += 1 }
        if next > place, next < tokens.count, tokens[next].text == "-" { next += 1 }
        guard next < tokens.count, let value = ["half": 0.5, "quarter": 0.25, "third": 1.0 / 3][tokens[next].text]
        else { return nil }
        return Self(value: value, end: article(behind: next + 1, of: tokens), isWord: true)
    }

    /// Returns the place after "a" or "of a" if a unit follows that can be halved; otherwise the place itself.
    private static func article(behind place: Int, of tokens: [Token]) -> Int {
        var next = place
        if next < tokens.count, tokens[next].text == "of" { next += 1 }
        if next < tokens.count, ["a", "an", "one"].contains(tokens[next].text) { next += 1 }
        guard next > place, next < tokens.count else { return place }
        if DoseUnit.named(tokens[next].text) != nil { return next }
        // "half a 5 mg tablet"
        guard tokens[next].isNumber, next + 2 < tokens.count,
            DoseUnit.named(tokens[next + 1].text)?.kind == .weight
        else { return place }
        let form = tokens[next + 2].text == "-" ? next + 3 : next + 2
        return form < tokens.count && DoseUnit.named(tokens[form].text)?.kind == .count ? next : place
    }

    private static func words(at place: Int, of tokens: [Token]) -> Self? {
        if let half = half(at: place, of: tokens), tokens[place].text != "third" { return half }
        guard let first = numbers[tokens[place].text] else { return nil }
        if first == 3, place + 1 < tokens.count, tokens[place + 1].text == "quarters" {
            return Self(value: 0.75, end: article(behind: place + 2, of: tokens), isWord: true)
        }
        var value = first
        var next = place + 1
        if next < tokens.count, tokens[next].text == "-", first >= 20 { next += 1 }
        if first >= 20, next < tokens.count, let one = numbers[tokens[next].text], one < 10, one > 0 {
            value += one
            next += 1
        } else {
            next = place + 1
        }
        if next < tokens.count, tokens[next].text == "hundred" {
            value *= 100
            next += 1
        }
        if let parted = parts(behind: value, at: next, of: tokens) { return parted }
        if next < tokens.count, tokens[next].text == "and",
            let part = fraction(at: next + 1, of: tokens)
                ?? half(at: next + 1, of: tokens)
        {
            return Self(value: value + part.value, end: part.end, isWord: true)
        }
        return Self(value: value, end: next, isWord: true)
    }

    private static let numbers = PrintedNumber.words
}
