public import HTTPTypes

/// The wire for answers that come bit by bit: as ``HTTPTransport``, but what comes is handed on at once.
///
/// What the closure must honour: the head is handed on once and first, then the bytes as they come; where the receiver
/// throws, the answer is given up and that error thrown; the receiver is waited for, so that a slow reader slows the
/// sender down; ``HTTPTransport/Request/responseLimit`` (throw ``HTTPTransportError/Code/tooLarge``); the cancellation
/// of its task (close the connection, throw `CancellationError`); and **no redirects**, because the key of one host
/// would go to another. It returns where the answer has ended as it should.
public struct StreamingTransport: Sendable {
    /// What comes of an answer.
    public enum Part: Sendable, Hashable {
        /// Status and header fields, once and first.
        case head(HTTPResponse)
        /// More of the body.
        case bytes([UInt8])
    }

    /// Takes the parts in their order; throws where it wants no more.
    public typealias Receiver = @Sendable (Part) async throws -> Void

    /// Sends one request and hands on its answer.
    ///
    /// Throws what the receiver throws, ``HTTPTransportError`` where the wire failed, `CancellationError` where the
    /// caller's task was cancelled.
    public let send: @Sendable (HTTPTransport.Request, @escaping Receiver) async throws -> Void

    /// Makes a transport of a closure; see ``StreamingTransport`` for what it must honour.
    public init(_ send: @escaping @Sendable (HTTPTransport.Request, @escaping Receiver) async throws -> Void) {
        self.send = send
    }

    /// A transport that waits for the whole answer and hands it on in one piece, for those who have no other.
    public init(whole transport: HTTPTransport) {
        self.init { request, receive in
            let response = try await transport.send(request)
            try await receive(.head(response.head))
            if !response.body.isEmpty { try await receive(.bytes(response.body)) }
        }
    }
}
