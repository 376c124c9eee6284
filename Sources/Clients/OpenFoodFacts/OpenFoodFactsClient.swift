public import Foundation
public import HTTPTransport

/// A client of Open Food Facts: products as volunteers have entered them.
///
/// ```swift
/// let agent = try UserAgent(app: "Larder", version: "1.0", contact: "me@example.org")
/// let client = OpenFoodFactsClient(userAgent: agent, transport: wire)
/// let answer = try await client.product(Barcode("3017620422003"), language: .french).value
/// answer.product?.nutriScore
/// ```
///
/// The service allows 15 reads and 10 searches per minute for an IP address, and blocks addresses that send more: send
/// one read per scan, and no search while a user types. The client is stateless: it does not count, wait or retry.
/// After ``OpenFoodFactsError/Code/rateLimited`` and ``OpenFoodFactsError/Code/unavailable`` send no request for a
/// minute. A server has one address for all its users: cache responses, and merge identical requests.
///
/// Give the client a transport that follows no redirects: products of the sister projects are on other hosts, and the
/// client follows these redirects itself and no others.
///
/// Source: <https://openfoodfacts.github.io/openfoodfacts-server/api/>. An application that shows the data must show
/// the attribution: ``OpenFoodFactsAttribution``.
public struct OpenFoodFactsClient: Sendable, CustomStringConvertible, CustomReflectable {
    /// `https://world.openfoodfacts.org`.
    public static let service = URL(constant: "https://world.openfoodfacts.org")

    /// `https://world.openfoodfacts.net`, for experiments. It requires the account `off`, password `off`.
    public static let staging = URL(constant: "https://world.openfoodfacts.net")

    let wire: Wire

    /// A client.
    ///
    /// - Parameters:
    ///   - baseURL: the service's address: scheme, host, port and the path before `/api`.
    ///   - userAgent: the application that sends the requests.
    ///   - account: needed only for a server with access control, for example ``staging``; reading products needs none.
    ///   - transport: sends the requests.
    public init(
        baseURL: URL = OpenFoodFactsClient.service, userAgent: UserAgent, account: Account? = nil,
        transport: HTTPTransport
    ) {
        wire = Wire(baseURL: baseURL, userAgent: userAgent, account: account, transport: transport)
    }

    /// The service's address.
    public var baseURL: URL { wire.baseURL }

    public var description: String { "OpenFoodFactsClient(\(wire.host))" }

    public var customMirror: Mirror {
        Mirror(self, children: ["host": wire.host], displayStyle: .struct)
    }
}
