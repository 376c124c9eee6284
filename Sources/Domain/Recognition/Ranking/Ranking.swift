import Foundation

/// Computes a verdict and a ranked list from the readings of one to five photographs of one plant.
public struct Ranking: Sendable, Hashable {
    /// The answer in a word.
    public let verdict: Verdict
    /// Why the verdict was given.
    public let reason: Reason
    /// Best first; empty if the picture does not show a plant.
    public let candidates: [Candidate]
    /// Groups whose members together are more probable than each of them.
    public let rollUps: [RollUp]

    /// Folds equal taxa, fuses the photographs, ranks, and judges.
    ///
    /// Photographs are fused by the geometric mean of each label's probabilities, scaled to their original sum: a label
    /// must be plausible in every picture, and a single poor picture cannot decide alone.
    public init(of readings: [Reading], under policy: Policy) {
        let folded = Ranking.fused(readings.map { Ranking.folded($0.scores) })
        let ranked = folded.sorted {
            $0.probability != $1.probability
                ? $0.probability > $1.probability : $0.taxon.scientificName < $1.taxon.scientificName
        }
        let all = ranked.prefix(policy.candidateCount).enumerated().map { place, score in
            Candidate(rank: place + 1, taxon: score.taxon, confidence: Confidence(score.probability))
        }
        (verdict, reason) = Ranking.judge(all, readings: readings, under: policy)
        candidates = verdict == .notAPlant ? [] : all
        rollUps = verdict == .notAPlant ? [] : Ranking.rollUps(of: ranked, under: policy)
    }

    /// Adds the probabilities of labels that are one taxon in two spellings; the more probable spelling is kept.
    static func folded(_ scores: [Reading.Score]) -> [Reading.Score] {
        var places: [String: Int] = [:]
        var sums: [Reading.Score] = []
        for score in scores.sorted(by: { $0.probability > $1.probability }) {
            if let place = places[score.taxon.foldingKey] {
                let first = sums[place]
                sums[place] = .init(taxon: first.taxon, probability: first.probability + score.probability)
            } else {
                places[score.taxon.foldingKey] = sums.count
                sums.append(score)
            }
        }
        return sums
    }

    static func fused(_ readings: [[Reading.Score]]) -> [Reading.Score] {
        guard readings.count > 1 else { return readings.first ?? [] }
        var logarithms: [String: (taxon: Taxon, sum: Double, count: Int)] = [:]
        for scores in readings {
            for score in scores {
                var entry = logarithms[score.taxon.foldingKey] ?? (score.taxon, 0, 0)
                entry.sum += log(max(score.probability, 1e-6))
                entry.count += 1
                logarithms[score.taxon.foldingKey] = entry
            }
        }
        let count = Double(readings.count)
        let means = logarithms.values.map { entry in
            let absent = Double(readings.count - entry.count) * log(1e-6)
            return Reading.Score(taxon: entry.taxon, probability: exp((entry.sum + absent) / count))
        }
        let mass = readings.reduce(0) { $0 + $1.reduce(0) { $0 + $1.probability } } / count
        let sum = means.reduce(0) { $0 + $1.probability }
        guard sum > 0 else { return means }
        return means.map { .init(taxon: $0.taxon, probability: $0.probability * mass / sum) }
    }

    static func judge(
        _ candidates: [Candidate], readings: [Reading], under policy: Policy
    ) -> (Verdict, Reason) {
        let known = readings.compactMap(\.isFamiliar)
        // One familiar photograph of a plant suffices: the others may show it from an unusual side.
        let isFamiliar = known.isEmpty || known.contains(true)
        let top = candidates.first?.confidence ?? Confidence(0)
        let strange = readings.compactMap(\.notAPlant)
        let wellKnown = readings.compactMap(\.isWellKnown)
        let isWellKnown = wellKnown.isEmpty || wellKnown.contains(true)
        let isSure = isFamiliar && isWellKnown && top.band(under: policy) == .likely
        if !isSure, !strange.isEmpty, strange.allSatisfy({ $0 >= policy.notAPlantFrom }) {
            return (.notAPlant, .noPlant)
        }
        if !isFamiliar { return (.noClearMatch, .outsideKnowledge) }
        if top.value < policy.clearMatchFrom { return (.noClearMatch, .low) }
        switch top.band(under: policy) {
        case .likely where !isWellKnown: return (.unsure, .unfamiliar)
        case .likely: return areSmall(readings, under: policy) ? (.unsure, .small) : (.likely, .confident)
        case let band:
            if candidates.count > 1, top.value - candidates[1].confidence.value < policy.clearMargin {
                return (.noClearMatch, .close)
            }
            return (band == .unsure ? .unsure : .doubtful, .uncertain)
        }
    }

    /// True if every photograph is a thumbnail. An enlarged thumbnail is as soft for the model as a picture of something
    /// else, and its confidence is then too high.
    private static func areSmall(_ readings: [Reading], under policy: Policy) -> Bool {
        !readings.isEmpty && readings.allSatisfy { ($0.side ?? .max) < policy.smallestSide }
    }

    /// Returns genera and families that are probable enough and more probable than their best member, sorted by
    /// probability, then by rank with the narrowest first.
    static func rollUps(of scores: [Reading.Score], under policy: Policy) -> [RollUp] {
        func groups(_ rank: Taxon.Rank, by name: (Taxon) -> String?) -> [RollUp] {
            var sums: [String: (sum: Double, best: Double)] = [:]
            for score in scores {
                guard let group = name(score.taxon) else { continue }
                let known = sums[group] ?? (0, 0)
                sums[group] = (known.sum + score.probability, max(known.best, score.probability))
            }
            return sums.filter { $0.value.sum >= policy.rollUpFrom && $0.value.sum > $0.value.best + 0.01 }
                .map { RollUp(name: $0.key, rank: rank, confidence: Confidence($0.value.sum)) }
                .sorted { $0.confidence > $1.confidence }
        }
        return groups(.genus, by: \.genus) + groups(.family) { $0.rank == .family ? $0.scientificName : $0.family }
    }
}
