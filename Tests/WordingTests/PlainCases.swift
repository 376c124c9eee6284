import Directions
import Testing

extension Direction {
    static func tablets(
        _ count: Double, _ relation: Relation = .first, _ change: (inout Direction) -> Void = { _ in }
    ) -> Direction {
        var direction = Direction(relation)
        direction.dose = Amount(low: count, high: count, unit: "tablet")
        change(&direction)
        return direction
    }
}

extension Direction.Frequency {
    static func daily(_ count: Int) -> Self { .init(count: count, period: 1, periodUnit: .day) }
    static func hourly(_ hours: Double) -> Self { .init(count: 1, period: hours, periodUnit: .hour) }
}

extension DirectionsReading {
    /// Returns a reading of one tablet, after `change`.
    static func one(_ change: (inout Direction) -> Void) -> DirectionsReading {
        DirectionsReading(text: "", status: .ok, clauses: [.tablets(1, .first, change)])
    }
}

/// Clauses, a label they may come from, and their wording.
enum PlainCases {
    struct Example: Sendable, CustomTestStringConvertible {
        let label: String
        let plain: String
        let direction: Direction

        init(_ label: String, _ plain: String, _ change: (inout Direction) -> Void) {
            self.label = label
            self.plain = plain
            direction = .tablets(1, .first, change)
        }

        var testDescription: String { plain }
    }

    static let single: [Example] = amounts + routes + timings

    private static let amounts: [Example] = [
        Example("", "Take half a tablet (½) once a day.") {
            $0.dose = .init(low: 0.5, high: 0.5, unit: "tablet")
            $0.frequency = .daily(1)
        },
        Example("", "Take 1½ to 2 tablets once a day.") {
            $0.dose = .init(low: 1.5, high: 2, unit: "tablet")
            $0.frequency = .daily(1)
        },
        Example("", "Take a quarter of a tablet (¼).") { $0.dose = .init(low: 0.25, high: 0.25, unit: "tablet") },
        Example("", "Use 0.5 mL.") { $0.dose = .init(low: 0.5, high: 0.5, unit: "mL") },
        Example("take 1.0mg", "Take 1 mg.") { $0.dose = .init(low: 1, high: 1, unit: "mg") },
        Example("take", "Take 500 to 1,000 mg.") { $0.dose = .init(low: 500, high: 1000, unit: "mg") },
        Example("", "Use 100 micrograms.") { $0.dose = .init(low: 100, high: 100, unit: "mcg") },
        Example("", "Inject 5,000 units under the skin every 12 hours.") {
            $0.dose = .init(low: 5000, high: 5000, unit: "unit")
            $0.route = "subcutaneous"
            $0.frequency = .hourly(12)
        },
        Example("", "Take 0.125 mg by mouth.") {
            $0.dose = .init(low: 0.125, high: 0.125, unit: "mg")
            $0.route = "oral"
        },
        Example("", "Use up to 5 puffs.") { $0.dose = .init(low: nil, high: 5, unit: "puff") },
        Example("", "Take 2 tablets (1,000 mg in all) by mouth.") {
            $0.dose = .init(low: 2, high: 2, unit: "tablet")
            $0.strength = .init(.init(low: 1000, high: 1000, unit: "mg"), .all)
            $0.total = $0.strength?.amount
            $0.route = "oral"
        },
        Example("take one twice daily", "Take 1 each time, 2 times a day.") {
            $0.dose?.unit = nil
            $0.frequency = .daily(2)
        },
    ]

