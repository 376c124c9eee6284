import OpenFoodFacts
import URLSessionTransport

/// Looks up products at Open Food Facts.
struct ProductLookUp {
    let client: OpenFoodFactsClient

    /// `contact` is a mail address or a web page of the person who is responsible for the app.
    init(contact: String) throws {
        let agent = try UserAgent(app: "Larder", version: "1.0", contact: contact)
        let transport = URLSessionTransport().transport.timingOut(after: .seconds(30))
        client = OpenFoodFactsClient(userAgent: agent, transport: transport)
    }

    /// Returns the product with this number; nil if the service has none.
    func product(_ digits: String) async throws -> Product? {
        try await client.product(Barcode(digits)).value.product
    }

    /// Returns what is known of the allergens.
    static func allergens(of product: Product) -> String {
        switch product.allergens {
        case .notKnown: "The allergens are not known. Read the package."
        case .none: "The ingredients that were entered contain no allergen. Read the package."
        case .listed(let tags): "Contains \(tags.joined(separator: ", "))."
        }
    }
}
