/// Compares periods: contradictory periods are refused, none is dropped.
extension DirectionsChecks {
    mutating func periods() {
        // "7 mg on these days, 8 mg on the others": together they name all seven days.
        let named = drafts.reduce(into: Set<Direction.Day>()) { $0.formUnion($1.direction.days) }
        let isEveryWeek = named.count == 7 || drafts.contains(where: \.isEveryWeek)
        let hasSteps = drafts.contains { $0.direction.relation == .then }
        for draft in drafts {
            everyDay(draft)
            notDaily(draft)
            if !draft.direction.days.isEmpty, !isEveryWeek, draft.direction.frequency?.periodUnit != .week {
                note("which-weeks", draft, .days)
            }
            if hasSteps { stepOrInterval(draft) }
        }
    }

    /// Flags "each morning every week" and "nightly every 3 days".
    private mutating func everyDay(_ draft: ClauseDraft) {
        guard let range = draft.everyDay, let frequency = draft.direction.frequency else { return }
        let isLonger =
            switch frequency.periodUnit {
            case .week, .month: true
            case .day: frequency.period > 1
            case .hour: frequency.period > 24
            case .minute: false
            }
        if isLonger { note("conflict", at: range) }
    }

    /// "Once a week. Do not take daily": agrees with a longer period and is noted. With any other period it is a
    /// contradiction.
    private mutating func notDaily(_ draft: ClauseDraft) {
        guard let range = draft.notDaily else { return }
        let agrees = drafts.allSatisfy { other in
            guard let frequency = other.direction.frequency else { return false }
            let isRarer = Assembly.perDay(frequency).map { $0 < 0.99 } ?? false
            return isRarer || (1...6).contains(other.direction.days.count)
        }
        note(agrees ? "not-daily" : "negated", at: range)
    }

    /// Flags "2 tablets every 3 days, then 1 tablet every 3 days": "every 3 days" may be the length of the step or its
    /// interval.
    private mutating func stepOrInterval(_ draft: ClauseDraft) {
        guard let frequency = draft.direction.frequency, frequency.periodUnit == .day, frequency.period > 2 else {
            return
        }
        note("step-or-interval", draft, .frequency)
    }
}
