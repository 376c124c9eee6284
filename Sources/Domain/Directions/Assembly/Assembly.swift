/// Assembles phrases into instructions and collects what does not fit.
struct Assembly {
    let parts: [Phrase]
    private let tokens: [Token]
    var drafts: [ClauseDraft] = [ClauseDraft(.first)]
    private(set) var medicines: [(name: String, range: Range<Int>)] = []
    /// Token ranges that no instruction has taken.
    var unread: [Range<Int>] = []
    private(set) var problems: [(code: String, range: Range<Int>)] = []
    private(set) var refusals: [(code: String, range: Range<Int>)] = []
    var isAndPending: Range<Int>?
    var isSeparated = false
    var isVerbPending = false
    var isBehindInstructions = false
    /// The concentration or strength of the product: "250 mg/5 mL". The numbers are nil if they are not known.
    var concentrations: [(amount: Direction.Amount?, per: Direction.Amount?, range: Range<Int>)] = []
    var dayNumbers: [(days: ClosedRange<Int>, draft: Int, range: Range<Int>)] = []
    var last: Phrase.Content?

    init(_ parts: [Phrase], _ tokens: [Token]) {
        self.parts = parts
        self.tokens = tokens
        for (index, part) in parts.enumerated() {
            take(part, at: index)
            switch part.content {
            case .harmless, .route, .site, .everyDay, .everyWeek: break
            default: last = part.content
            }
        }
        if let range = isAndPending { unread.append(range) }
        checkDayNumbers()
        resolveStrengths()
        dropEmpty()
        mergeEqual()
        implyCounts()
        dropSkin()
    }

    var current: ClauseDraft {
        get { drafts[drafts.count - 1] }
        set { drafts[drafts.count - 1] = newValue }
    }

    mutating func refuse(_ code: String, _ range: Range<Int>) { refusals.append((code, range)) }
    mutating func doubt(_ code: String, _ range: Range<Int>) { problems.append((code, range)) }

    func words(_ range: Range<Int>) -> [String] { tokens[range].map(\.text) }
    var tokenCount: Int { tokens.count }

    /// Clears a pending "and". Returns true if there was one.
    @discardableResult
    mutating func clearAnd() -> Bool {
        defer { isAndPending = nil }
        return isAndPending != nil
    }

    mutating func noteMedicine(_ name: String, _ range: Range<Int>) { medicines.append((name, range)) }

    mutating func leave(_ range: Range<Int>, _ code: String) {
        unread.append(range)
        problems.append((code, range))
    }

    /// Flags a "then" without an instruction after it.
    mutating func dangling() {
        for part in parts.reversed() {
            if case .then = part.content {
                leave(part.range, "cut-off")
                return
            }
        }
    }

    /// Returns true for a time that belongs to a remark, not to a dose: "Follow up in 2 weeks", "may cause waking at
    /// night".
    private func isOfRemark(_ part: Phrase, at index: Int) -> Bool {
        guard index > 0, current.hasTiming, case .remark = parts[index - 1].content else { return false }
        // "(may cause drowsiness) for 5 days": the remark ends with the bracket.
        if tokens[parts[index - 1].range].contains(where: { $0.text == ")" }) { return false }
        if tokens[parts[index - 1].range].contains(where: { Self.dosing.contains($0.text) }) { return false }
        switch part.content {
        case .events, .times, .days, .duration, .frequency(_, isPlain: false): return true
        default: return false
        }
    }

    private static let dosing: Set = [
        "take", "taken", "taking", "use", "used", "using", "give", "given", "apply", "applied", "inject", "injected",
        "course", "continue",
    ]

    private mutating func take(_ part: Phrase, at index: Int) {
        let range = part.range
        if isOfRemark(part, at: index) {
            unread.append(range)
            return
        }
        switch part.content {
        case .verb: isVerbPending = true
        case .amount(let amount, let kind, let strength): dose(amount, kind, strength, range)
        case .number(let number): bare(number, range)
        case .route(let route): take(route: route, range)
        case .site(let site, let route): take(site: site, route: route, range)
        case .frequency(let frequency, let isPlain): take(frequency, isPlain: isPlain, range)
        case .events(let events, let offset): take(events, offset: offset, range)
        case .times(let times): take(times: times, range)
        case .days(let days): take(days: days, range)
        case .otherDays: otherDays(range)
        case .dayNumbers(let first, let last): take(dayNumbers: first...last, range)
        case .rest(let duration):
            take(duration, range)
            doubt("days-off", range)
        case .asNeeded: asNeeded(range)
        case .reason(let reason): take(reason: reason, range)
        case .duration(let duration): take(duration, range)
        case .maximum(let maximum): take(maximum, range)
        case .once: once(range)
        case .count(let count): take(count: count, range)
        case .directed: current.isDirected = true
        case .then: begin(.then, .written)
        case .and: and(range, at: index)
        case .separator: separated(at: index)
        case .medicine(let name): take(medicine: name, range)
        case .instructions: isBehindInstructions = true
        case .unread: unread.append(range)
        case .doubtful(let code): doubt(code, range)
        case .refused(let code): refuse(code, range)
        case .remark: clearAnd()
        case .concentration(let amount, let per): concentration(amount, per: per, range)
        case .eitherMeal(let meals): take(eitherMeal: meals, range)
        case .everyDay: current.everyDay = range
        case .everyWeek: current.isEveryWeek = true
        case .emptyStomach:
            clearAnd()
            current.direction.isOnEmptyStomach = true
            current.note(.when, range)
        case .notDaily: current.notDaily = range
        case .harmless: break
        }
    }

    // MARK: Boundaries of instructions

    mutating func begin(_ relation: Direction.Relation, _ link: ClauseDraft.Link) {
        isAndPending = nil
        isVerbPending = false
        isSeparated = false
        drafts.append(ClauseDraft(drafts.count == 1 && current.isEmpty ? .first : relation, link: link))
        if drafts.count == 2, drafts[0].isEmpty, drafts[0].link == .written { drafts.removeFirst() }
    }

    private mutating func and(_ range: Range<Int>, at index: Int) {
        if current.direction.dose != nil, let next = next(from: index + 1) {
            if next.isDose, current.hasTiming || next.isTimedFirst || current.direction.isAsNeeded {
                begin(.and, .written)
                return
            }
            if next.isAsNeeded, current.hasTiming {
                begin(.and, .written)
                return
            }
        }
        isAndPending = range
    }

    private mutating func separated(at index: Int) {
        isSeparated = true
        guard current.direction.dose != nil, current.hasTiming, let next = next(from: index + 1), next.isTimedFirst,
            next.isDose
        else { return }
        begin(.and, .bare)
    }

    /// Looks ahead to the next phrase that begins or ends an instruction: whether it is an amount, whether a time comes
    /// first, and whether it is "as needed". Returns nil if there is none.
    private func next(from start: Int) -> (isDose: Bool, isTimedFirst: Bool, isAsNeeded: Bool)? {
        var isTimed = false
        for part in parts[min(start, parts.count)...] {
            switch part.content {
            case .verb, .harmless, .site, .route, .everyDay, .everyWeek: continue
            case .frequency, .events, .times, .days, .otherDays, .once: isTimed = true
            case .amount: return (true, isTimed, false)
            case .number: return (!isTimed, isTimed, false)
            case .asNeeded: return (false, isTimed, !isTimed)
            default: return nil
            }
        }
        return nil
    }
}
