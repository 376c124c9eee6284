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

    /// Returns whether the server has loaded the model, and the model takes one such picture.
    func isUsable() async throws -> Bool {
        guard try await client.isReady(model: model) else { return false }
        guard let input = try await client.metadata(model: model).inputs.first else { return false }
        return input.name == "image" && input.dataType == .uint8 && input.shape.dropFirst() == [224, 224, 3]
    }

    /// Makes the input of the model from the red, green and blue of each pixel, from the top left.
    static func tensor(of pixels: [UInt8]) throws -> InferenceTensor {
        try InferenceTensor(name: "image", dataType: .uint8, shape: [1, 224, 224, 3], bytes: pixels)
    }
}
