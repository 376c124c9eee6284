/// Finds doses that are forbidden or ended. A dose after a "not" is never shown.
struct NegationCheck {
    private let tokens: [Token]
    private let parts: [Phrase]
    /// The tokens where an amount or a time begins; true for an amount.
    private let amounts: [Int: Bool]
    private(set) var found: [(code: String, range: Range<Int>)] = []

    static func found(in parts: [Phrase], of tokens: [Token]) -> [(code: String, range: Range<Int>)] {
        var negation = Self(tokens: tokens, parts: parts)
        for place in tokens.indices { negation.look(at: place) }
        return negation.found
    }

    private init(tokens: [Token], parts: [Phrase]) {
        self.tokens = tokens
        self.parts = parts
        var amounts: [Int: Bool] = [:]
        for part in parts {
            let place = part.range.lowerBound
            switch part.content {
            case .amount: amounts[place] = true
            case .number:
                let before = place > 0 ? tokens[place - 1].text : ""
                if !["under", "below", "age", "aged", "above"].contains(before) { amounts[place] = true }
            case .frequency, .events, .times, .days, .count, .once: amounts[place] = amounts[place] ?? false
            default: break
            }
        }
        self.amounts = amounts
    }

    private enum Cue {
        /// "not", "never", "avoid": forbids what comes after it.
        case forbids
        /// "stop", "hold": ends what comes after it.
        case ends
        /// "forbidden", "not recommended": applies to the whole sentence.
        case whole
    }

    private func text(_ place: Int) -> String { tokens.indices.contains(place) ? tokens[place].text : "" }

    private mutating func look(at place: Int) {
        guard let (cue, end) = cue(at: place), !isPartOfLimit(place) else { return }
        let range = place..<min(end, tokens.count)
        let last = sentenceEnd(from: end)
        // "Do not take until you have spoken to your doctor. One tablet at night"
        let isUntil =
            cue == .forbids && Self.dosing.contains(text(verb(from: end)))
            && ["until", "unless", "till"].contains(text(verb(from: end) + 1))
        let isBare = isUntil || isBareVerb(end, last)
        if cue == .whole || isBare {
            // "Do not take. 2 tablets daily", "2 tablets daily. Stopped": the full stop may be a speck on the
            // photograph.
            let isAlone = isBare || sentenceStart(before: place) == place
            let first = isAlone ? 0 : sentenceStart(before: place)
            if (first..<(isAlone ? tokens.count : last)).contains(where: { amounts[$0] != nil }) {
                found.append(("negated", range))
            }
            return
        }
        guard let code = governed(from: end, to: last, cue) else { return }
        found.append((code, range))
    }

    // MARK: The word that forbids

    private func cue(at place: Int) -> (Cue, end: Int)? {
        let word = text(place)
        if Self.whole.contains(word) { return (.whole, place + 1) }
        if Self.endings.contains(word) { return ending(at: place, length: 1) }
        if isHead(place) {
            if Self.former.contains(word) { return (.ends, place + 1) }
            if word == "used", text(place + 1) == "to", Self.dosing.contains(text(place + 2)) {
                return (.ends, place + 2)
            }
        }
        if word == "d", text(place + 1) == "/", text(place + 2) == "c" { return ending(at: place, length: 3) }
        if ["instead", "rather"].contains(word), ["of", "than"].contains(text(place + 1)) {
            return (.forbids, place + 2)
        }
        if word == "no" {
            let next = text(place + 1)
            guard Self.nouns.contains(next) || DoseUnit.named(next) != nil, text(place + 2) != "than" else {
                return nil
            }
            return (.forbids, place + 2)
        }
        guard Self.negatives.contains(word) else { return nil }
        if Self.inverted.contains(text(verb(from: place + 1))) { return nil }
        // "if it does not help": a condition, which has its own flag.
        let isCondition = (max(0, place - 4)..<place).contains { ["if", "when"].contains(text($0)) }
        if isCondition, !Self.dosing.contains(text(verb(from: place + 1))) { return nil }
        let isJudged = word == "not" && Self.judged.contains(text(place + 1))
        return (isJudged ? .whole : .forbids, place + 1)
    }

    /// Reads a word that ends a dose: "Stop 1 tablet daily". Returns nil for "then stop", "until stopped" and "hold in
    /// the mouth".
    private func ending(at place: Int, length: Int) -> (Cue, end: Int)? {
        let before = text(place - 1)
        guard !["then", "until", "unless", "if", "before", "not", "to", "dont", "and"].contains(before),
            text(place) != "expired" || !["when", "once", "after"].contains(before)
        else {
            return nil
        }
        let end = place + length
        let last = sentenceEnd(from: end)
        if text(place) == "hold",
            (end..<last).contains(where: { ["tongue", "cheek", "mouth", "breath"].contains(text($0)) })
        {
            return nil
        }
        let isLast = (end..<max(end, last)).allSatisfy { [")", "!", "*"].contains(text($0)) }
        return (isLast && place > 0 && Self.ended.contains(text(place)) ? .whole : .ends, end)
    }

    /// Returns true if another rule has understood the "not": "no more than 8", "until gone, do not take on other
    /// days".
    private func isPartOfLimit(_ place: Int) -> Bool {
        parts.contains { part in
            guard part.range.contains(place) else { return false }
            switch part.content {
            case .maximum, .duration, .harmless, .notDaily, .doubtful("max-without-period"), .doubtful("gap"):
                return true
            default: return false
            }
        }
    }

