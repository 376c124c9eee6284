import Directions

/// Reads the quantities of a text in one pass. Both sides of a comparison use the same reader.
struct AnswerCheckQuantityReader {
    private enum Token: Equatable {
        case number(Double)
        case word(String)
        case sign(Unicode.Scalar)
    }

    private var tokens: [Token] = []
    private var place = 0
    private var found: [AnswerCheckQuantity] = []
    /// Numbers whose unit follows a later number: "4 to 6 hours", "ONE (1) tablet".
    private var waiting: [Double] = []

    init(_ text: String) {
        tokens = Self.tokens(UntrustedText.folded(text))
    }

    mutating func read() -> [AnswerCheckQuantity] {
        while place < tokens.count {
            if let value = number() {
                finish(value)
            } else if case .word(let word) = tokens[place] {
                read(word)
            } else {
                place += 1
            }
        }
        return found
    }

    private mutating func read(_ word: String) {
        place += 1
        if ["every", "each", "per", "a", "an", "q"].contains(word), let next = self.word(at: place) {
            if word != "a", word != "an", ["other", "second", "alternate"].contains(next),
                let unit = self.word(at: place + 1).flatMap({ AnswerCheckQuantity.units[$0] })
            {
                found.append(.init(value: 2, unit: unit))
                place += 2
            } else if let unit = AnswerCheckQuantity.units[next] {
                found.append(.init(value: 1, unit: unit))
                place += 1
            }
        } else if word == "alternate", let unit = self.word(at: place).flatMap({ AnswerCheckQuantity.units[$0] }) {
            found.append(.init(value: 2, unit: unit))
            place += 1
        } else if let whole = AnswerCheckQuantity.wholes[word] {
            found.append(whole)
        }
    }

    /// Reads a number and its fraction, and moves behind it. Returns nil if there is none.
    private mutating func number() -> Double? {
        guard var value = single() else { return nil }
        while case .word(let word)? = token(place), let factor = ["hundred": 100.0, "thousand": 1000.0][word] {
            value *= factor
            place += 1
        }
        if value >= 20, value.truncatingRemainder(dividingBy: 10) == 0 {
            let before = place
            if token(place) == .sign("-") { place += 1 }
            if let ones = word(at: place).flatMap({ AnswerCheckQuantity.numbers[$0] }), (1...9).contains(ones) {
                value += ones
                place += 1
            } else {
                place = before
            }
        }
        return value + fraction(after: value)
    }

    private mutating func single() -> Double? {
        switch tokens[place] {
        case .number(let value):
            place += 1
            if case .sign("/")? = token(place), case .number(let below)? = token(place + 1), below > 0, below < 10 {
                place += 2
                return value / below
            }
            return value
        case .word(let word):
            guard let value = AnswerCheckQuantity.numbers[word] else { return nil }
            // "one of them" is not an amount.
            if word == "one", self.word(at: place + 1) == "of" { return nil }
            place += 1
            return value
        case .sign:
            return nil
        }
    }

    /// Reads "1 1/2", "1 and 1/2", "one and a half" and "1½".
    private mutating func fraction(after value: Double) -> Double {
        guard value == value.rounded() else { return 0 }
        var ahead = place
        if word(at: ahead) == "and" || token(ahead) == .sign("&") { ahead += 1 }
        if word(at: ahead) == "a" || word(at: ahead) == "one" { ahead += 1 }
        guard ahead < tokens.count else { return 0 }
        let before = place
        place = ahead
        if let piece = single(), piece > 0, piece < 1 { return piece }
        place = before
        return 0
    }

    private mutating func finish(_ value: Double) {
        let behind = place
        while case .sign(let sign)? = token(place), ["(", ")", "-", ",", "/"].contains(sign) { place += 1 }
        if ["to", "or", "and", "a", "of", "the"].contains(word(at: place) ?? "") {
            let joint = place
            place += 1
            if startsNumber(place) || unit(at: place) != nil { return settle(value, behind: behind) }
            place = joint
        }
        settle(value, behind: behind)
    }

    private mutating func settle(_ value: Double, behind: Int) {
        if startsNumber(place) {
            waiting.append(value)
            return
        }
        let unit = unit(at: place)
        if unit == nil { place = behind } else { place += 1 }
        for value in waiting + [value] { found.append(.init(value: value, unit: unit)) }
        waiting = []
    }

    private func startsNumber(_ place: Int) -> Bool {
        switch token(place) {
        case .number: true
        case .word(let word): AnswerCheckQuantity.numbers[word] != nil
        default: false
        }
    }

    private func unit(at place: Int) -> String? {
        if token(place) == .sign("%") { return "percent" }
        return word(at: place).flatMap { AnswerCheckQuantity.units[$0] }
    }

    private func token(_ place: Int) -> Token? { tokens.indices.contains(place) ? tokens[place] : nil }

    private func word(at place: Int) -> String? {
        guard case .word(let word)? = token(place) else { return nil }
        return word
    }

    private static func tokens(_ text: String) -> [Token] {
        var tokens: [Token] = []
        let scalars = Array(text.unicodeScalars)
        var place = 0
        while place < scalars.count {
            let scalar = scalars[place]
            let start = place
            if ("0"..."9").contains(scalar) || isPoint(scalars, place) {
                while place < scalars.count, ("0"..."9").contains(scalars[place]) || isPoint(scalars, place) {
                    place += 1
                }
                tokens.append(.number(value(scalars[start..<place])))
            } else if scalar.properties.numericType != nil {
                tokens.append(.number(scalar.properties.numericValue ?? .infinity))
                place += 1
            } else if scalar.properties.isAlphabetic || scalar == "'" {
                while place < scalars.count, scalars[place].properties.isAlphabetic || scalars[place] == "'" {
                    place += 1
                }
                let word = scalars[start..<place].filter { $0 != "'" }
                tokens.append(.word(String(String.UnicodeScalarView(word))))
            } else {
                if !scalar.properties.isWhitespace { tokens.append(.sign(scalar)) }
                place += 1
            }
        }
        return tokens
    }

    /// Returns true for a point or comma inside a number.
    private static func isPoint(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
        guard scalars[place] == "." || scalars[place] == ",", place + 1 < scalars.count else { return false }
        guard ("0"..."9").contains(scalars[place + 1]) else { return false }
        return scalars[place] == "." || (place > 0 && ("0"..."9").contains(scalars[place - 1]))
    }

    /// Returns the value; infinity for an ambiguous number, which no label supports.
    private static func value(_ scalars: ArraySlice<Unicode.Scalar>) -> Double {
        let text = String(String.UnicodeScalarView(scalars))
        return PrintedNumber.isPerhapsThousands(text) ? .infinity : PrintedNumber.value(of: text) ?? .infinity
    }
}
