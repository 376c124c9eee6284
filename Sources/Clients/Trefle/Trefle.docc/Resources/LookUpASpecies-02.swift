import Trefle
import URLSessionTransport

/// Reads what a plant needs from Trefle.
struct GrowingConditions {
    let client: TrefleClient

    /// `token` is the account's token; read it from the environment or from a store of secrets.
    init(token: String) {
        client = TrefleClient(token: token, transport: URLSessionTransport().transport.limited(to: TrefleLimits()))
    }

    /// Returns the slug of the first species with this name; nil if there is none.
    func slug(of name: String) async throws -> String? {
        try await client.searchSpecies(name).value.items.first?.slug
    }
}
