import Calendar
import Recognition
import Support
import Testing

@testable import Plants

@Suite("CI-08: our table and a service together", .tags(.small))
struct CareFusionTests {
    /// Trefle's record of rocket, Eruca vesicaria, of April 2021.
    private static func recorded() -> ReportedFacts {
        var facts = ReportedFacts(scientificName: "Eruca vesicaria")
        facts.light = 9
        facts.soilHumidity = 2
        facts.airHumidity = 4
        facts.nutriments = 6
        facts.minimum = -12
        facts.maximum = 30
        facts.acidityLow = 7
        facts.acidityHigh = 7.5
        facts.bloomMonths = [2, 3, 4, 5, 6]
        facts.growthRate = "rapid"
        facts.toxicity = "none"
        return facts
    }

    /// Our row of rocket.
    private static func rocket() -> CareFacts {
        Care.facts {
            $0.form = Care.of(.annual)
            $0.light = Care.of(7)
            $0.water = Care.of(.medium)
            $0.moisture = Care.of(3.5)
            $0.airHumidity = Care.of(5)
            $0.nutriments = Care.of(5)
            $0.survival = Care.of(-6)
            $0.maximum = Care.of(30)
            $0.acidity = Care.of(6...7.5)
            $0.bloomMonths = Care.of(Months(5...8))
            $0.growthRate = Care.of(.rapid)
        }
    }

    private static func said(_ change: (inout ReportedFacts) -> Void) -> CareFacts {
        var facts = ReportedFacts(scientificName: "Planta testis")
        change(&facts)
        return facts.facts(on: Care.day)
    }

    @Test("A soil humidity of 2 moves rocket by one class only, because no second field agrees")
    func rocket() {
        let plan = Care.plan(Self.recorded().facts(on: Care.day).fused(with: Self.rocket()), on: Care.day("2026-07-10"))
        #expect(plan.watering.interval == 14)
        #expect(plan.watering.look == "water when most of the soil is dry")
        let dryness = plan.value("watering.dryness")
        #expect(dryness?.value == .text("low"))
        #expect(dryness?.source.kind == .weighed)
        #expect(dryness?.source.text == "species table and Trefle, Planta testis, 2026-11-21")
        #expect(
            dryness?.reason.hasSuffix(
                "our table says medium-moist, Trefle says very dry-loving: one field of a service moves our value by "
                    + "one class at most") == true)
        #expect(dryness?.opinions.map(\.source.kind) == [.species, .trefle])
        #expect(dryness?.opinions.map(\.value) == [.text("medium"), .text("very-low")])
        #expect(dryness?.opinions.map(\.effect) == ["every 7 days", "every 21 days"])
        #expect(dryness?.opinions.compactMap(\.choice?.value) == ["medium", "very-low"])
    }

    @Test("A person can choose a value, and both values stay visible", arguments: [("medium", 7), ("very-low", 21)])
    func chosen(word: String, days: Int) {
        let facts = Self.recorded().facts(on: Care.day).fused(with: Self.rocket())
        let plan = Care.plan(facts.overruled(by: [.water: word, .light: "7"]), on: Care.day("2026-07-10"))
        #expect(plan.watering.interval == days)
        for path in ["watering.dryness", "light.level"] {
            let value = plan.value(path)
            #expect(value?.source.kind == .person)
            #expect(value?.opinions.map(\.source.kind) == [.species, .trefle])
            #expect(value?.reason.contains("Trefle") == false)
        }
    }

    @Test(
        "Soil dryness moves by one class, and further only as far as a second field agrees",
        arguments: [
            // Our class, soil humidity, EIVE's moisture, lowest rain, and the class of the plan.
            (.medium, 5, nil, nil, .medium), (.medium, 3, nil, nil, .low), (.medium, 2, nil, nil, .low),
            (.medium, 8, nil, nil, .high), (.medium, 10, nil, nil, .high), (.high, 0, nil, nil, .medium),
            (.wet, 0, nil, nil, .high), (.veryLow, 10, nil, nil, .low),
            (.medium, 2, 2.0, nil, .veryLow), (.medium, 2, 3.5, nil, .low), (.medium, 2, 8.0, nil, .low),
            (.medium, 10, 8.0, nil, .wet), (.medium, 10, 6.0, nil, .high), (.high, 0, 3.5, nil, .low),
            (.high, 0, nil, 300, .low), (.wet, 0, nil, 300, .low), (.medium, 0, nil, 300, .low),
            (.low, 10, nil, 1600, .high), (.medium, 10, nil, 1600, .high),
        ] as [(Dryness, Int, Double?, Int?, Dryness)])
    func dryness(ours: Dryness, humidity: Int, moisture: Double?, rain: Int?, value: Dryness) {
        let said = Self.said {
            $0.soilHumidity = humidity
            $0.rainLow = rain
            $0.rainHigh = rain.map { $0 + 400 }
        }
        let facts = said.fused(
            with: Care.facts {
                $0.water = Care.of(ours)
                $0.moisture = moisture.map { Care.of($0) }
            })
        #expect(facts.dryness.value == value)
        let isWhole = value == Dryness(soilHumidity: humidity)
        #expect(facts.dryness.source.kind == (isWhole ? .trefle : .weighed))
        #expect((facts.dryness(inTheOpen: false).dispute == nil) == (ours == Dryness(soilHumidity: humidity)))
    }
}

