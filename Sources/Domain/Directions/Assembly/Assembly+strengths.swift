/// Weights and volumes printed beside a count: what each refers to, and whether they agree.
extension Assembly {
    /// Returns what the words around a weight say: "(10 mg in all)", "of 5 mg each", "5 mg tablets".
    func basis(of range: Range<Int>) -> Direction.Strength.Basis {
        let before = neighbours(before: range)
        let after = neighbours(after: range)
        if let next = after.first {
            if ["each", "apiece"].contains(next) || DoseUnit.isHolder(next) { return .each }
            if ["per", "/"].contains(next), after.count > 1, DoseUnit.isHolder(after[1]) { return .each }
            if ["total", "altogether", "overall", "dose"].contains(next) { return .all }
            if next == "in", after.count > 1, ["total", "all"].contains(after[1]) { return .all }
        }
        if let last = before.last {
            if last == "of" { return before.contains("total") ? .all : .each }
            if ["=", "equals", "equal", "total", "totalling", "totaling", "makes", "making", "make"].contains(last) {
                return .all
            }
            if ["to", ":"].contains(last), before.contains(where: { ["equal", "equivalent", "total"].contains($0) }) {
                return .all
            }
            if last == "each" { return .each }
        }
        return .unknown
    }

    /// Returns what a weight before its count refers to: "10 mg (2 tablets)" to all, "500 mg tablets: take 2" to each.
    func basis(of weight: Range<Int>, before count: Range<Int>) -> Direction.Strength.Basis {
        guard weight.upperBound <= count.lowerBound else { return .each }
        let between = words(weight.upperBound..<count.lowerBound)
        if between.contains(where: { ["(", "=", "as", "ie", "equals", "using", "with", "total", "in"].contains($0) }) {
            return .all
        }
        let isOfOne = between.contains {
            DoseUnit.isHolder($0) || ["each", "take", "give", "use", "inject"].contains($0)
        }
        return isOfOne ? .each : .unknown
    }

    private func neighbours(before range: Range<Int>) -> [String] {
        let first = max(0, range.lowerBound - 5)
        let words = self.words(first..<range.lowerBound).filter { !["a", "an", "the", "("].contains($0) }
        return Array(words.suffix(3))
    }

    private func neighbours(after range: Range<Int>) -> [String] {
        let last = min(tokenCount, range.upperBound + 3)
        return words(range.upperBound..<last).filter { $0 != "-" }
    }

    /// Records a strength: "2 capsules of amoxicillin 500 mg" gives the strength of each; without a counted dose it is
    /// the concentration of the product.
    mutating func concentration(_ amount: Direction.Amount?, per: Direction.Amount?, _ range: Range<Int>) {
        if let amount, per == nil, current.direction.dose != nil, current.doseKind == .count,
            !["patch", "unit"].contains(current.direction.dose?.unit)
        {
            current.weights.append((amount, .each, range))
            current.note(.strength, range)
        } else {
            concentrations.append((amount, per, range))
        }
    }

    /// Refuses a volume and a weight that contradict the concentration: "5 mL (250 mg)" with "125 mg/5 mL" is right.
    private mutating func checkConcentrations() {
        for (amount, per, range) in concentrations {
            guard let amount, let per, let above = amount.low, let below = per.low, below > 0, per.unit == "mL" else {
                continue
            }
            for draft in drafts where draft.doseKind != .count {
                guard let dose = draft.direction.dose, let weight = draft.weights.first?.amount else { continue }
                let (volume, mass) = dose.unit == "mL" ? (dose, weight) : (weight, dose)
                guard volume.unit == "mL", DoseUnit.kind(of: mass.unit) == .weight || mass.unit == "unit" else {
                    continue
                }
                let factor = Direction.Amount(low: above / below, high: above / below, unit: amount.unit)
                if factor.times(volume).map({ !$0.agrees(with: mass) }) ?? false { refuse("two-amounts", range) }
            }
        }
    }

    // MARK: Comparing weights

    /// Compares count, strength of one, and total. A weight with an unknown basis may be either.
    mutating func resolveStrengths() {
        checkConcentrations()
        for index in drafts.indices where !drafts[index].weights.isEmpty { compare(index) }
        for index in drafts.indices where !drafts[index].weights.isEmpty { resolve(index) }
    }

