import Foundation
import HTTPTransport
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The receivers of the responses of a session, by the numbers of its tasks.
///
/// `URLSession` calls these methods one after the other, on a queue of its own.
final class URLSessionReceivers: NSObject, URLSessionDataDelegate, Sendable {
    struct Receiver: Sendable {
        let parts: AsyncThrowingStream<StreamingTransport.Part, any Error>.Continuation
        /// The largest body, in bytes.
        let limit: Int
        var count = 0
        /// Whether the head was delivered.
        var hasHead = false
    }

    private let receivers = Mutex<[Int: Receiver]>([:])

    func add(_ receiver: Receiver, for task: URLSessionTask) {
        receivers.withLock { $0[task.taskIdentifier] = receiver }
    }

    func remove(_ identifier: Int) { _ = receivers.withLock { $0.removeValue(forKey: identifier) } }

    // MARK: - URLSessionDataDelegate

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The redirect itself is the response.
        completionHandler(nil)
    }

    // The head is taken from the task with the first bytes, because URLSession pauses the connection of a delegate that
    // receives the head by itself.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let receiver = receivers.withLock { receivers in
            receivers[dataTask.taskIdentifier]?.count += data.count
            defer { receivers[dataTask.taskIdentifier]?.hasHead = true }
            return receivers[dataTask.taskIdentifier]
        }
        guard let receiver else { return dataTask.cancel() }
        if !receiver.hasHead, let response = dataTask.response as? HTTPURLResponse {
            receiver.parts.yield(.head(Self.head(response)))
        }
        if receiver.count > receiver.limit {
            receiver.parts.finish(
                throwing: HTTPTransportError(
                    .tooLarge, "the answer is larger than \(receiver.limit) bytes", limit: receiver.limit))
        } else {
            receiver.parts.yield(.bytes([UInt8](data)))
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let receiver = receivers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        if let error { return receiver.parts.finish(throwing: Self.translated(error)) }
        if !receiver.hasHead, let response = task.response as? HTTPURLResponse {
            receiver.parts.yield(.head(Self.head(response)))
        }
        receiver.parts.finish()
    }

    // MARK: - Foundation's values

    private static func head(_ response: HTTPURLResponse) -> HTTPResponse {
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            if let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String {
                fields.append(.init(name: name, value: value))
            }
        }
        return HTTPResponse(status: .init(code: response.statusCode), headerFields: fields)
    }

    /// The text of the error may contain the address and with it the key, so it is not used.
    static func translated(_ error: any Error) -> any Error {
        guard let error = error as? URLError else {
            return HTTPTransportError(.cutOff, "the connection failed: \(type(of: error))", cause: error)
        }
        return switch error.code {
        case .notConnectedToInternet, .cannotFindHost, .dnsLookupFailed, .dataNotAllowed, .internationalRoamingOff:
            HTTPTransportError(.noNetwork, "the host cannot be found or reached", cause: error)
        case .cannotConnectToHost, .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            HTTPTransportError(.connectionFailed, "no connection came about", cause: error)
        case .timedOut: HTTPTransportError(.timedOut, "the service did not answer in time", cause: error)
        // On Linux an answer that is not HTTP is unsupportedURL. The address of the request was checked before.
        case .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData, .unsupportedURL:
            HTTPTransportError(.invalidResponse, "what came is not HTTP", cause: error)
        case .badURL: HTTPTransportError(.invalidRequest, "the address cannot be used", cause: error)
        // Any other error may have occurred after the request was sent, so the request counts as sent. On Linux an empty
        // answer is badServerResponse, and one that is too short is unknown.
        default: HTTPTransportError(.cutOff, "the connection ended before the answer did", cause: error)
        }
    }
}