extension CareFusionTests {
    @Test("A median of the genus is no second field for the species")
    func median() {
        let said = Self.said { $0.soilHumidity = 2 }
        let facts = said.fused(
            with: Care.facts {
                $0.water = Care.of(.medium)
                $0.moisture = Sourced(2, from: CareSource(.species, origin: "EIVE 1.0, median of its members"))
            })
        #expect(facts.dryness.value == .low)
    }

    private static let scales:
        [(
            name: String, give: @Sendable (inout ReportedFacts, Int) -> Void,
            path: @Sendable (CareFacts) -> Sourced<Int>?, ours: @Sendable (inout CareFacts, Int) -> Void,
            order: @Sendable (Int) -> Int, range: ClosedRange<Int>
        )] = [
            (
                "light", { $0.light = $1 }, { $0.light }, { $0.light = Care.of($1) },
                { $0 <= 2 ? 0 : $0 <= 4 ? 1 : $0 <= 6 ? 2 : 3 }, 0...10
            ),
            (
                "air", { $0.airHumidity = $1 }, { $0.airHumidity }, { $0.airHumidity = Care.of($1) },
                { $0 <= 2 ? 0 : $0 <= 4 ? 1 : $0 <= 6 ? 2 : $0 <= 8 ? 3 : 4 }, 0...10
            ),
            (
                "nutriments", { $0.nutriments = $1 }, { $0.nutriments }, { $0.nutriments = Care.of($1) },
                { $0 <= 2 ? 0 : $0 == 3 ? 1 : $0 == 4 ? 2 : $0 <= 6 ? 3 : $0 <= 8 ? 4 : 5 }, 0...10
            ),
            (
                "survival", { $0.minimum = $1 }, { $0.survival }, { $0.survival = Care.of($1) },
                { $0 >= 5 ? 0 : $0 >= 0 ? 1 : $0 >= -5 ? 2 : $0 >= -15 ? 3 : 4 }, -30...15
            ),
        ]

    @Test("Each scale moves by at most one class towards the service's value", arguments: 0..<4)
    func scales(scale index: Int) throws {
        let scale = Self.scales[index]
        for ours in scale.range {
            for theirs in scale.range {
                let facts = Self.said { scale.give(&$0, theirs) }.fused(with: Care.facts { scale.ours(&$0, ours) })
                let value = try #require(scale.path(facts))
                #expect(abs(scale.order(value.value) - scale.order(ours)) <= 1, "\(scale.name) \(ours) \(theirs)")
                #expect((min(ours, theirs)...max(ours, theirs)).contains(value.value))
                let isNear = abs(scale.order(theirs) - scale.order(ours)) <= 1
                #expect((value.value == theirs) == isNear)
                #expect(facts.disputes.count == (ours == theirs ? 0 : 1))
                #expect(value.source.kind == (isNear ? .trefle : .weighed))
            }
        }
    }