    private static let routes: [Example] = [
        Example("1 supp pr", "Insert 2 suppositories in the rectum at bedtime.") {
            $0.dose = .init(low: 2, high: 2, unit: "suppository")
            $0.route = "rectal"
            $0.frequency = .daily(1)
            $0.when = [.HS]
        },
        Example("instill", "Put 1 drop in each eye 2 times a day, in the morning and at bedtime.") {
            $0.dose = .init(low: 1, high: 1, unit: "drop")
            $0.route = "ophthalmic"
            $0.site = "both eyes"
            $0.frequency = .daily(2)
            $0.when = [.MORN, .HS]
        },
        Example("", "Put 3 drops in the left ear.") {
            $0.dose = .init(low: 3, high: 3, unit: "drop")
            $0.route = "otic"
            $0.site = "left ear"
        },
        Example("", "Put 3 drops in each ear 2 times a day.") {
            $0.dose = .init(low: 3, high: 3, unit: "drop")
            $0.route = "otic"
            $0.site = "into both ears"
            $0.frequency = .daily(2)
        },
        Example("", "Inhale 2 puffs.") {
            $0.dose = .init(low: 2, high: 2, unit: "puff")
            $0.route = "inhalation"
        },
        Example("2 puffs bid", "Use 2 puffs.") { $0.dose = .init(low: 2, high: 2, unit: "puff") },
        Example("", "Apply 1 patch every 72 hours.") {
            $0.dose = .init(low: 1, high: 1, unit: "patch")
            $0.route = "topical"
            $0.frequency = .hourly(72)
        },
        Example("chew 1 tab po", "Chew 1 tablet by mouth.") { $0.route = "oral" },
        Example("dissolve 1 tab sl", "Dissolve 1 tablet under the tongue.") { $0.route = "sublingual" },
        Example("give 1 tab", "Give 1 tablet.") { _ in },
        Example("", "Use 1 spray in each nostril.") {
            $0.dose = .init(low: 1, high: 1, unit: "spray")
            $0.route = "nasal"
            $0.site = "each nostril"
        },
    ]

    /// Values without words, or too little alone to be read again.
    static let unread: [Example] = [
        Example("place", "Use only if you need it for ear itch.") {
            $0.dose = nil
            $0.isAsNeeded = true
            $0.reason = "ear itch"
        },
        Example("", "Use 1 tablet by gastrostomy route.") { $0.route = "gastrostomy" },
    ]

    private static let timings: [Example] = [
        Example("", "Take 1 tablet in the morning, 1 tablet at noon and 1 tablet at 8:30 pm, with food.") {
            $0.frequency = .daily(3)
            $0.when = [.MORN, .NOON, .C]
            $0.times = ["20:30"]
        },
        Example("", "Take 1 tablet every 8 hours, at 6 am, 2 pm and 10 pm.") {
            $0.frequency = .hourly(8)
            $0.times = ["06:00", "14:00", "22:00"]
        },
        Example("", "Take 1 tablet 30 minutes before breakfast.") {
            $0.frequency = .daily(1)
            $0.when = [.ACM]
            $0.offsetMinutes = 30
        },
        Example("", "Take 1 tablet 3 times a day, before meals.") {
            $0.frequency = .daily(3)
            $0.when = [.AC]
        },
        Example("", "Take 1 tablet once a week on Monday.") {
            $0.frequency = .init(count: 1, period: 1, periodUnit: .week)
            $0.days = [.monday]
        },
        Example("", "Take 1 tablet 2 times a day every Monday, Wednesday and Friday, in the morning and at night.") {
            $0.frequency = .daily(2)
            $0.days = [.monday, .wednesday, .friday]
            $0.when = [.MORN, .NIGHT]
        },
        Example("", "Take 1 tablet up to 3 times a day.") {
            $0.frequency = .init(count: nil, countMax: 3, period: 1, periodUnit: .day)
        },
        Example("", "Take 1 tablet 3 times every 2 weeks for up to 10 weeks.") {
            $0.frequency = .init(count: 3, period: 2, periodUnit: .week)
            $0.duration = .init(value: 10, unit: .week, bound: .max)
        },
        Example("", "Take 1 tablet every 2 days, at bedtime, for 2 to 3 weeks.") {
            $0.frequency = .init(count: 1, period: 2, periodUnit: .day)
            $0.when = [.HS]
            $0.duration = .init(value: 2, valueMax: 3, unit: .week)
        },
        Example("", "Take 1 tablet, 1 dose only.") { $0.count = 1 },
        Example("to reduce bp", "Take 1 tablet once a day, to reduce bp.") {
            $0.frequency = .daily(1)
            $0.reason = "reduce bp"
        },
        Example("", "Take 1 tablet once a day, only if you need it for cough, for at least 1 day.") {
            $0.frequency = .daily(1)
            $0.isAsNeeded = true
            $0.reason = "cough"
            $0.duration = .init(value: 1, unit: .day, bound: .min)
        },
        Example("", "Take 1 tablet once a month. No more than 1 dose in 1 month.") {
            $0.frequency = .init(count: 1, period: 1, periodUnit: .month)
            $0.maximum = .init(value: 1, unit: "dose", period: 1, periodUnit: .month)
        },
    ]
}
