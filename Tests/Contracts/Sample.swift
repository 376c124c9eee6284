package import Foundation
package import Household
package import Larder
package import Plants
package import Recognition
import Synchronization

/// Sample values for tests of records: one household with data, and another one that must not see them.
package struct Sample: Sendable {
    package struct Exhausted: Error {
        package init() {}
    }

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

    package func second(_ second: Int) -> Date { time(0).addingTimeInterval(Double(second)) }

    package func digest(_ character: Character) throws -> Digest {
        guard let digest = Digest(String(repeating: character, count: 64)) else { throw Exhausted() }
        return digest
    }

    package func answer(minute: Int = 1, model: String = "tiny 1") -> Answer {
        let rose = Taxon(scientificName: "Rosa canina", commonNames: ["Dog rose", "Éternelle"], family: "Rosaceae")
        let kind = Taxon(scientificName: "Rosa", rank: .genus)
        return Answer(
            verdict: .unsure, reason: .uncertain,
            candidates: [
                Candidate(rank: 1, taxon: rose, confidence: Confidence(0.625)),
                Candidate(rank: 2, taxon: kind, confidence: Confidence(0.25)),
            ],
            rollUps: [RollUp(name: "Rosa", rank: .genus, confidence: Confidence(0.875))], source: .device,
            model: model, durations: .init(decode: 12.5, inference: 3.25, total: 16), answeredAt: time(minute),
            embeddings: [[0.5, -0.25, 0.75]])
    }

    /// The answers of both sources, merged.
    package func findings(minute: Int = 1) throws -> InquiryResult {
        let hybrid = Taxon(
            scientificName: "Rosa × alba", commonNames: ["White rose"], family: "Rosaceae", powo: "7-1", gbif: "77")
        let service = Answer(
            verdict: .likely, reason: .confident,
            candidates: [
                Candidate(rank: 1, taxon: hybrid, confidence: Confidence(0.875)),
                Candidate(
                    rank: 2, taxon: Taxon(scientificName: "Rosa canina", gbif: "78"), confidence: Confidence(0.0625)),
            ], rollUps: [RollUp(name: "Rosaceae", rank: .family, confidence: Confidence(0.9375))], source: .plantNet,
            model: "Pl@ntNet 1", durations: .init(decode: 0, inference: 0, total: 812), answeredAt: time(minute))
        let asked = ServiceCallRecord(
            service: .plantNet, reason: .underThreshold, priceUnits: 2, remaining: 41, threshold: 0.65,
            failure: .init(code: "x", message: "y", isPassing: true))
        guard
            let findings = InquiryResult(
                device: answer(minute: minute), service: service, asked: asked, under: Policy())
        else { throw Exhausted() }
        return findings
    }

    /// Adds an identification that waits for the network since that minute.
    package func waiting(in records: any Records, minute: Int) async throws -> Waiting {
        let identification = Identification(
            id: try fresh(), photographs: [try await photograph(in: records).id], answer: answer(minute: minute))
        let waiting = Waiting(
            identification: identification.id, because: .underThreshold, obstacle: .offline, since: time(minute),
            notBefore: time(minute))
        try await records.add(identification, waiting: waiting)
        return waiting
    }

    package func reservation(minute: Int = 0, units: Int = 1) throws -> Reservation {
        Reservation(
            id: try fresh(), account: "plantnet:sample", units: units, day: UTCDay(of: time(minute)),
            deadline: time(minute + 2))
    }

    package func key(_ digests: Character..., organ: Organ = .auto, bits: UInt64? = nil) throws -> InquiryKey {
        InquiryKey(
            pictures: try digests.map { .init(digest: try digest($0), organ: organ) },
            lookalike: bits.map(PerceptualHash.init(bits:)), project: "all", language: "en")
    }

    /// Stores an answer at that minute.
    package func remember(
        _ key: InquiryKey, in records: any Records, minute: Int, version: String? = "1", limit: Int = 100
    ) async throws -> Answer {
        let reservation = try reservation(minute: minute)
        _ = try await records.reserve(reservation, within: 1000, at: time(minute))
        let answer = try findings(minute: minute).service ?? answer()
        try await records.settle(
            reservation, Settlement(isSpent: true),
            remembering: RememberedAnswer(key: key, answer: answer, version: version, limit: limit),
            at: time(minute))
        return answer
    }

    package func photograph(in records: any Records) async throws -> Photograph {
        let photograph = Photograph(
            id: try fresh(), digest: try digest("a"), format: .heic, width: 3024, height: 4032, byteCount: 1_234_567,
            capturedAt: time(0))
        try await take([photograph], in: records)
        return photograph
    }

    /// Announces photographs and adds them.
    package func take(
        _ photographs: [Photograph], to plant: Plant.ID? = nil, in records: any Records,
        for household: Household.ID? = nil
    ) async throws {
        try await records.bound(to: household ?? home).announce(photographs, until: time(1_000_000))
        try await records.bound(to: household ?? home).add(photographs, to: plant)
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
        try await records.add(identification)
        return identification
    }

    package func plant(
        in records: any Records, of identification: Identification, name: String = "Rose", minute: Int = 5,
        correction: Correction? = nil
    ) async throws -> Plant {
        let plant = Plant(
            id: try fresh(), name: name, taxon: identification.answer.candidates.first?.taxon,
            photographs: identification.photographs, identification: identification.id, addedAt: time(minute))
        try await records.keep(plant, chores: [], correction: correction)
        return plant
    }

    /// Ström (newest, a rose), zinnia (a name without "rose"), Alice (oldest, a rose).
    package func collection(in records: any Records) async throws -> [Plant] {
        var plants: [Plant] = []
        for (name, minute, latin) in [
            ("Ström", 9, "Rosa rugosa"), ("zinnia", 8, "Zinnia elegans"), ("Alice", 7, "Rosa canina"),
        ] {
            let identification = try await identification(in: records)
            let plant = Plant(
                id: try fresh(), name: name, taxon: Taxon(scientificName: latin, family: "Rosaceae"),
                photographs: identification.photographs, identification: identification.id, addedAt: time(minute))
            try await records.keep(plant, chores: [], correction: nil)
            plants.append(plant)
        }
        return plants
    }
}

