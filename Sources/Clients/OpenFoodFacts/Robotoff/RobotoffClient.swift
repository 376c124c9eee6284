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
    public static let service: URL = {
        guard let url = URL(string: "https://robotoff.openfoodfacts.org") else { preconditionFailure("a constant") }
        return url
    }()

    /// `https://robotoff.openfoodfacts.net`, to try things out.
    public static let staging: URL = {
        guard let url = URL(string: "https://robotoff.openfoodfacts.net") else { preconditionFailure("a constant") }
        return url
    }()

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
        var wire = Wire(baseURL: baseURL, userAgent: userAgent, transport: transport)
        switch identity {
        case .anonymous: break
        case .device(let name): wire.secrets = [name].filter { $0.utf8.count >= 4 }
        case .account(let account):
            wire.authorization = account.authorization
            wire.secrets = account.secrets
        }
        self.wire = wire
    }

    /// The same calls with texts and numbers as they go over the wire.
    public var basic: Basic { Basic(client: self) }

    /// Where the service is.
    public var baseURL: URL { wire.baseURL }

    public var description: String { "RobotoffClient(\(wire.baseURL.host() ?? "?"))" }

    public var customMirror: Mirror {
        Mirror(self, children: ["host": wire.baseURL.host() ?? "?"], displayStyle: .struct)
    }

    /// What stands before every path.
    static let root = "/api/v1"

    var device: String? { if case .device(let name) = identity { name } else { nil } }

    var hasAccount: Bool { if case .account = identity { true } else { false } }
}

extension RobotoffClient {
    /// The calls of ``RobotoffClient`` with texts and numbers instead of types: lists are texts with commas, and nothing is
    /// refused but what would lead to another address. What the service thinks of it stands in the error.
    public struct Basic: Sendable {
        let client: RobotoffClient

        var wire: Wire { client.wire }

        /// Any call, for those who want to look: what came is the value.
        ///
        /// - Parameters:
        ///   - method: `GET`, `POST` or `PUT`.
        ///   - path: below `/api/v1`, as `/questions/3017620422003`, without a query.
        ///   - query: the fields of the query, in this order.
        ///   - form: the fields of a form, for `POST`.
        ///   - json: the body, where it is no form.
        /// - Returns: the answer's JSON.
        /// - Throws: ``OpenFoodFactsError``.
        public func call(
            _ method: String = "GET", _ path: String, query: KeyValuePairs<String, String> = [:],
            form: KeyValuePairs<String, String>? = nil, json: JSONValue? = nil
        ) async throws -> OpenFoodFactsReply<JSONValue> {
            let call = try Self.call(method, path, query: Array(query), form: form.map { Array($0) }, json: json)
            return try await wire.send(call) { $0 }
        }
    }
}
