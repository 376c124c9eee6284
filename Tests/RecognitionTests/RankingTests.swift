import Foundation
import Recognition
import Support
import Testing

@Suite("Ranking", .tags(.small))
struct RankingTests {
    private func taxon(_ name: String, family: String? = nil, rank: Taxon.Rank = .species) -> Taxon {
        Taxon(scientificName: name, family: family, rank: rank)
    }

    private func reading(
        _ scores: [(String, Double)], familiar: Bool? = true, notAPlant: Double? = 0, family: String? = nil
    ) -> Reading {
        Reading(
            scores: scores.map { .init(taxon: taxon($0.0, family: family), probability: $0.1) }, isFamiliar: familiar,
            notAPlant: notAPlant)
    }

    @Test("A ranking adds the probabilities of two spellings of one species before it ranks")
    func folding() {
        let ranking = Ranking(
            of: [
                reading([
                    ("Rosa canina", 0.35), ("Lactuca virosa", 0.3), ("Lactuca virosa L.", 0.25),
                    ("Lactuca × virosa", 0.05),
                ])
            ], under: Policy())
        #expect(ranking.candidates.map(\.taxon.scientificName) == ["Lactuca virosa", "Rosa canina"])
        #expect(abs((ranking.candidates.first?.confidence.value ?? 0) - 0.6) < 1e-9)
        #expect(ranking.candidates.map(\.rank) == [1, 2])
    }

    @Test("A ranking has at most ten candidates, best first, and sorts equal ones by name")
    func ten() {
        let scores = (0..<20).map { ("Species \(Character(UnicodeScalar(UInt8(97 + $0))))", 0.05) }
        let ranking = Ranking(of: [reading(scores)], under: Policy())
        #expect(ranking.candidates.count == 10)
        #expect(ranking.candidates.first?.taxon.scientificName == "Species a")
    }

    @Test(
        "A ranking judges by confidence, familiarity and the probability of no plant",
        arguments: [
            (0.9, 0.05, true, 0.0, Verdict.likely, Reason.confident),
            (0.70, 0.05, true, 0, .unsure, .uncertain),
            (0.40, 0.05, true, 0, .unsure, .uncertain),
            (0.39, 0.05, true, 0, .doubtful, .uncertain),
            (0.19, 0.05, true, 0, .noClearMatch, .low),
            (0.30, 0.29, true, 0, .noClearMatch, .close),
            (0.97, 0.01, false, 0, .noClearMatch, .outsideKnowledge),
            (0.97, 0.01, false, 0.9, .notAPlant, .noPlant),
            (0.30, 0.01, true, 0.9, .notAPlant, .noPlant),
            (0.97, 0.01, true, 0.9, .likely, .confident),
        ])
    func verdicts(
        first: Double, second: Double, familiar: Bool, strange: Double, verdict: Verdict, reason: Reason
    ) {
        let ranking = Ranking(
            of: [reading([("Rosa canina", first), ("Viola odorata", second)], familiar: familiar, notAPlant: strange)],
            under: Policy())
        #expect(ranking.verdict == verdict)
        #expect(ranking.reason == reason)
        #expect(ranking.candidates.isEmpty == (verdict == .notAPlant))
    }

    @Test(
        "A thumbnail is never likely; one larger photograph of several is enough",
        arguments: [
            ([95], 0.97, Verdict.unsure, Reason.small), ([96], 0.97, .likely, .confident),
            ([95, 40], 0.97, .unsure, .small), ([95, 400], 0.97, .likely, .confident),
            ([nil], 0.97, .likely, .confident), ([95], 0.5, .unsure, .uncertain), ([95], 0.1, .noClearMatch, .low),
        ] as [([Int?], Double, Verdict, Reason)])
    func thumbnails(sides: [Int?], confidence: Double, verdict: Verdict, reason: Reason) {
        let readings = sides.map { side in
            Reading(
                scores: [.init(taxon: taxon("Rosa canina"), probability: confidence)], isFamiliar: true, side: side)
        }
        let ranking = Ranking(of: readings, under: Policy())
        #expect(ranking.verdict == verdict)
        #expect(ranking.reason == reason)
        #expect(ranking.candidates.count == 1)
    }

