import Agenda
import Calendar
import Support
import Testing

@testable import Plants

@Suite("Properties of every care plan", .tags(.small))
struct CarePropertyTests {
    /// Calls `body` this many times with random facts, situations and days.
    private func each(
        _ count: Int, seed: UInt64, _ body: (inout SplitMix64, CareFacts, Situation, Whereabouts, LocalDay) -> Void
    ) {
        var numbers = SplitMix64(seed)
        for _ in 0..<count {
            let day = LocalDay(number: Int.random(in: -100_000...100_000, using: &numbers))
            let facts = CareRandom.facts(&numbers)
            let situation = CareRandom.situation(&numbers, around: day)
            let latitude =
                Int.random(in: 0..<10, using: &numbers) == 0 ? nil : Double.random(in: -90...90, using: &numbers)
            body(&numbers, facts, situation, Whereabouts(latitude: latitude, name: "Somewhere"), day)
        }
    }

    @Test("A care plan is complete: intervals within limits, values with source and reason, valid chores")
    func valid() {
        each(10_000, seed: 1) { numbers, facts, situation, whereabouts, day in
            let learning =
                Bool.random(using: &numbers)
                ? Learning(factor: Double.random(in: 0...3, using: &numbers), count: 9) : nil
            let plan = Care.plan(facts, situation, at: whereabouts, on: day, learning: learning)
            CareChecks.expectValid(plan, "\(situation) at \(whereabouts) on \(day)")
        }
    }

    @Test("A care plan is the same six months later in the other hemisphere")
    func mirrored() {
        var count = 0
        each(15_000, seed: 2) { _, facts, situation, whereabouts, day in
            guard let latitude = whereabouts.latitude, latitude != 0 else { return }
            // Six weeks are not whole months, and a person's months are local.
            var situation = situation
            situation.repotted = nil
            var other = facts
            for path in [\CareFacts.growthMonths, \.bloomMonths, \.pruningMonths] {
                guard let months = facts[keyPath: path], months.source.kind == .person else { continue }
                other[keyPath: path] = Sourced(months.value.shifted(by: 6), from: months.source)
            }
            let here = Care.plan(facts, situation, at: whereabouts, on: day)
            let there = Care.plan(
                other, situation, at: Whereabouts(latitude: -latitude), on: day.adding(months: 6, on: min(day.day, 28)))
            let days = Care.days(there)
            let isSame =
                Care.days(here) == Array(days[6...] + days[..<6]) && here.watering.interval == there.watering.interval
                && here.watering.amount == there.watering.amount
                && here.fertilising.months == there.fertilising.months.shifted(by: 6)
                && here.growth.months.value == there.growth.months.value.shifted(by: 6)
            #expect(isSame, "\(situation) at \(latitude)")
            count += 1
            // Sentences are slow to make; the values behind them are compared above.
            guard count.isMultiple(of: 20) else { return }
            #expect(here.value("bloom.season")?.value == there.value("bloom.season")?.value)
            #expect(
                here.chore(.repotting)?.startsOn.month
                    == there.chore(.repotting).map { ($0.startsOn.month + 5) % 12 + 1 })
        }
        #expect(count > 10_000)
    }

    @Test("A care plan between the tropics has no season")
    func tropical() {
        each(5000, seed: 3) { numbers, facts, situation, _, day in
            var facts = facts
            if facts.growthMonths?.source.kind == .person { facts.growthMonths = nil }
            var situation = situation
            situation.repotted = nil
            let latitude = Double.random(in: -23.49...23.49, using: &numbers)
            let plan = Care.plan(facts, situation, at: Whereabouts(latitude: latitude), on: day)
            #expect(Set(Care.days(plan)).count == 1)
            #expect(plan.fertilising.byMonth.map { Set($0.numbers).count == 1 } ?? true)
        }
    }

    @Test("A plant of drier soil and a bigger pot are never watered earlier")
    func monotone() {
        each(2000, seed: 4) { numbers, facts, situation, whereabouts, day in
            let learning = Learning(factor: Double.random(in: 0.5...2, using: &numbers), count: 7)
            var previous = Array(repeating: 60, count: 12)
            for dryness in Dryness.allCases {
                var facts = facts
                facts.water = Care.of(dryness, .person)
                let days = Care.days(Care.plan(facts, situation, at: whereabouts, on: day, learning: learning))
                #expect(zip(days, previous).allSatisfy { $0 <= $1 })
                previous = days
            }
            previous = Array(repeating: 0, count: 12)
            for diameter in [1.0, 5, 8, 12, 14, 15, 20, 30, 60, 200] {
                var situation = situation
                situation.potDiameter = diameter
                let days = Care.days(Care.plan(facts, situation, at: whereabouts, on: day, learning: learning))
                #expect(zip(days, previous).allSatisfy { $0 >= $1 })
                previous = days
            }
        }
    }

    @Test("An interval indoors changes by at most a day or two fifths from month to month")
    func smooth() {
        for latitude in stride(from: -60.0, through: 60, by: 2.5) {
            for dryness in Dryness.allCases {
                let days = Care.days(Care.plan(Care.facts(dryness), at: Whereabouts(latitude: latitude)))
                for month in 0..<12 {
                    let (now, next) = (Double(days[month]), Double(days[(month + 1) % 12]))
                    #expect(abs(next - now) <= max(1, 0.4 * min(now, next)) + 0.5, "\(latitude) \(days)")
                }
            }
        }
    }

    @Test("The interval is the product of its factors, within its limits")
    func factors() {
        each(5000, seed: 6) { _, facts, situation, whereabouts, day in
            let plan = Care.plan(facts, situation, at: whereabouts, on: day)
            guard let interval = plan.watering.interval, situation.isPotted, !situation.isOpen,
                facts.rest?.value != .leafless
            else { return }
            let product = plan.watering.factors.reduce(WateringRule.base(plan.watering.dryness.value)) {
                $0 * $1.multiplier
            }
            #expect(interval == min(max(Int((product + 1e-6).rounded()), 1), 60))
        }
    }
}
