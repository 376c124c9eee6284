import Foundation
import Recognition
import Support
import Testing

@Suite("Plants that injure the skin", .tags(.small))
struct ContactHazardTests {
    private func answer(_ candidates: [(String, Taxon.Rank, Double)], _ reason: Reason = .confident) -> Answer {
        Answer(
            verdict: .likely, reason: reason,
            candidates: candidates.enumerated().map { place, candidate in
                Candidate(
                    rank: place + 1, taxon: Taxon(scientificName: candidate.0, rank: candidate.1),
                    confidence: Confidence(candidate.2))
            }, rollUps: [], source: .device, model: "m", durations: .init(decode: 0, inference: 0, total: 0),
            answeredAt: Date(timeIntervalSince1970: 0))
    }

    @Test(
        "A hazard is warned of as soon as it is among the candidates, by genus or species",
        arguments: [
            ([("Rosa", Taxon.Rank.genus, 0.9), ("Toxicodendron", .genus, 0.3)], [ContactHazard.toxicodendron]),
            ([("Toxicodendron radicans", .species, 0.9)], [.toxicodendron]),
            ([("Heracleum mantegazzianum", .species, 0.3)], [.giantHogweed]),
            (
                [("Heracleum sosnowskyi", .species, 0.3), ("Toxicodendron vernix", .species, 0.35)],
                [
                    .toxicodendron, .giantHogweed,
                ]
            ),
            ([("Heracleum sphondylium", .species, 0.9)], []),
            ([("Rhus aromatica", .species, 0.9), ("Toxicodendron", .genus, 0.29)], []),
            ([("Anacardiaceae", .family, 0.9)], []), ([], []),
            (
                [
                    ("Rosa", .genus, 0.9), ("Toxicodendron radicans", .species, 0.16),
                    ("Toxicodendron vernix", .species, 0.15),
                ], [.toxicodendron]
            ),
        ] as [([(String, Taxon.Rank, Double)], [ContactHazard])])
    func hazards(candidates: [(String, Taxon.Rank, Double)], expected: [ContactHazard]) {
        #expect(answer(candidates).contactHazards(under: Policy()) == expected)
        #expect(answer(candidates, .outsideKnowledge).contactHazards(under: Policy()) == expected)
    }

    @Test("The answer of the local model is warned of even if the service names another plant")
    func bothSources() throws {
        let kinds = ["radicans", "rydbergii", "vernix", "diversilobum"].map { kind in
            ("Toxicodendron \(kind)", Taxon.Rank.species, 0.08)
        }
        let own = answer([("Rhus aromatica", .species, 0.6)] + kinds)
        let service = answer([("Rosa canina", .species, 0.95)])
        let asked = ServiceCallRecord(service: .plantNet, reason: .byHand, threshold: 0.7)
        let found = try #require(InquiryResult(device: own, service: service, asked: asked, under: Policy()))
        #expect(found.answer.contactHazards(under: Policy()).isEmpty)
        #expect(found.contactHazards(under: Policy()) == [.toxicodendron])
    }

    @Test("No warning says that a plant is harmless", arguments: ContactHazard.allCases)
    func words(hazard: ContactHazard) {
        #expect(hazard.warning.contains("Do not touch the plant"))
        #expect(hazard.warning.contains("A photo cannot exclude it"))
    }
}
