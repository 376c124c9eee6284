/// An instruction while it is put together.
struct SigDraft {
    /// How it came to be apart from the one before.
    enum Link {
        /// "then", "and", or the first.
        case written
        /// The one before had its length already: "4 tabs x 3 d, 3 tabs x 3 d".
        case implied
        /// Nothing but a comma, or nothing at all.
        case bare
    }

    var direction: Direction
    var link: Link
    var spans: [(Directions.Field, Range<Int>)] = []
    var doseKind: SigUnit.Kind?
    /// "daily" without a number, so that hours may say how often.
    var isPlain = false
    var isDirected = false
    var isApplied = false
    /// The dose was said again behind its times.
    var isRepeated = false
    /// Hours, then the dose: only right while there is one instruction.
    var isTimedFirst = false
    /// "every morning at 8 am": the hour is that of the morning.
    var isHourOfEvent = false
    /// "once" without a period.
    var onces: [Range<Int>] = []

    init(_ relation: Direction.Relation, link: Link = .written) {
        direction = Direction(relation)
        self.link = link
    }

    var hasTiming: Bool {
        direction.frequency != nil || !direction.when.isEmpty || !direction.times.isEmpty || !direction.days.isEmpty
    }

    var isEmpty: Bool { spans.isEmpty && !isDirected && onces.isEmpty }

    mutating func note(_ field: Directions.Field, _ range: Range<Int>) { spans.append((field, range)) }
}

/// Puts the parts together to instructions, and says what does not fit.
struct SigAssembly {
    private let parts: [SigPart]
    var drafts: [SigDraft] = [SigDraft(.first)]
    private(set) var medicines: [(name: String, range: Range<Int>)] = []
    /// Places that no instruction has taken.
    private(set) var unread: [Range<Int>] = []
    private(set) var problems: [(code: String, range: Range<Int>)] = []
    private(set) var refusals: [(code: String, range: Range<Int>)] = []
    private var isAndPending: Range<Int>?
    private var isSeparated = false
    private var isVerbPending = false
    private var isBehindInstructions = false
    private var last: SigPart.Content?

    init(_ parts: [SigPart]) {
        self.parts = parts
        for (index, part) in parts.enumerated() {
            take(part, at: index)
            switch part.content {
            case .harmless, .route, .site: break
            default: last = part.content
            }
        }
        if let range = isAndPending { unread.append(range) }
        dropEmpty()
        mergeEqual()
        implyCounts()
    }

    var current: SigDraft {
        get { drafts[drafts.count - 1] }
        set { drafts[drafts.count - 1] = newValue }
    }

    mutating func refuse(_ code: String, _ range: Range<Int>) { refusals.append((code, range)) }
    mutating func doubt(_ code: String, _ range: Range<Int>) { problems.append((code, range)) }

    var isSeparatedNow: Bool { isSeparated }

    /// Answers whether an "and" stood before.
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

    /// A "then" that nothing follows.
    mutating func dangling() {
        for part in parts.reversed() {
            if case .then = part.content {
                leave(part.range, "cut-off")
                return
            }
        }
    }

