import Logging
package import Plants
import Recognition
import Synchronization

/// Recognises the plants of the household again, by their photographs.
package struct OwnPlants: Sendable {
    let records: any VectorRecords & PlantRecords
    let photographs: PhotographCollection
    let recogniser: Recogniser
    let livePolicy: LivePolicy
    let logger: Logger
    let unreadable = UnreadablePhotographs()

    /// A plant of the household that a photograph may show.
    package struct Match: Sendable, Hashable {
        package let plant: Plant
        /// 0–1.
        package let similarity: Double
    }

    /// Returns the plants that the photographs of an identification may show, the most similar first. Empty if the
    /// identification was kept, or if it was not made by the model in use.
    package func matches(of identification: Identification) async throws -> [Match] {
        guard case .open = identification.outcome, case .success(let about) = recogniser.about(),
            let from = about.samePlantFrom, identification.findings.device?.model == about.model
        else { return [] }
        let vectors = identification.answer.embeddings
        guard vectors.contains(where: { !$0.isEmpty }) else { return [] }
        let gallery = PlantGallery(try await records.plantVectors(of: about.model))
        var matches: [Match] = []
        for match in gallery.matches(of: vectors, from: from) {
            guard let plant = try await records.plant(match.plant) else { continue }
            matches.append(Match(plant: plant, similarity: min(1, max(0, match.similarity))))
        }
        return matches
    }

    /// Adds the photographs of an identification to a plant that they show, which makes the identification one of that
    /// plant. Throws `notFound` if there is no such plant, and `alreadyKept` if the identification belongs to another one.
    package func add(_ identification: Identification.ID, to plant: Plant.ID) async throws {
        try await records.attach(identification, to: plant)
    }

    /// Makes missing vectors of photographs, at most `limit`. Returns how many were made. A photograph that is no picture
    /// is noted as having no vector; another failure of one photograph is tried again after the next start. Throws
    /// `HouseholdError` if there is no model, or if the store fails.
    @discardableResult
    package func learn(atMost limit: Int = 20) async throws -> Int {
        guard case .success(let about) = recogniser.about(), about.samePlantFrom != nil else { return 0 }
        let tried = unreadable.all
        let missing = try await records.photographsWithoutVector(of: about.model, limit: limit + tried.count)
            .filter { !tried.contains($0) }.prefix(limit)
        var count = 0
        for photograph in missing {
            try Task.checkCancellation()
            if let vector = try await vector(of: photograph) {
                try await records.keep(vector, of: photograph, model: about.model)
                count += 1
            } else {
                unreadable.insert(photograph)
            }
        }
        return count
    }

    /// Returns nil if the photograph could not be read this time.
    private func vector(of photograph: Photograph.ID) async throws -> [Float]? {
        do {
            let picture = try await photographs.picture(photograph, kind: .original)
            return try await recogniser.recognise([picture], livePolicy.current).embeddings.first ?? []
        } catch let error as HouseholdError {
            if [.modelUnavailable, .darkroomUnavailable].contains(error.code) { throw error }
            logger.debug("a photograph gave no vector", metadata: ["code": "\(error.code.rawValue)"])
            return error.isAboutThePicture ? [] : nil
        }
    }
}

/// The photographs that could not be read since the start, although they may be pictures.
final class UnreadablePhotographs: Sendable {
    private let photographs = Mutex<Set<Photograph.ID>>([])

    var all: Set<Photograph.ID> { photographs.withLock { $0 } }

    func insert(_ photograph: Photograph.ID) { photographs.withLock { _ = $0.insert(photograph) } }
}
