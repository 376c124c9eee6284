import Agenda
import Calendar
import Plants
import Support
import Testing

/// Conditions that every care plan must satisfy, whatever its input.
enum CareChecks {
    static func expectValid(_ plan: CarePlan, _ what: String, at location: SourceLocation = #_sourceLocation) {
        for fault in faults(plan) { Issue.record("\(what): \(fault)", sourceLocation: location) }
    }

    static func faults(_ plan: CarePlan) -> [String] { wateringFaults(plan) + valueFaults(plan) + choreFaults(plan) }

    private static func wateringFaults(_ plan: CarePlan) -> [String] {
        var faults: [String] = []
        let days = Care.days(plan)
        if !days.allSatisfy({ (0...60).contains($0) }) { faults.append("intervals \(days)") }
        if (plan.watering.interval ?? 0) != days[plan.day.month - 1] { faults.append("interval of the day") }
        let resting = plan.watering.baseByMonth?.numbers.map { $0 == 0 } ?? Array(repeating: true, count: 12)
        if resting != days.map({ $0 == 0 }) { faults.append("what was learned changes the resting months") }
        if plan.situation.isPotted && days.contains(0) { faults.append("a pot that is never looked at: \(days)") }
        if plan.watering.why.isEmpty || plan.watering.look.isEmpty { faults.append("no reason") }
        if plan.watering.factors.contains(where: { $0.words.isEmpty }) { faults.append("a factor without words") }
        return faults
    }

    private static func valueFaults(_ plan: CarePlan) -> [String] {
        var faults: [String] = []
        let values = plan.values
        if Set(values.map(\.path)).count != values.count { faults.append("a path twice") }
        for value in values {
            if value.reason.isEmpty || value.source.text.isEmpty { faults.append("\(value.path) without a reason") }
            if value.text(in: .metric).isEmpty || value.text(in: .imperial).isEmpty { faults.append(value.path) }
        }
        let missing = required.filter { path in !values.contains { $0.path == path } }
        if !missing.isEmpty { faults.append("missing \(missing)") }
        let t = plan.temperature
        if t.comfortLow.value > t.comfortHigh.value || t.comfortHigh.value > t.maximum.value {
            faults.append("temperatures out of order")
        }
        return faults
    }

    private static func choreFaults(_ plan: CarePlan) -> [String] {
        var faults: [String] = []
        for chore in plan.chores {
            if chore.reason.isEmpty { faults.append("\(chore.kind) without a reason") }
            if chore.startsOn < plan.day { faults.append("\(chore.kind) starts before the plan") }
            if Recurrence(chore.recurrence.text) != chore.recurrence { faults.append("\(chore.kind) cannot be kept") }
        }
        let kinds = plan.chores.map(\.kind)
        if Set(kinds).count != kinds.count { faults.append("a kind of chore twice") }
        if kinds.contains(.watering) != (plan.watering.byMonth != nil) { faults.append("watering") }
        if kinds.contains(.fertilising) != (plan.fertilising.byMonth != nil) { faults.append("fertilising") }
        return faults
    }

    static let required = [
        "light.level", "light.category", "light.hours", "watering.dryness", "watering.interval", "watering.frequency",
        "watering.amount", "temperature.minimum", "temperature.comfortLow", "temperature.comfortHigh",
        "temperature.maximum", "temperature.tolerance", "fertiliser.frequency", "humidity.level", "humidity.misting",
        "soil.texture", "soil.phLow", "soil.phHigh", "growth.months", "toxicity.pets", "toxicity.people",
    ]
}

/// Random facts and situations, the same in each run.
enum CareRandom {
    static func source(_ numbers: inout SplitMix64) -> CareSource {
        CareSource(CareSource.Kind.allCases.randomElement(using: &numbers) ?? .assumed, name: "Planta")
    }

    private static func maybe<Value>(
        _ numbers: inout SplitMix64, _ make: (inout SplitMix64) -> Value?
    ) -> Sourced<Value>? {
        guard Bool.random(using: &numbers), let value = make(&numbers) else { return nil }
        return Sourced(value, from: source(&numbers))
    }

