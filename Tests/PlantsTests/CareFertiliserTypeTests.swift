import Recognition
import Support
import Testing

@testable import Plants

@Suite("CI-04: the type of fertiliser", .tags(.small))
struct CareFertiliserTypeTests {
    private func type(_ change: (inout CareFacts) -> Void) -> CareValue? {
        Care.plan(Care.facts(change)).value("fertiliser.type")
    }

    @Test(
        "The type follows from the nutriments if no source states it",
        arguments: [
            (3, "organic"), (4, "organic"), (5, "balanced"), (6, "balanced"), (7, "high-nitrogen"),
            (10, "high-nitrogen"),
        ])
    func nutriments(level: Int, word: String) {
        let value = type { $0.nutriments = Care.of(level) }
        #expect(value?.value == .text(word))
        #expect(value?.source.kind == .species)
        #expect(value?.reason.hasPrefix("it follows from soil of richness \(level) of 10") == true)
    }

    @Test("Succulents, cacti and bulbs get no extra nitrogen", arguments: [GrowthForm.succulent, .cactus, .bulb])
    func soft(form: GrowthForm) {
        let value = type {
            $0.nutriments = Care.of(8)
            $0.form = Care.of(form)
        }
        #expect(value?.value == .text("potassium"))
    }

    @Test("A stated type is followed if its source is as near to the plant as that of the soil")
    func said() {
        let said = type {
            $0.nutriments = Care.of(8, .trefle)
            $0.fertiliser = Care.of(.phosphorus)
        }
        #expect(said?.value == .text("phosphorus"))
        let own = type {
            $0.nutriments = Care.of(8)
            $0.fertiliser = Care.of(.potassium, .person)
        }
        #expect(own?.value == .text("potassium"))
        // The usual type for shrubs is weaker evidence than the plant's own soil.
        let form = type {
            $0.nutriments = Care.of(8, .genus)
            $0.fertiliser = Care.of(.balanced, .form)
        }
        #expect(form?.value == .text("high-nitrogen"))
        #expect(form?.source.kind == .genus)
    }
}
