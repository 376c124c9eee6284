/// One instruction of a label: how much, how, when, for how long. A subset of FHIR's Dosage and Timing; what is not
/// written is nothing, never a usual value.
package struct Direction: Sendable, Hashable, Codable {
    /// How it follows the one before.
    package enum Relation: String, Sendable, Hashable, Codable, CaseIterable {
        case first
        /// After it: a taper, a cycle.
        case then
        /// At the same time of life: another dose at another hour, or an as-needed one beside a fixed one.
        case and
    }

    /// "up to 5 puffs": `low` is nothing. Without a range both are equal.
    package struct Amount: Sendable, Hashable, Codable {
        package var low: Double?
        package var high: Double?
        /// Singular: "tablet", "mL", "mcg", "puff" …; nothing where none is written.
        package var unit: String?

        package init(low: Double?, high: Double?, unit: String?) {
            self.low = low
            self.high = high
            self.unit = unit
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

        /// "up to three times a day": nothing, and `countMax` is 3.
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

    /// HL7 EventTiming, with the minutes of an offset where they are written ("30 minutes before breakfast").
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

        /// "for at least", "for up to".
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
        /// "dose" where applications are limited.
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
    /// The weight beside a count: "take 2 tablets (500 mg)".
    package var strength: Amount?
    /// "oral", "sublingual", "ophthalmic" …, only where stated.
    package var route: String?
    /// In the label's words: "left eye".
    package var site: String?
    package var frequency: Frequency?
    /// "HH:MM".
    package var times: [String]
    package var days: [Day]
    package var when: [Event]
    /// Minutes before a meal event; only with ACM, ACD, ACV, AC (before) or PCM … (after).
    package var offsetMinutes: Int?
    /// Number of doses in all.
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
        isAsNeeded = false
    }

    private enum CodingKeys: String, CodingKey {
        case relation = "rel"
        case dose, strength, route, site, frequency, times, days, when
        case offsetMinutes = "offset"
        case count
        case isAsNeeded = "asNeeded"
        case reason, duration
        case maximum = "max"
    }

    package init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        relation = try box.decodeIfPresent(Relation.self, forKey: .relation) ?? .first
        dose = try box.decodeIfPresent(Amount.self, forKey: .dose)
        strength = try box.decodeIfPresent(Amount.self, forKey: .strength)
        route = try box.decodeIfPresent(String.self, forKey: .route)
        site = try box.decodeIfPresent(String.self, forKey: .site)
        frequency = try box.decodeIfPresent(Frequency.self, forKey: .frequency)
        times = try box.decodeIfPresent([String].self, forKey: .times) ?? []
        days = try box.decodeIfPresent([Day].self, forKey: .days) ?? []
        when = try box.decodeIfPresent([Event].self, forKey: .when) ?? []
        offsetMinutes = try box.decodeIfPresent(Int.self, forKey: .offsetMinutes)
        count = try box.decodeIfPresent(Int.self, forKey: .count)
        isAsNeeded = try box.decodeIfPresent(Bool.self, forKey: .isAsNeeded) ?? false
        reason = try box.decodeIfPresent(String.self, forKey: .reason)
        duration = try box.decodeIfPresent(Duration.self, forKey: .duration)
        maximum = try box.decodeIfPresent(Maximum.self, forKey: .maximum)
    }
}
