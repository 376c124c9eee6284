public import Foundation
public import HTTPTransport
import HTTPTypes

/// The Pl@ntNet API, version 2: which plant is on these photographs.
///
/// ```swift
/// let client = PlantNetClient(apiKey: key, transport: transport)
/// let reply = try await client.identify([PlantNetImage(bytes: bytes, type: .jpeg)])
/// reply.value.results.first?.species.scientificNameWithoutAuthor
/// reply.allowance.remaining
/// ```
///
/// The client sends what it is told and says what came back. It does not count, save or wait for quota: what the service
/// says of it stands beside every value (``PlantNetReply/allowance``) and in errors. A request that the service would
/// refuse is refused here (``PlantNetError/Code/invalidRequest``), because Pl@ntNet takes a credit for it all the same.
///
/// The key goes into the query, as the service wants it, and nowhere else: it is in no description, mirror or error.
/// Give the client a transport that follows no redirects.
///
/// Left out: `/v2/survey/tiles`, which is a trial on request and takes one credit for each tile; occurrences in Darwin
/// Core, which carry the coordinates of private persons; and `authenix-access-token`, the other way to log in.
///
/// Source: <https://my.plantnet.org/doc/openapi> (state 2026). Whoever shows the answers must show Pl@ntNet's name.
public struct PlantNetClient: Sendable, CustomStringConvertible, CustomReflectable {
    /// `https://my-api.plantnet.org`.
    public static let service: URL = {
        guard let url = URL(string: "https://my-api.plantnet.org") else { preconditionFailure("a constant") }
        return url
    }()

    /// Where the service is, for instance a proxy in front of it.
    public let baseURL: URL
    let apiKey: String
    let transport: HTTPTransport

    /// A client of one account.
    ///
    /// - Parameters:
    ///   - baseURL: where the service is: scheme, host, port and the path before `/v2`.
    ///   - apiKey: the account's key; where it is empty every call but ``status()`` throws
    ///     ``PlantNetError/Code/keyMissing``.
    ///   - transport: how requests are sent, with time-outs, retries and a rate limit as the caller likes them.
    public init(baseURL: URL = PlantNetClient.service, apiKey: String, transport: HTTPTransport) {
        self.baseURL = baseURL
        self.apiKey = apiKey.trimmingCharacters(in: .whitespacesAndNewlines)
        self.transport = transport
    }

    public var description: String { "PlantNetClient(\(baseURL.host() ?? "?"))" }

    public var customMirror: Mirror { Mirror(self, children: ["host": baseURL.host() ?? "?"], displayStyle: .struct) }

    // MARK: - The one way out

    /// What a call needs, before the key is added.
    struct Call {
        var method: HTTPRequest.Method = .get
        var path: String
        var query: Query = Query()
        var form: MultipartForm.Encoded?
        var needsKey = true
        var isRepeatable = true
        var responseLimit = HTTPTransport.Request.usualResponseLimit
    }

    /// Sends, sorts out errors, decodes.
    func send<Value: Decodable & Sendable>(_ call: Call, as type: Value.Type = Value.self) async throws
        -> PlantNetReply<Value>
    {
        guard !call.needsKey || !apiKey.isEmpty else {
            throw PlantNetError(.keyMissing, "there is no key for Pl@ntNet")
        }
        let response = try await answer(to: request(call), uploads: call.form != nil)
        let fields = response.head.headerFields
        guard (200..<300).contains(response.head.status.code) else { throw PlantNetError(response, hiding: apiKey) }
        let told = Allowance(fields)
        do {
            let value = try JSONDecoder().decode(Value.self, from: Data(response.body))
            let echo = (try? JSONDecoder().decode(AllowanceEcho.self, from: Data(response.body)))?.remaining
            return PlantNetReply(value: value, allowance: told.completed(withRemaining: echo))
        } catch {
            throw PlantNetError(
                .unreadable, "the answer is not what Pl@ntNet documents", status: response.head.status.code,
                allowance: told.known, cause: error)
        }
    }

    private func request(_ call: Call) -> HTTPTransport.Request {
        var query = call.query
        if call.needsKey { query.add("api-key", apiKey) }
        let base = Self.parts(of: baseURL)
        var head = HTTPRequest(
            method: call.method, scheme: base.scheme, authority: base.authority,
            path: base.path + call.path + query.text)
        head.headerFields[.accept] = "application/json"
        if let form = call.form { head.headerFields[.contentType] = form.contentType }
        return .init(
            head: head, body: call.form?.body, isRepeatable: call.isRepeatable, responseLimit: call.responseLimit)
    }

    private func answer(to request: HTTPTransport.Request, uploads: Bool) async throws -> HTTPTransport.Response {
        do {
            return try await transport.send(request)
        } catch let error as CancellationError {
            throw error
        } catch {
            // A transport that was cancelled may say so in its own way.
            try Task.checkCancellation()
            throw PlantNetError(failure: error, uploads: uploads, hiding: apiKey)
        }
    }

    /// Scheme, authority and leading path as they are written on the wire.
    private static func parts(of url: URL) -> (scheme: String, authority: String, path: String) {
        let text = url.absoluteString.prefix { $0 != "?" && $0 != "#" }
        let afterScheme = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text
        let authority = afterScheme.prefix { $0 != "/" }
        var path = afterScheme.dropFirst(authority.count)
        while path.hasSuffix("/") { path.removeLast() }
        return (url.scheme ?? "https", String(authority), String(path))
    }
}
