public import Foundation
public import HTTPTransport
import HTTPTypes

/// A client of the Pl@ntNet API, version 2: identifies plants on photographs.
///
/// ```swift
/// let client = PlantNetClient(apiKey: key, transport: transport)
/// let reply = try await client.identify([PlantNetImage(bytes: bytes, type: .jpeg)])
/// reply.value.results.first?.species.scientificNameWithoutAuthor
/// reply.allowance.remaining
/// ```
///
/// The client is stateless: it does not count requests, cache responses or wait for quota. Every reply
/// (``PlantNetReply/allowance``) and every error contains the service's report about the quota. A request that the
/// service would refuse is not sent (``PlantNetError/Code/invalidRequest``), because Pl@ntNet charges a credit for it.
///
/// The key is sent in the query, as the service requires, and is in no description, mirror or error. Give the client a
/// transport that follows no redirects.
///
/// Not supported: `/v2/survey/tiles`, which is a trial on request and costs one credit for each tile; occurrences in
/// Darwin Core, which contain the coordinates of private persons; and `authenix-access-token`, the other kind of
/// authentication.
///
/// Source: <https://my.plantnet.org/doc/openapi> (state 2026). An application that shows results must show Pl@ntNet's
/// name.
public struct PlantNetClient: Sendable, CustomStringConvertible, CustomReflectable {
    /// `https://my-api.plantnet.org`.
    public static let service = URL(constant: "https://my-api.plantnet.org")

    /// The address of the service, or of a proxy in front of it.
    public var baseURL: URL { api.baseURL }
    private let api: APIClient<PlantNetError>
    private let hasKey: Bool

    /// A client for one account.
    ///
    /// - Parameters:
    ///   - baseURL: the service's address: scheme, host, port and the path before `/v2`.
    ///   - apiKey: the account's key; if it is empty, every call except ``status()`` throws
    ///     ``PlantNetError/Code/keyMissing``.
    ///   - transport: sends the requests; the caller adds time-outs, retries and a rate limit to it.
    public init(baseURL: URL = PlantNetClient.service, apiKey: String, transport: HTTPTransport) {
        let key = apiKey.trimmingCharacters(in: .whitespacesAndNewlines)
        hasKey = !key.isEmpty
        api = APIClient(
            baseURL: baseURL, transport: transport, credential: .query(name: "api-key", value: key), secrets: [key])
    }

    public var description: String { "PlantNetClient(\(api.host))" }

    public var customMirror: Mirror { Mirror(self, children: ["host": api.host], displayStyle: .struct) }

    // MARK: - Sending

    /// Sends a call and decodes its response.
    ///
    /// - Throws: ``PlantNetError``, `CancellationError`.
    func send<Value: Decodable & Sendable>(_ call: APICall, as type: Value.Type = Value.self) async throws
        -> PlantNetReply<Value>
    {
        guard !call.needsCredential || hasKey else {
            throw PlantNetError(.keyMissing, "there is no key for Pl@ntNet")
        }
        let response = try await api.success(call)
        let value: Value = try api.value(of: response)
        let echo = try? response.json(as: AllowanceEcho.self).remaining
        return PlantNetReply(
            value: value, allowance: Allowance(response.head.headerFields).completed(withRemaining: echo))
    }
}
