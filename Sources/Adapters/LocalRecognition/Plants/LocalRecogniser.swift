package import Foundation
package import Household
package import Imaging
import Inference
import Messages
package import Recognition
import Synchronization

/// Recognises plants on this machine: the pool prepares the pictures, the model produces readings, and the ranking
/// orders them.
package final class LocalRecogniser: Sendable {
    private let pictures: PicturePool
    private let now: @Sendable () -> Date
    /// The host of the model server that runs the model; nil if this machine does.
    private let server: String?
    /// The errors are kept as those of the model, because their texts are in the language of the person who reads them.
    private let folder: Result<ModelFolder, ModelFolderError>
    private let load: @Sendable (ModelFolder) throws(ModelFolderError) -> ModelReader
    private let state = Mutex(State())

    private struct State {
        var loading: Task<Result<ModelReader, ModelFolderError>, Never>?
        var failure: ModelFolderError?
    }

    /// Calls `folder` now and `load` once, at `warmUp` or at the first recognition. If either fails, every recognition
    /// throws its error. `server` is the host of the model server, if one runs the model.
    package init(
        pictures: PicturePool, now: @escaping @Sendable () -> Date, server: String? = nil,
        folder: () throws(ModelFolderError) -> ModelFolder,
        load: @escaping @Sendable (ModelFolder) throws(ModelFolderError) -> ModelReader
    ) {
        self.pictures = pictures
        self.now = now
        self.server = server
        self.load = load
        do throws(ModelFolderError) {
            self.folder = .success(try folder())
        } catch {
            self.folder = .failure(error)
        }
    }

    package var recogniser: Recogniser {
        Recogniser(
            about: { self.about() }, recognise: { try await self.recognise($0, under: $1) },
            warmUp: { try await self.warmUp() }, labels: { self.labels() }, isHere: server == nil)
    }

    /// The model in use, or why there is none. Before the weights are loaded, only the other files of the model have been
    /// read.
    package func about() -> Result<Recogniser.About, HouseholdError> {
        if let failure = state.withLock({ $0.failure }) { return .failure(HouseholdError(failure)) }
        return folder.mapError { HouseholdError($0) }.map { folder in
            let manifest = folder.manifest
            let notStated = localized("not stated")
            return Recogniser.About(
                model: origin(of: manifest).text,
                labelCount: folder.labels.count { $0 != nil },
                licence: manifest.licence ?? notStated, source: manifest.source ?? notStated,
                accuracy: manifest.accuracyNote ?? notStated, limits: manifest.limitsNote ?? notStated,
                samePlantFrom: manifest.samePlant?.threshold)
        }
    }

    private func origin(of manifest: ModelManifest) -> ModelOrigin {
        ModelOrigin(model: manifest.fullName, place: server.map { .server($0) } ?? .here)
    }

    /// The taxa that the model in use can name; empty if there is no model.
    package func labels() -> [ModelLabel] {
        guard let labels = try? folder.get().labels else { return [] }
        return labels.enumerated().compactMap { index, taxon in taxon.map { ModelLabel(index: index, taxon: $0) } }
    }

    /// Starts the decoders and loads the weights, so that the first photograph does not wait for them. Throws
    /// `HouseholdError`.
    package func warmUp() async throws {
        pictures.warmUp()
        _ = try await reader()
    }

    /// Returns the model; the first call loads it.
    private func reader() async throws -> ModelReader {
        let folder = try folder.mapError { HouseholdError($0) }.get()
        let loading = state.withLock { state in
            if let loading = state.loading { return loading }
            let loading = Task { [load, self] in
                do throws(ModelFolderError) {
                    return Result<ModelReader, ModelFolderError>.success(try load(folder))
                } catch {
                    self.state.withLock { $0.failure = error }
                    return .failure(error)
                }
            }
            state.loading = loading
            return loading
        }
        return try await loading.value.mapError { HouseholdError($0) }.get()
    }

    /// Throws `HouseholdError`, or `CancellationError` if the task is cancelled.
    package func recognise(_ photographs: [[UInt8]], under policy: Policy) async throws -> Answer {
        let reader = try await reader()
        let clock = ContinuousClock()
        let began = clock.now
        var decode = 0.0
        var inference = 0.0
        var readings: [Reading] = []
        for photograph in photographs {
            let picture: Prepared
            let started = clock.now
            do {
                picture = try await pictures.prepare(photograph, as: Preparation(pixels: reader.pixels))
            } catch let error as ImagingError {
                throw HouseholdError(error)
            }
            let prepared = clock.now
            do {
                readings.append(
                    try await reader.read(picture.pixels, side: min(picture.width, picture.height)))
            } catch let error as InferenceError {
                throw HouseholdError(
                    error.code == .timedOut ? .recognitionTimedOut : .recognitionFailed, error.text,
                    detail: error.code.rawValue, hint: localized("Try again."), cause: error)
            }
            decode += (prepared - started) / .milliseconds(1)
            inference += (clock.now - prepared) / .milliseconds(1)
        }
        let ranking = Ranking(of: readings, under: policy)
        return Answer(
            verdict: ranking.verdict, reason: ranking.reason, candidates: ranking.candidates, rollUps: ranking.rollUps,
            source: .device, model: origin(of: reader.folder.manifest).text,
            durations: .init(decode: decode, inference: inference, total: (clock.now - began) / .milliseconds(1)),
            answeredAt: now(), embeddings: readings.map(\.embedding))
    }
}

extension HouseholdError {
    fileprivate init(_ error: ModelFolderError) {
        self.init(
            .modelUnavailable, "\(error.file): \(error.message)", detail: error.code.rawValue, hint: error.remedy,
            cause: error)
    }

    /// Converts an imaging error into a household error.
    package init(_ error: ImagingError) {
        if error.code == .unavailable {
            self.init(
                .pictureProcessorUnavailable, error.text, detail: error.code.rawValue, hint: localized("Try again."),
                cause: error)
        } else {
            self.init(
                .photographRefused, error.text, detail: error.code.rawValue,
                hint: localized("Try another photograph."),
                cause: error)
        }
    }
}
