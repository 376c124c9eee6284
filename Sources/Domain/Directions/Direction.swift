/// One instruction of a label: how much, how, when, for how long. A subset of FHIR Dosage and Timing. A field is nil or
/// empty if the label does not state it; no default values are assumed.
public struct Direction: Sendable, Hashable, Codable {
    /// The relation to the instruction before.
    public enum Relation: String, Sendable, Hashable, Codable, CaseIterable {
        case first
        /// After the instruction before: a taper, a cycle.
        case then
        /// At the same time as the instruction before: a dose at another hour, or an as-needed dose beside a regular
        /// one.
        case and
    }

    /// An amount or a range. Without a range, `low` equals `high`; for "up to 5 puffs", `low` is nil.
    public struct Amount: Sendable, Hashable, Codable {
        /// The lower limit, in `unit`; nil if there is none.
        public var low: Double?
        /// The upper limit, in `unit`; nil if there is none.
        public var high: Double?
        /// Singular: "tablet", "mL", "mcg", "puff" …; nil if the label states none.
        public var unit: String?
        /// True if the unit is taken from the amount before: "1 tablet in the morning and 1 at night".
        public var isUnitCarried = false

        public init(low: Double?, high: Double?, unit: String?) {
            self.low = low
            self.high = high
            self.unit = unit
        }

        /// A carried unit is encoded as `carriedUnit` instead of `unit`.
        private enum CodingKeys: String, CodingKey { case low, high, unit, carriedUnit }

