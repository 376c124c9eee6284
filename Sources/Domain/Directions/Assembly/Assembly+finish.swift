/// The last steps: drop empty instructions, merge equal ones, and derive frequencies from hours.
extension Assembly {
    /// Drops empty instructions. An instruction with an amount alone, not opened by "then" or "and", is a leftover
    /// number.
    mutating func dropEmpty() {
        var kept: [ClauseDraft] = []
        for draft in drafts {
            if draft.isEmpty, !kept.isEmpty || drafts.count > 1 {
                if draft.direction.relation == .then { dangling() }
                continue
            }
            let isQuantity =
                draft.link != .written && !draft.hasTiming && !draft.direction.isAsNeeded
                && draft.direction.duration == nil && draft.direction.count == nil
            if isQuantity, !kept.isEmpty {
                for (_, range) in draft.spans { leave(range, "leftover-number") }
                continue
            }
            kept.append(draft)
        }
        drafts = kept
    }

    /// Merges equal doses at several hours of the day into one instruction.
    mutating func mergeEqual() {
        var merged: [ClauseDraft] = []
        for draft in restated(drafts) {
            if let last = merged.last, isInOtherWords(last, draft) {
                merged[merged.count - 1].spans += draft.spans
                continue
            }
            guard var last = merged.last, draft.direction.relation == .and, Self.areAlike(last, draft) else {
                merged.append(draft)
                continue
            }
            last.direction.when += draft.direction.when.filter { !last.direction.when.contains($0) }
            last.direction.times += draft.direction.times.filter { !last.direction.times.contains($0) }
            last.direction.duration = last.direction.duration ?? draft.direction.duration
            last.direction.isAsNeeded = last.direction.isAsNeeded || draft.direction.isAsNeeded
            last.direction.reason = last.direction.reason ?? draft.direction.reason
            last.direction.maximum = last.direction.maximum ?? draft.direction.maximum
            last.direction.frequency = nil
            last.spans += draft.spans
            merged[merged.count - 1] = last
        }
        drafts = merged
    }

    /// Merges a summary with its details: "twice a day, 1 tablet in the morning and 1 tablet in the evening".
    private func restated(_ drafts: [ClauseDraft]) -> [ClauseDraft] {
        guard drafts.count > 1, let first = drafts.first, first.namedHours == 0,
            let frequency = first.direction.frequency, let count = frequency.count, count > 1,
            frequency.countMax == nil,
            frequency.period == 1, frequency.periodUnit == .day
        else { return drafts }
        let others = drafts.dropFirst()
        let hours = others.reduce(0) { $0 + $1.namedHours }
        let isSame = others.allSatisfy { other in
            other.direction.relation == .and && other.direction.dose == first.direction.dose
                && other.direction.duration == nil && other.direction.maximum == nil && other.namedHours > 0
                && (other.direction.frequency == nil || other.isOnceADay)
        }
        guard isSame, hours == count, others.first?.link == .bare else { return drafts }
        var whole = first
        for other in others {
            whole.direction.when += other.direction.when
            whole.direction.times += other.direction.times
            whole.direction.isAsNeeded = whole.direction.isAsNeeded || other.direction.isAsNeeded
            whole.spans += other.spans
        }
        return [whole]
    }

    /// Returns true if both say the same in different words: "0.5 tablets 2 times daily 1/2 tab bid".
    private func isInOtherWords(_ first: ClauseDraft, _ second: ClauseDraft) -> Bool {
        let one = first.direction
        let other = second.direction
        guard second.link == .bare, other.relation == .and, one.dose == other.dose, one.dose?.unit != nil,
            one.frequency == other.frequency, one.frequency != nil, first.namedHours == 0, second.namedHours == 0,
            one.when == other.when, one.days.isEmpty, other.days.isEmpty, other.duration == nil, other.maximum == nil,
            other.count == nil, one.isAsNeeded == other.isAsNeeded, other.strength == nil
        else { return false }
        return [DirectionsReading.Field.dose, .frequency].allSatisfy { field in
            let said = [first, second].map { draft in draft.spans.filter { $0.0 == field }.map { words($0.1) } }
            return said[0] != said[1]
        }
    }

    private static func areAlike(_ first: ClauseDraft, _ second: ClauseDraft) -> Bool {
        let one = first.direction
        let other = second.direction
        guard one.dose == other.dose, one.dose != nil, other.strength == nil || one.strength == other.strength,
            other.route == nil || one.route == nil || one.route == other.route, one.days == other.days,
            one.isAsNeeded == other.isAsNeeded, one.duration == nil || one.duration == other.duration
        else { return false }
        return [first, second].allSatisfy { draft in
            let named = draft.namedHours
            return named > 0 && (draft.direction.frequency == nil || draft.isPlain || draft.isOnceADay)
                && !draft.direction.when.isEmpty || !draft.direction.times.isEmpty
        } && Set(one.when).subtracting([.C, .AC, .PC]).isDisjoint(with: other.when)
            && Set(one.times).isDisjoint(with: other.times)
    }

    /// Removes the route "topical" that came from a site alone: "Inject into the outer thigh".
    mutating func dropSkin() {
        guard
            parts.contains(where: { if case .verb = $0.content { words($0.range).contains("inject") } else { false } })
        else { return }
        for index in drafts.indices where drafts[index].direction.route == "topical" && !drafts[index].isApplied {
            drafts[index].direction.route = nil
            drafts[index].spans.removeAll { $0.0 == .route }
        }
    }

    /// Sets the missing frequency: each named hour is once a day. "once" without a period is one dose in total.
    mutating func implyCounts() {
        for index in drafts.indices {
            var draft = drafts[index]
            let named = draft.namedHours
            let isOnce = !draft.onces.isEmpty
            if draft.direction.frequency == nil, draft.direction.count == nil,
                !isOnce || named > 0 || !draft.direction.days.isEmpty
            {
                if named > 0 {
                    draft.direction.frequency = .init(count: named, period: 1, periodUnit: .day)
                } else if !draft.direction.days.isEmpty {
                    draft.direction.frequency = .init(count: 1, period: 1, periodUnit: .day)
                }
                let marks = draft.spans.filter { [.when, .times, .days].contains($0.0) }
                if draft.direction.frequency != nil { draft.spans += marks.map { (.frequency, $0.1) } }
            } else if draft.isPlain, named > 1, draft.isOnceADay {
                draft.direction.frequency = .init(count: named, period: 1, periodUnit: .day)
            } else if isOnce, draft.direction.frequency == nil, named == 0, draft.direction.days.isEmpty {
                draft.direction.count = draft.direction.count ?? 1
                for range in draft.onces { draft.note(.count, range) }
            }
            drafts[index] = draft
        }
    }
}

extension ClauseDraft {
    /// The number of hours named by word or clock time. Meals in general ("with food") do not count.
    var namedHours: Int {
        direction.when.count { ![.C, .AC, .PC].contains($0) } + direction.times.count - (isHourOfEvent ? 1 : 0)
    }

    var isOnceADay: Bool {
        direction.frequency.map { $0.count == 1 && $0.countMax == nil && $0.period == 1 && $0.periodUnit == .day }
            ?? false
    }
}
