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
}
