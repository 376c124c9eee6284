/// Each part to its field; what is said twice must be the same.
extension SigAssembly {
    mutating func take(route: String, _ range: Range<Int>) {
        if route == "topical" { current.isApplied = true }
        if current.direction.route == nil || (current.direction.route == "oral" && route == "sublingual")
            || current.direction.route == "topical"
        {
            current.direction.route = route
        }
        current.note(.route, range)
    }

    mutating func take(site: String, route: String?, _ range: Range<Int>) {
        if current.direction.site == nil { current.direction.site = site }
        if let route, current.direction.route == nil || (current.direction.route == "topical" && route != "topical") {
            current.direction.route = route
            current.note(.route, range)
        }
        current.note(.site, range)
    }

    mutating func take(reason: String, _ range: Range<Int>) {
        if current.direction.reason == nil { current.direction.reason = reason }
        current.note(.reason, range)
    }

    mutating func asNeeded(_ range: Range<Int>) {
        clearAnd()
        current.direction.isAsNeeded = true
        current.note(.asNeeded, range)
    }

    // MARK: Times

    mutating func take(_ frequency: Direction.Frequency, isPlain: Bool, _ range: Range<Int>) {
        defer { current.note(.frequency, range) }
        let isAdded = clearAnd()
        guard let known = current.direction.frequency else {
            current.direction.frequency = frequency
            current.isPlain = isPlain
            return
        }
        if known == frequency {
            current.isPlain = current.isPlain && isPlain
            return
        }
        if isAdded {
            refuse("two-frequencies", range)
        } else if current.isPlain, frequency.periodUnit == .day, frequency.period == 1, frequency.count != 1 {
            refuse("conflict", range)
        } else if current.isPlain, frequency.periodUnit != .month {
            current.direction.frequency = frequency
            current.isPlain = isPlain
        } else if isPlain, known.periodUnit == .hour || (known.periodUnit == .day && known.period == 1) {
            return
        } else if Self.perDay(known) == Self.perDay(frequency), known.countMax == nil, frequency.countMax == nil {
            doubt("two-frequencies", range)
        } else {
            refuse("conflict", range)
        }
    }

    /// Doses a day, where it can be said.
    static func perDay(_ frequency: Direction.Frequency) -> Double? {
        guard let count = frequency.count ?? frequency.countMax, frequency.period > 0 else { return nil }
        let days: Double =
            switch frequency.periodUnit {
            case .minute: 1.0 / 1440
            case .hour: 1.0 / 24
            case .day: 1
            case .week: 7
            case .month: 30
            }
        return Double(count) / (frequency.period * days)
    }

    mutating func take(_ events: [Direction.Event], offset: Int?, _ range: Range<Int>) {
        let isAdded = clearAnd()
        for event in events where !current.direction.when.contains(event) {
            if !isAdded, !isSeparatedNow, let general = Self.wider(event), current.direction.when.contains(general) {
                current.direction.when.removeAll { $0 == general }
            } else if !isAdded, !isSeparatedNow, current.direction.when.contains(where: { Self.wider($0) == event }) {
                continue
            }
            current.direction.when.append(event)
        }
        if isAdded, current.direction.frequency == nil, current.direction.when.count > events.count, current.namedHours > 0,
            let first = current.direction.when.first, [.AC, .C, .PC].contains(first)
        {
            doubt("ambiguous-frequency", range)
        }
        if let offset {
            if let known = current.direction.offsetMinutes, known != offset { doubt("two-offsets", range) }
            current.direction.offsetMinutes = offset
        }
        current.note(.when, range)
    }

    /// "every morning before breakfast" is one hour of the day, told twice.
    private static func wider(_ event: Direction.Event) -> Direction.Event? {
        switch event {
        case .ACM, .CM, .PCM, .WAKE: .MORN
        case .ACD, .CD, .PCD: .NOON
        case .ACV, .CV, .PCV: .EVE
        case .HS: .NIGHT
        default: nil
        }
    }

    mutating func take(times: [String], _ range: Range<Int>) {
        let isAdded = clearAnd()
        if !isAdded, !isSeparatedNow, current.direction.when.count == 1, times.count == 1, current.direction.times.isEmpty,
            current.namedHours == 1
        {
            current.isHourOfEvent = true
        }
        for time in times where !current.direction.times.contains(time) { current.direction.times.append(time) }
        current.note(.times, range)
    }

