/// Compares the written maximum with the written doses. It uses the least that the doses can mean, so every difference
/// it reports is a contradiction in any interpretation.
struct LimitCheck {
    private let maximum: Direction.Maximum

    init(_ maximum: Direction.Maximum) {
        self.maximum = maximum
    }

    var hours: Double {
        switch maximum.periodUnit {
        case .minute: maximum.period / 60
        case .hour: maximum.period
        case .day: maximum.period * 24
        case .week: maximum.period * 168
        case .month: maximum.period * 24 * 28
        }
    }

    /// Returns one dose in the unit of the maximum; nil if the units cannot be compared.
    func each(_ draft: ClauseDraft) -> (least: Double, most: Double)? {
        let direction = draft.direction
        if maximum.unit == "dose", direction.dose?.unit != "dose" { return (1, 1) }
        guard let dose = direction.dose else { return nil }
        // "500 mg as needed, max 4 a day": the unit of the 4 is not written.
        if maximum.unit == nil, DoseUnit.kind(of: dose.unit) != .count, dose.low ?? 0 > maximum.value { return nil }
        if let each = converted(dose) { return each }
        if let total = direction.total, let whole = converted(total) { return whole }
        guard let strength = direction.strength, let one = converted(strength.amount) else { return nil }
        guard DoseUnit.kind(of: dose.unit) == .count, let least = dose.low ?? dose.high else { return one }
        switch strength.basis {
        case .each: return (one.least * least, one.most * (dose.high ?? least))
        case .all: return one
        // "2 tablets (1000 mg)": the least is the weight of all tablets together.
        case .unknown: return (one.least * min(1, least), one.most)
        }
    }

    /// Returns true if dose and maximum cannot be compared and labels do not usually print them side by side. "1 tablet
    /// three times a day, at most 60 mg" is usual.
    func isIncomparable(_ direction: Direction) -> Bool {
        guard let dose = direction.dose else { return false }
        let isCounted = DoseUnit.kind(of: dose.unit) == .count && dose.unit != "unit"
        return !isCounted || DoseUnit.kind(of: maximum.unit) != .weight
    }

    private func converted(_ amount: Direction.Amount) -> (least: Double, most: Double)? {
        guard let factor = factor(from: amount.unit), let least = amount.low ?? amount.high else { return nil }
        return (least * factor, (amount.high ?? least) * factor)
    }

    /// Returns the factor from the unit to the unit of the maximum; nil if there is none.
    private func factor(from unit: String?) -> Double? {
        guard let wanted = maximum.unit else { return 1 }
        guard let unit else { return DoseUnit.kind(of: wanted) == .count ? 1 : nil }
        if unit == wanted { return 1 }
        if Self.puffs.contains(unit), Self.puffs.contains(wanted) { return 1 }
        for sizes in [Self.weights, Self.volumes] {
            if let one = sizes[unit], let other = sizes[wanted] { return one / other }
        }
        return nil
    }

    private static let puffs: Set = ["puff", "inhalation", "actuation"]
    private static let weights = ["ng": 0.001, "mcg": 1, "mg": 1_000, "g": 1_000_000, "kg": 1_000_000_000]
    private static let volumes = ["mL": 1.0, "L": 1_000]

    // MARK: The lowest frequency

    /// Returns the lowest number of doses a day. Named days of the week are averaged over the week.
    func fewest(_ direction: Direction) -> Double? {
        guard var frequency = direction.frequency, frequency.period > 0,
            let count = frequency.count ?? frequency.countMax.map({ min(1, $0) })
        else { return nil }
        frequency.count = count
        if let most = frequency.periodMax { frequency.period = most }
        let isByDays = !direction.days.isEmpty && frequency.periodUnit == .day && hours >= 168
        return Assembly.perDay(frequency).map { $0 * (isByDays ? Double(direction.days.count) / 7 : 1) }
    }

    /// Returns what the other instructions of the same days add up to: "1 in the morning and 2 at night, max 2 a day".
    func beside(_ draft: ClauseDraft, of drafts: [ClauseDraft]) -> Double {
        let isAlone = drafts.contains { other in
            other.direction.relation == .then || !other.direction.days.isEmpty || other.direction.isAsNeeded
        }
        guard drafts.count > 1, !isAlone else { return 0 }
        return drafts.reduce(-perDay(draft)) { $0 + perDay($1) }
    }

    private func perDay(_ draft: ClauseDraft) -> Double {
        (each(draft)?.least ?? 0) * (fewest(draft.direction) ?? 0)
    }
}
