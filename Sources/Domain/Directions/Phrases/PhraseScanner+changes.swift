/// Remarks, and words in remarks or reasons that change the dose.
extension PhraseScanner {
    // MARK: Remarks

    /// Reads a sentence without a dose, up to the next number or the next word of an instruction.
    mutating func remark(from start: Int, isNegative: Bool) {
        var next = start
        while let token = token(next), next - start < 24 {
            if token.isNumber || [".", ";"].contains(token.text) || ForeignWords.words.contains(token.text) { break }
            if NumberPhrase.read(at: next, of: tokens) != nil { break }
            if let (meaning, length) = lexicon.phrase(at: next, of: tokens) {
                if endsRemark(meaning) {
                    if isNegative, isForbidding(meaning) {
                        add(.unread, to: next + length)
                        return
                    }
                    break
                }
                next += length
            } else {
                next += 1
            }
        }
        // "do not take more than", followed by a number that no rule understands.
        let isCounting = isNegative && ["more", "than", "exceed", "over"].contains(text(next - 1))
        let isChange = isChanged(in: place..<max(next, start), isNegative: isNegative)
        add(isCounting ? .unread : .remark, to: max(next, start))
        if isChange { also(.doubtful("depends")) }
    }

    private func endsRemark(_ meaning: Meaning) -> Bool {
        switch meaning {
        case .frequency, .upTo, .events, .days, .time, .asNeeded, .then, .once, .single, .maximum, .upToNumber,
            .refused:
            true
        default: false
        }
    }

    /// Returns true if the phrase after the negation is forbidden: "do not take with food".
    private func isForbidding(_ meaning: Meaning) -> Bool {
        switch meaning {
        case .frequency(_, let isPlain): !isPlain
        case .events, .days, .time, .asNeeded, .once, .single: true
        default: false
        }
    }

    // MARK: Words that change the dose

    /// Returns true for "may double when ill" and "stopped", but not for "do not stop" and "may cause double vision".
    private func isChanged(in range: Range<Int>, isNegative: Bool) -> Bool {
        var isNegative = isNegative
        for place in range {
            if text(place) == "," || (text(place) == "and" && isChange(at: place + 1)) { isNegative = false }
            if ["not", "dont", "never", "without", "cannot"].contains(text(place)) { isNegative = true }
            if !isNegative, isChange(at: place) || isChangeOfRemark(at: place) { return true }
        }
        return false
    }

    /// Returns true for a word that changes, omits or ends the dose.
    func isChange(at place: Int) -> Bool {
        let word = text(place)
        if Self.changes.contains(word) { return true }
        if word == "double" || word == "doubles" { return text(place + 1) != "vision" }
        guard Self.steps.contains(word) else { return false }
        let next = text(place + 1) == "the" ? text(place + 2) : text(place + 1)
        return token(place + 1)?.isWord != true || next.hasSuffix("ly")
            || ["to", "by", "dose", "doses", "if", "when", "as", "until", "after", "every", "each"].contains(next)
    }

    private func isChangeOfRemark(at place: Int) -> Bool {
        switch text(place) {
        case "stop": true
        case "hold": token(place + 1)?.isWord != true || ["if", "when", "dose", "until"].contains(text(place + 1))
        case "finish": ["if", "when"].contains(text(place + 1))
        case "starting", "start":
            text(place - 1) == "before" && !["any", "other", "new", "another"].contains(text(place + 1))
        case "dose", "amount": text(place - 1) == "for"
        default: false
        }
    }

    private static let changes: Set = [
        "halve", "halved", "halving", "doubled", "doubling", "skip", "skipped", "skipping", "omit", "omitted",
        "omitting", "stopped", "discontinue", "discontinued", "cancelled", "canceled", "unless", "withhold", "withheld",
        "gradually", "alternately", "adjustment", "adjustments",
    ]
    private static let steps: Set = [
        "reduce", "reduced", "reducing", "increase", "increased", "increasing", "decrease", "decreased", "decreasing",
        "taper", "tapered", "tapering", "adjust", "adjusted", "adjusting", "lower", "lowering", "titrate",
    ]

    /// Returns true if the words after "for" name a time or another person instead of a complaint: "for dialysis days",
    /// "for emergencies", "for the cat".
    func isCondition(_ range: Range<Int>) -> Bool {
        range.contains { place in
            // "for cat allergy" does not name a cat as the patient.
            let isOther =
                Self.others.contains(text(place))
                && (place + 1 == range.upperBound || ["with", "who", "and", "or", "s"].contains(text(place + 1)))
            return isOther || Self.conditions.contains(text(place)) || isChange(at: place)
        }
    }

    private static let conditions: Set = [
        "only", "weekdays", "except", "emergency", "emergencies", "alternate", "alternating", "veterinary", "loading",
        "without", "rarely", "seldom", "regularly", "flights", "duration", "time", "season", "winter", "summer",
        "ramadan",
        "holiday", "holidays",
    ]
    private static let others: Set = [
        "dog", "dogs", "cat", "cats", "pet", "pets", "puppy", "kitten", "horse", "horses", "rabbit", "hamster",
        "parrot",
        "animal", "animals", "baby", "child", "husband", "wife", "son", "daughter", "mother", "father",
    ]

    /// Returns true for a length without a number: "a few days", "several weeks".
    func isVagueLength(_ range: Range<Int>) -> Bool {
        range.contains { place in
            let word = text(place)
            return Self.lengths.contains(word) || (word.count >= 3 && TimeUnit.duration(word) != nil)
        }
    }

    private static let lengths: Set = ["fortnight", "fortnights", "weekend", "weekends", "course", "cycle", "cycles"]

    // MARK: Frequency said before

    /// The number of times a day that the words before state ("twice daily" is 2); nil if there is none.
    var saidPerDay: Int? {
        for part in parts.reversed() {
            switch part.content {
            case .frequency(let frequency, _):
                let isPerDay = frequency.period == 1 && frequency.periodUnit == .day && frequency.countMax == nil
                return isPerDay ? frequency.count : nil
            case .then, .and: return nil
            default: continue
            }
        }
        return nil
    }
}