    /// Takes the basis of a weight from another instruction: "1 tablet 40 mg in the morning and half a tablet 20 mg at
    /// night".
    private mutating func compare(_ index: Int) {
        let draft = drafts[index]
        guard let dose = draft.direction.dose, draft.doseKind == .count, draft.weights.count == 1,
            draft.weights[0].basis == .unknown
        else { return }
        let weight = draft.weights[0].amount
        let singles = drafts.compactMap { other -> Direction.Amount? in
            guard other.direction.dose?.unit == dose.unit, let first = other.weights.first else { return nil }
            let isOne = other.direction.dose?.low == 1 && other.direction.dose?.high == 1
            return isOne || first.basis == .each ? first.amount : nil
        }
        if singles.contains(where: { $0.times(dose)?.agrees(with: weight) ?? false }) {
            drafts[index].weights[0].basis = .all
        } else if singles.contains(where: { $0.agrees(with: weight) }) {
            drafts[index].weights[0].basis = .each
        }
    }

    private mutating func resolve(_ index: Int) {
        let draft = drafts[index]
        guard let dose = draft.direction.dose, let first = draft.weights.first else { return }
        let isMeasured = draft.doseKind != .count || ["unit", "drop"].contains(dose.unit)
        guard !isMeasured else {
            // "25 mL (1000 mg)", "20 units (0.2 mL)": the weight is that of the whole dose.
            if let other = draft.weights.first(where: { !$0.amount.agrees(with: first.amount) }) {
                refuse("two-amounts", other.range)
            }
            drafts[index].direction.strength = .init(first.amount, .all)
            drafts[index].direction.total = first.amount
            return
        }
        var found = Weights(dose: dose)
        for basis in [Direction.Strength.Basis.each, .all, .unknown] {
            for weight in draft.weights where weight.basis == basis {
                if !found.take(weight.amount, basis) { refuse("two-amounts", weight.range) }
            }
        }
        drafts[index].direction.strength = found.strength
        drafts[index].direction.total = found.total
        if found.strength?.basis == .unknown { doubt("strength-basis", first.range) }
        if found.isRepeated { doubt("ambiguous-count-and-weight", draft.weights.last?.range ?? first.range) }
    }

    /// The weights of one dose while they are compared.
    private struct Weights {
        let dose: Direction.Amount
        var each: Direction.Amount?
        var total: Direction.Amount?
        var unknown: Direction.Amount?
        /// The weight of one tablet is printed twice: "5 mg tablets: take 2 (5 mg)".
        var isRepeated = false

        init(dose: Direction.Amount) { self.dose = dose }

        private var isOne: Bool { dose.low == 1 && dose.high == 1 }

        var strength: Direction.Strength? {
            if let each { return .init(each, .each) }
            if let total { return .init(total, isOne ? .each : .all) }
            return unknown.map { .init($0, isOne ? .each : .unknown) }
        }

        /// Adds a weight. Returns false if it contradicts the known ones.
        mutating func take(_ amount: Direction.Amount, _ basis: Direction.Strength.Basis) -> Bool {
            switch basis {
            case .each:
                if let each { return each.agrees(with: amount) }
                each = amount
                return true
            case .all:
                if let total { return total.agrees(with: amount) }
                total = amount
                return each.map { $0.times(dose)?.agrees(with: amount) ?? false } ?? true
            case .unknown: return take(unknown: amount)
            }
        }

        private mutating func take(unknown amount: Direction.Amount) -> Bool {
            if let each {
                if each.agrees(with: amount) {
                    isRepeated = isRepeated || !isOne
                    return true
                }
                guard each.times(dose)?.agrees(with: amount) ?? false else { return false }
                total = amount
                return true
            }
            if let total {
                if total.agrees(with: amount) { return true }
                guard amount.times(dose)?.agrees(with: total) ?? false else { return false }
                each = amount
                return true
            }
            if let unknown {
                if unknown.agrees(with: amount) { return true }
                if unknown.times(dose)?.agrees(with: amount) ?? false {
                    (each, total) = (unknown, amount)
                } else if amount.times(dose)?.agrees(with: unknown) ?? false {
                    (each, total) = (amount, unknown)
                } else {
                    return false
                }
                return true
            }
            if isProportional(amount) { total = amount } else { unknown = amount }
            return true
        }

        /// Returns true if both ranges grow by the same factor: "1 to 2 tablets (5 to 10 mg)".
        private func isProportional(_ amount: Direction.Amount) -> Bool {
            guard let low = amount.low, let high = amount.high, let least = dose.low, let most = dose.high, low > 0,
                least > 0, high > low, most > least
            else { return false }
            return abs(high / low - most / least) < 1e-6
        }
    }
}
