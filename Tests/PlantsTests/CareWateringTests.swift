import Agenda
import Calendar
import Support
import Testing

@testable import Plants

@Suite("Watering", .tags(.small))
struct CareWateringTests {
    private let july = Care.day("2026-07-10")
    private let january = Care.day("2026-01-10")

    private func interval(
        _ dryness: Dryness = .medium, _ situation: Situation = Situation(potDiameter: 14), at latitude: Double? = 48.2,
        on day: LocalDay? = nil, learning: Learning? = nil
    ) -> Int? {
        Care.plan(
            Care.facts(dryness), situation, at: Whereabouts(latitude: latitude), on: day ?? july, learning: learning
        ).watering.interval
    }

    @Test(
        "Each dryness has its interval in a 14 cm pot indoors in the growing season",
        arguments: [(Dryness.veryLow, 21), (.low, 14), (.medium, 7), (.high, 4), (.wet, 2)])
    func base(dryness: Dryness, days: Int) { #expect(interval(dryness) == days) }

    @Test(
        "CI-02: frequency follows from humidity: daily, every other day, twice weekly, weekly, biweekly, monthly",
        arguments: [
            (1, "daily"), (2, "every other day"), (3, "twice weekly"), (4, "twice weekly"), (5, "weekly"),
            (7, "weekly"),
            (9, "weekly"), (10, "biweekly"), (14, "biweekly"), (20, "biweekly"), (21, "monthly"), (60, "monthly"),
        ])
    func frequency(days: Int, word: String) {
        #expect(CareWatering.Frequency(days: days).rawValue == word)
        let plan = Care.plan(CareFacts().overruled(by: [.wateringInterval: String(days)]))
        #expect(plan.value("watering.frequency")?.value == .text(word))
    }

    @Test(
        "CI-02: amount follows from the humidity of soil and air, and outdoors from precipitation",
        arguments: [
            (0, 5, nil, "light"), (3, 5, nil, "moderate"), (5, 5, nil, "thorough"), (7, 5, nil, "thorough"),
            (9, 5, nil, "soak"), (7, 9, nil, "soak"), (0, 8, nil, "moderate"), (5, 5, 1800...2500, "soak"),
            (5, 5, 200...500, "moderate"),
        ] as [(Int, Int, ClosedRange<Int>?, String)])
    func amount(soil: Int, air: Int, rain: ClosedRange<Int>?, amount: String) {
        let facts = Care.facts {
            $0.soilHumidity = Care.of(soil, .trefle)
            $0.airHumidity = Care.of(air)
            $0.rain = rain.map { Care.of($0) }
        }
        let place = rain == nil ? Situation.Place.indoor : .outdoor
        #expect(Care.plan(facts, Situation(place: place), on: july).watering.amount.rawValue == amount)
    }

    @Test("Succulents are watered seldom but thoroughly, and lightly in dormancy")
    func succulents() {
        let facts = Care.facts {
            $0.form = Care.of(.succulent)
            $0.water = Care.of(.low)
            $0.growthMonths = Care.of(Months(4...9))
        }
        let plan = Care.plan(facts, on: july)
        #expect(plan.watering.amount == .thorough)
        #expect(Care.days(plan) == [28, 28, 28, 14, 14, 14, 14, 14, 14, 28, 28, 28])
        #expect(Care.plan(facts, on: january).watering.amount == .light)
        #expect(Care.plan(facts, on: january).watering.why.contains("at rest"))
        // The growing months are unknown: the months without light count as dormant.
        let unknown = Care.facts { $0.form = Care.of(.cactus) }
        #expect(Care.days(Care.plan(unknown)) == [14, 14, 7, 7, 7, 7, 7, 7, 7, 14, 14, 14])
    }

    @Test(
        "The interval depends on the root of the pot's volume, from a half to twice",
        arguments: [(14.0, 7), (28, 14), (10, 4), (6, 4), (1, 4), (22.2, 14), (200, 14), (18, 10)])
    func pot(diameter: Double, days: Int) {
        #expect(interval(.medium, Situation(potDiameter: diameter)) == days)
    }
}

extension CareWateringTests {
    @Test(
        "CI-02: a plant of moist soil is checked daily in a small pot, and a plant of dry soil is not",
        arguments: [
            (Dryness.high, 7.0, "daily"), (.high, 6, "daily"), (.high, 8, "every other day"), (.wet, 9, "daily"),
            (.wet, 6, "daily"), (.high, 14, "twice weekly"), (.medium, 6, "twice weekly"), (.low, 6, "weekly"),
            (.veryLow, 6, "biweekly"),
        ])
    func smallPots(dryness: Dryness, diameter: Double, frequency: String) {
        let plan = Care.plan(Care.facts(dryness), Situation(potDiameter: diameter), on: july)
        #expect(plan.value("watering.frequency")?.value == .text(frequency))
        if frequency == "daily" { #expect(Care.days(plan)[6] == 1) }
    }

    @Test(
        "The interval depends on the material of the pot",
        arguments: [
            (Situation.Material.clay, 11), (.fabric, 10), (.plastic, 14), (.glazed, 14), (.metal, 14), (.wood, 14),
        ])
    func material(material: Situation.Material, days: Int) {
        #expect(interval(.low, Situation(potDiameter: 14, material: material)) == days)
    }

    @Test(
        "The interval depends on the light of the spot",
        arguments: [(Situation.Spot.bright, 11), (.usual, 14), (.shaded, 18)])
    func spot(spot: Situation.Spot, days: Int) { #expect(interval(.low, Situation(spot: spot)) == days) }

    @Test("The interval outdoors in summer is halved, and a greenhouse counts as indoors")
    func open() {
        #expect(interval(.low, Situation(place: .outdoor)) == 7)
        #expect(interval(.low, Situation(place: .balcony)) == 7)
        #expect(interval(.low, Situation(place: .greenhouse)) == 14)
    }

    @Test(
        "The interval indoors is a third to three fifths longer in winter, by the length of the day",
        arguments: [40.0, 48.2, 52, 60, 70])
    func winter(latitude: Double) {
        let summer = interval(.veryLow, at: latitude)
        let winter = interval(.veryLow, at: latitude, on: january)
        let ratio = Double(winter ?? 0) / Double(summer ?? 1)
        #expect((1.3...1.62).contains(ratio))
    }
}

extension CareWateringTests {
    @Test(
        "The interval does not follow the season if there is none or it is switched off",
        arguments: [
            (Situation(hasGrowLamp: true), 48.2), (Situation(followsSeason: false), 48.2), (Situation(), 10),
            (Situation(), nil),
        ] as [(Situation, Double?)])
    func steady(situation: Situation, latitude: Double?) {
        let plan = Care.plan(Care.facts(.medium), situation, at: Whereabouts(latitude: latitude))
        #expect(Set(Care.days(plan)).count == 1)
        if latitude == nil {
            #expect(plan.watering.why.hasSuffix("place not known: the season is not considered"))
        }
    }

    @Test("SC-04: outdoor plants are watered less in winter", arguments: Dryness.allCases)
    func outdoorWinter(dryness: Dryness) {
        let potted = Situation(place: .outdoor, potDiameter: 20)
        let (summer, winter) = (interval(dryness, potted) ?? 0, interval(dryness, potted, on: january) ?? 0)
        #expect(winter >= 21)
        #expect(winter >= summer * 2)
        #expect(interval(dryness, Situation(place: .outdoor, isInGround: true), on: january) == nil)
    }

    @Test("SC-04: seasons follow the hemisphere")
    func hemisphere() {
        let balcony = Situation(place: .balcony, potDiameter: 14)
        let north = Care.days(Care.plan(Care.facts(.medium), balcony, at: Whereabouts(latitude: 48)))
        let south = Care.days(Care.plan(Care.facts(.medium), balcony, at: Whereabouts(latitude: -48)))
        #expect(north[0] > north[6])
        #expect(south[0] < south[6])
        #expect(Array(south[6...] + south[..<6]) == north)
    }

    @Test("SC-04: adjusting to the season can be switched off")
    func switchedOff() {
        let plan = Care.plan(Care.facts(.medium), Situation(place: .outdoor, followsSeason: false))
        #expect(Set(Care.days(plan)).count == 1)
        #expect(plan.watering.why.contains("as you chose"))
    }

    @Test("A plant in the ground is checked for drought, and not in winter")
    func ground() {
        let plan = Care.plan(Care.facts(.medium), Situation(place: .outdoor, isInGround: true), on: july)
        #expect(Care.days(plan) == [0, 0, 15, 14, 14, 14, 14, 14, 14, 17, 0, 0])
        #expect(plan.watering.isOnlyInDrought)
        #expect(plan.watering.why.hasPrefix("a look every 14 days, water only in drought: "))
        #expect(plan.watering.look.contains("drought"))
        // Indoors, "in the ground" is ignored.
        #expect(interval(.medium, Situation(place: .indoor, isInGround: true)) == 7)
    }
}

extension CareWateringTests {
    @Test("A leafless plant is watered once a month in a pot, and not at all in the ground")
    func leafless() {
        let facts = Care.facts {
            $0.rest = Care.of(.leafless)
            $0.growthMonths = Care.of(Months(4...10))
        }
        #expect(Care.days(Care.plan(facts))[0] == 30)
        #expect(Care.days(Care.plan(facts))[6] == 7)
        let ground = Care.days(Care.plan(facts, Situation(place: .outdoor, isInGround: true)))
        #expect(ground[2] == 0)
        #expect(ground[5] > 0)
        let summerRest = Care.facts {
            $0.rest = Care.of(.summer)
            $0.growthMonths = Care.of(Months([9, 10, 11, 12, 1, 2, 3, 4]))
        }
        #expect(Care.days(Care.plan(summerRest)) == [7, 7, 7, 7, 14, 14, 14, 14, 7, 7, 7, 7])
    }

    @Test("For six weeks after repotting the soil is checked more often, in pots and in the ground")
    func transplant() {
        let repotted = july.adding(days: -5)
        #expect(interval(.low, Situation(potDiameter: 14, repotted: repotted)) == 11)
        #expect(interval(.low, Situation(potDiameter: 14, repotted: july.adding(days: -42))) == 14)
        #expect(interval(.low, Situation(potDiameter: 14, repotted: july.adding(days: 1))) == 14)
        #expect(interval(.medium, Situation(place: .outdoor, isInGround: true, repotted: repotted)) == 5)
        let plan = Care.plan(Care.facts(.low), Situation(potDiameter: 14, repotted: repotted), on: july)
        #expect(Care.days(plan)[6...8] == [11, 11, 14])
    }

    @Test("The interval follows the learned factor and keeps the planned value")
    func learned() {
        let plan = Care.plan(Care.facts(.medium), on: july, learning: Learning(factor: 1.4, count: 8))
        #expect(plan.watering.interval == 10)
        #expect(plan.watering.baseInterval == 7)
        #expect(interval(.wet, learning: Learning(factor: 0.5, count: 8)) == 1)
        #expect(interval(.veryLow, Situation(potDiameter: 40), learning: Learning(factor: 2, count: 8)) == 60)
        let sooner = Care.plan(Care.facts(.medium), learning: Learning(factor: 0.75, count: 8))
        #expect(sooner.watering.why.hasSuffix("; you water 25 % sooner than planned"))
    }

    @Test("A plant in a pond is never watered")
    func pond() {
        let facts = Care.facts { $0.form = Care.of(.aquatic) }
        let plan = Care.plan(facts, Situation(place: .outdoor, isInGround: true))
        #expect(plan.watering.byMonth == nil)
        #expect(plan.chore(.watering) == nil)
        #expect(plan.watering.why == "no watering: it stands in water")
        #expect(Care.plan(facts).watering.byMonth != nil)
    }

    @Test("A watering interval has its reason")
    func why() {
        let learning = Learning(factor: 1.1, count: 6)
        let clay = Situation(potDiameter: 14, material: .clay)
        let plan = Care.plan(Care.facts(.medium), clay, learning: learning)
        #expect(
            plan.watering.why == "every 9 days: medium-moist species, 14 cm clay pot, indoors, November in Vienna; "
                + "you water 10 % later than planned")
        #expect(plan.watering.why(in: .imperial).contains("5.5 in clay pot"))
        #expect(plan.watering.factors.map(\.name) == [.material, .season, .learned])
        let bare = Care.plan(CareFacts(), Situation(), at: Whereabouts())
        #expect(
            bare.watering.why == "every 7 days: medium-moist for want of better knowledge, indoors, "
                + "place not known: the season is not considered")
        let ground = Care.plan(Care.facts(.low), Situation(place: .outdoor, isInGround: true))
        #expect(
            ground.watering.why
                == "no watering in November in Vienna: dry-loving species, in the ground, outdoors, at rest")
    }
}
