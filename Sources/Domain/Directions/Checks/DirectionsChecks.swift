/// Checks instructions against each other: contradictions, missing parts, implausible values.
struct DirectionsChecks {
    let tokens: [Token]
    private let assembly: Assembly
    var drafts: [ClauseDraft] { assembly.drafts }
    private(set) var found: [(code: String, range: Range<Int>?)] = []

    init(_ assembly: Assembly, _ tokens: [Token]) {
        self.assembly = assembly
        self.tokens = tokens
        for draft in assembly.drafts {
            contradictions(draft)
            amounts(draft)
            missing(draft)
            limits(draft)
            weekly(draft)
        }
        periods()
        together()
        unread()
        found += MannerCheck.found(in: assembly, of: tokens)
        found += NegationCheck.found(in: assembly.parts, of: tokens).map { ($0.code, $0.range) }
    }

    mutating func note(_ code: String, _ draft: ClauseDraft, _ field: DirectionsReading.Field) {
        found.append((code, draft.spans.last { $0.0 == field }?.1))
    }

    mutating func note(_ code: String, at range: Range<Int>) { found.append((code, range)) }

    // MARK: Contradictions

    private mutating func contradictions(_ draft: ClauseDraft) {
        guard let frequency = draft.direction.frequency else { return }
        if draft.isPlain, draft.isOnceADay, (1...4).contains(draft.direction.days.count) {
            note("daily-and-days", draft, .days)
        }
        let named = draft.namedHours
        let hasMeals = draft.direction.when.contains { [.C, .AC, .PC].contains($0) }
        let hours = draft.direction.when.isEmpty ? DirectionsReading.Field.times : .when
        switch frequency.periodUnit {
        case .hour, .minute:
            guard named > 0 else {
                if let duration = draft.direction.duration, duration.bound == nil,
                    Self.isLonger(frequency, than: duration)
                {
                    note("two-frequencies", draft, .duration)
                }
                return
            }
            let perDay = Assembly.perDay(frequency) ?? 0
            if frequency.periodMax != nil || abs(perDay - Double(named)) > 0.01 { note("conflict", draft, hours) }
        case .day where frequency.period == 1:
            guard named > 0, let count = frequency.count ?? frequency.countMax else { return }
            let isRight = named == count || named == frequency.countMax || (hasMeals && count == named + 3)
            if !isRight { note("conflict", draft, hours) }
        case .week where !draft.direction.days.isEmpty:
            if let count = frequency.count, count != draft.direction.days.count { note("conflict", draft, .days) }
            if named > 1 { note("two-frequencies", draft, hours) }
        case .week, .month, .day:
            if named > 1 { note("two-frequencies", draft, hours) }
            if !draft.direction.days.isEmpty { note("conflict", draft, .days) }
        }
        if let duration = draft.direction.duration, duration.bound == nil, Self.isLonger(frequency, than: duration) {
            note("two-frequencies", draft, .duration)
        }
        if draft.direction.count != nil { note("two-frequencies", draft, .count) }
        if !draft.onces.isEmpty, !draft.isOnceADay, frequency.count != 1, draft.onces.count != named {
            note("conflict", draft, .frequency)
        }
    }

    /// Returns true if the interval is longer than the course: "every 12 days for 10 days".
    private static func isLonger(_ frequency: Direction.Frequency, than duration: Direction.Duration) -> Bool {
        guard let perDay = Assembly.perDay(frequency), perDay > 0 else { return false }
        let days: Double =
            switch duration.unit {
            case .hour: duration.value / 24
            case .day: duration.value
            case .week: duration.value * 7
            case .month: duration.value * 30
            case .year: duration.value * 365
            }
        return days * perDay < 0.99
    }

    // MARK: Amounts

