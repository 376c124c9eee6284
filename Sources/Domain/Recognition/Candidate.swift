/// One possible answer of a ranked list.
package struct Candidate: Sendable, Hashable {
    /// 1 is the best.
    package let rank: Int
    package let taxon: Taxon
    /// The confidence of the source that the answer follows; that of the other source if only that one names the
    /// candidate.
    package let confidence: Confidence
    /// The confidence of the local model, in an answer of two sources.
    package let device: Confidence?
    /// The confidence of the service, in an answer of two sources.
    package let service: Confidence?

    package init(
        rank: Int, taxon: Taxon, confidence: Confidence, device: Confidence? = nil, service: Confidence? = nil
    ) {
        self.rank = rank
        self.taxon = taxon
        self.confidence = confidence
        self.device = device
        self.service = service
    }
}

/// A genus or family whose members together are more probable than each of them.
package struct RollUp: Sendable, Hashable {
    package let name: String
    package let rank: Taxon.Rank
    package let confidence: Confidence

    package init(name: String, rank: Taxon.Rank, confidence: Confidence) {
        self.name = name
        self.rank = rank
        self.confidence = confidence
    }
}