        /// Missing values are nil. Throws `DecodingError` if a value has the wrong type.
        public init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: CodingKeys.self)
            low = try box.decodeIfPresent(Double.self, forKey: .low)
            high = try box.decodeIfPresent(Double.self, forKey: .high)
            unit = try box.decodeIfPresent(String.self, forKey: .unit)
            if unit == nil, let carried = try box.decodeIfPresent(String.self, forKey: .carriedUnit) {
                (unit, isUnitCarried) = (carried, true)
            }
        }

        public func encode(to encoder: any Encoder) throws {
            var box = encoder.container(keyedBy: CodingKeys.self)
            try box.encodeIfPresent(low, forKey: .low)
            try box.encodeIfPresent(high, forKey: .high)
            try box.encodeIfPresent(unit, forKey: isUnitCarried ? .carriedUnit : .unit)
        }

        /// Returns true if amount and unit are equal, whether the unit is written here or carried.
        public func isSame(as other: Self) -> Bool {
            guard low == other.low, high == other.high else { return false }
            return unit == other.unit || (isUnitCarried ? nil : unit) == (other.isUnitCarried ? nil : other.unit)
        }
    }

    /// How often a dose is taken: `count` times in each `period`. FHIR R4 `Timing.repeat` calls the count `frequency`.
    public struct Frequency: Sendable, Hashable, Codable {
        /// The unit of a period; the raw values are UCUM codes, as in FHIR R4.
        public enum Unit: String, Sendable, Hashable, Codable, CaseIterable {
            case minute = "min"
            case hour = "h"
            case day = "d"
            case week = "wk"
            case month = "mo"
        }

        /// nil for "up to three times a day"; `countMax` is then 3.
        public var count: Int?
        /// The upper number of a range of `count`, 2 for "once or twice a day"; nil without a range.
        public var countMax: Int?
        /// The length of the period in `periodUnit`; the lower number of a range.
        public var period: Double
        /// The upper number of a range of `period`, 6 for "every 4 to 6 hours"; nil without a range.
        public var periodMax: Double?
        /// The unit of `period` and `periodMax`.
        public var periodUnit: Unit

        public init(count: Int?, countMax: Int? = nil, period: Double, periodMax: Double? = nil, periodUnit: Unit) {
            self.count = count
            self.countMax = countMax
            self.period = period
            self.periodMax = periodMax
            self.periodUnit = periodUnit
        }
    }

    /// A day of the week; the raw values are the codes of FHIR R4 DaysOfWeek.
    public enum Day: String, Sendable, Hashable, Codable, CaseIterable {
        case monday = "mon"
        case tuesday = "tue"
        case wednesday = "wed"
        case thursday = "thu"
        case friday = "fri"
        case saturday = "sat"
        case sunday = "sun"
    }

    /// HL7 EventTiming. The offset in minutes stands in `offsetMinutes` or `offsets` ("30 minutes before breakfast").
    public enum Event: String, Sendable, Hashable, Codable, CaseIterable {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        case MORN, NOON, AFT, EVE, NIGHT, HS, WAKE, C, CM, CD, CV, AC, ACM, ACD, ACV, PC, PCM, PCD, PCV
    }

    /// The time during which an instruction applies: "for 7 days".
    public struct Duration: Sendable, Hashable, Codable {
        /// The unit of a duration; the raw values are UCUM codes, as in FHIR R4.
        public enum Unit: String, Sendable, Hashable, Codable, CaseIterable {
            case hour = "h"
            case day = "d"
            case week = "wk"
            case month = "mo"
            case year = "a"
        }

        /// "for at least" or "for up to".
        public enum Bound: String, Sendable, Hashable, Codable, CaseIterable {
            case min, max
        }

        /// The length in `unit`; the lower number of a range.
        public var value: Double
        /// The upper number of a range, 7 for "for 5 to 7 days"; nil without a range.
        public var valueMax: Double?
        /// The unit of `value` and `valueMax`.
        public var unit: Unit
        /// Whether the length is a minimum or a maximum; nil if the label says neither.
        public var bound: Bound?

        public init(value: Double, valueMax: Double? = nil, unit: Unit, bound: Bound? = nil) {
            self.value = value
            self.valueMax = valueMax
            self.unit = unit
            self.bound = bound
        }
    }

    /// The largest amount within a period: "no more than 8 tablets in 24 hours".
    public struct Maximum: Sendable, Hashable, Codable {
        /// The largest amount, in `unit`.
        public var value: Double
        /// "dose" if the number of applications is limited.
        public var unit: String?
        /// The length of the period in `periodUnit`.
        public var period: Double
        /// The unit of `period`.
        public var periodUnit: Frequency.Unit

        public init(value: Double, unit: String?, period: Double, periodUnit: Frequency.Unit) {
            self.value = value
            self.unit = unit
            self.period = period
            self.periodUnit = periodUnit
        }
    }

    /// How the instruction follows the one before it.
    public var relation: Relation
    /// The amount of one dose; nil if the label states none.
    public var dose: Amount?
    /// The weight or volume printed beside a count: "take 2 tablets (500 mg)".
    public var strength: Strength?
    /// The total of the dose, if the text states it: "2 tablets (10 mg in all)". Never computed.
    public var total: Amount?
    /// "oral", "sublingual", "ophthalmic" …; nil if not stated.
    public var route: String?
    /// The place on the body in the words of the label: "left eye".
    public var site: String?
    /// How often the dose is taken. If the label prints only hours or days, it is derived from them: "at bedtime" is
    /// once a day; nil if the label states none of these.
    public var frequency: Frequency?
    /// Clock times, "HH:MM".
    public var times: [String]
    /// The days of the week on which the instruction applies; empty if the label names none.
    public var days: [Day]
    /// Parts of the day and meals at which the dose is taken; empty if the label names none.
    public var when: [Event]
    /// Minutes before or after a meal event: before for ACM, ACD, ACV and AC, after for PCM, PCD, PCV and PC.
    public var offsetMinutes: Int?
    /// Minutes by meal event if they differ: "30 minutes before breakfast and 2 hours after dinner".
    public var offsets: [Event: Int]
    /// True if only one of the events in `when` applies: "1 hour before food or 2 hours after".
    public var isEitherMeal: Bool
    /// True if the label says "on an empty stomach"; `when` has no event for it.
    public var isOnEmptyStomach: Bool
    /// The total number of doses.
    public var count: Int?
    /// True if the dose is taken only when it is needed ("as needed", "PRN").
    public var isAsNeeded: Bool
    /// The reason in the words of the label, in lower case: "pain"; nil if not stated. A dose that is not as needed may
    /// also have one.
    public var reason: String?
    /// How long the instruction applies; nil if not stated.
    public var duration: Duration?
    /// The printed maximum; nil if the label states none.
    public var maximum: Maximum?

    public init(_ relation: Relation) {
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
    public func offset(of event: Event) -> Int? { offsets[event] ?? offsetMinutes }

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

    /// Missing values are nil, empty or false, and `relation` is `first`. Throws `DecodingError` if a value has the
    /// wrong type or an unknown code; unknown events in `offsets` are ignored.
    public init(from decoder: any Decoder) throws {
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
    public func encode(to encoder: any Encoder) throws {
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
    public var takesOffset: Bool {
        switch self {
        case .AC, .ACM, .ACD, .ACV, .PC, .PCM, .PCD, .PCV: true
        default: false
        }
    }
}
