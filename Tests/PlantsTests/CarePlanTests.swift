import Agenda
import Recognition
import Support
import Testing

@testable import Plants

@Suite("A care plan", .tags(.small))
struct CarePlanTests {
    @Test(
        "CI-01: light 0-10 is full shade 0-2, partial shade 3-4, partial sun 5-6, full sun 7-10, each with its hours",
        arguments: 0...10)
    func light(level: Int) {
        let plan = Care.plan(Care.facts { $0.light = Care.of(level) }, Situation(place: .outdoor))
        let (category, hours) =
            level <= 2
            ? ("full shade", "less than 2")
            : level <= 4
                ? ("partial shade", "2 to 4") : level <= 6 ? ("partial sun", "4 to 6") : ("full sun", "6 or more")
        #expect(plan.value("light.level")?.value == .int(level))
        #expect(plan.value("light.category")?.value == .text(category))
        #expect(plan.value("light.hours")?.value == .text(hours))
        #expect(plan.value("light.hours")?.text(in: .metric) == hours + " hours")
    }

    @Test(
        "CI-03: temperature has minimum, maximum, optimum and frost tolerance",
        arguments: [
            (10, "tender"), (5, "tender"), (4, "sensitive"), (0, "sensitive"), (-1, "half-hardy"), (-5, "half-hardy"),
            (-6, "hardy"), (-15, "hardy"), (-16, "very hardy"), (-40, "very hardy"),
        ])
    func temperature(minimum: Int, tolerance: String) {
        let plan = Care.plan(
            Care.facts {
                $0.survival = Care.of(minimum)
                $0.comfort = Care.of(12...24)
                $0.maximum = Care.of(31)
            })
        #expect(plan.value("temperature.minimum")?.value == .int(minimum))
        #expect(plan.value("temperature.comfortLow")?.value == .int(12))
        #expect(plan.value("temperature.comfortHigh")?.value == .int(24))
        #expect(plan.value("temperature.maximum")?.value == .int(31))
        #expect(plan.value("temperature.tolerance")?.value == .text(tolerance))
    }

    @Test("CI-03: temperature is shown in the person's unit")
    func temperatureUnits() {
        let plan = Care.plan(Care.facts { $0.survival = Care.of(-10) })
        #expect(plan.value("temperature.minimum")?.text(in: .metric) == "-10 °C")
        #expect(plan.value("temperature.minimum")?.text(in: .imperial) == "14 °F")
    }

    @Test("Roots in a pot outdoors tolerate less cold")
    func roots() {
        func inPot(_ minimum: Int, _ situation: Situation) -> Int? {
            Care.plan(Care.facts { $0.survival = Care.of(minimum) }, situation).temperature.inPot
        }
        #expect(inPot(-20, Situation(place: .balcony)) == -9)
        #expect(inPot(-5, Situation(place: .outdoor)) == 0)
        #expect(inPot(5, Situation(place: .outdoor)) == nil)
        #expect(inPot(-20, Situation(place: .outdoor, isInGround: true)) == nil)
        #expect(inPot(-20, Situation()) == nil)
    }

    @Test(
        "CI-04: fertiliser frequency follows from soil nutriments, and a low need means none",
        arguments: zip(
            0...10,
            [
                "none", "none", "none", "biannually", "quarterly", "monthly", "monthly", "biweekly", "biweekly",
                "weekly",
                "weekly",
            ]))
    func fertiliser(nutriments: Int, frequency: String) {
        let plan = Care.plan(Care.facts { $0.nutriments = Care.of(nutriments) })
        #expect(plan.value("fertiliser.frequency")?.value == .text(frequency))
        #expect((plan.chore(.fertilising) == nil) == (nutriments <= 2))
        #expect((plan.value("fertiliser.type") == nil) == (nutriments <= 2))
    }
}

extension CarePlanTests {
    @Test("CI-04: fertiliser has a type", arguments: FertiliserType.allCases)
    func fertiliserType(type: FertiliserType) {
        let plan = Care.plan(Care.facts { $0.fertiliser = Care.of(type) })
        #expect(plan.value("fertiliser.type")?.value == .text(type.rawValue))
    }

