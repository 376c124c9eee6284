package import Foundation
package import Household
package import Plants
package import Recognition
import Synchronization

/// Values for the contract: one household with things in it, and another that must not see them.
package struct Sample: Sendable {
    package struct Exhausted: Error {}

    private final class Numbers: Sendable {
        private let last = Mutex(0)
        func next() -> Int {
            last.withLock { last in
                last += 1
                return last
            }
        }
    }

    private let numbers = Numbers()

    package init() {}

    package var home: Household.ID { Household.ID("home") ?? away }
    package var away: Household.ID {
        guard let id = Household.ID("away") else { preconditionFailure("a plain word is an identifier") }
        return id
    }

    package func id<Subject>(_ text: String) throws -> Identifier<Subject> {
        guard let id = Identifier<Subject>(text) else { throw Exhausted() }
        return id
    }

    package func fresh<Subject>() throws -> Identifier<Subject> { try id("n\(numbers.next())") }

    package func time(_ minute: Int) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + Double(minute) * 60) }

    package func digest(_ character: Character) throws -> Digest {
        guard let digest = Digest(String(repeating: character, count: 64)) else { throw Exhausted() }
        return digest
    }

    package func answer(minute: Int = 1) -> Answer {
        let rose = Taxon(scientificName: "Rosa canina", commonNames: ["Dog rose", "Éternelle"], family: "Rosaceae")
        let kind = Taxon(scientificName: "Rosa", rank: .genus)
        return Answer(
            verdict: .unsure, reason: .uncertain,
            candidates: [
                Candidate(rank: 1, taxon: rose, confidence: Confidence(0.625)),
                Candidate(rank: 2, taxon: kind, confidence: Confidence(0.25)),
            ],
            rollUps: [RollUp(name: "Rosa", rank: .genus, confidence: Confidence(0.875))], source: .device,
            model: "tiny 1", durations: .init(decode: 12.5, inference: 3.25, total: 16), answeredAt: time(minute),
            embeddings: [[0.5, -0.25, 0.75]])
    }

    package func photograph(in records: any Records) async throws -> Photograph {
        let photograph = Photograph(
            id: try fresh(), digest: try digest("a"), format: .heic, width: 3024, height: 4032, byteCount: 1_234_567,
            capturedAt: time(0))
        try await records.add(photograph, for: home)
        return photograph
    }

    package func identification(
        in records: any Records, photographs count: Int = 1, minute: Int = 1
    ) async throws -> Identification {
        var ids: [Photograph.ID] = []
        for _ in 0..<count { ids.append(try await photograph(in: records).id) }
        var answer = answer(minute: minute)
        if count > 1 {
            answer = Answer(
                verdict: answer.verdict, reason: answer.reason, candidates: answer.candidates, rollUps: answer.rollUps,
                source: answer.source, model: answer.model, durations: answer.durations, answeredAt: answer.answeredAt,
                embeddings: (0..<count).map { [Float($0), 1] })
        }
        let identification = Identification(id: try fresh(), photographs: ids, answer: answer)
        try await records.add(identification, for: home)
        return identification
    }

    package func plant(
        in records: any Records, of identification: Identification, name: String = "Rose", minute: Int = 5,
        correction: Correction? = nil
    ) async throws -> Plant {
        let plant = Plant(
            id: try fresh(), name: name, taxon: identification.answer.candidates.first?.taxon,
            photographs: identification.photographs, identification: identification.id, addedAt: time(minute))
        try await records.keep(plant, correction: correction, for: home)
        return plant
    }

    /// Ström (newest, a rose), zinnia (no rose by name), Alice (oldest, a rose).
    package func collection(in records: any Records) async throws -> [Plant] {
        var plants: [Plant] = []
        for (name, minute, latin) in [
            ("Ström", 9, "Rosa rugosa"), ("zinnia", 8, "Zinnia elegans"), ("Alice", 7, "Rosa canina"),
        ] {
            let identification = try await identification(in: records)
            let plant = Plant(
                id: try fresh(), name: name, taxon: Taxon(scientificName: latin, family: "Rosaceae"),
                photographs: identification.photographs, identification: identification.id, addedAt: time(minute))
            try await records.keep(plant, correction: nil, for: home)
            plants.append(plant)
        }
        return plants
    }
}
