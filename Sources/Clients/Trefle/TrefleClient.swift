public import Foundation
public import HTTPTransport
import HTTPTypes

/// A client of the Trefle API, version 1: facts about plants and their growing conditions.
///
/// ```swift
/// let client = TrefleClient(token: token, transport: wire.limited(to: TrefleLimits()))
/// let found = try await client.searchPlants("coconut").value.items
/// let species = try await client.species("cocos-nucifera").value
/// species.growth?.minimumTemperature?.celsius
/// ```
///
/// The client is stateless: it does not count requests, cache responses or wait for quota. The quota that the service
/// reports is in every reply (``TrefleReply/allowance``) and in errors. The transport limits the rate of requests
/// (``TrefleLimits``). A request with a parameter that the service would silently ignore is not sent
/// (``TrefleError/Code/invalidRequest``).
///
/// The token is sent in the header field `Authorization`, never in an address; only ``claim(origin:ip:)`` also sends it
/// in a body. It is in no description, mirror or error. Give the client a transport that follows no redirects.
///
/// The service has been unavailable for months at a time, and searches fail more often than lists: expect calls to
/// fail, and expect ``Growth`` with only nil values.
///
/// Source: <https://docs.trefle.io> and, if that is wrong, the service's source code (state of September 2026, 2.6).
/// The data is under the Open Database License: an application that shows it must name Trefle and the sources that
/// Trefle names.
public struct TrefleClient: Sendable, CustomStringConvertible, CustomReflectable {
    /// `https://trefle.io`.
    public static let service = URL(constant: "https://trefle.io")

    /// The address of the service, or of a proxy in front of it.
    public var baseURL: URL { api.baseURL }
    let token: String
    private let api: APIClient<TrefleError>

    /// A client for one account.
    ///
    /// - Parameters:
    ///   - baseURL: the service's address: scheme, host, port and the path before `/api`.
    ///   - token: the account's access token, or a ``ClientToken``; if it is empty every call throws
    ///     ``TrefleError/Code/tokenMissing``.
    ///   - transport: sends the requests; see ``TrefleLimits`` for rate limit, time-out and retries.
    public init(baseURL: URL = TrefleClient.service, token: String, transport: HTTPTransport) {
        let token = token.trimmingCharacters(in: .whitespacesAndNewlines)
        self.token = token
        api = APIClient(baseURL: baseURL, transport: transport, credential: .bearer(token), secrets: [token])
    }

    public var description: String { "TrefleClient(\(api.host))" }

    public var customMirror: Mirror { Mirror(self, children: ["host": api.host], displayStyle: .struct) }

    // MARK: - Sending

    /// Sends a call and decodes its response.
    ///
    /// - Throws: ``TrefleError``, `CancellationError`.
    func send<Value: Decodable & Sendable>(_ call: APICall, as type: Value.Type = Value.self) async throws
        -> TrefleReply<Value>
    {
        try read(try await response(to: call))
    }

    /// Sends a call whose response is a record with `data` and `meta`.
    func send<Value>(_ call: APICall, record type: Value.Type = Value.self) async throws -> TrefleReply<Value>
    where Value: Decodable & Sendable {
        Self.unwrapped(try await send(call, as: Record<Value>.self))
    }

    /// Sends a conditional request for a record (RFC 9110 §13).
    func fetch<Value: Decodable & Sendable>(
        _ call: APICall, ifChangedSince validators: Validators, as type: Value.Type = Value.self
    ) async throws -> Fetched<Value> {
        var call = call
        validators.add(to: &call.fields)
        let response = try await response(to: call, or: validators.isEmpty ? [] : [304])
        let fields = response.head.headerFields
        guard response.head.status.code == 304 else {
            return .changed(Self.unwrapped(try read(response, as: Record<Value>.self)))
        }
        return .notModified(MinuteAllowance(fields), maxAge: Self.maxAge(fields))
    }

    private func response(to call: APICall, or others: Set<Int> = []) async throws -> HTTPTransport.Response {
        guard !token.isEmpty else { throw TrefleError(.tokenMissing, "there is no token for Trefle") }
        return try await api.success(call, or: others)
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
        return TrefleReply(
            value: try api.value(of: response), allowance: MinuteAllowance(fields), validators: Validators(fields),
            maxAge: Self.maxAge(fields), meta: RecordMeta())
    }

    /// `max-age=604800, private`.
    private static func maxAge(_ fields: HTTPFields) -> Duration? {
        (fields[.cacheControl] ?? "").split { $0 == "," || $0 == " " }.lazy
            .compactMap { $0.lowercased().hasPrefix("max-age=") ? Int($0.dropFirst("max-age=".count)) : nil }
            .first { $0 >= 0 }.map { .seconds($0) }
    }
}
