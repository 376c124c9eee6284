import Agenda
import Support
import Testing

@testable import Plants

@Suite("Values that a person sets for a plant", .tags(.small))
struct CareFieldTests {
    private static let good: [(CareField, [String])] = [
        (.light, ["0", "10"]), (.water, ["very-low", "wet"]), (.wateringInterval, ["1", "60"]),
        (.airHumidity, ["7"]), (.fertiliserInterval, ["0", "30"]), (.fertiliserType, ["high-nitrogen"]),
        (.minimumTemperature, ["-20", "12"]), (.comfortLow, ["16"]), (.comfortHigh, ["24"]), (.soil, ["sand & loam"]),
        (.growthMonths, ["3-9", "10-4"]), (.bloomMonths, ["5", "5,9"]), (.growthRate, ["rapid"]),
        (.rest, ["none", "leafless"]), (.pets, ["none", "high"]), (.people, ["low"]), (.notes, ["Aunt's.\nMind it."]),
    ]
    private static let bad: [(CareField, [String])] = [
        (.light, ["11", "-1", "bright", "", "5.5"]), (.water, ["very low", "dry", ""]),
        (.wateringInterval, ["0", "61", "weekly"]), (.airHumidity, ["11"]), (.fertiliserInterval, ["366", "-1"]),
        (.fertiliserType, ["strong"]), (.minimumTemperature, ["-61", "61", "12.5"]), (.comfortLow, ["warm"]),
        (.comfortHigh, ["99"]), (.soil, ["", "  ", String(repeating: "x", count: 501)]),
        (.growthMonths, ["", "0-3", "13", "March"]), (.bloomMonths, [""]), (.growthRate, ["fast"]), (.rest, ["yes"]),
        (.pets, ["mild"]), (.people, ["unknown"]), (.notes, ["\u{0}", "\u{1B}[31m"]),
    ]

    @Test("A value that a person sets is accepted or refused by its text")
    func words() {
        #expect(Set(Self.good.map(\.0)) == Set(CareField.allCases))
        #expect(Set(Self.bad.map(\.0)) == Set(CareField.allCases))
        for (field, texts) in Self.good {
            for text in texts { #expect(field.accepts(text), "\(field): \(text)") }
        }
        for (field, texts) in Self.bad {
            for text in texts { #expect(!field.accepts(text), "\(field): \(text)") }
        }
    }

    @Test("Each field states its allowed values", arguments: CareField.allCases)
    func allowed(field: CareField) {
        #expect(!field.allowed.isEmpty)
        #expect(CareField(rawValue: field.rawValue) == field)
        #expect(field.rawValue == field.rawValue.lowercased())
    }

    @Test(
        "A person's value comes before all sources and has its day, and an invalid value changes nothing",
        arguments: good)
    func overruling(field: CareField, texts: [String]) {
        let known = CareRandom.full(.trefle)
        let text = texts[0]
        let facts = known.overruled(by: [field: text], on: Care.day)
        #expect(facts != known)
        #expect(known.overruled(by: [field: "\u{7}"]) == known)
        let plan = Care.plan(facts)
        let own = plan.values.filter { $0.source == CareSource(.person, date: Care.day) }
        #expect(!own.isEmpty, "\(field)")
        CareChecks.expectValid(plan, field.rawValue)
    }

    @Test("A person's interval, single end of the comfort range and local months are kept as set")
    func exact() {
        let south = Whereabouts(latitude: -37.8)
        let facts = CareRandom.full(.species).overruled(by: [
            .wateringInterval: "10", .comfortLow: "28", .bloomMonths: "11-12", .growthMonths: "9-3",
            .fertiliserInterval: "21",
        ])
        let plan = Care.plan(facts, at: south, learning: Learning(factor: 2, count: 9))
        #expect(Care.days(plan) == Array(repeating: 10, count: 12))
        #expect(plan.watering.why == "every 10 days: your own choice")
        #expect(plan.temperature.comfortLow.value == 28)
        #expect(plan.temperature.comfortHigh.value == 28)
        #expect(plan.temperature.comfortHigh.source.kind == .species)
        #expect(plan.value("bloom.months")?.value == .ints([11, 12]))
        #expect(plan.fertilising.byMonth?.numbers == [21, 21, 21, 0, 0, 0, 0, 0, 21, 21, 21, 21])
        let never = Care.plan(facts.overruled(by: [.fertiliserInterval: "0"]))
        #expect(never.fertilising.byMonth == nil)
        #expect(never.chore(.fertilising) == nil)
    }
}
