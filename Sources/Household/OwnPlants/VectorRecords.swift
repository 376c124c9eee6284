package import Plants
package import Recognition

/// The vectors of the plants' photographs, by the model that made them. A slice of `Records`.
package protocol VectorRecords: Sendable {
    /// Adds the photographs of an identification to a plant that they show, in their order, and removes its entry from the
    /// waiting list, in one transaction. The identification is then kept as that plant. Idempotent. Throws `notFound` if
    /// there is no such plant or identification, and `alreadyKept` if the identification is kept as another plant.
    func attach(_ identification: Identification.ID, to plant: Plant.ID) async throws
    /// Returns photographs of plants that are not archived without a vector of the model, at most `limit`.
    func photographsWithoutVector(of model: String, limit: Int) async throws -> [Photograph.ID]
    /// Stores the vector of a photograph; an empty one says that the photograph has none. Replaces an earlier one of the
    /// same model. No-op if there is no such photograph.
    func keep(_ vector: [Float], of photograph: Photograph.ID, model: String) async throws
    /// Returns the vectors of the photographs of plants that are not archived. Their numbers are rounded to 1/127 of the
    /// greatest.
    func plantVectors(of model: String) async throws -> [PlantGallery.Entry]
}
