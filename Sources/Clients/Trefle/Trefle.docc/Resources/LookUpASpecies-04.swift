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

    /// Returns the species; nil if the service has no such record.
    func species(_ slug: String) async throws -> TrefleReply<Species>? {
        do {
            return try await client.species(TrefleID(slug))
        } catch let error as TrefleError where error.code == .notFound {
            return nil
        }
    }

    /// Returns the light of a species in words.
    static func light(of species: Species) -> String {
        guard let light = species.growth?.light else { return "The light is not known." }
        return "Light \(light) of 10, from Trefle."
    }
}
