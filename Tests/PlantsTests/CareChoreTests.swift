import Agenda
import Calendar
import Support
import Testing

@testable import Plants

@Suite("The chores of a care plan", .tags(.small))
struct CareChoreTests {
    @Test("SC-02: daily, weekly and monthly waterings recur after 1, 7 and 30 days", arguments: [1, 7, 30])
    func intervals(days: Int) throws {
        let facts = CareFacts().overruled(by: [.wateringInterval: String(days)])
        let chore = try #require(Care.plan(facts).chore(.watering))
        #expect(chore.recurrence == Recurrence.every(days: days))
        #expect(chore.recurrence.next(after: Care.day, due: Care.day) == Care.day.adding(days: days))
        let words = [1: "daily", 7: "weekly", 30: "monthly"]
        #expect(Care.plan(facts).value("watering.frequency")?.value == .text(words[days] ?? ""))
    }

    @Test("SC-02: a plant without need of fertiliser has no fertiliser chore")
    func none() {
        let plan = Care.plan(Care.facts { $0.nutriments = Care.of(1) })
        #expect(plan.chore(.fertilising) == nil)
        #expect(plan.fertilising.byMonth == nil)
    }

    @Test("The chores of a new plan begin with a check of the soil today, as the last watering is unknown")
    func watering() {
        let chore = Care.plan().chore(.watering)
        #expect(chore?.startsOn == Care.day)
        #expect(chore?.isOffered == false)
    }

    @Test(
        "Fertilising is due only in the growing months, and not in the first four weeks",
        arguments: [
            (48.2, "2026-11-21", "2027-03-01"), (48.2, "2026-04-10", "2026-05-08"), (48.2, "2026-10-20", "2027-03-01"),
            (-33.9, "2026-11-21", "2026-12-19"), (-33.9, "2026-05-01", "2026-09-01"), (5, "2026-11-21", "2026-12-19"),
        ])
    func fertilising(latitude: Double, day: String, first: String) {
        let facts = Care.facts { $0.growthMonths = Care.of(Months(3...10)) }
        let plan = Care.plan(facts, at: Whereabouts(latitude: latitude), on: Care.day(day))
        #expect(plan.chore(.fertilising)?.startsOn == Care.day(first))
    }

    @Test("Fertilising is not due in the six weeks after repotting")
    func repotted() {
        let facts = Care.facts { $0.growthMonths = Care.of(Months(3...10)) }
        let day = Care.day("2026-05-01")
        let plan = Care.plan(facts, Situation(repotted: Care.day("2026-04-28")), on: day)
        #expect(plan.chore(.fertilising)?.startsOn == Care.day("2026-06-09"))
        #expect(plan.renewsOn == Care.day("2026-06-09"))
        #expect(plan.value("fertiliser.frequency")?.reason.contains("six weeks after repotting") == true)
        #expect(Care.plan(facts, Situation(repotted: Care.day("2026-03-01")), on: day).renewsOn == nil)
    }
}

extension CareChoreTests {
    @Test("Plants in the ground are fertilised at most once a month")
    func ground() {
        let facts = Care.facts { $0.nutriments = Care.of(10) }
        #expect(Care.plan(facts, Situation(place: .outdoor, isInGround: true)).fertilising.frequency == .monthly)
    }

    @Test("Fertilising has months in which a quarter of the strength is enough")
    func shoulders() {
        let plan = Care.plan(Care.facts { $0.growthMonths = Care.of(Months(3...10)) })
        #expect(plan.fertilising.shoulders.numbers == [2, 11])
        #expect(plan.value("fertiliser.frequency")?.reason.contains("February and November") == true)
    }

    @Test(
        "Repotting is due at the start of growth",
        arguments: [
            (2.0, nil, 48.2, "2028-03-01"), (2, "2025-06-01", 48.2, "2027-03-01"),
            (1, "2020-01-01", 48.2, "2027-03-01"),
            (2, nil, -33.9, "2028-09-01"), (1, "2025-02-15", -33.9, "2027-09-01"),
        ] as [(Double, String?, Double, String)])
    func repotting(years: Double, last: String?, latitude: Double, first: String) throws {
        let facts = Care.facts {
            $0.repotting = Care.of(years)
            $0.growthMonths = Care.of(Months(3...10))
        }
        let situation = Situation(potDiameter: 14, repotted: last.map(Care.day))
        let plan = Care.plan(facts, situation, at: Whereabouts(latitude: latitude))
        let chore = try #require(plan.chore(.repotting))
        #expect(chore.startsOn == Care.day(first))
        let spring = latitude > 0 ? Months([3, 4]) : Months([9, 10])
        #expect(chore.recurrence == .season(months: Int(years * 12), within: spring))
        #expect(!chore.isOffered)
    }

    @Test("Repotting is not planned without a pot or for annuals, and only offered if its years are a default")
    func noRepotting() {
        var facts = Care.facts { $0.repotting = Care.of(2) }
        #expect(Care.plan(facts, Situation(place: .outdoor, isInGround: true)).chore(.repotting) == nil)
        #expect(Care.plan().chore(.repotting) == nil)
        facts.form = Care.of(.annual)
        #expect(Care.plan(facts).chore(.repotting) == nil)
        let guess = Care.facts { $0.repotting = Care.of(2, .assumed) }
        #expect(Care.plan(guess).chore(.repotting)?.isOffered == true)
    }

    @Test(
        "Pruning is due in its allowed months, and not for a new plant",
        arguments: [
            ("2026-11-21", 48.2, "2027-02-01"), ("2026-02-10", 48.2, "2026-03-10"), ("2026-03-10", 48.2, "2027-02-01"),
            ("2026-11-21", -40, "2027-08-01"),
            ("2026-08-02", -40, "2026-08-30"),
        ])
    func pruning(day: String, latitude: Double, first: String) {
        let facts = Care.facts { $0.pruningMonths = Care.of(Months([2, 3])) }
        let plan = Care.plan(facts, at: Whereabouts(latitude: latitude), on: Care.day(day))
        #expect(plan.chore(.pruning)?.startsOn == Care.day(first))
        #expect(Care.plan().chore(.pruning) == nil)
    }
}

extension CareChoreTests {
    @Test("Chores that not everyone needs are only offered")
    func offers() {
        let plan = Care.plan()
        #expect(plan.chore(.rotation)?.isOffered == true)
        #expect(plan.chore(.rotation)?.recurrence == Recurrence.every(days: 14))
        #expect(plan.chore(.pestControl)?.isOffered == true)
        #expect(plan.chore(.pestControl)?.recurrence == Recurrence.every(days: 30))
        #expect(Care.plan(Care.facts { $0.form = Care.of(.cactus) }).chore(.rotation) == nil)
        #expect(Care.plan(CareFacts(), Situation(place: .balcony)).chore(.rotation) == nil)
    }
}
