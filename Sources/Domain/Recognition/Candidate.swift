/// One possible answer in a ranked list.
package struct Candidate: Sendable, Hashable {
    /// 1 is the best.
    package let rank: Int
    package let taxon: Taxon
    /// That of the source the answer follows; of the other one where only that names it.
    package let confidence: Confidence
    /// What the model on this machine gave it, in an answer of two sources.
    package let device: Confidence?
    /// What the service gave it, in an answer of two sources.
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

/// A genus or family whose members together are surer than any one of them.
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
