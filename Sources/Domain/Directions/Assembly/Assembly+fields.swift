/// Assigns each phrase to a field of the current instruction. Repeated statements must agree.
extension Assembly {
    mutating func take(route: String, _ range: Range<Int>) {
        if route == "topical" { current.isApplied = true }
        checkRoute(route, range)
        if current.direction.route == nil || (current.direction.route == "oral" && route == "sublingual")
            || current.direction.route == "topical"
        {
            current.direction.route = route
        }
        current.note(.route, range)
    }

    mutating func take(site: String, route: String?, _ range: Range<Int>) {
        if let route { checkRoute(route, range) }
        let known = Self.places(current.direction.site ?? "")
        let places = Self.places(site)
        if !known.isSubset(of: places), !places.isSubset(of: known) { doubt("two-places", range) }
        // "eye drops … in both eyes": keep the more precise site.
        if current.direction.site == nil || known.isStrictSubset(of: places) { current.direction.site = site }
        if let route, current.direction.route == nil || (current.direction.route == "topical" && route != "topical") {
            current.direction.route = route
            current.note(.route, range)
        }
        current.note(.site, range)
    }

    /// Flags two routes that exclude each other: "rectally by mouth".
    private mutating func checkRoute(_ route: String, _ range: Range<Int>) {
        guard let known = current.direction.route, known != route else { return }
        let both: Set = [known, route]
        let isOne =
            both.contains("topical") || both.isSubset(of: ["oral", "sublingual", "buccal"])
            || (both.contains("inhalation") && !both.isDisjoint(with: ["oral", "nasal"]))
        if !isOne { doubt("two-places", range) }
    }

    /// Returns the words that tell one place on the body from another, without general words such as "area".
    private static func places(_ site: String) -> Set<Substring> {
        let words = site.split { !$0.isLetter }.map { $0.count > 3 && $0.hasSuffix("s") ? $0.dropLast() : $0 }
        return Set(words).subtracting(noPlaces)
    }

