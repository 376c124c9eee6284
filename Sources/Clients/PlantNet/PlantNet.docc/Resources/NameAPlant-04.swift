import PlantNet
import URLSessionTransport

/// Names plants with Pl@ntNet.
struct PlantNames {
    let client: PlantNetClient

    /// `key` is the account's key; read it from the environment or from a store of secrets, not from the source.
    init(key: String) {
        client = PlantNetClient(
            apiKey: key, transport: URLSessionTransport().transport.timingOut(after: .seconds(30)))
    }

    /// Returns the names of the plant on an upright JPEG without EXIF, the best first; none if there is no plant.
    func names(on jpeg: [UInt8]) async throws -> [String] {
        do {
            let reply = try await client.identify([PlantNetImage(bytes: jpeg, type: .jpeg)])
            return reply.value.results.map(\.species.scientificNameWithoutAuthor)
        } catch let error as PlantNetError where error.code == .nothingFound {
            return []
        }
    }
}
