/// Decides which amount is the dose, which is the strength, and which starts another instruction.
extension Assembly {
    mutating func bare(_ number: NumberPhrase, _ range: Range<Int>) {
        let amount = Direction.Amount(low: number.low, high: number.high, unit: nil)
        let isPlaced: Bool
        switch last {
        case nil, .verb?, .and?, .then?, .medicine?, .instructions?: isPlaced = true
        case .reason?: isPlaced = current.direction.dose == nil && isNextTimed(behind: range)
        case .separator?, .duration?: isPlaced = !current.hasTiming || isNextTimed(behind: range)
        case .frequency?: isPlaced = current.direction.dose?.low == number.low && isNextTimed(behind: range)
        case .events?, .times?: isPlaced = current.direction.dose != nil && isNextTimed(behind: range)
        case .amount?: isPlaced = current.doseKind == .weight && !current.hasTiming && !medicines.isEmpty
        default: isPlaced = false
        }
        if let dose = current.direction.dose, dose.low == amount.low, dose.high == amount.high, !current.hasTiming {
            current.note(.dose, range)
            return
        }
        guard isPlaced,
            current.direction.dose == nil || isVerbPending || isSeparated || current.direction.duration != nil
                || isNextTimed(behind: range)
                || !medicines.isEmpty
        else {
            unread.append(range)
            doubt("leftover-number", range)
            return
        }
        dose(amount, .count, nil, range)
    }

    mutating func dose(
        _ amount: Direction.Amount, _ kind: DoseUnit.Kind?, _ strength: Direction.Amount?, _ range: Range<Int>
    ) {
        let isAdded = clearAnd()
        defer { isVerbPending = false; isSeparated = false }
        guard let known = current.direction.dose else {
            current.isTimedFirst = current.hasTiming
            set(amount, kind, strength, range)
            return
        }
        if isBehindInstructions, amount != known { refuse("two-amounts", range) }
        if isAdded, amount == known, !current.hasTiming, current.direction.count == nil { refuse("two-amounts", range) }
        if let strength, current.doseKind == .volume, !current.hasTiming,
            strength.times(amount).map({ $0.agrees(with: known) }) ?? false
        {
            // "10 mL (two 5 mL spoonfuls)"
            current.note(.dose, range)
        } else if amount.unit == "dose", amount.low == 1, amount.high == 1, current.doseKind != .count,
            !current.hasTiming
        {
            // "150 mg IM, one dose every 12 weeks"
            current.note(.dose, range)
        } else if amount.unit != known.unit, amount.unit != nil, !current.hasTiming, amount.agrees(with: known) {
            // "100 micrograms (0.1 mg)", "1 tablespoon (15 mL)": the same amount in another unit.
            if known.unit == "tablespoon" { current.direction.dose = amount }
            current.note(.dose, range)
        } else if isUnitsOf(known, amount, range) {
            add(strength: amount, range)
        } else if isUnitsOf(amount, known, range), DoseUnit.isSolid(amount.unit ?? ""), current.weights.isEmpty {
            exchange(amount, kind, strength, range)
        } else if kind != .count, current.doseKind == .count, isUncounted(known, beside: kind) {
            uncounted(kind, range)
        } else if kind != .count, current.doseKind == .count, strength == nil {
            add(strength: amount, range)
        } else if kind == .count, current.doseKind == .weight, !current.hasTiming, current.weights.isEmpty {
            exchange(amount, kind, strength, range)
        } else if amount == known || (amount.unit == nil && amount.low == known.low && amount.high == known.high) {
            again(range, strength)
        } else if kind == .weight, current.doseKind == .volume, !current.hasTiming {
            add(strength: amount, range)
        } else if kind == .volume, current.doseKind == .weight, !current.hasTiming, current.weights.isEmpty {
            add(strength: amount, range)
            doubt("ambiguous-count-and-weight", range)
        } else {
            other(amount, kind, strength, range)
        }
    }

