/// Scans the tokens from left to right. Each token is read by a rule, known to be harmless, or left unread.
struct PhraseScanner {
    let tokens: [Token]
    let lexicon = Lexicon.all
    private(set) var parts: [Phrase] = []
    private(set) var place = 0

    static func parts(of tokens: [Token]) -> [Phrase] {
        var scan = Self(tokens: tokens)
        while scan.place < tokens.count { scan.step() }
        return scan.parts
    }

    private init(tokens: [Token]) {
        self.tokens = tokens
    }

    private mutating func step() {
        let start = place
        if special() || maximum() || upTo() || interval() || days() || meals() || duration() || clock() || numbered()
            || reason()
            || phrase() || inert() || medicine()
        {
            // Prevents an endless loop if a rule takes no token.
            if place == start { place += 1 }
            return
        }
        let token = tokens[place]
        if token.kind == .symbol, Self.separators.contains(token.text) || isStructureStroke {
            add(.separator, to: place + 1)
        } else if token.kind == .symbol, Self.harmlessSigns.contains(token.text) {
            add(.harmless, to: place + 1)
        } else {
            add(.unread, to: place + 1)
        }
    }

    /// True at a slash with spaces on both sides and no numbers beside it: "tabs / 1 tablet / oral".
    private var isStructureStroke: Bool {
        guard text(place) == "/", token(place)?.isGlued == false else { return text(place) == "/" && isBetweenRoutes }
        guard let next = token(place + 1), !next.isGlued else { return false }
        return !(next.isNumber && token(place - 1)?.isNumber == true)
    }

    /// True at the slash of "PO/by mouth".
    private var isBetweenRoutes: Bool {
        guard case .route? = previous, case .route? = lexicon.phrase(at: place + 1, of: tokens)?.meaning else {
            return false
        }
        return true
    }

    private static let separators: Set = [",", ";", "."]
    private static let harmlessSigns: Set = ["(", ")", ":", "\"", "*", "-", "@", "!", "'", "="]

    // MARK: Used by the rules

    func text(_ place: Int) -> String { place >= 0 && place < tokens.count ? tokens[place].text : "" }
    func token(_ place: Int) -> Token? { place >= 0 && place < tokens.count ? tokens[place] : nil }

    mutating func add(_ content: Phrase.Content, to end: Int) {
        parts.append(.init(content: content, range: place..<max(place + 1, min(end, tokens.count))))
        place = max(place + 1, min(end, tokens.count))
    }

    /// Adds a second meaning for the tokens that the last phrase took.
    mutating func also(_ content: Phrase.Content) {
        guard let range = parts.last?.range else { return }
        parts.append(.init(content: content, range: range))
    }

    /// The phrase before; harmless ones are skipped.
    var previous: Phrase.Content? {
        parts.last { part in
            switch part.content {
            case .harmless, .everyDay, .everyWeek: false
            default: true
            }
        }?.content
    }

    var hasTiming: Bool {
        for part in parts.reversed() {
            switch part.content {
            case .frequency, .events, .times, .days, .otherDays, .asNeeded: return true
            case .then, .and: return false
            default: continue
            }
        }
        return false
    }

    func has(_ test: (Phrase.Content) -> Bool) -> Bool { parts.contains { test($0.content) } }

    var hasDose: Bool {
        has { content in
            switch content {
            case .amount, .number: true
            default: false
            }
        }
    }

    /// Skips the given signs and returns the place after them.
    func skip(_ signs: Set<String>, from place: Int) -> Int {
        var next = place
        while next < tokens.count, signs.contains(tokens[next].text) { next += 1 }
        return next
    }
}

// MARK: - Fixed phrases