    private static let noPlaces: Set<Substring> = [
        "to", "in", "on", "into", "onto", "the", "your", "of", "and", "a", "area", "skin", "site", "part", "body",
        "affected", "surrounding", "clean", "dry", "around", "over", "per", "side", "same", "entire", "whole",
    ]

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
            let hours = current.namedHours
            current.direction.frequency = frequency
            current.isPlain = isPlain
            // "night and day": the words after "and" may mean a second dose.
            if isAdded, hours > 0, current.isOnceADay { doubt("ambiguous-frequency", range) }
            return
        }
        if known == frequency {
            current.isPlain = current.isPlain && isPlain
            return
        }
        if isAdded {
            refuse("two-frequencies", range)
        } else if Self.agree(known, frequency) {
            // "twice daily (every 12 hours)": keep the number of times a day.
            if known.periodUnit != .day, frequency.periodUnit == .day { current.direction.frequency = frequency }
            if !current.isPlain, !isPlain { doubt("same-frequency", range) }
            current.isPlain = false
        } else if isPlain, known.periodUnit == .day, known.period == 1 {
            return
        } else if isPlain, known.periodUnit == .hour, known.period < 24 {
            doubt("ambiguous-frequency", range)
        } else {
            refuse("conflict", range)
        }
    }

    /// Returns true if both frequencies give the same number of doses a day and neither has a range.
    private static func agree(_ one: Direction.Frequency, _ other: Direction.Frequency) -> Bool {
        guard one.countMax == nil, other.countMax == nil, one.periodMax == nil, other.periodMax == nil,
            let first = perDay(one), let second = perDay(other)
        else { return false }
        return abs(first - second) < 1e-9
    }

    /// Returns the doses a day; nil if the frequency has no count.
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
        if isAdded, events.contains(where: { ![.C, .AC, .PC].contains($0) }) { checkAddedHour(range) }
        // "every morning at bedtime": without a separator this is either a list or a contradiction.
        if !isAdded, !isSeparated, offset == nil, current.namedHours == 1, current.direction.times.isEmpty,
            case .events? = last, events.contains(where: { ![.C, .AC, .PC].contains($0) }),
            !events.contains(where: isKnownHour),
            let first = current.everyDay.map(words), first.contains("every") || first.contains("each"),
            ["at", "in", "before"].contains(words(range).first)
        {
            doubt("ambiguous-frequency", range)
        }
        // "in the morning (at night)": brackets should repeat the time before them, and here they do not.
        if !isAdded, current.namedHours > 0, isBracketed(range), !events.contains(where: isKnownHour) {
            doubt("ambiguous-frequency", range)
        }
        if isSeparated, offset == nil, events.allSatisfy({ [.C, .AC, .PC].contains($0) }) { spread(events, range) }
        for event in events where !current.direction.when.contains(event) {
            if !isAdded, !isSeparated, let general = Self.wider(event), current.direction.when.contains(general) {
                current.direction.when.removeAll { $0 == general }
            } else if !isAdded, !isSeparated, current.direction.when.contains(where: { Self.wider($0) == event }) {
                continue
            }
            current.direction.when.append(event)
        }
        if isAdded, current.direction.frequency == nil, current.direction.when.count > events.count,
            current.namedHours > 0,
            let first = current.direction.when.first, [.AC, .C, .PC].contains(first)
        {
            doubt("ambiguous-frequency", range)
        }
        if let offset { take(offset: offset, of: events, range) }
        current.note(.when, range)
    }

    /// Sets the minutes of meal times. Each meal time keeps its own; two different values for one meal time are
    /// flagged.
    private mutating func take(offset: Int, of events: [Direction.Event], _ range: Range<Int>) {
        let others = current.direction.when.filter { !events.contains($0) && $0.takesOffset }
        if events.contains(where: { current.direction.offsets[$0].map { $0 != offset } ?? false }) {
            doubt("two-offsets", range)
        }
        if others.isEmpty {
            if let known = current.direction.offsetMinutes, known != offset { doubt("two-offsets", range) }
            current.direction.offsetMinutes = offset
        } else if current.direction.offsetMinutes != offset || !current.direction.offsets.isEmpty {
            for event in others where current.direction.offsets[event] == nil {
                current.direction.offsets[event] = current.direction.offsetMinutes
            }
            for event in events { current.direction.offsets[event] = offset }
            current.direction.offsetMinutes = nil
        }
    }

    /// "1 hour before food or 2 hours after": keeps both meal times and marks them as a choice.
    mutating func take(eitherMeal meals: [(event: Direction.Event, minutes: Int)], _ range: Range<Int>) {
        clearAnd()
        defer { current.note(.when, range) }
        let known = Set(current.direction.when)
        guard known.isEmpty || known == Set(meals.map(\.event)) else {
            leave(range, "two-offsets")
            return
        }
        for meal in meals {
            if !current.direction.when.contains(meal.event) { current.direction.when.append(meal.event) }
            current.direction.offsets[meal.event] = meal.minutes
        }
        current.direction.isEitherMeal = true
        doubt("two-offsets", range)
    }

    /// "3 capsules in the morning and 2 in the evening, with food": behind a comma, a meal time applies to all doses.
    private mutating func spread(_ events: [Direction.Event], _ range: Range<Int>) {
        guard drafts.dropFirst().allSatisfy({ $0.direction.relation == .and }) else { return }
        for index in drafts.indices.dropLast() where drafts[index].direction.dose != nil {
            for event in events where !drafts[index].direction.when.contains(event) {
                drafts[index].direction.when.append(event)
            }
            drafts[index].note(.when, range)
        }
    }

    private func isBracketed(_ range: Range<Int>) -> Bool {
        range.lowerBound > 0 && words((range.lowerBound - 1)..<range.lowerBound) == ["("]
    }

    /// Returns true if the hour is known already, in the same, wider or narrower words. Meals in general ("with food")
    /// are no hour and count as known.
    private func isKnownHour(_ event: Direction.Event) -> Bool {
        [.C, .AC, .PC].contains(event)
            || current.direction.when.contains {
                $0 == event || Self.wider($0) == event || Self.wider(event) == $0
            }
    }

    /// Flags "day and night" and "daily and at 8 pm": the hour may be the only one, or that of another dose.
    private mutating func checkAddedHour(_ range: Range<Int>) {
        if current.isOnceADay, current.namedHours == 0 { doubt("ambiguous-frequency", range) }
    }

    /// Returns the wider part of the day: "every morning before breakfast" names one hour twice.
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
        if isAdded { checkAddedHour(range) }
        if !isAdded, !isSeparated, current.direction.when.count == 1, times.count == 1, current.direction.times.isEmpty,
            current.namedHours == 1
        {
            current.isHourOfEvent = true
        }
        for time in times where !current.direction.times.contains(time) { current.direction.times.append(time) }
        current.note(.times, range)
    }

    mutating func take(days: [Direction.Day], _ range: Range<Int>) {
        clearAnd()
        // "Monday morning and Thursday night": no field says which hour belongs to which day.
        if !current.direction.days.isEmpty, current.namedHours > 0, current.direction.days != days {
            doubt("ambiguous-frequency", range)
        }
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
        // "2 paracetamol" and "5 scruples" look alike: without a form or a strength the word may be a medicine or a
        // measure.
        if case .number? = last, DoseUnit.isPerhapsMeasure(medicine), !isStrengthNext(behind: range) {
            doubt("name-or-measure", range)
        }
        noteMedicine(medicine, range)
    }

    private func isStrengthNext(behind range: Range<Int>) -> Bool {
        guard let index = parts.firstIndex(where: { $0.range == range }), index + 1 < parts.count else { return false }
        if case .concentration = parts[index + 1].content { return true }
        return false
    }
}
