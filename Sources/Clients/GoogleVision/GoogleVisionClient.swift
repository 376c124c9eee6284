public import Foundation
public import HTTPTransport
import HTTPTypes

/// Google Cloud Vision, version 1: what is written on a picture.
///
/// ```swift
/// let client = GoogleVisionClient(credential: .key(key), transport: transport)
/// let reply = try await client.document(.bytes(jpeg))
/// reply.value.fullTextAnnotation?.text
/// ```
///
/// The client sends what it is told and says what came back: it does not count, save, wait or repeat, and it makes
/// nothing up. A confidence that the service did not give is nil. What the service would refuse is refused here
/// (``GoogleVisionError/Code/invalidRequest``, ``GoogleVisionError/Code/tooLarge``).
///
/// The key goes into the header field `x-goog-api-key`, never into an address, and only over TLS or to this very
/// machine. It is in no description, mirror or error. Give the client a transport that follows no redirects.
///
/// **The picture goes to Google.** Whoever is on it, or wrote on it, has to have agreed to that.
///
/// Source: <https://cloud.google.com/vision/docs/reference/rest/v1/images/annotate> (state 2026) and recorded answers.
public struct GoogleVisionClient: Sendable, CustomStringConvertible, CustomReflectable {
    /// `https://vision.googleapis.com`.
    public static let service: URL = {
        guard let url = URL(string: "https://vision.googleapis.com") else { preconditionFailure("a constant") }
        return url
    }()

    /// Where the service is, for instance a proxy in front of it.
    public let baseURL: URL
    let credential: GoogleVisionCredential
    let transport: HTTPTransport

    /// A client of one account.
    ///
    /// - Parameters:
    ///   - baseURL: where the service is: scheme, host, port and the path before `/v1`.
    ///   - credential: who pays; where it is empty every call throws ``GoogleVisionError/Code/keyMissing``.
    ///   - transport: how requests are sent, with time-outs and retries as the caller likes them.
    public init(
        baseURL: URL = GoogleVisionClient.service, credential: GoogleVisionCredential, transport: HTTPTransport
    ) {
        self.baseURL = baseURL
        self.credential = credential
        self.transport = transport
    }

    public var description: String { "GoogleVisionClient(\(baseURL.host() ?? "?"))" }

    public var customMirror: Mirror { Mirror(self, children: ["host": baseURL.host() ?? "?"], displayStyle: .struct) }

    // MARK: - The one way out

    /// Sends a JSON body, sorts out errors, decodes.
    func post<Value: Decodable & Sendable>(
        _ body: [UInt8], to path: String, repeatable: Bool, responseLimit: Int, as type: Value.Type = Value.self
    ) async throws -> GoogleVisionReply<Value> {
        let request = try request(body, to: path, repeatable: repeatable, responseLimit: responseLimit)
        let response = try await answer(to: request)
        let status = response.head.status.code
        guard (200..<300).contains(status) else { throw GoogleVisionError(response, hiding: credential) }
        do {
            let value = try JSONDecoder().decode(Value.self, from: Data(response.body))
            return GoogleVisionReply(value: value, body: response.body)
        } catch {
            throw GoogleVisionError(unreadable: response, cause: error, hiding: credential)
        }
    }

    private func request(
        _ body: [UInt8], to path: String, repeatable: Bool, responseLimit: Int
    ) throws -> HTTPTransport.Request {
        guard !credential.isEmpty else { throw GoogleVisionError(.keyMissing, "there is no key for Google Vision") }
        guard credential.isWritable else {
            throw GoogleVisionError(.keyRefused, "the key has characters that no key has", rule: .credential)
        }
        guard Self.isPrivate(baseURL) else {
            throw GoogleVisionError(refusing: .tls, "key and picture go over TLS only")
        }
        let base = Self.parts(of: baseURL)
        var head = HTTPRequest(
            method: .post, scheme: base.scheme, authority: base.authority, path: base.path + path)
        head.headerFields[.accept] = "application/json"
        head.headerFields[.contentType] = "application/json; charset=utf-8"
        credential.add(to: &head.headerFields)
        return .init(head: head, body: .init(body), isRepeatable: repeatable, responseLimit: responseLimit)
    }

    private func answer(to request: HTTPTransport.Request) async throws -> HTTPTransport.Response {
        do {
            return try await transport.send(request)
        } catch let error as CancellationError {
            throw error
        } catch {
            // A transport that was cancelled may say so in its own way.
            try Task.checkCancellation()
            throw GoogleVisionError(failure: error, hiding: credential)
        }
    }

    /// TLS, or this machine itself.
    private static func isPrivate(_ url: URL) -> Bool {
        let host = url.host()?.lowercased() ?? ""
        return url.scheme?.lowercased() == "https" || ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
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
