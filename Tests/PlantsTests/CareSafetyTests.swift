import Recognition
import Support
import Testing

@testable import Plants

@Suite("Toxic plants in a home with pets", .tags(.small))
struct CareSafetyTests {
    private func plan(_ pets: Toxicity?, _ names: [String]) -> CarePlan {
        Care.plan(
            Care.facts { $0.pets = pets.map { Care.of($0) } },
            at: Whereabouts(latitude: 48.2, name: "Vienna", pets: names))
    }

    @Test(
        "A home with a named pet is warned of a plant that is toxic or of unknown toxicity",
        arguments: [
            (nil, "It is not known whether this plant is poisonous to your cat and dog. Keep it out of their reach."),
            (Toxicity.low, "This plant is mildly poisonous to pets. Keep it out of reach of your cat and dog."),
            (.high, "This plant is poisonous to pets. Keep it out of reach of your cat and dog."),
            (Toxicity.none, nil),
        ] as [(Toxicity?, String?)])
    func warning(pets: Toxicity?, words: String?) {
        #expect(plan(pets, ["cat", "dog"]).petWarning == words)
        #expect(plan(pets, []).petWarning == nil)
    }

    @Test("The reason of the value names the pets")
    func reason() {
        let value = plan(nil, ["cat", "dog", "rabbit"]).value("toxicity.pets")
        #expect(value?.value == .text("not known"))
        #expect(value?.reason.contains("pets, such as your cat, dog and rabbit") == true)
        #expect(plan(nil, []).value("toxicity.pets")?.reason.contains("harms pets: keep") == true)
    }
}
