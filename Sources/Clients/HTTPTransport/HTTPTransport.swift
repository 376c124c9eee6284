public import HTTPTypes

/// The wire, as one closure: a request goes in, an answer comes out.
///
/// Everything a client wants of the wire beyond that is a function from transport to transport, so that each of them
/// can be understood, tested and left out alone. A good order, from the inside out:
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
/// What the closure must honour: ``Request/responseLimit`` (throw ``HTTPTransportError/Code/tooLarge``), the
/// cancellation of its task (stop, throw `CancellationError`), and **no redirects**: a redirect to another host would
/// carry the key of the first one there. Failures of the wire are thrown as ``HTTPTransportError``; an answer of any
/// status, also 500, is an answer and not an error.
public struct HTTPTransport: Sendable {
    /// Sends one request and waits for its whole answer.
    ///
    /// Throws ``HTTPTransportError`` where the wire failed, `CancellationError` where the caller's task was cancelled.
    public let send: @Sendable (Request) async throws -> Response

    /// Makes a transport of a closure; see ``HTTPTransport`` for what it must honour.
    public init(_ send: @escaping @Sendable (Request) async throws -> Response) {
        self.send = send
    }

    /// An answer: its head, and its whole body.
    public struct Response: Sendable, Hashable {
        /// Status and header fields.
        public var head: HTTPResponse
        /// The body's bytes, at most ``Request/responseLimit`` of them.
        public var body: [UInt8]

        /// An answer of these parts.
        public init(head: HTTPResponse, body: [UInt8] = []) {
            self.head = head
            self.body = body
        }
    }
}

extension HTTPTransport {
    /// A transport that gives the same answer to everything, for tests.
    public static func constant(_ response: Response) -> HTTPTransport {
        HTTPTransport { _ in response }
    }

    /// A transport that must not be used: it throws ``HTTPTransportError/Code/notRecorded``, for tests.
    public static var unimplemented: HTTPTransport {
        HTTPTransport { request in
            throw HTTPTransportError(.notRecorded, "this transport was not to be used, but was asked: \(request)")
        }
    }
}
