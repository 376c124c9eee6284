/// One possible answer in a ranked list.
package struct Candidate: Sendable, Hashable {
    /// 1 is the best.
    package let rank: Int
    package let taxon: Taxon
    package let confidence: Confidence

    package init(rank: Int, taxon: Taxon, confidence: Confidence) {
        self.rank = rank
        self.taxon = taxon
        self.confidence = confidence
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