    private mutating func amounts(_ draft: ClauseDraft) {
        if let dose = draft.direction.dose {
            let high = dose.high ?? dose.low ?? 0
            let bound = PlausibleDose.bound(for: draft, tokens)
            let perDay = draft.direction.frequency.flatMap(Assembly.perDay) ?? 1
            let isTooMuch = high > bound.dose || (!draft.direction.isAsNeeded && high * max(1, perDay) > bound.day)
            if high > 0, isTooMuch, dose.unit == "mL", PlausibleDose.cans.contains(high) {
                note("large-count", draft, .dose)
            } else if high <= 0 || isTooMuch || (dose.low ?? 1) <= 0 {
                note("implausible", draft, .dose)
            }
            if PlausibleDose.isHourlySolid(draft) { note("implausible", draft, .frequency) }
            if dose.unit == "tablespoon" { note("spoon-size", draft, .dose) }
            if ["bottle", "tube", "kit"].contains(dose.unit) { note("ambiguous-count-and-weight", draft, .dose) }
            if let high = dose.high, high >= 1_000_000, dose.unit == "unit" {
                note("large-number-no-comma", draft, .dose)
            }
        }
        if let frequency = draft.direction.frequency, let perDay = Assembly.perDay(frequency) {
            let isOften = frequency.periodUnit == .minute || (frequency.periodUnit == .hour && frequency.period < 1)
            let hasLimit = draft.direction.isAsNeeded || assembly.problems.contains { $0.code == "max-without-period" }
            if perDay > 24, !isOften || !hasLimit { note("implausible", draft, .frequency) }
        }
        if let frequency = draft.direction.frequency, frequency.periodUnit == .hour, frequency.period > 400 {
            note("implausible", draft, .frequency)
        }
    }

    // MARK: What is missing

    private mutating func missing(_ draft: ClauseDraft) {
        let direction = draft.direction
        if direction.relation == .then, draft.spans.allSatisfy({ $0.0 == .duration }),
            assembly.problems.contains(where: { $0.code == "days-off" })
        {
            return
        }
        let isSpread =
            draft.isApplied || direction.route == "topical"
            || assembly.drafts.first.map { $0.isApplied && $0.direction.dose == nil } ?? false
            || tokens.contains {
                ["amount", "thinly", "sparingly", "liberally", "generously", "layer"].contains($0.text)
            }
        if direction.dose == nil, !isSpread {
            note(draft.isDirected ? "as-directed" : "no-amount", draft, .frequency)
        } else if direction.frequency == nil, direction.count == nil, !direction.isAsNeeded, !isAtMeals(direction) {
            note(draft.isDirected ? "as-directed" : "no-frequency", draft, .dose)
        } else if direction.dose == nil, direction.frequency == nil, !direction.isAsNeeded {
            note("no-frequency", draft, .route)
        } else if direction.frequency == nil, direction.isAsNeeded, draft.isDirected {
            note("as-directed", draft, .asNeeded)
        }
    }

    /// Returns true if meals give the frequency: "before meals" does, "with food" does not.
    private func isAtMeals(_ direction: Direction) -> Bool {
        guard direction.when.contains(where: { [.C, .AC, .PC].contains($0) }) else { return false }
        return tokens.contains { ["meals", "mealtimes", "ac", "pc", "qac"].contains($0.text) }
            || tokens.indices.contains {
                tokens[$0].text == "meal" && $0 > 0 && ["each", "every"].contains(tokens[$0 - 1].text)
            }
    }

    // MARK: Limits

    private mutating func limits(_ draft: ClauseDraft) {
        guard let maximum = draft.direction.maximum else { return }
        if maximum.value <= 0 { note("implausible", draft, .max) }
        let limit = LimitCheck(maximum)
        guard let each = limit.each(draft) else {
            if limit.isIncomparable(draft.direction) { note("max-unit", draft, .max) }
            return
        }
        guard let perDay = limit.fewest(draft.direction) else {
            if draft.direction.frequency == nil, each.most > maximum.value { note("conflict", draft, .max) }
            return
        }
        if each.least > maximum.value { note("conflict", draft, .max) }
        let others = limit.beside(draft, of: assembly.drafts)
        if (each.least * perDay + others) * limit.hours / 24 > maximum.value + 0.001 {
            note(draft.direction.isAsNeeded ? "max-binds" : "max-exceeded", draft, .max)
        }
    }

    private static let weeklyDrugs: Set = [
        "methotrexate", "mtx", "alendronate", "alendronic", "risedronate", "semaglutide", "dulaglutide", "fosamax",
        "trexall", "actonel", "ozempic", "trulicity", "tirzepatide", "mounjaro", "wegovy",
    ]