    mutating func take(days: [Direction.Day], _ range: Range<Int>) {
        clearAnd()
        for day in days where !current.direction.days.contains(day) { current.direction.days.append(day) }
        current.note(.days, range)
    }

    mutating func once(_ range: Range<Int>) {
        current.onces.append(range)
    }

    mutating func take(count: Int, _ range: Range<Int>) {
        clearAnd()
        if let known = current.direction.count, known != count {
            refuse("conflict", range)
        }
        current.direction.count = count
        current.note(.count, range)
    }

    // MARK: Lengths and limits

    mutating func take(_ duration: Direction.Duration, _ range: Range<Int>) {
        clearAnd()
        if let known = current.direction.duration, known != duration {
            if known.bound == duration.bound, known.valueMax == nil, duration.valueMax == nil,
                Self.days(known) == Self.days(duration)
            {
                current.note(.duration, range)
                return
            }
            refuse("conflict", range)
        }
        current.direction.duration = duration
        current.note(.duration, range)
    }

    private static func days(_ duration: Direction.Duration) -> Double {
        switch duration.unit {
        case .hour: duration.value / 24
        case .day: duration.value
        case .week: duration.value * 7
        case .month: duration.value * 30
        case .year: duration.value * 365
        }
    }

    mutating func take(_ maximum: Direction.Maximum, _ range: Range<Int>) {
        clearAnd()
        if var known = current.direction.maximum, known != maximum {
            let hours: (Direction.Maximum) -> Double = { $0.period * ($0.periodUnit == .day ? 24 : 1) }
            guard known.value == maximum.value, known.unit == nil || maximum.unit == nil || known.unit == maximum.unit,
                hours(known) == hours(maximum)
            else {
                refuse("conflict", range)
                return
            }
            known.unit = known.unit ?? maximum.unit
            current.direction.maximum = known
        } else {
            current.direction.maximum = maximum
        }
        current.note(.max, range)
    }

    mutating func take(medicine: String, _ range: Range<Int>) {
        if medicines.contains(where: { $0.name != medicine }) { refuse("two-medicines", range) }
        noteMedicine(medicine, range)
    }
}

// MARK: - When all is there

extension SigAssembly {
    /// An instruction of nothing is none; one of an amount alone, that no word has opened, is a quantity.
    mutating func dropEmpty() {
        var kept: [SigDraft] = []
        for draft in drafts {
            if draft.isEmpty, !kept.isEmpty || drafts.count > 1 {
                if draft.direction.relation == .then { dangling() }
                continue
            }
            let isQuantity = draft.link != .written && !draft.hasTiming && !draft.direction.isAsNeeded
                && draft.direction.duration == nil && draft.direction.count == nil
            if isQuantity, !kept.isEmpty {
                for (_, range) in draft.spans { leave(range, "leftover-number") }
                continue
            }
            kept.append(draft)
        }
        drafts = kept
    }

    /// Equal doses at several hours of the day are one instruction.
    mutating func mergeEqual() {
        var merged: [SigDraft] = []
        for draft in restated(drafts) {
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

    /// "twice a day, 1 tablet in the morning and 1 tablet in the evening": the same told twice.
    private func restated(_ drafts: [SigDraft]) -> [SigDraft] {
        guard drafts.count > 1, let first = drafts.first, first.namedHours == 0,
            let frequency = first.direction.frequency, let count = frequency.count, count > 1, frequency.countMax == nil,
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

    private static func areAlike(_ first: SigDraft, _ second: SigDraft) -> Bool {
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
        } && Set(one.when).isDisjoint(with: other.when) && Set(one.times).isDisjoint(with: other.times)
    }

    /// A named hour of the day is once a day each; "once" without a period is one dose in all.
    mutating func implyCounts() {
        for index in drafts.indices {
            var draft = drafts[index]
            let named = draft.namedHours
            let isOnce = !draft.onces.isEmpty
            if draft.direction.frequency == nil, draft.direction.count == nil, !isOnce || named > 0 || !draft.direction.days.isEmpty {
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

extension SigDraft {
    /// Hours of the day by name or by the clock; meals in general are none.
    var namedHours: Int {
        direction.when.count { ![.C, .AC, .PC].contains($0) } + direction.times.count - (isHourOfEvent ? 1 : 0)
    }

    var isOnceADay: Bool {
        direction.frequency.map { $0.count == 1 && $0.countMax == nil && $0.period == 1 && $0.periodUnit == .day } ?? false
    }
}
