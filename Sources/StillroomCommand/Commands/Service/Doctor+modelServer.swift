import Foundation
import Inference
import LocalRecognition
import Messages
import ServedRecognition

extension Doctor {
    /// Compares the model of the server with that of its folder; sends no picture.
    static func modelServer(_ settings: Settings) async -> Finding? {
        guard let address = settings.modelServer.address else { return nil }
        let host = address.host() ?? ""
        do {
            let folder = try Compose.model(settings)
            try await Compose.modelServer(settings, at: address, for: folder).check()
            return Finding(
                what: "model server", isWell: true,
                detail: localized("\(host, "host") has the model \(folder.manifest.fullName, "model")"))
        } catch {
            let reason =
                switch (error as? InferenceError)?.code {
                case .modelMismatch?: localized("\(host, "host") has another model than the folder.")
                case .timedOut?: localized("\(host, "host") did not answer in time.")
                case .some: localized("\(host, "host") cannot be used.")
                case nil: "\(error)"
                }
            let detail = (error as? InferenceError).map { " (\($0.message))" } ?? ""
            return Finding(
                what: "model server", isWell: false,
                detail: reason + detail + " " + localized("The built-in model answers meanwhile."))
        }
    }
}
