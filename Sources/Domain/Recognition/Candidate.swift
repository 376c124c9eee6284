/// One possible answer of a ranked list.
public struct Candidate: Sendable, Hashable {
    /// 1 is the best.
    public let rank: Int
    /// The species, genus or family that this candidate names.
    public let taxon: Taxon
    /// The confidence of the source that the answer follows; that of the other source if only that one names the
    /// candidate.
    public let confidence: Confidence
    /// The confidence of the local model, in an answer of two sources.
    public let device: Confidence?
    /// The confidence of the service, in an answer of two sources.
    public let service: Confidence?

    public init(
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
public struct RollUp: Sendable, Hashable {
    /// The name of the genus or the family.
    public let name: String
    /// Whether it is a genus or a family.
    public let rank: Taxon.Rank
    /// The sum of the probabilities of its members.
    public let confidence: Confidence

    public init(name: String, rank: Taxon.Rank, confidence: Confidence) {
        self.name = name
        self.rank = rank
        self.confidence = confidence
    }
}
