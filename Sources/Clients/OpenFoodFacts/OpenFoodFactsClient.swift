public import Foundation
public import HTTPTransport

/// Open Food Facts: what people have entered about products.
///
/// ```swift
/// let agent = try UserAgent(app: "Larder", version: "1.0", contact: "me@example.org")
/// let client = OpenFoodFactsClient(userAgent: agent, transport: wire)
/// let answer = try await client.product(Barcode("3017620422003"), language: .french).value
/// answer.product?.nutriScore
/// ```
///
/// The service allows an address 15 reads and 10 searches a minute, and locks out who does not keep to it: one read for one
/// scan, and nothing while somebody types. The client sends what it is told and says what came back; it does not count,
/// wait or repeat. After ``OpenFoodFactsError/Code/rateLimited`` and ``OpenFoodFactsError/Code/unavailable`` ask nothing
/// for a minute. A server is one address for all its users: keep answers, and merge questions that are the same.
///
/// Give the client a transport that follows no redirects: products of the sister projects are on other hosts, and the
/// client goes there itself, and nowhere else.
///
/// Source: <https://openfoodfacts.github.io/openfoodfacts-server/api/>. Whoever shows the data must say so:
/// ``OpenFoodFactsAttribution``.
public struct OpenFoodFactsClient: Sendable, CustomStringConvertible, CustomReflectable {
    /// `https://world.openfoodfacts.org`.
    public static let service = URL(constant: "https://world.openfoodfacts.org")

    /// `https://world.openfoodfacts.net`, to try things out. It wants the account `off`, password `off`.
    public static let staging = URL(constant: "https://world.openfoodfacts.net")

    let wire: Wire

    /// A client.
    ///
    /// - Parameters:
    ///   - baseURL: where the service is: scheme, host, port and the path before `/api`.
    ///   - userAgent: who asks.
    ///   - account: only where the door wants it, as ``staging``; reading products needs none.
    ///   - transport: how requests are sent.
    public init(
        baseURL: URL = OpenFoodFactsClient.service, userAgent: UserAgent, account: Account? = nil,
        transport: HTTPTransport
    ) {
        wire = Wire(baseURL: baseURL, userAgent: userAgent, account: account, transport: transport)
    }

    /// Where the service is.
    public var baseURL: URL { wire.baseURL }

    public var description: String { "OpenFoodFactsClient(\(wire.host))" }

    public var customMirror: Mirror {
        Mirror(self, children: ["host": wire.host], displayStyle: .struct)
    }
}
