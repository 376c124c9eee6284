import Household
import HummingbirdCore
import Logging
import Messages
import NIOCore
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2
import NIOSSL
import NIOTLS
import Synchronization

/// One connection of the home network: with TLS it speaks HTTP/2 or HTTP/1.1, without TLS HTTP/1.1.
struct NetworkChannel: ServerChildChannel {
    typealias Stream = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
    typealias Multiplexer = NIOHTTP2Handler.AsyncStreamMultiplexer<Stream>
    typealias Negotiated = NIONegotiatedHTTPVersion<Stream, Multiplexer>

    struct Value: ServerChildChannelValue {
        let channel: any NIOCore.Channel
        fileprivate let negotiated: EventLoopFuture<Negotiated>
    }

    let connections: NetworkConnections
    /// Nil without TLS.
    let certificates: CertificateContexts?
    /// One connection of HTTP/1.1, or one request of HTTP/2.
    let http: HTTP1Channel

    func setup(channel: any NIOCore.Channel, logger: Logger) -> EventLoopFuture<Value> {
        do { try connections.admit(channel) } catch {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(error)
        }
        guard let certificates else {
            return channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(ConnectionDeadlineHandler(isSecure: false))
            }.flatMap { http.setup(channel: channel, logger: logger) }
                .map { Value(channel: channel, negotiated: channel.eventLoop.makeSucceededFuture(.http1_1($0))) }
        }
        let ready = channel.eventLoop.makeFutureWithTask { try certificates.current() }.flatMapThrowing { context in
            try secure(channel, context, logger)
        }
        // The server does not see this failure, and would keep the connection.
        ready.whenFailure { _ in channel.close(promise: nil) }
        return ready
    }

    private func secure(_ channel: any NIOCore.Channel, _ context: NIOSSLContext, _ logger: Logger) throws -> Value {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(NIOSSLServerHandler(context: context))
        try pipeline.addHandler(ConnectionDeadlineHandler(isSecure: true))
        let negotiation = NIOTypedApplicationProtocolNegotiationHandler<Negotiated> { result, channel in
            switch result {
            case .negotiated("h2"):
                channel.eventLoop.makeCompletedFuture { .http2(try multiplexed(channel, logger)) }
            case .negotiated, .fallback:
                http.setup(channel: channel, logger: logger).map { .http1_1($0) }
            }
        }
        try pipeline.addHandler(negotiation)
        return Value(channel: channel, negotiated: negotiation.protocolNegotiationResult)
    }

    private func multiplexed(_ channel: any NIOCore.Channel, _ logger: Logger) throws -> Multiplexer {
        let pipeline = channel.pipeline.syncOperations
        let handler = HTTP2ConnectionHandler(eventLoop: channel.eventLoop)
        let multiplexer = try pipeline.configureAsyncHTTP2Pipeline(
            mode: .server, streamDelegate: handler.requestDelegate, configuration: Self.configuration
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                let pipeline = stream.pipeline.syncOperations
                try pipeline.addHandler(HTTP2FramePayloadToHTTPServerCodec())
                try pipeline.addHandlers(http.configuration.additionalChannelHandlers())
                return try Stream(wrappingChannelSynchronously: stream)
            }
        }
        try pipeline.addHandler(handler)
        return multiplexer
    }

    /// Other limits are NIO's: 200 resets, 200 stream errors and 200 control frames in 30 s, five CONTINUATION frames in a
    /// row, and one empty DATA frame. A connection that exceeds one is closed.
    private static var configuration: NIOHTTP2Handler.Configuration {
        var configuration = NIOHTTP2Handler.Configuration()
        configuration.connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: Limits.streams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: Limits.headerBytes),
        ]
        return configuration
    }

    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.negotiated.get() {
            case .http1_1(let connection): await http.handle(value: connection, logger: logger)
            case .http2(let multiplexer):
                try await withThrowingDiscardingTaskGroup { group in
                    for try await stream in multiplexer.inbound {
                        group.addTask { await http.handle(value: stream, logger: logger) }
                    }
                }
            }
        } catch {
            // The client has disconnected, or its handshake has failed: it does not trust the certificate, for example.
            logger.debug("connection ended", metadata: ["reason": "\(error)"])
        }
        // A cancelled task leaves the connection of HTTP/2 open.
        value.channel.close(promise: nil)
    }
}

/// The TLS contexts of the current certificate. The certificate is asked for at each connection, so that a new one counts
/// without a restart.
final class CertificateContexts: Sendable {
    private struct State {
        var current: (identity: ServerIdentity, context: NIOSSLContext)?
        /// The failure that was logged last, so that it is logged once.
        var failure: String?
    }

    private let identity: @Sendable () throws -> ServerIdentity
    private let logger: Logger
    private let state = Mutex(State())

    init(identity: @escaping @Sendable () throws -> ServerIdentity, logger: Logger) {
        self.identity = identity
        self.logger = logger
    }

    /// Returns the context for the next connection. Throws `HouseholdError` if there is no certificate.
    func current() throws -> NIOSSLContext {
        do {
            let identity = try identity()
            if let current = state.withLock({ $0.current }), current.identity == identity { return current.context }
            let context = try Self.context(identity)
            state.withLock { state in
                state.current = (identity, context)
                state.failure = nil
            }
            return context
        } catch {
            let failure = Self.reason(error)
            let isNew = state.withLock { state in
                defer { state.failure = failure }
                return state.failure != failure
            }
            if isNew { logger.error("no certificate for a connection", metadata: ["reason": "\(failure)"]) }
            throw error
        }
    }

    private static func context(_ identity: ServerIdentity) throws -> NIOSSLContext {
        do {
            let chain = try identity.chain.map { try NIOSSLCertificate(bytes: $0, format: .der) }
            let key = try NIOSSLPrivateKey(bytes: identity.key, format: .der)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            // Of TLS 1.2 only authenticated ciphers with forward secrecy; those of TLS 1.3 are all of this kind.
            configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
            configuration.applicationProtocols = ["h2", "http/1.1"]
            // How long the end of a connection waits for the client's.
            configuration.shutdownTimeout = .seconds(2)
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw HouseholdError(
                .certificateUnusable, localized("The certificate of the server cannot be used."),
                hint: localized("Check that the private key belongs to the certificate."))
        }
    }

    /// A reason without a key or a file's content.
    private static func reason(_ error: any Error) -> String {
        (error as? HouseholdError)?.message ?? "\(type(of: error))"
    }
}