    private mutating func take(_ part: SigPart, at index: Int) {
        let range = part.range
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
        case .concentration, .harmless: break
        }
    }

    // MARK: Where one ends and the next begins

    private mutating func begin(_ relation: Direction.Relation, _ link: SigDraft.Link) {
        isAndPending = nil
        isVerbPending = false
        isSeparated = false
        drafts.append(SigDraft(drafts.count == 1 && current.isEmpty ? .first : relation, link: link))
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

    /// Whether an amount comes before anything else that begins or ends an instruction.
    private func next(from start: Int) -> (isDose: Bool, isTimedFirst: Bool, isAsNeeded: Bool)? {
        var isTimed = false
        for part in parts[min(start, parts.count)...] {
            switch part.content {
            case .verb, .harmless, .site, .route: continue
            case .frequency, .events, .times, .days, .once: isTimed = true
            case .amount: return (true, isTimed, false)
            case .number: return (!isTimed, isTimed, false)
            case .asNeeded: return (false, isTimed, !isTimed)
            default: return nil
            }
        }
        return nil
    }

    // MARK: The dose

    private mutating func bare(_ number: SigNumber, _ range: Range<Int>) {
        let amount = Direction.Amount(low: number.low, high: number.high, unit: nil)
        let isPlaced: Bool
        switch last {
        case nil, .verb?, .and?, .then?, .separator?, .duration?, .medicine?, .instructions?: isPlaced = true
        case .frequency?: isPlaced = current.direction.dose?.low == number.low && isNextTimed(behind: range)
        case .events?, .times?: isPlaced = current.direction.dose != nil && isNextTimed(behind: range)
        case .amount?: isPlaced = current.doseKind == .weight && !current.hasTiming && !medicines.isEmpty
        default: isPlaced = false
        }
        if let dose = current.direction.dose, dose.low == amount.low, dose.high == amount.high, !current.hasTiming {
            current.note(.dose, range)
            return
        }
        guard isPlaced, current.direction.dose == nil || isVerbPending || isSeparated || current.direction.duration != nil || isNextTimed(behind: range)
            || !medicines.isEmpty
        else {
            unread.append(range)
            doubt("leftover-number", range)
            return
        }
        dose(amount, .count, nil, range)
    }

    private mutating func dose(
        _ amount: Direction.Amount, _ kind: SigUnit.Kind?, _ strength: Direction.Amount?, _ range: Range<Int>
    ) {
        isAndPending = nil
        defer { isVerbPending = false; isSeparated = false }
        guard let known = current.direction.dose else {
            current.isTimedFirst = current.hasTiming
            set(amount, kind, strength, range)
            return
        }
        if isBehindInstructions, amount != known { refuse("two-amounts", range) }
        if kind != .count, current.doseKind == .count, strength == nil {
            add(strength: amount, range)
        } else if kind == .count, current.doseKind == .weight, !current.hasTiming, current.direction.strength == nil {
            current.direction.strength = known
            current.spans = current.spans.map { $0.0 == .dose ? (.strength, $0.1) : $0 }
            set(amount, kind, strength, range)
        } else if amount == known || (amount.unit == nil && amount.low == known.low && amount.high == known.high) {
            again(range, strength)
        } else if kind == .weight, current.doseKind == .volume, !current.hasTiming {
            add(strength: amount, range)
        } else if kind == .volume, current.doseKind == .weight, !current.hasTiming, current.direction.strength == nil {
            add(strength: amount, range)
            doubt("ambiguous-count-and-weight", range)
        } else {
            other(amount, kind, strength, range)
        }
    }

    private mutating func set(
        _ amount: Direction.Amount, _ kind: SigUnit.Kind?, _ strength: Direction.Amount?, _ range: Range<Int>
    ) {
        current.direction.dose = amount
        current.doseKind = kind
        current.note(.dose, range)
        guard let strength else { return }
        current.direction.strength = strength
        current.note(.strength, range)
    }

    private mutating func add(strength: Direction.Amount, _ range: Range<Int>) {
        if let known = current.direction.strength, known != strength {
            refuse("two-amounts", range)
        } else {
            current.direction.strength = strength
            current.note(.strength, range)
        }
    }

    /// The same amount once more: a repetition, or the next instruction.
    private mutating func again(_ range: Range<Int>, _ strength: Direction.Amount?) {
        if current.hasTiming, let strength, let known = current.direction.strength, strength != known {
            doubt("side-by-side", range)
        }
        guard current.hasTiming, isNextTimed(behind: range) else {
            current.note(.dose, range)
            return
        }
        let known = current
        let hasLength = known.direction.duration != nil && known.direction.frequency != nil
        begin(hasLength ? .then : .and, hasLength ? .implied : .bare)
        set(known.direction.dose ?? .init(low: nil, high: nil, unit: nil), known.doseKind, strength, range)
    }

    private func isNextTimed(behind range: Range<Int>) -> Bool {
        guard let index = parts.firstIndex(where: { $0.range == range }) else { return false }
        for part in parts[(index + 1)...] {
            switch part.content {
            case .verb, .harmless, .site, .route: continue
            case .frequency, .events, .times, .days, .asNeeded: return true
            default: return false
            }
        }
        return false
    }

    private mutating func other(
        _ amount: Direction.Amount, _ kind: SigUnit.Kind?, _ strength: Direction.Amount?, _ range: Range<Int>
    ) {
        if !current.hasTiming, current.direction.duration == nil, !current.direction.isAsNeeded,
            current.direction.count == nil
        {
            refuse("two-amounts", range)
            return
        }
        let hasLength = current.direction.duration != nil
        begin(hasLength ? .then : .and, hasLength ? .implied : .bare)
        set(amount, kind, strength, range)
    }
}
