import Directions
import Support

/// Random directions, the same in each run, with forms and values of labels.
struct PlainChance: RandomNumberGenerator {
    private var numbers: SplitMix64

    init(_ seed: UInt64) { numbers = SplitMix64(seed) }

    mutating func next() -> UInt64 { numbers.next() }

    mutating func isOne(in number: Int) -> Bool { numbers.isOne(in: number) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { numbers.pick(elements) }

    /// Returns a clause that a label may have.
    mutating func clause(_ relation: Direction.Relation = .first) -> Direction {
        var direction = Direction(relation)
        let (route, units, amounts): Form = pick(Self.forms)
        direction.route = route
        direction.site = site(for: route)
        let low = pick(amounts)
        let high = isOne(in: 4) ? low * 2 : low
        direction.dose = .init(low: low, high: high, unit: pick(units))
        if isOne(in: 8), direction.dose?.unit == "tablet" {
            let weight = pick([5, 12.5, 100, 500, 1000])
            let one = Direction.Amount(low: weight, high: weight, unit: "mg")
            direction.strength = .init(one, .each)
            if direction.dose?.low != 1 || direction.dose?.high != 1, let dose = direction.dose, isOne(in: 2) {
                direction.total = one.times(dose)
            }
        }
        time(&direction)
        if isOne(in: 4) {
            direction.isAsNeeded = true
            direction.reason = pick([nil, "pain", "nausea", "shortness of breath"])
        }
        if isOne(in: 4) {
            direction.duration = .init(
                value: pick([3, 5, 7, 10, 14]),
                unit: direction.frequency.map { $0.periodUnit == .week || $0.period > 2 } == true ? .week : .day,
                bound: isOne(in: 4) ? .max : nil)
        }
        if direction.isAsNeeded, isOne(in: 2), let unit = direction.dose?.unit {
            direction.maximum = .init(value: 40, unit: unit, period: 24, periodUnit: .hour)
        }
        return direction
    }

    /// Returns any clause that the type can hold, sensible or not.
    mutating func anyClause(_ relation: Direction.Relation = .first) -> Direction {
        var direction = clause(relation)
        direction.when = Direction.Event.allCases.filter { _ in isOne(in: 6) }
        direction.times = ["08:00", "12:00", "20:30"].filter { _ in isOne(in: 3) }
        direction.days = Direction.Day.allCases.filter { _ in isOne(in: 5) }
        direction.offsetMinutes = isOne(in: 2) ? 30 : nil
        direction.count = isOne(in: 6) ? 3 : nil
        if isOne(in: 2) {
            direction.frequency = .init(
                count: direction.when.count + direction.times.count, period: 1, periodUnit: .day)
        }
        if isOne(in: 5) { direction.frequency = nil }
        if isOne(in: 6) { direction.dose = .init(low: nil, high: 5, unit: nil) }
        if isOne(in: 6) { direction.dose = nil }
        direction.duration?.valueMax = isOne(in: 3) ? 20 : nil
        if isOne(in: 5) { direction.duration?.bound = .min }
        return direction
    }

    private mutating func time(_ direction: inout Direction) {
        switch Int.random(in: 0..<7, using: &self) {
        case 0: direction.frequency = .init(count: 1, period: pick([4, 6, 8, 12, 24, 72]), periodUnit: .hour)
        case 1: direction.frequency = .init(count: 1, period: 4, periodMax: 6, periodUnit: .hour)
        case 2: named(&direction, pick([[.MORN], [.HS], [.NIGHT], [.MORN, .EVE], [.MORN, .NOON, .HS], [.CM, .CV]]))
        case 3:
            direction.times = pick([["17:00"], ["09:00", "17:00"], ["06:00", "14:00", "22:00"]])
            direction.frequency = .init(count: direction.times.count, period: 1, periodUnit: .day)
        case 4:
            direction.days = pick([[.monday], [.monday, .friday], [.tuesday, .thursday, .sunday]])
            direction.frequency = .init(count: direction.days.count, period: 1, periodUnit: .week)
        case 5:
            direction.frequency = .init(
                count: pick([1, 2, 3]), period: pick([1, 2, 3]), periodUnit: pick([.day, .week]))
        default:
            direction.frequency = .init(count: pick([1, 2, 3, 4, 5]), period: 1, periodUnit: .day)
            if isOne(in: 4) { direction.when = [pick([.C, .AC, .PC])] }
        }
    }

    private func named(_ direction: inout Direction, _ events: [Direction.Event]) {
        direction.when = events
        direction.frequency = .init(count: events.count, period: 1, periodUnit: .day)
    }

    private func site(for route: String?) -> String? {
        switch route {
        case "ophthalmic": "both eyes"
        case "otic": "both ears"
        case "nasal": "each nostril"
        default: nil
        }
    }

    private typealias Form = (route: String?, units: [String], amounts: [Double])

    private static let forms: [Form] = [
        ("oral", ["tablet", "capsule"], [1, 1, 2, 3]), (nil, ["tablet"], [0.5, 1, 1.5, 2, 2.5]),
        ("oral", ["mL", "mg"], [0.5, 2.5, 5, 10]), ("inhalation", ["puff"], [1, 2]), ("ophthalmic", ["drop"], [1, 2]),
        ("otic", ["drop"], [2, 3]), ("nasal", ["spray"], [1, 2]), ("subcutaneous", ["unit", "mg"], [2.5, 5, 10]),
        ("sublingual", ["tablet"], [1, 2]), ("rectal", ["suppository"], [1]), ("topical", ["patch"], [1]),
        ("topical", ["g"], [1, 2.5]),
    ]
}