    // MARK: Scope of the negation

    /// Returns the place of the first word after "ever", "under any circumstances," and similar words.
    private func verb(from place: Int) -> Int {
        var next = place
        while Self.between.contains(text(next)) || (next == place && text(next) == ",") { next += 1 }
        return next
    }

    /// Returns true if no other thing after the verb can be forbidden: "2 tablets daily must not be taken".
    private func isBareVerb(_ start: Int, _ end: Int) -> Bool {
        let words = (start..<max(start, end)).map(text)
        return words.contains { Self.dosing.contains($0) && !["swallow", "chew", "drink", "have"].contains($0) }
            && words.allSatisfy { Self.dosing.contains($0) || Self.between.contains($0) }
    }

    private func governed(from start: Int, to end: Int, _ cue: Cue) -> String? {
        let isDosing = Self.dosing.contains(text(verb(from: start)))
        var isNear = false
        for place in start..<max(start, end) {
            let word = text(place)
            if Self.comparing.contains(word) || (cue == .ends && ["if", "when"].contains(word)) { return nil }
            if word == ",", !isDosing, verb(from: start) < place { isNear = cue != .ends || isNear }
            if place > verb(from: start), Self.dosing.contains(word), isCommand(place, cue) { isNear = true }
            if let isAmount = amounts[place], isAmount || cue != .ends { return isNear ? "negation-near" : "negated" }
        }
        return nil
    }

    /// Returns true if an instruction of its own begins: "do not chew take 1 tablet", but not "do not drive or take".
    private func isCommand(_ place: Int, _ cue: Cue) -> Bool {
        let before = text(place - 1)
        if cue == .ends, before == "and" { return true }
        return !Self.between.contains(before) && !["or", "and", "nor", "/", ","].contains(before)
            && !text(place).hasSuffix("ing")
    }

    // MARK: Sentences

    private func sentenceEnd(from start: Int) -> Int {
        tokens.indices.dropFirst(start).first { [".", ";", "then", "but"].contains(text($0)) } ?? tokens.count
    }

    /// Returns true at the first word of a sentence, or after a sign that begins a line.
    private func isHead(_ place: Int) -> Bool {
        place == 0 || [".", ";", "(", ":", "-", "*"].contains(text(place - 1))
    }

    private func sentenceStart(before place: Int) -> Int {
        (tokens[..<place].lastIndex { [".", ";", "then", "but"].contains($0.text) } ?? -1) + 1
    }
}

// MARK: - Words

extension NegationCheck {
    private static let negatives: Set = [
        "not", "dont", "donot", "never", "avoid", "mustnt", "shouldnt", "cannot", "cant", "wont", "refrain", "doesnt",
        "nor", "neither", "refuse", "avoiding",
    ]
    private static let endings: Set = [
        "stop", "discontinue", "discontinued", "stopped", "cancel", "cancelled", "canceled", "withdrawn", "withhold",
        "hold", "omit", "quit", "cease", "ceased", "suspend", "suspended", "skip", "dc", "halt", "halted", "pause",
        "paused", "terminate", "terminated", "ended", "revoke", "revoked", "delete", "deleted", "reject", "rejected",
        "refused", "decline", "declined", "annulled", "void", "voided", "expired", "superseded", "obsolete", "skipped",
        "omitted", "forgo", "forego", "abstain", "inactive", "scrap", "scrapped", "deferred", "withheld",
    ]
    /// At the beginning of a sentence: "Old: 1 tablet daily".
    private static let former: Set = [
        "formerly", "former", "old", "past", "previously", "overdose", "toxic", "lethal", "historical",
    ]
    /// After the amount: "1 tablet daily, discontinued".
    private static let ended: Set = [
        "discontinued", "stopped", "cancelled", "canceled", "withdrawn", "ceased", "suspended", "d", "halted", "paused",
        "terminated", "revoked", "deleted", "rejected", "refused", "declined", "annulled", "void", "voided",
        "superseded", "obsolete", "inactive", "omitted", "withheld",
    ]
    private static let whole: Set = ["forbidden", "prohibited", "contraindicated", "disallowed", "banned"]
    private static let judged: Set = [
        "recommended", "allowed", "permitted", "advised", "safe", "indicated", "prescribed", "appropriate",
    ]
    private static let nouns: Set = [
        "circumstances", "circumstance", "account", "case", "means", "time", "event", "longer", "medicine",
        "medication",
    ]
    /// "Do not forget to take" is no prohibition.
    private static let inverted: Set = ["forget", "skip", "miss", "stop", "discontinue", "omit", "fail", "delay"]
    private static let dosing: Set = [
        "take", "taking", "taken", "use", "using", "used", "give", "giving", "given", "inject", "injecting", "injected",
        "apply", "applying", "applied", "inhale", "inhaling", "inhaled", "insert", "inserted", "administer",
        "administered", "swallow", "have", "having", "put", "instil", "instill", "place", "drink", "chew",
    ]
    private static let between: Set = [
        "ever", "you", "to", "be", "it", "this", "them", "these", "that", "please", "under", "any", "circumstances",
        "just", "simply", "try", "start", "begin", "continue", "from", "the", "your", "being", "medicine", "at", "all",
    ]
    private static let comparing: Set = ["than", "exceed", "exceeding"]
}
