import AsyncHTTPClientTransport
package import HTTPTransport

/// The network as a transport, with the name of Stillroom for services. Some services require a contact in the field
/// `User-Agent`; their client sets it.
package struct LiveTransport: Sendable {
    static let userAgent = "Stillroom (self-hosted household server)"

    package let transport: HTTPTransport

    /// `connections` is the maximum number of connections to one host. `certificateFile` has certificates (PEM) that are
    /// trusted in addition to those of the system.
    package init(connections: Int = 8, certificateFile: String? = nil) {
        transport =
            AsyncHTTPClientTransport(
                connections: connections, certificateFile: certificateFile, userAgent: Self.userAgent
            ).transport.keepingAnswers
    }
}

/// The network as a transport of responses in parts, with the name of Stillroom for services.
package struct LiveStreamingTransport: Sendable {
    package let transport: StreamingTransport

    package init() { transport = AsyncHTTPClientStreaming(userAgent: LiveTransport.userAgent).transport.keepingAnswers }
}