    @Test(
        "A confident answer is only unsure if no photograph is well known",
        arguments: [
            ([false], 0.97, 0.0, Verdict.unsure, Reason.unfamiliar), ([true], 0.97, 0, .likely, .confident),
            ([false, true], 0.97, 0, .likely, .confident), ([nil], 0.97, 0, .likely, .confident),
            ([false], 0.5, 0, .unsure, .uncertain), ([false], 0.97, 0.9, .notAPlant, .noPlant),
        ] as [([Bool?], Double, Double, Verdict, Reason)])
    func wellKnown(known: [Bool?], confidence: Double, strange: Double, verdict: Verdict, reason: Reason) {
        let readings = known.map { known in
            Reading(
                scores: [.init(taxon: taxon("Rosa canina"), probability: confidence)], isFamiliar: true,
                isWellKnown: known, notAPlant: strange)
        }
        let ranking = Ranking(of: readings, under: Policy())
        #expect(ranking.verdict == verdict)
        #expect(ranking.reason == reason)
    }

    @Test("A model that does not report familiarity is trusted")
    func unknowing() {
        let ranking = Ranking(
            of: [reading([("Rosa canina", 0.8)], familiar: nil, notAPlant: nil)], under: Policy())
        #expect(ranking.verdict == .likely)
    }

    @Test("A ranking of an empty reading is no clear match")
    func empty() {
        #expect(Ranking(of: [], under: Policy()).verdict == .noClearMatch)
        #expect(Ranking(of: [reading([])], under: Policy()).candidates.isEmpty)
    }

    @Test("A ranking of several photographs prefers a species that is plausible in all of them")
    func fusion() throws {
        let flower = reading([("Rosa canina", 0.5), ("Viola odorata", 0.45), ("Iris sibirica", 0.05)])
        let leaf = reading([("Rosa canina", 0.1), ("Viola odorata", 0.8), ("Iris sibirica", 0.1)])
        let ranking = Ranking(of: [flower, leaf], under: Policy())
        let best = try #require(ranking.candidates.first)
        #expect(best.taxon.scientificName == "Viola odorata")
        let sum = ranking.candidates.reduce(0) { $0 + $1.confidence.value }
        #expect(abs(sum - 1) < 1e-9)
    }

    @Test("A ranking of one photograph is unchanged by fusing")
    func fusionOfOne() {
        let one = reading([("Rosa canina", 0.6), ("Viola odorata", 0.4)])
        #expect(Ranking(of: [one], under: Policy()) == Ranking(of: [one], under: Policy()))
        let twice = Ranking(of: [one, one], under: Policy())
        #expect(abs((twice.candidates.first?.confidence.value ?? 0) - 0.6) < 1e-9)
    }

    @Test("A ranking has the genus and family that are more probable than their best member")
    func rollUps() {
        let ranking = Ranking(
            of: [
                Reading(
                    scores: [
                        .init(taxon: taxon("Rosa canina", family: "Rosaceae"), probability: 0.35),
                        .init(taxon: taxon("Rosa rugosa", family: "Rosaceae"), probability: 0.3),
                        .init(taxon: taxon("Malus domestica", family: "Rosaceae"), probability: 0.2),
                        .init(taxon: taxon("Iris sibirica", family: "Iridaceae"), probability: 0.1),
                    ], isFamiliar: true)
            ], under: Policy())
        #expect(ranking.rollUps.map(\.name) == ["Rosa", "Rosaceae"])
        #expect(ranking.rollUps.map(\.rank) == [.genus, .family])
        #expect(abs((ranking.rollUps.last?.confidence.value ?? 0) - 0.85) < 1e-9)
    }
}

@Suite("Taxon", .tags(.small))
struct TaxonTests {
    @Test(
        "Spellings of one species have the same folding key",
        arguments: [
            ("Lactuca virosa", "lactuca  virosa L."), ("Mentha × piperita", "Mentha piperita"),
            ("Mentha x piperita", "Mentha × piperita L."), ("Rosa\u{00A0}canina", "Rosa canina"),
        ])
    func same(left: String, right: String) {
        #expect(Taxon(scientificName: left).foldingKey == Taxon(scientificName: right).foldingKey)
    }

    @Test("A genus is not the same taxon as one of its species")
    func ranks() {
        #expect(
            Taxon(scientificName: "Rosa", rank: .genus).foldingKey
                != Taxon(scientificName: "Rosa", rank: .species).foldingKey)
    }

    @Test(
        "A species knows its genus",
        arguments: [("Rosa canina", "Rosa"), ("× Fatshedera lizei", "Fatshedera"), ("Dahlia", "Dahlia")])
    func genus(name: String, genus: String) {
        #expect(Taxon(scientificName: name).genus == genus)
    }

    @Test("A family has no genus")
    func family() {
        #expect(Taxon(scientificName: "Bromeliaceae", rank: .family).genus == nil)
    }
}