// MARK: - The larder

extension Sample {
    package var spread: String { "4006381333931" }

    /// A product with all of its optional parts.
    package func product(_ code: String? = nil, name: String = "Crème de noisettes") -> Product {
        var product = Product(code: code ?? spread)
        (product.sort, product.name, product.genericName) = (.petFood, name, "Hazelnut “spread”\n")
        (product.brands, product.quantity, product.servingSize) = ("Ström, Anna’s", "400 g", "15 g")
        (product.language, product.modifiedAt, product.completeness) = ("fr", time(-3), 0.8875)
        product.pictures = [.front: "https://pictures.test/1.jpg", .packaging: "https://pictures.test/2.jpg"]
        (product.nutriScore, product.greenScore) = (.grade("b", points: -3), .grade("a-plus", points: nil))
        (product.novaGroup, product.ingredientsText, product.hasAllIngredients) = (4, "Sucre, _noisettes_ 13 %", false)
        product.ingredients = [
            .init(
                tag: "en:sugar", text: "sucre", percent: 31.5, vegan: .yes, vegetarian: .maybe, fromPalmOil: .no,
                parts: [.init(tag: nil, text: "?")])
        ]
        (product.allergens, product.traces) = (.stated(["en:milk", "fr:ä"]), .noneStated)
        (product.vegan, product.vegetarian, product.palmOilFree) = (.no, .maybe, .yes)
        product.additives = ["en:e322"]
        product.nutrients = [
            .init(name: "fat", per100: 30.9, perServing: 4.635, unit: "g"),
            .init(name: "salt", per100: nil, perServing: nil, unit: nil),
        ]
        product.texts = [.init(.traces, "(fr) en:nuts"), .init(.warning, "Peut contenir du sésame.")]
        (product.nutritionPer, product.labels) = ("100g", ["en:organic"])
        (product.categories, product.countries) = (["en:spreads", "en:hazelnut-spreads"], ["en:france"])
        return product
    }

    package func remembered(
        _ product: Product?, as code: String? = nil, in language: String = "en", minute: Int = 0
    ) -> RememberedProduct {
        RememberedProduct(
            code: code ?? product?.code ?? spread, language: language, product: product,
            raw: [0, 255, UInt8(truncatingIfNeeded: minute)], fetchedAt: time(minute))
    }

    /// A question with that name as its identifier.
    package func question(
        _ name: String, of code: String? = nil, kind: String = "label", text: String? = nil
    ) throws -> FoodQuestion {
        FoodQuestion(id: try id(name), code: code ?? spread, kind: kind, text: text ?? "Is it “\(name)”?", value: name)
    }

    /// A vote that waits and may be sent from minute `first` on.
    package func vote(
        _ question: FoodQuestion, _ choice: Vote.Choice = .yes, by voter: String = "device", minute: Int = 0,
        from first: Int? = nil
    ) -> Vote {
        Vote(
            number: 0, question: question, productName: "Ström’s spread", choice: choice, voter: voter,
            askedAt: time(minute), notBefore: time(first ?? minute))
    }
}
