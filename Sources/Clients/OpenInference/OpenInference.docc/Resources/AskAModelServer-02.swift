import Foundation
import OpenInference
import URLSessionTransport

/// A model on a server that takes a picture of 224 × 224 pixels.
struct PictureModel {
    let client: OpenInferenceClient
    let model: String

    /// `token` is nil for a server without one; read it from the environment or from a store of secrets.
    init(address: URL, model: String, token: String? = nil) {
        client = OpenInferenceClient(
            baseURL: address, token: token, transport: URLSessionTransport().transport.timingOut(after: .seconds(5)))
        self.model = model
    }

    /// Returns whether the server has loaded the model.
    func isUsable() async throws -> Bool {
        try await client.isReady(model: model)
    }
}
