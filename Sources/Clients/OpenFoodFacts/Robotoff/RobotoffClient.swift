public import Foundation
public import HTTPTransport

/// Robotoff, which looks at pictures and texts of Open Food Facts, finds things out and asks people whether they are so.
///
/// ```swift
/// let robotoff = RobotoffClient(userAgent: agent, identity: .device(name), transport: wire)
/// let questions = try await robotoff.questions(of: Barcode("3017620422003"), language: .french).value
/// let outcome = try await robotoff.annotate(questions.items[0].insightID, .yes).value
/// outcome.next
/// ```
///
/// Every call that takes words of a set exists twice: here with types, and in ``basic`` with texts and numbers as they go
/// over the wire.
///
/// The client sends what it is told and says what came back. It does not count, wait or repeat, and it marks what writes
/// as not to be repeated: the service counts every vote it gets. Ask at most some 12 times a minute, whoever asks.
///
/// Give the client a transport that follows no redirects. Name and password go into the header field `Authorization`, over
/// TLS only, and are in no description, mirror or error.
///
/// Source: Robotoff 1.85.10 (June 2026), measured; its OpenAPI document
/// <https://openfoodfacts.github.io/robotoff/references/api/> is wrong in places. The data is under the licences of
/// ``OpenFoodFactsAttribution``.
public struct RobotoffClient: Sendable, CustomStringConvertible, CustomReflectable {
    /// `https://robotoff.openfoodfacts.org`.
    public static let service = URL(constant: "https://robotoff.openfoodfacts.org")

    /// `https://robotoff.openfoodfacts.net`, to try things out.
    public static let staging = URL(constant: "https://robotoff.openfoodfacts.net")

    /// Who asks and answers.
    let identity: RobotoffIdentity
    let wire: Wire

    /// A client of one identity.
    ///
    /// - Parameters:
    ///   - baseURL: where the service is: scheme, host, port and the path before `/api`.
    ///   - userAgent: who asks.
    ///   - identity: who fetches questions and answers them; use the same for both.
    ///   - transport: how requests are sent.
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

    /// The same calls with texts and numbers as they go over the wire.
    public var basic: Basic { Basic(client: self) }

    /// Where the service is.
    public var baseURL: URL { wire.baseURL }

    public var description: String { "RobotoffClient(\(wire.host))" }

    public var customMirror: Mirror {
        Mirror(self, children: ["host": wire.host], displayStyle: .struct)
    }

    /// What stands before every path.
    static let root = "/api/v1"

    var device: String? { if case .device(let name) = identity { name } else { nil } }

    var hasAccount: Bool { if case .account = identity { true } else { false } }
}
