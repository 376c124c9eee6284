import Foundation
import HTTPTransport
import HTTPTypes

/// The one way out of both clients: it writes requests, sorts out errors, reads JSON.
struct Wire: Sendable {
    let baseURL: URL
    let userAgent: UserAgent
    let transport: HTTPTransport
    /// Of the header field `Authorization`.
    var authorization: String?
    /// What must stand in no error.
    var secrets: [String] = []

    /// What a call needs.
    struct Call: Sendable {
        var method: HTTPRequest.Method = .get
        /// Below the base URL, percent-encoded.
        var path: String
        var query = Query()
        var body: Body?
        var subject = Subject.service
        var isRepeatable = true
        var accept = "application/json"
        var responseLimit = HTTPTransport.Request.usualResponseLimit
    }

    enum Body: Sendable {
        case form(Query)
        case json(JSONValue)
    }

    /// Sends and reads JSON.
    func send<Value: Sendable>(
        _ call: Call, reading: (JSONValue) throws -> Value
    ) async throws -> OpenFoodFactsReply<Value> {
        try read(try await success(call), reading: reading)
    }

    func send<Value: WireValue>(_ call: Call, as type: Value.Type = Value.self) async throws -> OpenFoodFactsReply<
        Value
    > {
        try await send(call) { try Value($0) }
    }

    func read<Value: Sendable>(
        _ response: HTTPTransport.Response, reading: (JSONValue) throws -> Value
    ) throws -> OpenFoodFactsReply<Value> {
        let status = response.head.status.code
        let json = try json(response)
        if let error = OpenFoodFactsError(in: json, status: status, hiding: secrets) { throw error }
        do {
            return OpenFoodFactsReply(value: try reading(json), raw: json, body: response.body, status: status)
        } catch let error as OpenFoodFactsError {
            throw error.with(status: status)
        }
    }

    /// The body as JSON.
    func json(_ response: HTTPTransport.Response) throws -> JSONValue {
        let status = response.head.status.code
        guard response.body.contains(where: { $0 > 0x20 }) else {
            throw OpenFoodFactsError(.noBody, "the answer has nothing in it", status: status)
        }
        do {
            return try JSONDecoder().decode(JSONValue.self, from: Data(response.body))
        } catch {
            if response.head.headerFields[.contentType]?.lowercased().hasPrefix("text/html") == true {
                throw OpenFoodFactsError(
                    .unsupportedSuccessResponse, "the answer is a page for browsers", status: status)
            }
            throw OpenFoodFactsError(.dataCorrupted, "the answer is not JSON", status: status, cause: error)
        }
    }

    /// An answer that means yes: 200, or 204 with nothing in it.
    func success(_ call: Call) async throws -> HTTPTransport.Response {
        let response = try await answer(to: call)
        let status = response.head.status.code
        if status >= 400 { throw OpenFoodFactsError(response, about: call.subject, hiding: secrets) }
        guard status == 200 || status == 204 else {
            throw OpenFoodFactsError(
                .unsupportedSuccessResponse, "the service answered with a status that is not awaited", status: status)
        }
        return response
    }

    /// An answer of any status, from another host of the service where it sends us there.
    func answer(to call: Call, at other: URL? = nil) async throws -> HTTPTransport.Response {
        if authorization != nil, !Self.isPrivate(baseURL) {
            throw OpenFoodFactsError(refusing: .tls, "name and password go over TLS only")
        }
        let request = try request(call, at: other)
        do {
            return try await transport.send(request)
        } catch let error as CancellationError {
            throw error
        } catch {
            // A transport that was cancelled may say so in its own way.
            try Task.checkCancellation()
            throw OpenFoodFactsError(failure: error, hiding: secrets)
        }
    }

    private func request(_ call: Call, at other: URL?) throws -> HTTPTransport.Request {
        let base = Self.parts(of: baseURL)
        let target = other.map { Self.parts(of: $0, keepingQuery: true) }
        var head = HTTPRequest(
            method: call.method, scheme: target?.scheme ?? base.scheme, authority: target?.authority ?? base.authority,
            path: target?.path ?? base.path + call.path + call.query.text)
        head.headerFields[.accept] = call.accept
        head.headerFields[.userAgent] = userAgent.text
        if other == nil { head.headerFields[.authorization] = authorization }
        var body: [UInt8]?
        switch call.body {
        case nil: break
        case .form(let form)?:
            head.headerFields[.contentType] = "application/x-www-form-urlencoded"
            body = form.form
        case .json(let json)?:
            head.headerFields[.contentType] = "application/json"
            body = try Self.bytes(json)
        }
        return .init(
            head: head, body: body.map { HTTPTransport.Body($0) }, isRepeatable: call.isRepeatable,
            responseLimit: call.responseLimit)
    }

    static func bytes(_ json: JSONValue) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return [UInt8](try encoder.encode(json))
        } catch {
            // A number that is none; what was to be sent stays out of the error.
            throw OpenFoodFactsError(refusing: .json, "a value cannot be written as JSON")
        }
    }

    /// TLS, or this machine itself.
    private static func isPrivate(_ url: URL) -> Bool {
        let host = url.host()?.lowercased() ?? ""
        return url.scheme?.lowercased() == "https" || ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }

    /// Scheme, authority and leading path as they are written on the wire.
    private static func parts(
        of url: URL, keepingQuery: Bool = false
    ) -> (scheme: String, authority: String, path: String) {
        let text = url.absoluteString.prefix { $0 != "#" && (keepingQuery || $0 != "?") }
        let afterScheme = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text
        let authority = afterScheme.prefix { $0 != "/" && $0 != "?" }
        var path = afterScheme.dropFirst(authority.count)
        while !keepingQuery, path.hasSuffix("/") { path.removeLast() }
        return (url.scheme ?? "https", String(authority), String(path))
    }
}