extension PhraseScanner {
    private mutating func phrase() -> Bool {
        guard let (meaning, length) = lexicon.phrase(at: place, of: tokens) else { return unitAlone() }
        let end = place + length
        switch meaning {
        case .verb(let route):
            add(.verb, to: end)
            if let route { also(.route(route)) }
        case .route(let route): add(.route(route), to: end)
        case .site(let site, let route): add(.site(site, route: route), to: end)
        case .frequency(let frequency, let isPlain):
            let isWeek = frequency == .init(count: 1, period: 1, periodUnit: .week)
            add(isWeek && isBehindDays ? .everyWeek : .frequency(frequency, isPlain: isPlain), to: end)
        case .upTo: add(.unread, to: end)
        case .events(let events):
            let isEveryDay = (place..<end).contains { Self.everyDay.contains(text($0)) }
            add(.events(events, offset: nil), to: end)
            if isEveryDay { also(.everyDay) }
        case .days(let days): add(.days(days), to: end)
        case .time(let time): add(.times([time]), to: end)
        case .asNeeded: add(.asNeeded, to: end)
        case .emptyStomach: add(.emptyStomach, to: end)
        case .notDaily: add(.notDaily, to: end)
        case .everyWeek: add(.everyWeek, to: end)
        case .then:
            let isLast =
                text(place) == "thereafter" && isBehindTiming && isSentenceEnd(end)
                || text(place) == "afterwards" && isSentenceEnd(end)
            add(isLast ? .harmless : .then, to: end)
        case .and: add(.and, to: end)
        case .once: add(.once, to: end)
        case .single:
            // "immediately before meals" is not a single dose.
            let isWhen = ["before", "after", "prior", "following", "with"].contains(text(end))
            add(text(place) == "immediately" && isWhen ? .harmless : .count(1), to: end)
        case .directed: add(.directed, to: end)
        case .maximum, .upToNumber: add(.unread, to: end)
        case .harmless: harmless(to: end)
        case .remark(let isNegative): remark(from: end, isNegative: isNegative)
        case .form: add(.harmless, to: end)
        case .condition:
            // "each night of migraine": only on those nights, so it is no reason.
            let isDay = text(place - 1) == "of" && isBehindTiming
            add(isDay ? .unread : .reason(text(of: place..<end)), to: end)
        case .refused(let code): add(.refused(code), to: end)
        case .doubtful(let code): add(.doubtful(code), to: end)
        }
        return true
    }

    /// Words that make a time of day apply to every day.
    private static let everyDay: Set = [
        "every", "each", "nightly", "daily", "qam", "qpm", "qhs", "qn", "q", "mornings", "evenings", "nights",
        "qbedtime",
    ]

    /// True if several days of the week stand just before: "Tuesday and Friday every week".
    private var isBehindDays: Bool {
        let before = parts.last { part in
            switch part.content {
            case .harmless, .everyWeek, .everyDay: false
            default: true
            }
        }
        if case .days(let days)? = before?.content { return days.count > 1 }
        return false
    }

    private func isSentenceEnd(_ place: Int) -> Bool { token(place) == nil || [".", ";"].contains(text(place)) }

    private mutating func harmless(to end: Int) {
        let isInstructions = ["instr", "instructions", "inst"].contains(text(place))
        add(isInstructions ? .instructions : .harmless, to: end)
    }

    /// Reads a unit without a number before it: "500 mg capsule 1 capsule".
    private mutating func unitAlone() -> Bool {
        guard let unit = DoseUnit.named(text(place)), unit.kind == .count, unit.name != "unit" else {
            return complaint()
        }
        if ["a", "an"].contains(text(place - 1)), parts.last?.range == (place - 1)..<place, isFirst(before: place - 1) {
            parts.removeLast()
            let range = (place - 1)..<(place + 1)
            parts.append(
                .init(
                    content: .amount(.init(low: 1, high: 1, unit: unit.name), unit.kind, strength: nil), range: range))
            place += 1
            return true
        }
        if counted(by: unit) { return true }
        if unit.name == "inhalation" {
            add(.route("inhalation"), to: place + 1)
        } else {
            add(.harmless, to: place + 1)
        }
        return true
    }

    /// Adds the unit to a number that stands before other words: "1 chewable tablet", "2 ibuprofen tablets".
    private mutating func counted(by unit: DoseUnit) -> Bool {
        for index in parts.indices.reversed() {
            switch parts[index].content {
            case .harmless, .medicine, .route, .concentration: continue
            case .number(let number):
                let amount = Direction.Amount(low: number.low, high: number.high, unit: unit.name)
                parts[index] = .init(content: .amount(amount, unit.kind, strength: nil), range: parts[index].range)
                add(.harmless, to: place + 1)
                return true
            default: return false
            }
        }
        return false
    }

    private static let endings = [
        "itis", "ectomy", "algia", "emia", "aemia", "osis", "tension", "pathy", "uria", "rhea",
    ]

    /// Reads a complaint by its ending after the dose: "gastritis".
    private mutating func complaint() -> Bool {
        let word = text(place)
        guard hasDose, word.count > 6, Self.endings.contains(where: word.hasSuffix) else { return false }
        add(.reason(word), to: place + 1)
        return true
    }

    /// Returns true if only a verb stands before the place.
    private func isFirst(before place: Int) -> Bool {
        guard let last = parts.dropLast().last else { return true }
        switch last.content {
        case .verb, .then, .and: return true
        default: return false
        }
    }

    /// Returns the tokens as text, with a space where the input has one.
    func text(of range: Range<Int>) -> String {
        range.reduce(into: "") { text, place in
            if !text.isEmpty, tokens[place].isGlued == false { text += " " }
            text += tokens[place].text
        }
    }
}
