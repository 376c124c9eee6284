/// Numbered days, remaining days, days off, and the end of a course.
extension PhraseScanner {
    /// Reads "on day 1" and "days 2-5".
    mutating func dayNumber() -> Bool {
        let first = skip(["on", "for"], from: place)
        let word = text(first)
        guard first - place <= 1, ["day", "days", "week", "weeks"].contains(word),
            let number = NumberPhrase.read(at: first + 1, of: tokens),
            token(first + 1)?.isNumber == true || (word == "day" && number.isWord)
        else { return false }
        guard DoseUnit.named(text(number.end)) == nil, !["times", "x"].contains(text(number.end)) else { return false }
        let isOfDays = ["day", "days"].contains(word) && number.fault == nil && number.low >= 1
        if isOfDays, let from = Int(exactly: number.low), let to = Int(exactly: number.high), to < 100,
            !["of", "and", "&", ","].contains(text(number.end)) || text(number.end + 1) == "then"
        {
            add(.dayNumbers(from, to), to: number.end)
        } else {
            add(.doubtful("day-numbers"), to: number.end)
        }
        return true
    }

    /// Reads "on all other days" and "the remaining days".
    mutating func otherDays() -> Bool {
        var next = skip(["on", "for"], from: place)
        guard next - place <= 1 else { return false }
        next = skip(["all", "the", "of"], from: next)
        if text(next) == "rest", text(next + 1) == "of", text(next + 2) == "the", text(next + 3) == "week" {
            add(.otherDays, to: next + 4)
            return true
        }
        guard ["other", "remaining"].contains(text(next)), text(next + 1) == "days" else { return false }
        let isOfWeek = text(next + 2) == "of" && text(next + 3) == "the" && text(next + 4) == "week"
        add(.otherDays, to: next + (isOfWeek ? 5 : 2))
        return true
    }

    /// Reads a step without a dose: "then 7 days off".
    mutating func daysOff() -> Bool {
        guard case .then? = previous else { return false }
        if text(place) == "off", text(place + 1) == "for", let (rest, end) = length(at: place + 2, bound: nil) {
            add(.rest(rest), to: end)
            return true
        }
        guard let (rest, end) = length(at: place, bound: nil), text(end) == "off" else { return false }
        add(.rest(rest), to: end + 1)
        return true
    }

    /// Reads "then stop" after a duration, which it only repeats: "for 7 days, then stop".
    mutating func lastStop() -> Bool {
        var next = skip(["and", ","], from: place)
        guard text(next) == "then" || next > place && text(next) == "stop" else { return false }
        next = skip(["then"], from: next)
        guard ["stop", "discontinue"].contains(text(next)), token(next + 1) == nil || text(next + 1) == "." else {
            return false
        }
        let last = parts.last { part in
            switch part.content {
            case .harmless, .separator: false
            default: true
            }
        }
        switch last?.content {
        case .duration?, .dayNumbers?:
            add(.harmless, to: next + 1)
            return true
        default: return false
        }
    }

    /// Reads the shelf life of the opened product: "discard 4 weeks after opening", "use within 28 days of opening".
    mutating func shelfLife() -> Bool {
        guard ["discard", "use", "throw", "dispose"].contains(text(place)) else { return false }
        let next = skip(
            [
                "away", "of", "any", "unused", "remaining", "remainder", "bottle", "the", "after", "within", "with",
                "in", "medicine",
            ],
            from: place + 1)
        guard let (_, end) = length(at: next, bound: nil) ?? lengthAfter(next) else { return false }
        let last = skip(["after", "of", "from", "first", "date", "the"], from: end)
        if last > end, ["opening", "opened"].contains(text(last)) {
            add(.harmless, to: last + 1)
            return true
        }
        // "discard any remaining after 7 days"
        guard text(place) == "discard", text(next - 1) == "after" else { return false }
        add(.harmless, to: end)
        return true
    }

    /// Reads a length before "after", where `length` returns nil.
    private func lengthAfter(_ place: Int) -> (Direction.Duration, end: Int)? {
        guard let number = NumberPhrase.read(at: place, of: tokens), number.fault == nil,
            let unit = TimeUnit.duration(text(number.end))
        else { return nil }
        return (.init(value: number.low, unit: unit), number.end + 1)
    }

    /// True if drops or the eye were named.
    var isAtEye: Bool {
        has { content in
            switch content {
            case .amount(let amount, _, _): amount.unit == "drop"
            case .route(let route): route == "ophthalmic"
            default: false
            }
        }
    }

    /// Returns true if a frequency follows in the same sentence.
    func isTimed(from start: Int) -> Bool {
        for place in start..<max(start, tokens.count) {
            if [".", ";", "then"].contains(text(place)) { return false }
            switch lexicon.phrase(at: place, of: tokens)?.meaning {
            case .frequency?, .events?: return true
            default: break
            }
            if ["every", "q", "times"].contains(text(place)), token(place)?.isWord == true { return true }
        }
        return false
    }
}
