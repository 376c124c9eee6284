package import Foundation
package import Household
package import Imaging
import Inference
package import Recognition

/// Recognises plants on this machine: the pool prepares the pictures, the model produces readings, and the ranking
/// orders them.
package final class LocalRecogniser: Sendable {
    private let pictures: PicturePool
    private let now: @Sendable () -> Date
    private let model: Result<ModelReader, HouseholdError>

    /// Calls `load` once. If loading fails, every recognition throws its error.
    package init(
        pictures: PicturePool, now: @escaping @Sendable () -> Date, load: () throws(ModelFolderError) -> ModelReader
    ) {
        self.pictures = pictures
        self.now = now
        do throws(ModelFolderError) {
            model = .success(try load())
        } catch {
            model = .failure(
                HouseholdError(
                    .modelUnavailable, "\(error.file): \(error.message)", detail: error.code.rawValue,
                    hint: error.remedy, cause: error))
        }
    }

    package var recogniser: Recogniser {
        Recogniser(about: { self.about() }, recognise: { try await self.recognise($0, under: $1) })
    }

    package func about() -> Result<Recogniser.About, HouseholdError> {
        model.map { reader in
            let manifest = reader.folder.manifest
            return Recogniser.About(
                model: manifest.fullName, labelCount: reader.folder.labels.count { $0 != nil },
                licence: manifest.licence ?? "not stated", source: manifest.source ?? "not stated",
                accuracy: manifest.accuracyNote ?? "not stated", limits: manifest.limitsNote ?? "not stated")
        }
    }

    /// Throws `HouseholdError`, or `CancellationError` if the task is cancelled.
    package func recognise(_ photographs: [[UInt8]], under policy: Policy) async throws -> Answer {
        let reader = try model.get()
        let clock = ContinuousClock()
        let began = clock.now
        var decode = 0.0
        var inference = 0.0
        var readings: [Reading] = []
        for photograph in photographs {
            let pixels: [UInt8]
            let started = clock.now
            do {
                pixels = try await pictures.prepare(photograph, as: Preparation(pixels: reader.pixels)).pixels
            } catch let error as ImagingError {
                throw HouseholdError(error)
            }
            let prepared = clock.now
            do {
                readings.append(try await reader.read(pixels))
            } catch let error as InferenceError {
                throw HouseholdError(
                    error.code == .timedOut ? .recognitionTimedOut : .recognitionFailed, error.message,
                    detail: error.code.rawValue, hint: "Try again.", cause: error)
            }
            decode += (prepared - started) / .milliseconds(1)
            inference += (clock.now - prepared) / .milliseconds(1)
        }
        let ranking = Ranking(of: readings, under: policy)
        return Answer(
            verdict: ranking.verdict, reason: ranking.reason, candidates: ranking.candidates, rollUps: ranking.rollUps,
            source: .device, model: reader.folder.manifest.fullName,
            durations: .init(decode: decode, inference: inference, total: (clock.now - began) / .milliseconds(1)),
            answeredAt: now(), embeddings: readings.map(\.embedding))
    }
}

extension HouseholdError {
    /// Converts an imaging error into a household error.
    package init(_ error: ImagingError) {
        if error.code == .unavailable {
            self.init(
                .darkroomUnavailable, error.message, detail: error.code.rawValue, hint: "Try again.", cause: error)
        } else {
            self.init(
                .photographRefused, error.message, detail: error.code.rawValue, hint: "Try another photograph.",
                cause: error)
        }
    }
}
