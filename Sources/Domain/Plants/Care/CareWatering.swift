public import Agenda
import Calendar
import Messages

/// When to check the soil, and how much to water.
///
/// The chore is a check: the soil, felt with a finger, decides. `WateringRule` contains the numbers.
public struct CareWatering: Sendable, Hashable {
    /// A factor that lengthens or shortens the base interval of the dryness.
    public struct Factor: Sendable, Hashable {
        /// What the factor is about.
        public enum Name: String, Sendable, CaseIterable {
            case pot, material, spot, place, season, rest, transplant, ground, learned
        }

        /// What the factor is about.
        public let name: Name
        /// The factor: 1 changes nothing, 2 doubles the interval.
        public let multiplier: Double
        /// "14 cm pot", "November in Vienna".
        public let words: String
    }

    /// How often to water, as the nearest usual interval.
    public enum Frequency: String, Sendable, CaseIterable {
        case daily
        case everyOtherDay = "every other day"
        case twiceWeekly = "twice weekly"
        case weekly, biweekly, monthly

        /// Returns the nearest case, by ratio.
        public init(days: Int) {
            self =
                switch days {
                case ...1: .daily
                case 2: .everyOtherDay
                case 3...4: .twiceWeekly
                case 5...9: .weekly
                case 10...20: .biweekly
                default: .monthly
                }
        }
    }

    /// How much to water.
    public enum Amount: String, Sendable, CaseIterable {
        case light, moderate, thorough, soak

        /// The amount in words.
        public var words: String {
            switch self {
            case .light: localized("a little: the top of the soil only")
            case .moderate: localized("until all of the soil is moist, and no more")
            case .thorough: localized("until it drains; empty the saucer after half an hour")
            case .soak: localized("soak it, so that its soil stays wet")
            }
        }
    }

    /// How dry the soil may get, with the evidence for it.
    public let dryness: WeighedDryness
    /// Days by month, adjusted by the log; nil if the plant is never watered.
    public let byMonth: DaysByMonth?
    /// The same without the adjustment; the log records it as the planned interval.
    public let baseByMonth: DaysByMonth?
    /// In the month of the plan's day; nil in months without watering.
    public let interval: Int?
    /// The interval in the month of the plan's day without the adjustment by the log; nil in months without watering.
    public let baseInterval: Int?
    /// How much to water.
    public let amount: Amount
    /// The source of the interval: the person for a fixed one, otherwise the evidence for the dryness.
    public let source: CareSource

    private let rule: WateringRule
    private let month: Int

    /// The nearest usual interval in the month of the plan's day; nil in months without watering.
    public var frequency: Frequency? { interval.map(Frequency.init) }
    /// True in the ground: the soil is only checked, and watered in a drought.
    public var isOnlyInDrought: Bool { rule.isEstablishedInGround && rule.fixed == nil }

    /// How the soil should feel before watering. About half of the available water may be gone: more for plants of dry
    /// places, less for others.
    public var look: String {
        if isOnlyInDrought { return localized("water only in a drought, when its leaves hang in the morning") }
        return switch dryness.value {
        case .veryLow: localized("water when the soil is dry to the bottom of the pot")
        case .low: localized("water when most of the soil is dry")
        case .medium: localized("water when the soil is dry as deep as a finger's first joint")
        case .high: localized("water when the top of the soil is dry")
        case .wet: localized("never let the soil dry")
        }
    }

    /// The shortest and the longest interval, in days.
    public static let intervals = 1...60

    init(
        _ facts: CareFacts, _ growth: CareGrowth, _ season: Season, _ situation: Situation, whereabouts: Whereabouts,
        on day: LocalDay, learning: Learning?
    ) {
        let month = day.month
        let dryness = facts.dryness(inTheOpen: situation.isOpen)
        let rule = WateringRule(
            dryness: dryness.value, fixed: facts.wateringInterval?.value, growth: growth, season: season,
            situation: situation, fresh: WateringRule.freshMonths(situation, on: day), place: whereabouts.name,
            learned: learning?.factor ?? 1)
        self.rule = rule
        self.month = month
        self.dryness = dryness
        source = facts.wateringInterval?.source ?? dryness.source
        byMonth = DaysByMonth((1...12).map { rule.days(in: $0, learned: rule.learned) })
        baseByMonth = DaysByMonth((1...12).map { rule.days(in: $0, learned: 1) })
        interval = byMonth.flatMap { $0[month] == 0 ? nil : $0[month] }
        baseInterval = baseByMonth.flatMap { $0[month] == 0 ? nil : $0[month] }
        amount = rule.amount(facts, in: month)
    }

    /// The reason: "every 9 days: medium-moist species, 14 cm clay pot, indoors, November in Vienna; you water 10 %
    /// later than planned".
    public var why: String { why(in: .metric) }

    /// The factors in the month of the plan's day.
    public var factors: [Factor] { factors(in: .metric) }

    /// Returns the factors in the month of the plan's day, with lengths in these units.
    public func factors(in units: Units) -> [Factor] { rule.factors(in: month, units: units) }

    /// The same as `why` with lengths in these units.
    public func why(in units: Units) -> String {
        rule.sentence(interval, dryness, in: month, units: units)
    }
}
