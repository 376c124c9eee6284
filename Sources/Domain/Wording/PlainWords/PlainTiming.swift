import Directions

/// Times and durations in words.
enum PlainTiming {
    typealias Event = Direction.Event

    /// Returns "2 times a day", "every 4 to 6 hours" or "up to 3 times a day"; nil if there is no count.
    static func frequency(_ frequency: Direction.Frequency) -> String? {
        let isOnce = frequency.count == 1 && frequency.countMax == nil
        if isOnce, frequency.period != 1 || frequency.periodMax != nil || isShort(frequency.periodUnit) {
            return "every \(period(frequency))"
        }
        guard let times = times(frequency) else { return nil }
        let isSingle = frequency.period == 1 && frequency.periodMax == nil
        return isSingle
            ? "\(times) \(frequency.periodUnit == .hour ? "an" : "a") \(name(frequency.periodUnit))"
            : "\(times) every \(period(frequency))"
    }

    /// Returns the words after "every": "4 to 6 hours", or "day" for one day.
    static func period(_ frequency: Direction.Frequency) -> String {
        let high = frequency.periodMax ?? frequency.period
        let unit = PlainAmount.name(of: name(frequency.periodUnit), for: high)
        guard let most = frequency.periodMax, most != frequency.period else {
            return frequency.period == 1 ? unit : "\(PlainAmount.number(frequency.period)) \(unit)"
        }
        return "\(PlainAmount.number(frequency.period)) to \(PlainAmount.number(most)) \(unit)"
    }

    static func event(_ event: Event) -> String {
        switch event {
        case .MORN: "in the morning"
        case .NOON: "at noon"
        case .AFT: "in the afternoon"
        case .EVE: "in the evening"
        case .NIGHT: "at night"
        case .HS: "at bedtime"
        case .WAKE: "when you wake up"
        case .C: "with food"
        case .CM: "with breakfast"
        case .CD: "with lunch"
        case .CV: "with the evening meal"
        case .AC: "before meals"
        case .ACM: "before breakfast"
        case .ACD: "before lunch"
        case .ACV: "before the evening meal"
        case .PC: "after meals"
        case .PCM: "after breakfast"
        case .PCD: "after lunch"
        case .PCV: "after the evening meal"
        }
    }

    /// Returns true for an event that relates to meals in general, not to a certain meal.
    static func isAnyMeal(_ event: Event) -> Bool { event == .C || event == .AC || event == .PC }

    /// Returns "5 pm" or "8:30 am". Noon and midnight are given in the 24-hour clock as well, because "12 pm" is
    /// misread. Text that is no time is returned unchanged.
    static func clock(_ time: String) -> String {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0..<24).contains(hour),
            (0..<60).contains(minute)
        else { return time }
        let minutes = minute == 0 ? "" : ":" + String(minute + 100).dropFirst()
        guard hour % 12 != 0 else { return time }
        return "\(hour % 12)\(minutes) \(hour < 12 ? "am" : "pm")"
    }

    static func day(_ day: Direction.Day) -> String {
        switch day {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }

    /// "for 7 days", "for up to 2 weeks".
    static func duration(_ duration: Direction.Duration) -> String {
        let high = duration.valueMax ?? duration.value
        let bound =
            switch duration.bound {
            case .min: "at least "
            case .max: "up to "
            case nil: ""
            }
        let value = PlainAmount.number(duration.value)
        let range = high == duration.value ? value : "\(value) to \(PlainAmount.number(high))"
        return "for \(bound)\(range) \(PlainAmount.name(of: name(duration.unit), for: high))"
    }

    /// "No more than 8 tablets in 24 hours."
    static func maximum(_ maximum: Direction.Maximum) -> String {
        let amount = PlainAmount.counted(maximum.value, maximum.unit)
        let unit = PlainAmount.name(of: name(maximum.periodUnit), for: maximum.period)
        return "No more than \(amount) in \(PlainAmount.number(maximum.period)) \(unit)."
    }

    /// "a, b and c".
    static func list(_ parts: [String]) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }

    private static func times(_ frequency: Direction.Frequency) -> String? {
        switch (frequency.count, frequency.countMax) {
        case (nil, nil): nil
        case (let count?, nil): count == 1 ? "once" : "\(count) times"
        case (nil, let most?): most == 1 ? "up to once" : "up to \(most) times"
        case (let count?, let most?): "\(count) to \(most) times"
        }
    }

    private static func isShort(_ unit: Direction.Frequency.Unit) -> Bool { unit == .minute || unit == .hour }

    static func name(_ unit: Direction.Frequency.Unit) -> String {
        switch unit {
        case .minute: "minute"
        case .hour: "hour"
        case .day: "day"
        case .week: "week"
        case .month: "month"
        }
    }

    private static func name(_ unit: Direction.Duration.Unit) -> String {
        switch unit {
        case .hour: "hour"
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        }
    }
}
