import Accounts
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
            let from = about.samePlantFrom,
            identification.findings.device.map({ ModelOrigin($0.model).model }) == ModelOrigin(about.model).model
        else { return [] }
        let vectors = identification.answer.embeddings
        guard vectors.contains(where: { !$0.isEmpty }) else { return [] }
        let gallery = PlantGallery(try await records.plantVectors(of: ModelOrigin(about.model).model))
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
        try ActingPerson.require(.change)
        try await records.attach(identification, to: plant)
    }

    /// Makes missing vectors of photographs, at most `limit`. Returns how many were made. A photograph that is no picture
    /// is noted as having no vector; another failure of one photograph is tried again after the next start. Throws
    /// `HouseholdError` if there is no model, or if the store fails.
    @discardableResult
    package func learn(atMost limit: Int = 20) async throws -> Int {
        guard case .success(let about) = recogniser.about(), about.samePlantFrom != nil else { return 0 }
        let tried = unreadable.all
        // Wherever it runs, it is the same model.
        let model = ModelOrigin(about.model).model
        let missing = try await records.photographsWithoutVector(of: model, limit: limit + tried.count)
            .filter { !tried.contains($0) }.prefix(limit)
        var count = 0
        for photograph in missing {
            try Task.checkCancellation()
            switch try await vector(of: photograph, by: model) {
            case .vector(let vector):
                try await records.keep(vector, of: photograph, model: model)
                count += 1
            case .unreadable: unreadable.insert(photograph)
            case .otherModel: return count
            }
        }
        return count
    }

    private enum Outcome {
        /// Empty if the photograph is no picture.
        case vector([Float])
        /// The photograph could not be read this time.
        case unreadable
        /// Another model answered, because the model server could not be used. Its vectors cannot be compared.
        case otherModel
    }

    private func vector(of photograph: Photograph.ID, by model: String) async throws -> Outcome {
        do {
            let picture = try await photographs.picture(photograph, kind: .original)
            let answer = try await recogniser.recognise([picture], livePolicy.current)
            guard ModelOrigin(answer.model).model == model else { return .otherModel }
            return .vector(answer.embeddings.first ?? [])
        } catch let error as HouseholdError {
            if [.modelUnavailable, .pictureProcessorUnavailable].contains(error.code) { throw error }
            logger.debug("a photograph gave no vector", metadata: ["code": "\(error.code.rawValue)"])
            return error.isAboutThePicture ? .vector([]) : .unreadable
        }
    }
}

/// The photographs that could not be read since the start, although they may be pictures.
final class UnreadablePhotographs: Sendable {
    private let photographs = Mutex<Set<Photograph.ID>>([])

    var all: Set<Photograph.ID> { photographs.withLock { $0 } }

    func insert(_ photograph: Photograph.ID) { photographs.withLock { _ = $0.insert(photograph) } }
}
