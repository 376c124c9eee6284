/// One instruction of a label: how much, how, when, for how long. A subset of FHIR Dosage and Timing. A field is nil or
/// empty if the label does not state it; no default values are assumed.
package struct Direction: Sendable, Hashable, Codable {
    /// The relation to the instruction before.
    package enum Relation: String, Sendable, Hashable, Codable, CaseIterable {
        case first
        /// After the instruction before: a taper, a cycle.
        case then
        /// At the same time as the instruction before: a dose at another hour, or an as-needed dose beside a regular
        /// one.
        case and
    }

    /// An amount or a range. Without a range, `low` equals `high`; for "up to 5 puffs", `low` is nil.
    package struct Amount: Sendable, Hashable, Codable {
        package var low: Double?
        package var high: Double?
        /// Singular: "tablet", "mL", "mcg", "puff" …; nil if the label states none.
        package var unit: String?
        /// True if the unit is taken from the amount before: "1 tablet in the morning and 1 at night".
        package var isUnitCarried = false

        package init(low: Double?, high: Double?, unit: String?) {
            self.low = low
            self.high = high
            self.unit = unit
        }

        /// A carried unit is encoded as `carriedUnit` instead of `unit`.
        private enum CodingKeys: String, CodingKey { case low, high, unit, carriedUnit }

        package init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: CodingKeys.self)
            low = try box.decodeIfPresent(Double.self, forKey: .low)
            high = try box.decodeIfPresent(Double.self, forKey: .high)
            unit = try box.decodeIfPresent(String.self, forKey: .unit)
            if unit == nil, let carried = try box.decodeIfPresent(String.self, forKey: .carriedUnit) {
                (unit, isUnitCarried) = (carried, true)
            }
        }

        package func encode(to encoder: any Encoder) throws {
            var box = encoder.container(keyedBy: CodingKeys.self)
            try box.encodeIfPresent(low, forKey: .low)
            try box.encodeIfPresent(high, forKey: .high)
            try box.encodeIfPresent(unit, forKey: isUnitCarried ? .carriedUnit : .unit)
        }

        /// Returns true if amount and unit are equal, whether the unit is written here or carried.
        package func isSame(as other: Self) -> Bool {
            guard low == other.low, high == other.high else { return false }
            return unit == other.unit || (isUnitCarried ? nil : unit) == (other.isUnitCarried ? nil : other.unit)
        }
    }

    package struct Frequency: Sendable, Hashable, Codable {
        package enum Unit: String, Sendable, Hashable, Codable, CaseIterable {
            case minute = "min"
            case hour = "h"
            case day = "d"
            case week = "wk"
            case month = "mo"
        }

        /// nil for "up to three times a day"; `countMax` is then 3.
        package var count: Int?
        package var countMax: Int?
        package var period: Double
        package var periodMax: Double?
        package var periodUnit: Unit

        package init(count: Int?, countMax: Int? = nil, period: Double, periodMax: Double? = nil, periodUnit: Unit) {
            self.count = count
            self.countMax = countMax
            self.period = period
            self.periodMax = periodMax
            self.periodUnit = periodUnit
        }
    }

    package enum Day: String, Sendable, Hashable, Codable, CaseIterable {
        case monday = "mon"
        case tuesday = "tue"
        case wednesday = "wed"
        case thursday = "thu"
        case friday = "fri"
        case saturday = "sat"
        case sunday = "sun"
    }

    /// HL7 EventTiming. The offset in minutes stands in `offsetMinutes` or `offsets` ("30 minutes before breakfast").
    package enum Event: String, Sendable, Hashable, Codable, CaseIterable {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        case MORN, NOON, AFT, EVE, NIGHT, HS, WAKE, C, CM, CD, CV, AC, ACM, ACD, ACV, PC, PCM, PCD, PCV
    }

    package struct Duration: Sendable, Hashable, Codable {
        package enum Unit: String, Sendable, Hashable, Codable, CaseIterable {
            case hour = "h"
            case day = "d"
            case week = "wk"
            case month = "mo"
            case year = "a"
        }

        /// "for at least" or "for up to".
        package enum Bound: String, Sendable, Hashable, Codable, CaseIterable {
            case min, max
        }

        package var value: Double
        package var valueMax: Double?
        package var unit: Unit
        package var bound: Bound?

        package init(value: Double, valueMax: Double? = nil, unit: Unit, bound: Bound? = nil) {
            self.value = value
            self.valueMax = valueMax
            self.unit = unit
            self.bound = bound
        }
    }

    package struct Maximum: Sendable, Hashable, Codable {
        package var value: Double
        /// "dose" if the number of applications is limited.
        package var unit: String?
        package var period: Double
        package var periodUnit: Frequency.Unit

        package init(value: Double, unit: String?, period: Double, periodUnit: Frequency.Unit) {
            self.value = value
            self.unit = unit
            self.period = period
            self.periodUnit = periodUnit
        }
    }

    package var relation: Relation
    package var dose: Amount?
    /// The weight or volume printed beside a count: "take 2 tablets (500 mg)".
    package var strength: Strength?
    /// The total of the dose, if the text states it: "2 tablets (10 mg in all)". Never computed.
    package var total: Amount?
    /// "oral", "sublingual", "ophthalmic" …; nil if not stated.
    package var route: String?
    /// The place on the body in the words of the label: "left eye".
    package var site: String?
    package var frequency: Frequency?
    /// Clock times, "HH:MM".
    package var times: [String]
    package var days: [Day]
    package var when: [Event]
    /// Minutes before or after a meal event: before for ACM, ACD, ACV and AC, after for PCM, PCD, PCV and PC.
    package var offsetMinutes: Int?
    /// Minutes by meal event if they differ: "30 minutes before breakfast and 2 hours after dinner".
    package var offsets: [Event: Int]
    /// True if only one of the events in `when` applies: "1 hour before food or 2 hours after".
    package var isEitherMeal: Bool
    package var isOnEmptyStomach: Bool
    /// The total number of doses.
    package var count: Int?
    package var isAsNeeded: Bool
    package var reason: String?
    package var duration: Duration?
    package var maximum: Maximum?

    package init(_ relation: Relation) {
        self.relation = relation
        times = []
        days = []
        when = []
        offsets = [:]
        isEitherMeal = false
        isOnEmptyStomach = false
        isAsNeeded = false
    }

    /// Returns the printed minutes for a meal event; nil if there are none.
    package func offset(of event: Event) -> Int? { offsets[event] ?? offsetMinutes }

    private enum CodingKeys: String, CodingKey {
        case relation = "rel"
        case dose, strength, total, route, site, frequency, times, days, when
        case offsetMinutes = "offset"
        case offsets
        case isEitherMeal = "eitherMeal"
        case isOnEmptyStomach = "emptyStomach"
        case count
        case isAsNeeded = "asNeeded"
        case reason, duration
        case maximum = "max"
    }

    package init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        relation = try box.decodeIfPresent(Relation.self, forKey: .relation) ?? .first
        dose = try box.decodeIfPresent(Amount.self, forKey: .dose)
        strength = try box.decodeIfPresent(Strength.self, forKey: .strength)
        total = try box.decodeIfPresent(Amount.self, forKey: .total)
        route = try box.decodeIfPresent(String.self, forKey: .route)
        site = try box.decodeIfPresent(String.self, forKey: .site)
        frequency = try box.decodeIfPresent(Frequency.self, forKey: .frequency)
        times = try box.decodeIfPresent([String].self, forKey: .times) ?? []
        days = try box.decodeIfPresent([Day].self, forKey: .days) ?? []
        when = try box.decodeIfPresent([Event].self, forKey: .when) ?? []
        offsetMinutes = try box.decodeIfPresent(Int.self, forKey: .offsetMinutes)
        let minutes = try box.decodeIfPresent([String: Int].self, forKey: .offsets) ?? [:]
        offsets = minutes.reduce(into: [:]) { offsets, pair in
            Event(rawValue: pair.key).map { offsets[$0] = pair.value }
        }
        isEitherMeal = try box.decodeIfPresent(Bool.self, forKey: .isEitherMeal) ?? false
        isOnEmptyStomach = try box.decodeIfPresent(Bool.self, forKey: .isOnEmptyStomach) ?? false
        count = try box.decodeIfPresent(Int.self, forKey: .count)
        isAsNeeded = try box.decodeIfPresent(Bool.self, forKey: .isAsNeeded) ?? false
        reason = try box.decodeIfPresent(String.self, forKey: .reason)
        duration = try box.decodeIfPresent(Duration.self, forKey: .duration)
        maximum = try box.decodeIfPresent(Maximum.self, forKey: .maximum)
    }

    /// Omits rare fields if they are empty, so that the output stays equal to that of earlier releases.
    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: CodingKeys.self)
        try box.encode(relation, forKey: .relation)
        try box.encodeIfPresent(dose, forKey: .dose)
        try box.encodeIfPresent(strength, forKey: .strength)
        try box.encodeIfPresent(total, forKey: .total)
        try box.encodeIfPresent(route, forKey: .route)
        try box.encodeIfPresent(site, forKey: .site)
        try box.encodeIfPresent(frequency, forKey: .frequency)
        try box.encode(times, forKey: .times)
        try box.encode(days, forKey: .days)
        try box.encode(when, forKey: .when)
        try box.encodeIfPresent(offsetMinutes, forKey: .offsetMinutes)
        if !offsets.isEmpty {
            let minutes = Dictionary(
                offsets.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first })
            try box.encode(minutes, forKey: .offsets)
        }
        if isEitherMeal { try box.encode(true, forKey: .isEitherMeal) }
        if isOnEmptyStomach { try box.encode(true, forKey: .isOnEmptyStomach) }
        try box.encodeIfPresent(count, forKey: .count)
        try box.encode(isAsNeeded, forKey: .isAsNeeded)
        try box.encodeIfPresent(reason, forKey: .reason)
        try box.encodeIfPresent(duration, forKey: .duration)
        try box.encodeIfPresent(maximum, forKey: .maximum)
    }
}

extension Direction.Event {
    /// True if minutes before or after the event are possible: only for times before and after meals.
    package var takesOffset: Bool {
        switch self {
        case .AC, .ACM, .ACD, .ACV, .PC, .PCM, .PCD, .PCV: true
        default: false
        }
    }
}
