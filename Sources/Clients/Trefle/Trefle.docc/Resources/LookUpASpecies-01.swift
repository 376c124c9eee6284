import Trefle
import URLSessionTransport

/// Reads what a plant needs from Trefle.
struct GrowingConditions {
    let client: TrefleClient

    /// `token` is the account's token; read it from the environment or from a store of secrets.
    init(token: String) {
        client = TrefleClient(token: token, transport: URLSessionTransport().transport.limited(to: TrefleLimits()))
    }
}
