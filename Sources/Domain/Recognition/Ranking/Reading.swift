/// What a model read in one photograph, before it is ranked: one score a label, and how strange the picture was to it.
package struct Reading: Sendable, Hashable {
    package struct Score: Sendable, Hashable {
        package let taxon: Taxon
        /// 0–1; the scores of one reading need not add up to 1.
        package let probability: Double

        package init(taxon: Taxon, probability: Double) {
            self.taxon = taxon
            self.probability = probability
        }
    }

    package let scores: [Score]
    /// Whether the picture resembles what the model learned under its best label; nothing where it cannot tell.
    package let isFamiliar: Bool?
    /// How likely the picture shows no plant at all, 0–1; nothing where the model cannot tell.
    package let notAPlant: Double?
    /// A unit vector that lies near those of similar pictures; empty where the model has none.
    package let embedding: [Float]

    package init(scores: [Score], isFamiliar: Bool? = nil, notAPlant: Double? = nil, embedding: [Float] = []) {
        self.scores = scores
        self.isFamiliar = isFamiliar
        self.notAPlant = notAPlant
        self.embedding = embedding
    }
}
