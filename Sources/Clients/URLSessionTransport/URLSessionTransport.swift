public import HTTPTransport
import HTTPTypes

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Sends requests with `URLSession`, on Apple's systems and on Linux.
///
/// ```swift
/// let client = PlantNetClient(apiKey: key, transport: URLSessionTransport().transport)
/// ```
///
/// It follows no redirects, because a second host would receive the first one's key. It obeys the size limit of each
/// request while it reads, also of a body that `URLSession` decompresses, and ends a request when its task is cancelled.
/// Nothing is stored: no cookies, no cache, no credentials.
///
/// On Linux a request can be ended only when its connection has nothing more to read for a moment (Swift 6.3 with the libcurl
/// of Debian 12). A service on the same machine that sends without a pause can fill the memory after the limit is exceeded.
///
/// Time limits are a task of the caller, as for each transport (``HTTPTransport/HTTPTransport/timingOut(after:clock:)``);
/// `URLSession` itself gives up after 60 s without a byte, and in a response in parts after an hour,
/// because a model may compute for minutes before its first word.
///
/// The connections are closed when neither this object nor a transport of it is used any longer.
public final class URLSessionTransport: Sendable {
    private let session: URLSession
    private let receivers = URLSessionReceivers()

    /// Makes a transport with a session of its own.
    ///
    /// - Parameters:
    ///   - configuration: for proxies, TLS versions or time limits of your own. Its cookies, cache and stored credentials
    ///     are switched off.
    ///   - connections: the maximum number of connections to one host.
    public init(configuration: URLSessionConfiguration = .ephemeral, connections: Int = 8) {
        let configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = connections
        session = URLSession(configuration: configuration, delegate: receivers, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// The transport of whole responses.
    public var transport: HTTPTransport {
        HTTPTransport { [self] request in
            var head: HTTPResponse?
            var body: [UInt8] = []
            for try await part in try parts(of: request) {
                switch part {
                case .head(let response): head = response
                case .bytes(let bytes): body += bytes
                }
            }
            try Task.checkCancellation()
            guard let head else { throw HTTPTransportError(.cutOff, "the connection ended before the answer did") }
            return .init(head: head, body: body)
        }
    }

    /// The transport of responses that arrive in parts. A slow receiver does not slow the service down: what has arrived
    /// waits in memory, at most as much as the request's limit allows.
    public var streaming: StreamingTransport {
        StreamingTransport { [self] request, receive in
            for try await part in try parts(of: request, patience: 3600) { try await receive(part) }
            // The parts of a cancelled task may end as if the response were complete.
            try Task.checkCancellation()
        }
    }

    /// Begins to send the request; `patience` is the longest silence, in seconds. The end of the sequence, for whatever
    /// reason, ends the request.
    private func parts(
        of request: HTTPTransport.Request, patience: Double? = nil
    ) throws(HTTPTransportError) -> AsyncThrowingStream<StreamingTransport.Part, any Error> {
        var outgoing = try Self.outgoing(request)
        if let patience { outgoing.timeoutInterval = patience }
        let task = session.dataTask(with: outgoing)
        let (parts, continuation) = AsyncThrowingStream.makeStream(of: StreamingTransport.Part.self)
        receivers.add(.init(parts: continuation, limit: request.responseLimit), for: task)
        let identifier = task.taskIdentifier
        continuation.onTermination = { [receivers] _ in
            receivers.remove(identifier)
            task.cancel()
        }
        task.resume()
        return parts
    }

    private static func outgoing(_ request: HTTPTransport.Request) throws(HTTPTransportError) -> URLRequest {
        guard let scheme = request.head.scheme, ["http", "https"].contains(scheme.lowercased()),
            let authority = request.head.authority, !authority.isEmpty,
            let url = URL(string: "\(scheme)://\(authority)\(request.head.path ?? "/")"), url.host() != nil
        else { throw HTTPTransportError(.invalidRequest, "the address cannot be used") }
        var outgoing = URLRequest(url: url)
        outgoing.httpMethod = request.head.method.rawValue
        outgoing.httpShouldHandleCookies = false
        for field in request.head.headerFields {
            outgoing.addValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
        if let body = request.body { outgoing.httpBody = Data(body.segments().joined()) }
        return outgoing
    }
}
