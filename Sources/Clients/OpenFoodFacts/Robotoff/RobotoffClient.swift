public import Foundation
public import HTTPTransport

/// A client of Robotoff, which extracts facts from the pictures and texts of Open Food Facts and asks people to confirm
/// them.
///
/// ```swift
/// let robotoff = RobotoffClient(userAgent: agent, identity: .device(name), transport: wire)
/// let questions = try await robotoff.questions(of: Barcode("3017620422003"), language: .french).value
/// let outcome = try await robotoff.annotate(questions.items[0].insightID, .yes).value
/// outcome.next
/// ```
///
/// Every call exists twice: here with typed parameters, and in ``basic`` with untyped texts and numbers.
///
/// The client is stateless: it does not count, wait or retry. Calls that write are marked as not repeatable, because
/// the service counts every vote that it gets. Send at most about 12 requests a minute, for all users together.
///
/// Give the client a transport that follows no redirects. Name and password are sent in the header field
/// `Authorization`, over TLS only, and are in no description, mirror or error.
///
/// Source: Robotoff 1.85.10 (June 2026), measured; its OpenAPI document
/// <https://openfoodfacts.github.io/robotoff/references/api/> is wrong in places. The data is under the licences of
/// ``OpenFoodFactsAttribution``.
public struct RobotoffClient: Sendable, CustomStringConvertible, CustomReflectable {
    /// `https://robotoff.openfoodfacts.org`.
    public static let service = URL(constant: "https://robotoff.openfoodfacts.org")

    /// `https://robotoff.openfoodfacts.net`, for experiments.
    public static let staging = URL(constant: "https://robotoff.openfoodfacts.net")

    /// The identity for fetching and answering questions.
    let identity: RobotoffIdentity
    let wire: Wire

    /// A client for one identity.
    ///
    /// - Parameters:
    ///   - baseURL: the service's address: scheme, host, port and the path before `/api`.
    ///   - userAgent: the application that sends the requests.
    ///   - identity: the identity for fetching and answering questions; use the same for both.
    ///   - transport: sends the requests.
    public init(
        baseURL: URL = RobotoffClient.service, userAgent: UserAgent, identity: RobotoffIdentity = .anonymous,
        transport: HTTPTransport
    ) {
        self.identity = identity
        let (account, secrets): (Account?, [String]) =
            switch identity {
            case .anonymous: (nil, [])
            case .device(let name): (nil, [name].filter { $0.utf8.count >= 4 })
            case .account(let account): (account, [])
            }
        wire = Wire(
            baseURL: baseURL, userAgent: userAgent, account: account, secrets: secrets, transport: transport)
    }

    /// The same calls with untyped texts and numbers.
    public var basic: Basic { Basic(client: self) }

    /// The service's address.
    public var baseURL: URL { wire.baseURL }

    public var description: String { "RobotoffClient(\(wire.host))" }

    public var customMirror: Mirror {
        Mirror(self, children: ["host": wire.host], displayStyle: .struct)
    }

    /// The prefix of every path.
    static let root = "/api/v1"

    var device: String? { if case .device(let name) = identity { name } else { nil } }

    var hasAccount: Bool { if case .account = identity { true } else { false } }
}