    private static func range(_ numbers: inout SplitMix64, _ limits: ClosedRange<Int>) -> ClosedRange<Int> {
        let ends = [Int.random(in: limits, using: &numbers), Int.random(in: limits, using: &numbers)].sorted()
        return ends[0]...ends[1]
    }

    static func months(_ numbers: inout SplitMix64) -> Months {
        let first = Int.random(in: 1...12, using: &numbers)
        return Months((0..<Int.random(in: 1...12, using: &numbers)).map { (first + $0 - 1) % 12 + 1 })
    }

    static func facts(_ numbers: inout SplitMix64) -> CareFacts {
        var facts = CareFacts()
        facts.form = maybe(&numbers) { GrowthForm.allCases.randomElement(using: &$0) }
        facts.light = maybe(&numbers) { Int.random(in: 0...10, using: &$0) }
        facts.water = maybe(&numbers) { Dryness.allCases.randomElement(using: &$0) }
        facts.soilHumidity = maybe(&numbers) { Int.random(in: 0...10, using: &$0) }
        facts.moisture = maybe(&numbers) { Double.random(in: 0...10, using: &$0) }
        facts.drainage = maybe(&numbers) { CareFacts.Drainage.allCases.randomElement(using: &$0) }
        facts.rain = maybe(&numbers) { range(&$0, 0...4000) }
        facts.airHumidity = maybe(&numbers) { Int.random(in: 0...10, using: &$0) }
        facts.nutriments = maybe(&numbers) { Int.random(in: 0...10, using: &$0) }
        facts.fertiliser = maybe(&numbers) { FertiliserType.allCases.randomElement(using: &$0) }
        facts.survival = maybe(&numbers) { Int.random(in: -60...25, using: &$0) }
        facts.comfort = maybe(&numbers) { range(&$0, 0...40) }
        facts.maximum = maybe(&numbers) { Int.random(in: 0...60, using: &$0) }
        facts.growthMonths = maybe(&numbers, months)
        facts.bloomMonths = maybe(&numbers, months)
        facts.rest = maybe(&numbers) { Rest.allCases.randomElement(using: &$0) }
        facts.pets = maybe(&numbers) { Toxicity.allCases.randomElement(using: &$0) }
        facts.repotting = maybe(&numbers) { Double.random(in: 0.25...10, using: &$0) }
        facts.pruningMonths = maybe(&numbers, months)
        return facts
    }

    static func situation(_ numbers: inout SplitMix64, around day: LocalDay) -> Situation {
        Situation(
            place: Situation.Place.allCases.randomElement(using: &numbers) ?? .indoor,
            potDiameter: Bool.random(using: &numbers) ? Double.random(in: 1...200, using: &numbers) : nil,
            material: Situation.Material.allCases.randomElement(using: &numbers),
            isInGround: Int.random(in: 0..<3, using: &numbers) == 0,
            spot: Situation.Spot.allCases.randomElement(using: &numbers) ?? .usual,
            hasGrowLamp: Int.random(in: 0..<6, using: &numbers) == 0,
            repotted: Bool.random(using: &numbers)
                ? day.adding(days: Int.random(in: -900...30, using: &numbers)) : nil,
            followsSeason: Int.random(in: 0..<6, using: &numbers) != 0)
    }

    /// Returns facts with a value for every field.
    static func full(_ kind: CareSource.Kind) -> CareFacts {
        Care.facts {
            $0.form = Care.of(.shrub, kind)
            $0.light = Care.of(5, kind)
            $0.water = Care.of(.medium, kind)
            $0.airHumidity = Care.of(5, kind)
            $0.nutriments = Care.of(5, kind)
            $0.fertiliser = Care.of(.balanced, kind)
            $0.survival = Care.of(5, kind)
            $0.comfort = Care.of(15...25, kind)
            $0.maximum = Care.of(33, kind)
            $0.soil = Care.of("loam", kind)
            $0.growthMonths = Care.of(Months(3...10), kind)
            $0.bloomMonths = Care.of(Months(6...7), kind)
            $0.growthRate = Care.of(.slow, kind)
            $0.rest = Care.of(.winter, kind)
            $0.pets = Care.of(.medium, kind)
            $0.people = Care.of(.medium, kind)
            $0.notes = Care.of("Known.", kind)
        }
    }
}