    @Test("CI-05: soil, humidity, growth rate, bloom, notes and source link are given if known")
    func known() {
        var facts = CareRandom.full(.trefle)
        facts.acidity = Care.of(5.5...6.5)
        facts.link = Care.of("https://example.org/species", .trefle)
        facts.toxin = Care.of("oxalates")
        let plan = Care.plan(facts)
        #expect(plan.value("soil.texture")?.value == .text("loam"))
        #expect(plan.value("soil.phLow")?.text(in: .metric) == "pH 5.5")
        #expect(plan.value("humidity.level")?.value == .int(5))
        #expect(plan.value("growth.rate")?.value == .text("slow"))
        #expect(plan.value("bloom.months")?.value == .ints([6, 7]))
        #expect(plan.value("bloom.season")?.value == .text("summer"))
        #expect(plan.value("notes")?.value == .text("Known."))
        #expect(plan.value("link")?.value == .text("https://example.org/species"))
        #expect(plan.value("toxicity.pets")?.value == .text("medium"))
        #expect(plan.value("toxicity.toxin")?.value == .text("oxalates"))
        let south = Care.plan(facts, at: Whereabouts(latitude: -30))
        #expect(south.value("bloom.months")?.value == .ints([1, 12]))
        #expect(south.value("bloom.season")?.value == .text("summer"))
        let bare = Care.plan()
        for path in ["bloom.months", "notes", "link", "growth.rate"] { #expect(bare.value(path) == nil) }
    }

    @Test("CI-05: a species with an identifier at Kew or GBIF is linked there")
    func links() {
        func link(_ taxon: Taxon, _ facts: CareFacts = CareFacts()) -> String? {
            CarePlan(for: taxon, facts: facts, situation: Situation(), whereabouts: Care.vienna, on: Care.day)
                .link?.value
        }
        #expect(
            link(Taxon(scientificName: "Rosa", powo: "254151-1", gbif: "1"))
                == "https://powo.science.kew.org/taxon/urn:lsid:ipni.org:names:254151-1")
        #expect(link(Taxon(scientificName: "Rosa", gbif: "2878688")) == "https://www.gbif.org/species/2878688")
        #expect(link(Taxon(scientificName: "Rosa")) == nil)
        // A source knows the species, but no identifier is known: a search for its name.
        let known = Care.facts { $0.light = Care.of(8) }
        let damask = Taxon(scientificName: "Rosa × damascena")
        #expect(link(damask, known) == "https://powo.science.kew.org/results?q=Rosa%20damascena")
        #expect(link(damask) == nil)
        #expect(link(damask, Care.facts { $0.light = Care.of(8, .genus) }) == nil)
        #expect(link(Taxon(scientificName: "Rosa sp. 1?"), known) == nil)
    }

    @Test("CI-06: an unknown species gets conservative defaults that are marked as such, and there is a disclaimer")
    func defaults() throws {
        for facts in [CareFacts(), try Care.table().facts(for: Taxon(scientificName: "Ignota ignota"))] {
            let plan = Care.plan(facts)
            CareChecks.expectValid(plan, "nothing known")
            #expect(plan.isMostlyAssumed)
            #expect(plan.values.allSatisfy { $0.source.kind == .assumed })
            #expect(plan.value("watering.dryness")?.value == .text("medium"))
            #expect(plan.value("light.level")?.reason.contains("default") == true)
            #expect(plan.watering.why.contains("want of better knowledge"))
            #expect(plan.value("toxicity.pets")?.value == .text("not known"))
            #expect(plan.temperature.tolerance == .tender)
        }
        #expect(CarePlan.disclaimer.contains("General advice"))
        #expect(!Care.plan(CareRandom.full(.genus)).isMostlyAssumed)
        #expect(Care.plan(CareRandom.full(.form)).isMostlyAssumed)
    }

    @Test("CI-06: a value that a person sets comes before all sources")
    func overrides() {
        let plan = Care.plan(CareRandom.full(.trefle).overruled(by: [.light: "9", .water: "low"], on: Care.day))
        #expect(plan.value("light.level")?.value == .int(9))
        #expect(plan.value("light.level")?.source.text == "your own value, 2026-11-21")
        #expect(plan.watering.dryness.value == .low)
        #expect(plan.watering.why.contains("by your choice"))
    }
}

extension CarePlanTests {
    @Test("CI-02: moist air is a reason to mist, and none to water more often")
    func mist() {
        let dry = Care.plan(Care.facts { $0.airHumidity = Care.of(1) })
        let moist = Care.plan(Care.facts { $0.airHumidity = Care.of(10) })
        #expect(dry.watering.byMonth == moist.watering.byMonth)
        #expect(dry.chore(.misting) == nil)
        #expect(moist.chore(.misting)?.isOffered == true)
        let cactus = Care.plan(
            Care.facts {
                $0.airHumidity = Care.of(8)
                $0.form = Care.of(.cactus)
            })
        #expect(!cactus.air.wantsMist)
    }

    @Test("A care plan made twice from the same facts is equal")
    func same() {
        var numbers = SplitMix64(5)
        for _ in 0..<200 {
            let facts = CareRandom.facts(&numbers)
            let situation = CareRandom.situation(&numbers, around: Care.day)
            #expect(Care.plan(facts, situation) == Care.plan(facts, situation))
            #expect(Care.plan(facts, situation).values == Care.plan(facts, situation).values)
            #expect(Care.plan(facts, situation).chores == Care.plan(facts, situation).chores)
        }
    }
}