    @Test("A value of a genus, a form or a default is replaced by the service's value for the species")
    func coarse() {
        for kind in [CareSource.Kind.genus, .family, .form, .assumed] {
            let facts = Self.said {
                $0.light = 1
                $0.soilHumidity = 10
                $0.bloomMonths = [1]
            }.fused(
                with: Care.facts {
                    $0.light = Care.of(9, kind)
                    $0.water = Care.of(.veryLow, kind)
                    $0.bloomMonths = Care.of(Months(5...8), kind)
                })
            #expect(facts.light?.value == 1)
            #expect(facts.dryness.value == .wet)
            #expect(facts.bloomMonths?.value == Months([1]))
            #expect(facts.disputes.isEmpty)
        }
    }

    @Test("Months have no classes: our table is kept until the person chooses, in local months")
    func months() {
        let facts = Self.recorded().facts(on: Care.day).fused(with: Self.rocket())
        let north = Care.plan(facts).value("bloom.months")
        #expect(north?.value == .ints([5, 6, 7, 8]))
        #expect(north?.opinions.map(\.choice?.value) == ["5-8", "2-6"])
        let south = Care.plan(facts, at: Whereabouts(latitude: -38)).value("bloom.months")
        #expect(south?.opinions.map(\.choice?.value) == ["11-2", "8-12"])
    }

    @Test("The graver of two warnings counts, and both are shown")
    func harm() {
        let facts = Self.said { $0.toxicity = "low" }.fused(with: Care.facts { $0.pets = Care.of(.high) })
        let value = Care.plan(facts).value("toxicity.pets")
        #expect(value?.value == .text("high"))
        #expect(value?.opinions.map(\.value) == [.text("high"), .text("low")])
    }
}

extension CareFusionTests {
    @Test("Acidity moves by one pH at each end, growth by one step, and the maximum by one class of five degrees")
    func others() {
        let facts = Self.said {
            $0.acidityLow = 3
            $0.acidityHigh = 9
            $0.growthRate = "rapid"
            $0.maximum = 60
        }.fused(
            with: Care.facts {
                $0.acidity = Care.of(5.5...7)
                $0.growthRate = Care.of(.slow)
                $0.maximum = Care.of(32)
            })
        #expect(facts.acidity?.value == 4.5...8)
        #expect(facts.growthRate?.value == .moderate)
        #expect(facts.maximum?.value == 39)
        let plan = Care.plan(facts)
        #expect(plan.value("soil.phLow")?.opinions.map(\.value) == [.text("pH 5.5 to 7"), .text("pH 3 to 9")])
        #expect(plan.value("soil.phLow")?.opinions.allSatisfy { $0.choice == nil } == true)
    }

    @Test("A person may make every offered choice")
    func choices() throws {
        let plan = Care.plan(Self.recorded().facts(on: Care.day).fused(with: Self.rocket()))
        let choices = plan.values.flatMap(\.opinions).compactMap(\.choice)
        #expect(choices.count >= 10)
        for choice in choices { #expect(choice.field.accepts(choice.value), "\(choice)") }
        CareChecks.expectValid(plan, "rocket")
    }

    @Test("The front page of a service, stored by an earlier release, is no link to the species")
    func frontPage() {
        #expect(Self.said { $0.link = "https://trefle.io" }.link == nil)
        let kew = "https://powo.science.kew.org/taxon/urn:lsid:ipni.org:names:1137625-2"
        #expect(Self.said { $0.link = kew }.link?.value == kew)
    }
}
