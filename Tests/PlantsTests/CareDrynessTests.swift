import Recognition
import Support
import Testing

@testable import Plants

@Suite("Soil dryness", .tags(.small))
struct CareDrynessTests {
    /// The kinds of evidence in order, each with its own answer or at least its own source.
    private static let steps: [(name: String, kind: CareSource.Kind, give: @Sendable (inout CareFacts) -> Void)] = [
        ("a person", .person, { $0.water = Care.of(.wet, .person) }),
        ("Trefle's soil humidity", .trefle, { $0.soilHumidity = Care.of(1, .trefle) }),
        ("the table's species", .species, { $0.water = Care.of(.wet) }),
        ("EIVE's species", .species, { $0.moisture = Care.of(1) }),
        ("EcoCrop's species", .species, { $0.drainage = Care.of(.poor) }),
        ("the table's genus", .genus, { $0.water = Care.of(.veryLow, .genus) }),
        ("the genus' median", .genus, { $0.moisture = Care.of(8, .genus) }),
        ("the family", .family, { $0.water = Care.of(.low, .family) }),
        ("the growth form", .form, { $0.water = Care.of(.high, .form) }),
    ]
    private static let answers: [Dryness] = [.wet, .veryLow, .wet, .veryLow, .high, .veryLow, .wet, .low, .high]

    @Test("Soil dryness comes from the first evidence in this order", arguments: 0..<9)
    func order(first: Int) {
        // With every possible combination of later evidence. Trefle and the species' own row together are weighed: see
        // CareFusionTests.
        for others in 0..<(1 << (8 - first)) where first != 1 || others & 0b111 == 0 {
            var facts = CareFacts()
            for later in stride(from: 8, to: first, by: -1) where others >> (later - first - 1) & 1 == 1 {
                Self.steps[later].give(&facts)
            }
            Self.steps[first].give(&facts)
            #expect(facts.dryness.value == Self.answers[first], "\(Self.steps[first].name)")
            #expect(facts.dryness.source.kind == Self.steps[first].kind)
            #expect(!facts.dryness(inTheOpen: false).reason.isEmpty)
        }
    }

    @Test("Soil dryness without evidence is medium and marked as a default")
    func nobody() {
        #expect(CareFacts().dryness == Sourced(.medium, from: CareSource(.assumed)))
    }

    @Test("Evidence about the species comes before evidence about its genus")
    func levels() throws {
        let lemon = try Care.table().facts(for: Taxon(scientificName: "Citrus limon"))
        #expect(lemon.dryness.value == .medium)
        #expect(lemon.dryness.source.origin == "EIVE 1.0")
        let blueweed = try Care.table().facts(for: Taxon(scientificName: "Echium vulgare"))
        #expect(blueweed.water?.value == .high)
        #expect(blueweed.dryness.value == .low)
        #expect(blueweed.dryness.source.kind == .species)
        let rose = try Care.table().facts(for: Taxon(scientificName: "Rosa canina"))
        #expect(rose.dryness.source.kind == .genus)
        #expect(rose.dryness.value == .medium)
    }

    @Test("Rain is evidence outdoors only, and \"well\" drained is no evidence")
    func rain() {
        let facts = Care.facts {
            $0.rain = Care.of(1600...3000)
            $0.drainage = Care.of(.well)
            $0.water = Care.of(.low, .genus)
        }
        #expect(facts.dryness.value == .low)
        #expect(facts.dryness(inTheOpen: true).value == .high)
    }

    @Test("Soil dryness follows Trefle's scale", arguments: zip(0...10, [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4]))
    func trefle(humidity: Int, order: Int) { #expect(Dryness(soilHumidity: humidity).order == order) }

    @Test(
        "Soil dryness follows EIVE's scale",
        arguments: [(0, 0), (2.49, 0), (2.5, 1), (3.99, 1), (4, 2), (5.49, 2), (5.5, 3), (6.99, 3), (7, 4), (10, 4)])
    func eive(moisture: Double, order: Int) { #expect(Dryness(moisture: moisture).order == order) }
}
