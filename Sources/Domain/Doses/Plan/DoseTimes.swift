public import Calendar
public import Directions

/// The household's usual times of the day. They are suggested if a label names a part of the day, and enter a plan only
/// after a person confirmed them.
public struct DoseTimes: Sendable, Hashable, Codable {
    /// When the household wakes up.
    public var wake: LocalTime
    /// The time of breakfast; a time before or after breakfast is counted from it.
    public var breakfast: LocalTime
    /// The time of lunch; a time before or after lunch is counted from it.
    public var lunch: LocalTime
    /// The time of the evening meal; a time before or after it is counted from it.
    public var dinner: LocalTime
    /// The time suggested for "in the morning".
    public var morning: LocalTime
    /// The time suggested for "at noon".
    public var noon: LocalTime
    /// The time suggested for "in the afternoon".
    public var afternoon: LocalTime
    /// The time suggested for "in the evening".
    public var evening: LocalTime
    /// The time suggested for "at night" and "at bedtime".
    public var bedtime: LocalTime

    public init(
        wake: LocalTime, breakfast: LocalTime, lunch: LocalTime, dinner: LocalTime, morning: LocalTime,
        noon: LocalTime, afternoon: LocalTime, evening: LocalTime, bedtime: LocalTime
    ) {
        self.wake = wake
        self.breakfast = breakfast
        self.lunch = lunch
        self.dinner = dinner
        self.morning = morning
        self.noon = noon
        self.afternoon = afternoon
        self.evening = evening
        self.bedtime = bedtime
    }

    /// One dose of a day: the printed part of its time, and a suggestion.
    public struct Slot: Sendable, Hashable, Codable {
        /// The printed part of the day.
        public let event: Direction.Event?
        /// Minutes before or after the meal of `event`.
        public let offsetMinutes: Int?
        /// The printed clock time; an answer must contain it.
        public let printed: LocalTime?
        /// nil if there is no suggestion.
        public let suggested: LocalTime?
    }

    /// Returns the suggested time; nil for "with food" and similar events, which name no single time.
    public func suggestion(for event: Direction.Event, offsetMinutes: Int?) -> LocalTime? {
        let minutes = offsetMinutes ?? 0
        return switch event {
        case .MORN: morning
        case .NOON: noon
        case .AFT: afternoon
        case .EVE: evening
        case .NIGHT, .HS: bedtime
        case .WAKE: wake
        case .CM: breakfast
        case .CD: lunch
        case .CV: dinner
        case .ACM: breakfast.moved(minutes: -minutes)
        case .ACD: lunch.moved(minutes: -minutes)
        case .ACV: dinner.moved(minutes: -minutes)
        case .PCM: breakfast.moved(minutes: minutes)
        case .PCD: lunch.moved(minutes: minutes)
        case .PCV: dinner.moved(minutes: minutes)
        case .C, .AC, .PC: nil
        }
    }

    /// Returns times for a number of doses a day without printed times. More than four are spread evenly from waking to
    /// bedtime.
    private func suggestions(count: Int, meal: Direction.Event?, offsetMinutes: Int?) -> [LocalTime?] {
        let sign = meal == .AC ? -1 : 1
        let isMeal = meal != nil && count <= 3
        func at(_ time: LocalTime) -> LocalTime? {
            isMeal ? time.moved(minutes: sign * (offsetMinutes ?? 0)) : time
        }
        switch count {
        case 1: return [at(isMeal ? breakfast : morning)]
        case 2: return [at(isMeal ? breakfast : morning), at(isMeal ? dinner : evening)]
        case 3: return [at(isMeal ? breakfast : morning), at(isMeal ? lunch : noon), at(isMeal ? dinner : evening)]
        case 4: return [morning, noon, evening, bedtime]
        case 5...:
            let minutes = (bedtime.second - wake.second) / 60
            guard minutes > 60 * (count - 1) else { return Array(repeating: nil, count: count) }
            return (0..<count).map { place in
                // Rounded down to a quarter of an hour: a time such as 09:48 is not practical.
                wake.moved(minutes: minutes * place / (count - 1) / 15 * 15)
            }
        default: return []
        }
    }

    /// Returns the doses of a day that a clause names or leaves open, `allowed` of them; nil if it names more.
    func slots(of clause: Direction, allowed: ClosedRange<Int>, printed: [LocalTime]) -> [Slot]? {
        let named = clause.when.filter { !$0.isUnplaced }
        guard printed.count + named.count <= allowed.upperBound else { return nil }
        var slots = printed.map { Slot(event: nil, offsetMinutes: nil, printed: $0, suggested: $0) }
        slots += named.map { event in
            let offset = event.isOfMeal ? clause.offset(of: event) : nil
            return Slot(
                event: event, offsetMinutes: offset, printed: nil,
                suggested: suggestion(for: event, offsetMinutes: offset))
        }
        let meal = clause.when.first(where: \.isUnplaced)
        // For "1 hour before food or 2 hours after", neither offset is suggested.
        let offset = clause.isEitherMeal ? nil : meal.flatMap(clause.offset)
        if slots.isEmpty, allowed.lowerBound == allowed.upperBound {
            let offered = suggestions(count: allowed.upperBound, meal: meal, offsetMinutes: offset)
            return offered.map { Slot(event: meal, offsetMinutes: offset, printed: nil, suggested: $0) }
        }
        if slots.isEmpty, meal != nil, allowed ~= 3 {
            let offered = suggestions(count: 3, meal: meal, offsetMinutes: offset)
            return offered.map { Slot(event: meal, offsetMinutes: offset, printed: nil, suggested: $0) }
        }
        // The frequency is a range, or only some of the times are printed: the remaining slots have no suggestion.
        while slots.count < allowed.lowerBound {
            slots.append(Slot(event: meal, offsetMinutes: offset, printed: nil, suggested: nil))
        }
        return slots
    }
}

extension Direction.Event {
    /// True for an event that names a meal in general, not its time.
    var isUnplaced: Bool { [.C, .AC, .PC].contains(self) }

    var isOfMeal: Bool { [.ACM, .ACD, .ACV, .PCM, .PCD, .PCV].contains(self) }
}

extension LocalTime {
    /// Returns the moved time; nil if it is not on the same day.
    func moved(minutes: Int) -> LocalTime? {
        let (moved, isTooFar) = (second / 60).addingReportingOverflow(minutes)
        guard !isTooFar, 0..<1440 ~= moved else { return nil }
        return LocalTime(hour: moved / 60, minute: moved % 60)
    }
}
