/// The output of a model for one photograph before ranking: one score per label, and whether the picture is familiar.
public struct Reading: Sendable, Hashable {
    /// The probability of one label.
    public struct Score: Sendable, Hashable {
        /// The label.
        public let taxon: Taxon
        /// 0–1; the scores of a reading need not add up to 1.
        public let probability: Double

        public init(taxon: Taxon, probability: Double) {
            self.taxon = taxon
            self.probability = probability
        }
    }

    /// The scores, in any order.
    public let scores: [Score]
    /// Whether the picture is similar to the training data of its best label; nil if the model cannot tell.
    public let isFamiliar: Bool?
    /// Whether it is so similar that the answer may be called likely; nil if the model makes no such difference.
    public let isWellKnown: Bool?
    /// The probability that the picture shows no plant, 0–1; nil if the model cannot tell.
    public let notAPlant: Double?
    /// The shorter side of the photograph in pixels; nil if it is not known.
    public let side: Int?
    /// A unit vector, near to those of similar pictures; empty if the model has none.
    public let embedding: [Float]

    public init(
        scores: [Score], isFamiliar: Bool? = nil, isWellKnown: Bool? = nil, notAPlant: Double? = nil, side: Int? = nil,
        embedding: [Float] = []
    ) {
        self.scores = scores
        self.isFamiliar = isFamiliar
        self.isWellKnown = isWellKnown
        self.notAPlant = notAPlant
        self.side = side
        self.embedding = embedding
    }
}