    /// Returns true if the second amount cannot be assigned to the first: "2 (5 ml)", "10 daily. 5 mg", "2 tablets (5
    /// ml)".
    private func isUncounted(_ dose: Direction.Amount, beside kind: DoseUnit.Kind?) -> Bool {
        guard let unit = dose.unit else { return true }
        return kind == .volume && DoseUnit.isSolid(unit)
    }

    /// Makes the new amount the dose and keeps the earlier one as a strength: "500 mg, 1 tablet", "20,000 units (1
    /// capsule)".
    private mutating func exchange(
        _ amount: Direction.Amount, _ kind: DoseUnit.Kind?, _ strength: Direction.Amount?, _ range: Range<Int>
    ) {
        let known = current.spans.last { $0.0 == .dose }?.1 ?? range
        if let weight = current.direction.dose {
            current.weights.append((weight, basis(of: known, before: range), known))
        }
        current.spans = current.spans.map { $0.0 == .dose ? (.strength, $0.1) : $0 }
        set(amount, kind, strength, range)
    }

    /// Returns true if the amount in units is the strength of the counted dose: "1 capsule (20,000 units)".
    private func isUnitsOf(_ dose: Direction.Amount, _ amount: Direction.Amount, _ range: Range<Int>) -> Bool {
        guard amount.unit == "unit", let unit = dose.unit, !current.hasTiming, range.lowerBound > 0 else {
            return false
        }
        if DoseUnit.isSolid(unit), dose.low == 1, dose.high == 1 { return true }
        let isHolder = DoseUnit.isSolid(unit) || ["mL", "vial", "ampoule", "syringe"].contains(unit)
        return isHolder && words((range.lowerBound - 1)..<range.lowerBound) == ["("]
    }

    private mutating func uncounted(_ kind: DoseUnit.Kind?, _ range: Range<Int>) {
        if kind == .volume {
            refuse("two-amounts", range)
        } else {
            leave(range, "ambiguous-count-and-weight")
        }
    }

    private mutating func set(
        _ amount: Direction.Amount, _ kind: DoseUnit.Kind?, _ strength: Direction.Amount?, _ range: Range<Int>
    ) {
        var (amount, kind) = (amount, kind)
        if amount.unit == nil, strength == nil, drafts.count > 1,
            let before = drafts[drafts.count - 2].direction.dose?.unit, before != "dose"
        {
            // "2 tablets in the morning and 1 at night": the second dose is in tablets, too.
            (amount.unit, amount.isUnitCarried) = (before, true)
            kind = drafts[drafts.count - 2].doseKind
        }
        current.direction.dose = amount
        current.doseKind = kind
        current.note(.dose, range)
        if let unit = amount.unit, DoseUnit.vague.contains(unit) { doubt("measure-size", range) }
        guard let strength else { return }
        current.weights.append((strength, .each, range))
        current.note(.strength, range)
    }

    private mutating func add(strength: Direction.Amount, _ range: Range<Int>) {
        if strength.unit == "kg" { refuse("per-kg", range) }
        current.weights.append((strength, basis(of: range), range))
        current.note(.strength, range)
    }

    /// Handles an amount equal to the current dose: it is either a repetition or starts the next instruction.
    private mutating func again(_ range: Range<Int>, _ strength: Direction.Amount?) {
        if let strength, current.weights.contains(where: { $0.basis == .each && !$0.amount.agrees(with: strength) }) {
            if current.hasTiming { doubt("side-by-side", range) } else { refuse("two-amounts", range) }
        } else if let strength, !current.hasTiming {
            current.weights.append((strength, .each, range))
        }
        guard current.hasTiming, isNextTimed(behind: range) else {
            // "1 tablet now and 1 tablet at bedtime"
            if current.direction.count != nil { doubt("and-unclear", range) }
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
            case .verb, .harmless, .site, .route, .everyDay, .everyWeek: continue
            case .frequency, .events, .times, .days, .otherDays, .asNeeded: return true
            default: return false
            }
        }
        return false
    }

    private mutating func other(
        _ amount: Direction.Amount, _ kind: DoseUnit.Kind?, _ strength: Direction.Amount?, _ range: Range<Int>
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
