public import HTTPTypes

/// Sends HTTP requests whose responses arrive in parts: as ``HTTPTransport``, but each part is delivered at once.
///
/// The closure must do the following: deliver the head first and once, then the bytes as they arrive; if the receiver
/// throws, close the connection and throw that error; wait for the receiver, so that a slow reader slows the sender
/// down; obey ``HTTPTransport/Request/responseLimit`` (throw ``HTTPTransportError/Code/tooLarge``); close the
/// connection and throw `CancellationError` when its task is cancelled; follow **no redirects**, because the key would
/// be sent to another host. It returns at the regular end of the response.
public struct StreamingTransport: Sendable {
    /// A part of a response.
    public enum Part: Sendable, Hashable {
        /// Status and header fields: the first part, once.
        case head(HTTPResponse)
        /// More of the body.
        case bytes([UInt8])
    }

    /// Receives the parts in order; throws to end the response.
    public typealias Receiver = @Sendable (Part) async throws -> Void

    /// Sends one request and delivers its response.
    ///
    /// Throws what the receiver throws, ``HTTPTransportError`` if the connection failed, `CancellationError` if the
    /// task was cancelled.
    public let send: @Sendable (HTTPTransport.Request, @escaping Receiver) async throws -> Void

    /// Makes a transport from a closure; ``StreamingTransport`` lists the closure's obligations.
    public init(_ send: @escaping @Sendable (HTTPTransport.Request, @escaping Receiver) async throws -> Void) {
        self.send = send
    }

    /// A transport that waits for the whole response and delivers it in one part.
    public init(whole transport: HTTPTransport) {
        self.init { request, receive in
            let response = try await transport.send(request)
            try await receive(.head(response.head))
            if !response.body.isEmpty { try await receive(.bytes(response.body)) }
        }
    }
}
