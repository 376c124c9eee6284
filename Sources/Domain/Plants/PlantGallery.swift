package import Recognition

/// The photographs of a household's plants as vectors, to recognise one of these plants again.
///
/// It needs no species: a plant that no model knows is recognised as well. The thresholds belong to the model that made
/// the vectors, and are measured with it (Docs/model-card.md).
package struct PlantGallery: Sendable, Hashable {
    package struct Entry: Sendable, Hashable {
        package let plant: Plant.ID
        package let photograph: Photograph.ID
        /// Of unit length.
        package let vector: [Float]

        package init(plant: Plant.ID, photograph: Photograph.ID, vector: [Float]) {
            self.plant = plant
            self.photograph = photograph
            self.vector = vector
        }
    }

    package struct Match: Sendable, Hashable {
        package let plant: Plant.ID
        /// The cosine of the nearest photograph of the plant, averaged over the new photographs; at most 1.
        package let similarity: Double

        package init(plant: Plant.ID, similarity: Double) {
            self.plant = plant
            self.similarity = similarity
        }
    }

    private let entries: [Entry]

    package init(_ entries: [Entry]) { self.entries = entries }

    /// Returns the plants that the photographs with these vectors may show, the most similar first: those with at least
    /// the similarity `from`, at most `limit`.
    ///
    /// Entries of another length, of another model, are ignored.
    package func matches(of vectors: [[Float]], from: Double, limit: Int = 3) -> [Match] {
        let vectors = vectors.filter { !$0.isEmpty }
        guard !vectors.isEmpty else { return [] }
        var nearest: [Plant.ID: [Float]] = [:]
        for entry in entries where vectors.allSatisfy({ $0.count == entry.vector.count }) {
            var best = nearest[entry.plant] ?? [Float](repeating: -1, count: vectors.count)
            for (place, vector) in vectors.enumerated() {
                best[place] = max(best[place], Self.cosine(vector, entry.vector))
            }
            nearest[entry.plant] = best
        }
        let matches = nearest.map { plant, best in
            Match(plant: plant, similarity: Double(best.reduce(0, +)) / Double(best.count))
        }
        return matches.filter { $0.similarity >= from }
            .sorted { ($1.similarity, $0.plant.rawValue) < ($0.similarity, $1.plant.rawValue) }
            .prefix(limit).map(\.self)
    }

    private static func cosine(_ left: [Float], _ right: [Float]) -> Float {
        var sum: Float = 0
        for place in left.indices { sum += left[place] * right[place] }
        return sum
    }
}
