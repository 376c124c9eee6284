import Directions

/// The timing of a clause as one or more FHIR timings. FHIR does not allow clock times together with events (tim-10),
/// or an offset for an event that is no meal (tim-9).
struct FHIRTiming {
    var timing: FHIRDosage.Timing?
    /// The parts of the clause that this Dosage cannot express without stating more than the label.
    var leftInWords: [String]

    static func parts(of clause: Direction) -> [Self] {
        // FHIR has no "or" between two meal times: as events they would be two doses.
        guard !clause.isEitherMeal else {
            let choice = clause.when.map { words($0, clause) }.joined(separator: " or ")
            return [Self(clause, .init(times: clause.times), frequency: clause.frequency, leftInWords: [choice])]
        }
        let (meals, named) = split(clause.when, PlainTiming.isAnyMeal)
        // Beside clock times or events, "with food" stays text: as another event it would be another dose.
        let isBesideHours = !clause.times.isEmpty || !named.isEmpty
        let mealWords = isBesideHours ? meals.map { words($0, clause) } : []
        let events = isBesideHours ? named : meals
        let groups = groups(events: events, clause)
        let isSeparate = groups.count > 1 && namesEveryDose(clause, groups.flatMap { $0.times + $0.events }.count)
        if groups.count > 1, !isSeparate {
            let kept = groups.first { !$0.times.isEmpty } ?? groups[0]
            let dropped = events.filter { !kept.events.contains($0.rawValue) }.map { words($0, clause) }
            return [Self(clause, kept, frequency: clause.frequency, leftInWords: dropped + mealWords)]
        }
        guard isSeparate else {
            return [Self(clause, groups.first ?? .init(), frequency: clause.frequency, leftInWords: mealWords)]
        }
        return groups.map { group in
            var frequency = clause.frequency
            frequency?.count = (group.times + group.events).count
            return Self(clause, group, frequency: frequency, leftInWords: mealWords)
        }
    }

    private struct Group {
        var times: [String] = []
        var events: [String] = []
        var offset: Int?
    }

    private init(_ clause: Direction, _ group: Group, frequency: Direction.Frequency?, leftInWords: [String]) {
        // "Up to 3 times a day" has no lower count, and FHIR has no `countMax` without one.
        let isUpTo = frequency.map { $0.count ?? 0 < 1 } ?? false
        self.leftInWords = leftInWords + (isUpTo ? [frequency.flatMap(PlainTiming.frequency)].compactMap(\.self) : [])
        var result = FHIRDosage.Repeat()
        if let duration = clause.duration { Self.bound(&result, by: duration) }
        result.count = clause.count
        if let frequency, !isUpTo {
            result.frequency = frequency.count
            result.frequencyMax = frequency.countMax
            result.period = frequency.period
            result.periodMax = frequency.periodMax
            result.periodUnit = frequency.periodUnit.rawValue
        }
        result.dayOfWeek = clause.days.isEmpty ? nil : clause.days.map(\.rawValue)
        result.timeOfDay = group.times.isEmpty ? nil : group.times.map { "\($0):00" }
        result.when = group.events.isEmpty ? nil : group.events
        result.offset = group.events.isEmpty ? nil : group.offset
        guard result != FHIRDosage.Repeat() else { return }
        timing = FHIRDosage.Timing(repeat: result, code: FHIRCodes.abbreviation(of: result))
    }

    /// Groups the times: clock times, events by offset, and events without an offset.
    private static func groups(events: [Direction.Event], _ clause: Direction) -> [Group] {
        var shifted: [Group] = []
        var unshifted = Group()
        for event in events {
            guard let offset = clause.offset(of: event), event.takesOffset else {
                unshifted.events.append(event.rawValue)
                continue
            }
            if let index = shifted.firstIndex(where: { $0.offset == offset }) {
                shifted[index].events.append(event.rawValue)
            } else {
                shifted.append(Group(events: [event.rawValue], offset: offset))
            }
        }
        return ([Group(times: clause.times)] + shifted + [unshifted]).filter { !$0.times.isEmpty || !$0.events.isEmpty }
    }

    /// Returns true if each group has doses of its own. A total number of doses cannot be distributed over the groups.
    private static func namesEveryDose(_ clause: Direction, _ count: Int) -> Bool {
        clause.frequency == Direction.Frequency(count: count, period: 1, periodUnit: .day) && clause.count == nil
    }

    private static func bound(_ result: inout FHIRDosage.Repeat, by duration: Direction.Duration) {
        let value = FHIRCodes.time(duration.value, duration.unit.rawValue)
        let most = duration.valueMax.map { FHIRCodes.time($0, duration.unit.rawValue) }
        switch (duration.bound, most) {
        case (nil, nil): result.boundsDuration = value
        case (nil, let most?): result.boundsRange = .init(low: value, high: most)
        case (.min, _): result.boundsRange = .init(low: value, high: most)
        case (.max, _): result.boundsRange = .init(low: most == nil ? nil : value, high: most ?? value)
        }
    }

    private static func words(_ event: Direction.Event, _ clause: Direction) -> String {
        guard let offset = clause.offset(of: event), event.takesOffset else {
            return PlainTiming.event(event)
        }
        return "\(offset) minutes \(PlainTiming.event(event))"
    }

    private static func split(
        _ events: [Direction.Event], _ isFirst: (Direction.Event) -> Bool
    ) -> (first: [Direction.Event], second: [Direction.Event]) {
        (events.filter(isFirst), events.filter { !isFirst($0) })
    }
}
