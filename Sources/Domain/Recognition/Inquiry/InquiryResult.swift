/// The result of an inquiry: the answer of each source, and the combined answer.
public struct InquiryResult: Sendable, Hashable {
    /// Whether the best candidates of both sources agree.
    public enum Agreement: String, Sendable, CaseIterable {
        case species, genus, none
    }

    /// The combined answer: that of the service if there is one, with the candidates of the local model added.
    public let answer: Answer
    /// The answer of the local model; nil if it was not asked or failed.
    public let device: Answer?
    /// The answer of the service or of its cache; nil if it was not asked, was refused or failed.
    public let service: Answer?
    /// Whether the service was called, and why.
    public let asked: ServiceCallRecord

    public init(answer: Answer, device: Answer?, service: Answer?, asked: ServiceCallRecord) {
        self.answer = answer
        self.device = device
        self.service = service
        self.asked = asked
    }

    /// Returns nil if neither source answered.
    public init?(device: Answer?, service: Answer?, asked: ServiceCallRecord, under policy: Policy) {
        guard let answer = Self.joined(device, service, under: policy) else { return nil }
        self.init(answer: answer, device: device, service: service, asked: asked)
    }

    /// nil if only one source answered.
    public var agreement: Agreement? {
        guard let device, let service else { return nil }
        guard let ours = device.candidates.first?.taxon, let theirs = service.candidates.first?.taxon else {
            return device.verdict == service.verdict ? .species : Agreement.none
        }
        if ours.isSame(as: theirs) { return .species }
        return ours.genus != nil && ours.genus == theirs.genus ? .genus : Agreement.none
    }

    /// Returns the result with another processing time.
    public func took(_ milliseconds: Double) -> InquiryResult {
        InquiryResult(answer: answer.took(milliseconds), device: device, service: service, asked: asked)
    }

    /// Returns the service's list in its order, each candidate with the local confidence, followed by candidates that
    /// only the local model names.
    static func joined(_ device: Answer?, _ service: Answer?, under policy: Policy) -> Answer? {
        guard let service else { return device }
        guard let device else { return service }
        var own = device.candidates
        var both: [Candidate] = []
        for candidate in service.candidates {
            let place = own.firstIndex { $0.taxon.isSame(as: candidate.taxon) }
            let match = place.map { own.remove(at: $0) }
            both.append(
                Candidate(
                    rank: 0, taxon: candidate.taxon.adding(match?.taxon), confidence: candidate.confidence,
                    device: match?.confidence, service: candidate.confidence))
        }
        // Of the candidates that only the local model names, the best and the probable ones are kept.
        let alone = own.filter { $0.rank == 1 || $0.confidence.value >= policy.worthTelling }.prefix(3)
        let listed = both.prefix(max(0, policy.candidateCount - alone.count))
        let all =
            listed + alone.map { Candidate(rank: 0, taxon: $0.taxon, confidence: $0.confidence, device: $0.confidence) }
        return Answer(
            verdict: service.verdict, reason: service.reason,
            candidates: all.enumerated().map { place, candidate in
                Candidate(
                    rank: place + 1, taxon: candidate.taxon, confidence: candidate.confidence,
                    device: candidate.device, service: candidate.service)
            },
            rollUps: service.rollUps, source: service.source, model: service.model, durations: service.durations,
            answeredAt: service.answeredAt, embeddings: device.embeddings)
    }
}

extension Taxon {
    /// Returns the taxon with values that only `other` has.
    func adding(_ other: Taxon?) -> Taxon {
        guard let other else { return self }
        return Taxon(
            scientificName: scientificName, commonNames: commonNames.isEmpty ? other.commonNames : commonNames,
            family: family ?? other.family, rank: rank, powo: powo ?? other.powo, gbif: gbif ?? other.gbif)
    }
}

extension Answer {
    /// Returns the answer with another total time, in milliseconds; the other durations are kept.
    public func took(_ milliseconds: Double) -> Answer {
        Answer(
            verdict: verdict, reason: reason, candidates: candidates, rollUps: rollUps, source: source, model: model,
            durations: .init(decode: durations.decode, inference: durations.inference, total: milliseconds),
            answeredAt: answeredAt, embeddings: embeddings)
    }

    /// Returns the answer with these vectors, one per photograph.
    public func with(embeddings: [[Float]]) -> Answer {
        Answer(
            verdict: verdict, reason: reason, candidates: candidates, rollUps: rollUps, source: source, model: model,
            durations: durations, answeredAt: answeredAt, embeddings: embeddings)
    }

    /// The same answer, marked as cached.
    public var remembered: Answer {
        Answer(
            verdict: verdict, reason: reason, candidates: candidates, rollUps: rollUps, source: .cache, model: model,
            durations: durations, answeredAt: answeredAt, embeddings: embeddings)
    }
}
