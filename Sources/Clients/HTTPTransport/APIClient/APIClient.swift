package import Foundation
package import HTTPTypes

/// The part that all clients of web services share: it builds the request, adds the credential, sends the request, and
/// turns failures into the client's own error.
///
/// A client keeps one of these as a private property. It is stateless: retries, caches and rate limits are functions of
/// ``HTTPTransport``.
package struct APIClient<Failure: APIError>: Sendable {
    /// The service's address: scheme, host, port and the path before the path of each call.
    package let baseURL: URL
    package let transport: HTTPTransport
    package var credential: APICredential
    /// Header fields of every request, except `Accept`, `Content-Type` and the credential.
    package var fields: HTTPFields
    /// The characters that are not percent-encoded in values of the query, besides the unreserved ones.
    package var literals: String
    /// The texts that no error may contain.
    package var secrets: SecretScrubber

    package init(
        baseURL: URL, transport: HTTPTransport, credential: APICredential = .none, fields: HTTPFields = [:],
        literals: String = "", secrets: [String] = []
    ) {
        self.baseURL = baseURL
        self.transport = transport
        self.credential = credential
        self.fields = fields
        self.literals = literals
        self.secrets = SecretScrubber(secrets)
    }

    /// The base URL's host, for descriptions; `?` if it has none.
    package var host: String { baseURL.host() ?? "?" }

    /// Sends a call and returns the response, for any status.
    ///
    /// - Parameters:
    ///   - call: the call.
    ///   - other: the complete address that replaces the base URL and the call's path and query. The credential is not
    ///     sent there.
    /// - Returns: the response.
    /// - Throws: `Failure` if the transport failed, `CancellationError` if the task was cancelled.
    package func send(_ call: APICall, to other: URL? = nil) async throws -> HTTPTransport.Response {
        let request = request(call, to: other)
        do {
            return try await transport.send(request)
        } catch let error as CancellationError {
            throw error
        } catch {
            // A transport may report a cancellation with an error of its own.
            try Task.checkCancellation()
            throw Failure(TransportFailure(error, hadBody: request.body != nil, hiding: secrets))
        }
    }

    private func request(_ call: APICall, to other: URL?) -> HTTPTransport.Request {
        var call = call
        var fields = fields
        if let other {
            let target = BaseURL(other)
            return call.request(
                scheme: target.scheme, authority: target.authority, path: target.wholePath + target.query,
                fields: fields)
        }
        if call.needsCredential {
            switch credential {
            case .none: break
            case .query(let name, let value): call.query.add(name, value)
            case .fields(let secret): fields.append(contentsOf: secret)
            }
        }
        let base = BaseURL(baseURL)
        return call.request(
            scheme: base.scheme, authority: base.authority,
            path: base.path + call.path + call.query.text(keeping: literals), fields: fields)
    }
}

extension APIClient where Failure: APIResponseError {
    /// Sends a call and returns the response if its status is 2xx or one of `others`.
    ///
    /// - Throws: `Failure` if the transport failed or for any other status, `CancellationError`.
    package func success(_ call: APICall, or others: Set<Int> = []) async throws -> HTTPTransport.Response {
        let response = try await send(call)
        let status = response.head.status.code
        guard (200..<300).contains(status) || others.contains(status) else {
            throw Failure(response, hiding: secrets)
        }
        return response
    }

    /// Decodes a response's body.
    ///
    /// - Throws: `Failure`, with the response's status, if the body cannot be decoded.
    package func value<Value: Decodable>(
        of response: HTTPTransport.Response, as type: Value.Type = Value.self
    ) throws -> Value {
        do {
            return try response.json()
        } catch {
            throw Failure(unreadable: response, cause: error, hiding: secrets)
        }
    }
}

extension APIClient: CustomStringConvertible, CustomReflectable {
    package var description: String { "APIClient(\(host))" }

    package var customMirror: Mirror { Mirror(self, children: ["host": host], displayStyle: .struct) }
}
