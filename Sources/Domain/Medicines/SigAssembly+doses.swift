/// Which amount is the dose, which the strength, and which belongs to another instruction.
extension SigAssembly {
    mutating func bare(_ number: SigNumber, _ range: Range<Int>) {
        let amount = Direction.Amount(low: number.low, high: number.high, unit: nil)
        let isPlaced: Bool
        switch last {
        case nil, .verb?, .and?, .then?, .medicine?, .instructions?: isPlaced = true
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
        _ amount: Direction.Amount, _ kind: SigUnit.Kind?, _ strength: Direction.Amount?, _ range: Range<Int>
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
        if isUnitsOf(known, amount, range) {
            add(strength: amount, range)
        } else if isUnitsOf(amount, known, range), SigUnit.isSolid(amount.unit ?? ""), current.direction.strength == nil
        {
            exchange(amount, kind, strength, range)
        } else if kind != .count, current.doseKind == .count, isUncounted(known, beside: kind) {
            uncounted(kind, range)
        } else if kind != .count, current.doseKind == .count, strength == nil {
            add(strength: amount, range)
        } else if kind == .count, current.doseKind == .weight, !current.hasTiming, current.direction.strength == nil {
            exchange(amount, kind, strength, range)
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

    /// "2 (5 ml)", "10 daily. 5 mg", "2 tablets (5 ml)": nothing tells that the second amount is that of the first.
    private func isUncounted(_ dose: Direction.Amount, beside kind: SigUnit.Kind?) -> Bool {
        guard let unit = dose.unit else { return true }
        return kind == .volume && SigUnit.isSolid(unit)
    }

    /// What was taken for the dose is the strength: "500 mg, 1 tablet", "20,000 units (1 capsule)".
    private mutating func exchange(
        _ amount: Direction.Amount, _ kind: SigUnit.Kind?, _ strength: Direction.Amount?, _ range: Range<Int>
    ) {
        current.direction.strength = current.direction.dose
        current.spans = current.spans.map { $0.0 == .dose ? (.strength, $0.1) : $0 }
        set(amount, kind, strength, range)
    }

    /// "1 capsule (20,000 units)".
    private func isUnitsOf(_ dose: Direction.Amount, _ amount: Direction.Amount, _ range: Range<Int>) -> Bool {
        guard amount.unit == "unit", let unit = dose.unit, !current.hasTiming, range.lowerBound > 0 else {
            return false
        }
        let isHolder = SigUnit.isSolid(unit) || ["mL", "vial", "ampoule", "syringe"].contains(unit)
        return isHolder && words((range.lowerBound - 1)..<range.lowerBound) == ["("]
    }

    private mutating func uncounted(_ kind: SigUnit.Kind?, _ range: Range<Int>) {
        if kind == .volume {
            refuse("two-amounts", range)
        } else {
            leave(range, "ambiguous-count-and-weight")
        }
    }

    private mutating func set(
        _ amount: Direction.Amount, _ kind: SigUnit.Kind?, _ strength: Direction.Amount?, _ range: Range<Int>
    ) {
        current.direction.dose = amount
        current.doseKind = kind
        current.note(.dose, range)
        if let unit = amount.unit, SigUnit.vague.contains(unit) { doubt("measure-size", range) }
        guard let strength else { return }
        current.direction.strength = strength
        current.note(.strength, range)
    }

    private mutating func add(strength: Direction.Amount, _ range: Range<Int>) {
        if strength.unit == "kg" { refuse("per-kg", range) }
        if let known = current.direction.strength, let dose = current.direction.dose, dose.low ?? 1 > 1,
            current.doseKind == .count, known.unit == strength.unit
        {
            // "5 mg tablets: take 2 (10 mg)": the sum of them agrees. "2 tablets of 5 mg (5 mg)" does not.
            if known == strength {
                if !current.hasTiming { doubt("ambiguous-count-and-weight", range) }
            } else if isSum(strength, of: known, dose) {
                // The sum is what stands beside the count.
                current.direction.strength = strength
                current.spans.removeAll { $0.0 == .strength }
                current.note(.strength, range)
            } else {
                refuse("two-amounts", range)
            }
        } else if let known = current.direction.strength, known != strength {
            refuse("two-amounts", range)
        } else {
            current.direction.strength = strength
            current.note(.strength, range)
        }
    }

    private func isSum(_ sum: Direction.Amount, of one: Direction.Amount, _ dose: Direction.Amount) -> Bool {
        guard let each = one.low, one.high == each, let least = sum.low, let most = sum.high, let low = dose.low,
            let high = dose.high
        else { return false }
        return abs(each * low - least) < 0.000_1 && abs(each * high - most) < 0.000_1
    }

    /// The same amount once more: a repetition, or the next instruction.
    private mutating func again(_ range: Range<Int>, _ strength: Direction.Amount?) {
        if let strength, let known = current.direction.strength, strength != known {
            if current.hasTiming { doubt("side-by-side", range) } else { refuse("two-amounts", range) }
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
            case .verb, .harmless, .site, .route: continue
            case .frequency, .events, .times, .days, .otherDays, .asNeeded: return true
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
