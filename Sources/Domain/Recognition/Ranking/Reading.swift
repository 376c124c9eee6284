/// The output of a model for one photograph before ranking: one score per label, and whether the picture is familiar.
package struct Reading: Sendable, Hashable {
    package struct Score: Sendable, Hashable {
        package let taxon: Taxon
        /// 0–1; the scores of a reading need not add up to 1.
        package let probability: Double

        package init(taxon: Taxon, probability: Double) {
            self.taxon = taxon
            self.probability = probability
        }
    }

    package let scores: [Score]
    /// Whether the picture is similar to the training data of its best label; nil if the model cannot tell.
    package let isFamiliar: Bool?
    /// Whether it is so similar that the answer may be called likely; nil if the model makes no such difference.
    package let isWellKnown: Bool?
    /// The probability that the picture shows no plant, 0–1; nil if the model cannot tell.
    package let notAPlant: Double?
    /// The shorter side of the photograph in pixels; nil if it is not known.
    package let side: Int?
    /// A unit vector, near to those of similar pictures; empty if the model has none.
    package let embedding: [Float]

    package init(
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
