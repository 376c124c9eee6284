import Foundation
import HTTPTransport
import HTTPTypes

/// The common part of the clients of products and of Robotoff: sends calls, and reads responses as JSON, which is kept
/// completely.
struct Wire: Sendable {
    private let api: APIClient<OpenFoodFactsError>
    private let hasAccount: Bool

    /// Sends the name and password of `account`, if it is not nil. Errors contain neither these nor `secrets`.
    init(
        baseURL: URL, userAgent: UserAgent, account: Account? = nil, secrets: [String] = [], transport: HTTPTransport
    ) {
        hasAccount = account != nil
        // Commas, colons and slashes are not encoded in a query, as on the service's own pages.
        api = APIClient(
            baseURL: baseURL, transport: transport,
            credential: account.map { .fields([.authorization: $0.authorization]) } ?? .none,
            fields: [.userAgent: userAgent.text], literals: ",:/", secrets: secrets + (account?.secrets ?? []))
    }

    var baseURL: URL { api.baseURL }
    var host: String { api.host }
    var secrets: SecretScrubber { api.secrets }

    /// The parameters of a call.
    struct Call: Sendable {
        var method: HTTPRequest.Method = .get
        /// The path below the base URL, percent-encoded.
        var path: String
        var query = QueryItems()
        var body: Body?
        var subject = Subject.service
        var isRepeatable = true
        var accept = "application/json"
        var responseLimit = HTTPTransport.Request.usualResponseLimit
    }

    enum Body: Sendable {
        case form(QueryItems)
        case json(JSONValue)
    }

    /// Sends a call and reads its JSON.
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
        guard !response.isBlank else {
            throw OpenFoodFactsError(.noBody, "the answer has nothing in it", status: status)
        }
        do {
            return try response.json()
        } catch {
            if response.isWebPage {
                throw OpenFoodFactsError(
                    .unsupportedSuccessResponse, "the answer is a page for browsers", status: status)
            }
            throw OpenFoodFactsError(.dataCorrupted, "the answer is not JSON", status: status, cause: error)
        }
    }

    /// Sends a call and returns the response if its status is 200, or 204 without a body.
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

    /// Returns a response of any status, also from another host of the service after a redirect.
    func answer(to call: Call, at other: URL? = nil) async throws -> HTTPTransport.Response {
        guard !hasAccount || baseURL.isConfidential else {
            throw OpenFoodFactsError(refusing: .tls, "name and password go over TLS only")
        }
        let body: APICall.Body? =
            switch call.body {
            case nil: nil
            case .form(let form)?: .form(form)
            case .json(let json)?: .json(try Self.bytes(json))
            }
        let api = APICall(
            method: call.method, path: call.path, query: call.query, body: body, accept: call.accept,
            isRepeatable: call.isRepeatable, responseLimit: call.responseLimit)
        return try await self.api.send(api, to: other)
    }

    static func bytes(_ json: JSONValue) throws -> [UInt8] {
        do {
            return try [UInt8](json: json)
        } catch {
            // A number is not finite. The error must not contain the request's data.
            throw OpenFoodFactsError(refusing: .json, "a value cannot be written as JSON")
        }
    }
}