    private mutating func weekly(_ draft: ClauseDraft) {
        guard let frequency = draft.direction.frequency, let perDay = Assembly.perDay(frequency), perDay > 0.6,
            draft.direction.days.isEmpty
        else { return }
        let name = tokens.indices.first { Self.weeklyDrugs.contains(tokens[$0].text) }
        if let name { found.append(("weekly-drug-daily", name..<(name + 1))) }
    }

    // MARK: Instructions side by side

    private mutating func together() {
        for (before, after) in zip(assembly.drafts, assembly.drafts.dropFirst()) {
            if after.direction.relation == .then, before.direction.duration == nil, before.direction.count == nil {
                note("then-without-duration", after, .dose)
            }
            if after.link == .implied, before.direction.dose == after.direction.dose,
                before.direction.frequency == after.direction.frequency
            {
                note("side-by-side", after, .dose)
            }
            if after.direction.relation == .and, after.link == .written, isUnclear(before, after) {
                note("and-unclear", after, .frequency)
            }
            if after.direction.relation == .and, after.direction.duration != nil, before.direction.duration == nil,
                !before.direction.isAsNeeded
            {
                note("length-unclear", after, .duration)
            }
            guard after.link == .bare else { continue }
            let hasHours =
                before.namedHours > 0 && after.namedHours > 0
                && Set(before.direction.when).isDisjoint(with: after.direction.when)
                && Set(before.direction.times).isDisjoint(with: after.direction.times)
            let hasDays =
                !before.direction.days.isEmpty && !after.direction.days.isEmpty
                && Set(before.direction.days).isDisjoint(with: after.direction.days)
            if hasHours || hasDays { continue }
            if before.direction.dose == after.direction.dose, before.direction.strength == after.direction.strength {
                note("said-twice", after, .dose)
            } else if before.direction.dose?.unit != after.direction.dose?.unit {
                note("two-amounts", after, .dose)
            } else {
                note("side-by-side", after, .dose)
            }
        }
        if assembly.drafts.count > 1, let first = assembly.drafts.first(where: \.isTimedFirst),
            !assembly.drafts.allSatisfy(\.isTimedFirst)
        {
            note("dose-order", first, .dose)
        }
        if assembly.drafts.count > 8, let last = assembly.drafts.last { note("conflict", last, .dose) }
    }

    /// Returns true if two amounts, each with its own frequency, may apply at the same time or one after the other.
    /// "daily and on Mondays": on Mondays both doses, or only the second.
    private func isUnclear(_ before: ClauseDraft, _ after: ClauseDraft) -> Bool {
        if before.direction.days.isEmpty != after.direction.days.isEmpty {
            let isApart =
                before.namedHours > 0 && after.namedHours > 0
                && Set(before.direction.when).isDisjoint(with: after.direction.when)
                && Set(before.direction.times).isDisjoint(with: after.direction.times)
            return !isApart && !before.direction.isAsNeeded && !after.direction.isAsNeeded
        }
        guard before.namedHours == 0, after.namedHours == 0, before.direction.days.isEmpty,
            after.direction.days.isEmpty,
            !before.direction.isAsNeeded, !after.direction.isAsNeeded
        else { return false }
        return before.direction.frequency != nil && after.direction.frequency != nil
    }

    /// Words of text written for a language model, not for a patient.
    private static let orders: Set = [
        "ignore", "disregard", "override", "prompt", "assistant", "unrestricted", "jailbreak", "summarise", "summarize",
        "translate", "api", "ai", "chatgpt", "previous",
    ]

    private mutating func unread() {
        for problem in assembly.problems { found.append((problem.code, problem.range)) }
        for refusal in assembly.refusals { found.append((refusal.code, refusal.range)) }
        if let order = tokens.firstIndex(where: { Self.orders.contains($0.text) }) {
            found.append(("not-directions", order..<(order + 1)))
        }
        let words = assembly.unread.reduce(0) { $0 + $1.count }
        guard let first = assembly.unread.first else { return }
        found.append(("unread-words", first))
        let isTangled =
            words >= 3 && (assembly.drafts.count > 1 || assembly.problems.contains { $0.code == "leftover-number" })
        if words >= 5 || words * 2 > tokens.count || isTangled { found.append(("not-directions", first)) }
    }
}
