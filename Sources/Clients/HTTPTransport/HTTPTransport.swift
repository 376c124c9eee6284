public import HTTPTypes

/// Sends HTTP requests: one closure from a request to a response.
///
/// Everything else (logging, rate limits, time-outs, retries) is a function from transport to transport, so that each
/// can be tested and left out on its own. A good order, from the inside out:
///
/// ```swift
/// let transport = wire
///     .logging { logger.debug("\($0)") }           // one line for each request that is really sent
///     .limiting(to: RateLimit(permits: 60, per: .seconds(60)))
///     .timingOut(after: .seconds(30))              // one request
///     .retrying(.once)
///     .timingOut(after: .seconds(60))              // the whole
/// ```
///
/// The closure must obey ``Request/responseLimit`` (throw ``HTTPTransportError/Code/tooLarge``), stop when its task is
/// cancelled (throw `CancellationError`), and follow **no redirects**: a redirect to another host would send the key
/// there. Connection failures are thrown as ``HTTPTransportError``. A response of any status, also 500, is returned and
/// is not an error.
public struct HTTPTransport: Sendable {
    /// Sends one request and returns its whole response.
    ///
    /// Throws ``HTTPTransportError`` if the connection failed, `CancellationError` if the task was cancelled.
    public let send: @Sendable (Request) async throws -> Response

    /// Makes a transport from a closure; ``HTTPTransport`` lists the closure's obligations.
    public init(_ send: @escaping @Sendable (Request) async throws -> Response) {
        self.send = send
    }

    /// A response: its head and its whole body.
    public struct Response: Sendable, Hashable {
        /// Status and header fields.
        public var head: HTTPResponse
        /// The body's bytes, at most ``Request/responseLimit`` of them.
        public var body: [UInt8]

        /// A response with this head and body.
        public init(head: HTTPResponse, body: [UInt8] = []) {
            self.head = head
            self.body = body
        }
    }
}

extension HTTPTransport {
    /// A transport that returns the same response to every request, for tests.
    public static func constant(_ response: Response) -> HTTPTransport {
        HTTPTransport { _ in response }
    }

    /// A transport for tests that must send nothing: it throws ``HTTPTransportError/Code/notRecorded``.
    public static var unimplemented: HTTPTransport {
        HTTPTransport { request in
            throw HTTPTransportError(.notRecorded, "this transport was not to be used, but was asked: \(request)")
        }
    }
}
