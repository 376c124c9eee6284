public import Foundation
public import HTTPTransport
import HTTPTypes

/// A client of Google Cloud Vision, version 1: reads the text of pictures.
///
/// ```swift
/// let client = GoogleVisionClient(credential: .key(key), transport: transport)
/// let reply = try await client.document(.bytes(jpeg))
/// reply.value.fullTextAnnotation?.text
/// ```
///
/// The client is stateless: it does not count, cache, wait or retry. A value that the service did not send, such as a
/// confidence, is nil. A request that the service would refuse is not sent (``GoogleVisionError/Code/invalidRequest``,
/// ``GoogleVisionError/Code/tooLarge``).
///
/// The key is sent in the header field `x-goog-api-key`, never in an address, and only over TLS or to this machine. It
/// is in no description, mirror or error. Give the client a transport that follows no redirects.
///
/// **The picture is sent to Google.** All people who can be recognised on it, or whose handwriting it shows, must have
/// consented.
///
/// Source: <https://cloud.google.com/vision/docs/reference/rest/v1/images/annotate> (state 2026) and recorded answers.
public struct GoogleVisionClient: Sendable, CustomStringConvertible, CustomReflectable {
    /// `https://vision.googleapis.com`.
    public static let service = URL(constant: "https://vision.googleapis.com")

    /// The address of the service, or of a proxy in front of it.
    public var baseURL: URL { api.baseURL }
    private let credential: GoogleVisionCredential
    private let api: APIClient<GoogleVisionError>

    /// A client for one account.
    ///
    /// - Parameters:
    ///   - baseURL: the service's address: scheme, host, port and the path before `/v1`.
    ///   - credential: the credential; if it is empty, every call throws ``GoogleVisionError/Code/keyMissing``.
    ///   - transport: sends the requests; the caller adds time-outs and retries to it.
    public init(
        baseURL: URL = GoogleVisionClient.service, credential: GoogleVisionCredential, transport: HTTPTransport
    ) {
        self.credential = credential
        api = APIClient(
            baseURL: baseURL, transport: transport, credential: .fields(credential.fields),
            secrets: [credential.secret])
    }

    public var description: String { "GoogleVisionClient(\(api.host))" }

    public var customMirror: Mirror { Mirror(self, children: ["host": api.host], displayStyle: .struct) }

    // MARK: - Sending

    /// Sends a JSON body and decodes the response.
    ///
    /// - Throws: ``GoogleVisionError``, `CancellationError`.
    func post<Value: Decodable & Sendable>(
        _ body: [UInt8], to path: String, repeatable: Bool, responseLimit: Int, as type: Value.Type = Value.self
    ) async throws -> GoogleVisionReply<Value> {
        guard !credential.isEmpty else { throw GoogleVisionError(.keyMissing, "there is no key for Google Vision") }
        guard credential.isWritable else {
            throw GoogleVisionError(.keyRefused, "the key has characters that no key has", rule: .credential)
        }
        guard baseURL.isConfidential else {
            throw GoogleVisionError(refusing: .tls, "key and picture go over TLS only")
        }
        let response = try await api.success(
            APICall(
                method: .post, path: path, body: .json(body, contentType: "application/json; charset=utf-8"),
                isRepeatable: repeatable, responseLimit: responseLimit))
        return GoogleVisionReply(value: try api.value(of: response), body: response.body)
    }
}
