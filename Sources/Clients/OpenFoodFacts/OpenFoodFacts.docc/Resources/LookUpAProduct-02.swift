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

    /// Checks the digits under a barcode.
    func barcode(_ digits: String) throws -> Barcode {
        try Barcode(digits)
    }
}
