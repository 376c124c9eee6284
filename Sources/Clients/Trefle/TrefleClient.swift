public import Foundation
public import HTTPTransport
import HTTPTypes

/// The Trefle API, version 1: what is known of plants, and what they need to grow.
///
/// ```swift
/// let client = TrefleClient(token: token, transport: wire.limited(to: TrefleLimits()))
/// let found = try await client.searchPlants("coconut").value.items
/// let species = try await client.species("cocos-nucifera").value
/// species.growth?.minimumTemperature?.celsius
/// ```
///
/// The client sends what it is told and says what came back. It does not count, save or wait for quota: what the service
/// says of it stands beside every value (``TrefleReply/allowance``) and in errors, and how fast it is asked is the
/// transport's (``TrefleLimits``). What the service would ignore without a word is refused here
/// (``TrefleError/Code/invalidRequest``).
///
/// The token goes into the header field `Authorization`, never into an address; only ``claim(origin:ip:)`` sends it in a
/// body too. It is in no description, mirror or error. Give the client a transport that follows no redirects.
///
/// The service is at times away for months, and searches fail more often than lists: plan for answers that do not come,
/// and for growth without any value in it.
///
/// Source: <https://docs.trefle.io> and, where that is wrong, the service's source code (state of September 2026, 2.6). The data is under
/// the Open Database License: whoever shows it must name Trefle and the sources it names.
public struct TrefleClient: Sendable, CustomStringConvertible, CustomReflectable {
    /// `https://trefle.io`.
    public static let service: URL = {
        guard let url = URL(string: "https://trefle.io") else { preconditionFailure("a constant") }
        return url
    }()

    /// Where the service is, for instance a proxy in front of it.
    public let baseURL: URL
    let token: String
    let transport: HTTPTransport

    /// A client of one account.
    ///
    /// - Parameters:
    ///   - baseURL: where the service is: scheme, host, port and the path before `/api`.
    ///   - token: the account's access token, or a ``ClientToken``; where it is empty every call throws
    ///     ``TrefleError/Code/tokenMissing``.
    ///   - transport: how requests are sent; see ``TrefleLimits`` for how fast, how long and how often.
    public init(baseURL: URL = TrefleClient.service, token: String, transport: HTTPTransport) {
        self.baseURL = baseURL
        self.token = token.trimmingCharacters(in: .whitespacesAndNewlines)
        self.transport = transport
    }

    public var description: String { "TrefleClient(\(baseURL.host() ?? "?"))" }

    public var customMirror: Mirror { Mirror(self, children: ["host": baseURL.host() ?? "?"], displayStyle: .struct) }

    // MARK: - The one way out

    /// What a call needs, before the token is added.
    struct Call {
        var method: HTTPRequest.Method = .get
        /// From the service's root; may have a query, as the service's own links do.
        var path: String
        var query: Query = Query()
        var body: [UInt8]?
        var validators: Validators?
        var isRepeatable = true
    }

    /// Sends, sorts out errors, decodes.
    func send<Value: Decodable & Sendable>(_ call: Call, as type: Value.Type = Value.self) async throws
        -> TrefleReply<Value>
    {
        try read(try await answer(to: call))
    }

    /// As above, for a record with `data` and `meta`.
    func send<Value>(_ call: Call, record type: Value.Type = Value.self) async throws -> TrefleReply<Value>
    where Value: Decodable & Sendable {
        Self.unwrapped(try await send(call, as: Record<Value>.self))
    }

    /// As above, where the service may say that nothing has changed.
    func fetch<Value: Decodable & Sendable>(
        _ call: Call, ifChangedSince validators: Validators, as type: Value.Type = Value.self
    ) async throws -> Fetched<Value> {
        var call = call
        call.validators = validators.isEmpty ? nil : validators
        let response = try await answer(to: call)
        let fields = response.head.headerFields
        guard response.head.status.code == 304 else {
            return .changed(Self.unwrapped(try read(response, as: Record<Value>.self)))
        }
        return .notModified(MinuteAllowance(fields), maxAge: Self.maxAge(fields))
    }

    private static func unwrapped<Value>(_ reply: TrefleReply<Record<Value>>) -> TrefleReply<Value> {
        TrefleReply(
            value: reply.value.value, allowance: reply.allowance, validators: reply.validators, maxAge: reply.maxAge,
            meta: reply.value.meta)
    }

    private func read<Value: Decodable & Sendable>(
        _ response: HTTPTransport.Response, as type: Value.Type = Value.self
    ) throws -> TrefleReply<Value> {
        let fields = response.head.headerFields
        do {
            let value = try JSONDecoder().decode(Value.self, from: Data(response.body))
            return TrefleReply(
                value: value, allowance: MinuteAllowance(fields), validators: Validators(fields),
                maxAge: Self.maxAge(fields), meta: RecordMeta())
        } catch {
            throw TrefleError(
                .unreadable, "the answer is not what Trefle documents", status: response.head.status.code,
                allowance: MinuteAllowance(fields).known, cause: error)
        }
    }

    /// An answer that means yes: 2xx, or 304 where that was asked for.
    private func answer(to call: Call) async throws -> HTTPTransport.Response {
        guard !token.isEmpty else { throw TrefleError(.tokenMissing, "there is no token for Trefle") }
        let response: HTTPTransport.Response
        do {
            response = try await transport.send(request(call))
        } catch let error as CancellationError {
            throw error
        } catch {
            // A transport that was cancelled may say so in its own way.
            try Task.checkCancellation()
            throw TrefleError(failure: error, hiding: token)
        }
        let status = response.head.status.code
        guard (200..<300).contains(status) || status == 304 && call.validators != nil else {
            throw TrefleError(response, hiding: token)
        }
        return response
    }

    private func request(_ call: Call) -> HTTPTransport.Request {
        let base = Self.parts(of: baseURL)
        var head = HTTPRequest(
            method: call.method, scheme: base.scheme, authority: base.authority,
            path: base.path + call.path + call.query.text)
        head.headerFields[.accept] = "application/json"
        head.headerFields[.authorization] = "Bearer \(token)"
        call.validators?.add(to: &head.headerFields)
        if call.body != nil { head.headerFields[.contentType] = "application/json" }
        return .init(
            head: head, body: call.body.map { HTTPTransport.Body($0) }, isRepeatable: call.isRepeatable)
    }

    /// `max-age=604800, private`.
    private static func maxAge(_ fields: HTTPFields) -> Duration? {
        (fields[.cacheControl] ?? "").split { $0 == "," || $0 == " " }.lazy
            .compactMap { $0.lowercased().hasPrefix("max-age=") ? Int($0.dropFirst("max-age=".count)) : nil }
            .first { $0 >= 0 }.map { .seconds($0) }
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
