import Accounts
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP2
import NIOHTTPTypes
import NIOTLS
import Support
import Testing

@testable import Web

@Suite("Deadlines of connections", .tags(.small))
struct ConnectionDeadlineTests {
    private func connected(_ handlers: any ChannelHandler...) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handlers: handlers)
        try channel.connect(to: SocketAddress(ipAddress: "192.168.1.7", port: 1)).wait()
        return channel
    }

    private func pass(_ seconds: Int, _ channel: EmbeddedChannel) {
        channel.embeddedEventLoop.advanceTime(by: .seconds(Int64(seconds)))
    }

    @Test("A connection whose handshake does not end in time is closed")
    func handshake() throws {
        let channel = try connected(ConnectionDeadlineHandler(isSecure: true))
        pass(Limits.handshakeSeconds - 1, channel)
        #expect(channel.isActive)
        pass(1, channel)
        #expect(!channel.isActive)
    }

    @Test("After the handshake, and without TLS, the deadline of the handshake does not count")
    func afterHandshake() throws {
        let channel = try connected(ConnectionDeadlineHandler(isSecure: true))
        channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: "h2"))
        pass(1_000, channel)
        #expect(channel.isActive)
        let plain = try connected(ConnectionDeadlineHandler(isSecure: false))
        pass(1_000, plain)
        #expect(plain.isActive)
    }

    @Test("When the server stops to listen, a connection may go on for a limited time, and a handshake not at all")
    func quiescing() throws {
        let channel = try connected(ConnectionDeadlineHandler(isSecure: false))
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        pass(Limits.quiesceSeconds - 1, channel)
        #expect(channel.isActive)
        pass(1, channel)
        #expect(!channel.isActive)
        let handshaking = try connected(ConnectionDeadlineHandler(isSecure: true))
        handshaking.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(!handshaking.isActive)
    }

    @Test("A request whose client does not read the response ends in time, and one whose client reads again goes on")
    func stall() throws {
        let channel = try connected(SlowRequestHandler())
        try send(channel)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        pass(Limits.stallSeconds - 1, channel)
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        pass(Limits.stallSeconds, channel)
        #expect(channel.isActive)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        pass(Limits.stallSeconds, channel)
        #expect(!channel.isActive)
    }

    @Test("A connection that is closed when the server stops first sends what was written, for a limited time")
    func unsent() throws {
        for isRead in [true, false] {
            let channel = try connected(UnsentResponseHandler())
            try send(channel)
            channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            // An embedded channel sends at the flush of this close, so the flush is held back here.
            let gate = FlushGate()
            try channel.pipeline.syncOperations.addHandler(gate, position: .first)
            channel.write(HTTPResponsePart.end(nil), promise: nil)
            channel.close(promise: nil)
            #expect(channel.isActive)
            if isRead { try gate.open(channel) } else { pass(Limits.quiesceSeconds, channel) }
            #expect(!channel.isActive)
        }
    }

    @Test("Before the server stops, a close is performed at once")
    func closedAtOnce() throws {
        let channel = try connected(UnsentResponseHandler())
        try send(channel)
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.close(promise: nil)
        #expect(!channel.isActive)
    }

    /// Holds flushes back.
    private final class FlushGate: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart

        private var isOpen = false

        func flush(context: ChannelHandlerContext) { if isOpen { context.flush() } }

        func open(_ channel: EmbeddedChannel) throws {
            isOpen = true
            channel.flush()
        }
    }

    private func send(_ channel: EmbeddedChannel) throws {
        try channel.writeInbound(
            HTTPRequestPart.head(HTTPRequest(method: .get, scheme: "https", authority: "localhost", path: "/")))
        try channel.writeInbound(HTTPRequestPart.end(nil))
    }

    // MARK: - HTTP/2

    private func http2() throws -> (EmbeddedChannel, any NIOHTTP2StreamDelegate) {
        let channel = EmbeddedChannel()
        let handler = HTTP2ConnectionHandler(eventLoop: channel.eventLoop)
        let delegate = handler.requestDelegate
        try channel.pipeline.syncOperations.addHandler(handler)
        try channel.connect(to: SocketAddress(ipAddress: "192.168.1.7", port: 1)).wait()
        return (channel, delegate)
    }

    /// The last stream identifier of the GOAWAY frame that the server sent next; nil if it sent none.
    private func goAway(_ channel: EmbeddedChannel) throws -> HTTP2StreamID? {
        guard let frame = try channel.readOutbound(as: HTTP2Frame.self),
            case .goAway(let last, .noError, _) = frame.payload
        else { return nil }
        return last
    }

    @Test("An HTTP/2 connection without requests is closed in time, without waiting for an answer of the client")
    func idle() throws {
        let (channel, requests) = try http2()
        pass(Limits.idleSeconds - 1, channel)
        requests.streamCreated(1, channel: channel)
        pass(1_000, channel)
        #expect(channel.isActive, "a request is in progress")
        requests.streamCreated(3, channel: channel)
        requests.streamClosed(1, channel: channel)
        pass(1_000, channel)
        #expect(channel.isActive, "another request is in progress")
        requests.streamClosed(3, channel: channel)
        pass(Limits.idleSeconds - 1, channel)
        #expect(channel.isActive)
        pass(1, channel)
        #expect(!channel.isActive)
        #expect(try goAway(channel) == 3)
    }

    @Test("When the server stops to listen, an HTTP/2 connection ends with its last request")
    func quiescingHTTP2() throws {
        let (channel, requests) = try http2()
        requests.streamCreated(5, channel: channel)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(try goAway(channel) == 5)
        #expect(channel.isActive)
        requests.streamClosed(5, channel: channel)
        pass(0, channel)
        #expect(!channel.isActive)
        let (idle, _) = try http2()
        idle.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(!idle.isActive)
    }

}

extension ConnectionDeadlineTests {
    // MARK: - The number of connections

    @Test(
        "Each client has its own limit of connections, and a proxy has none",
        arguments: [
            (["192.168.1.7", "192.168.1.7"], 2, true), (["192.168.1.7", "192.168.1.7", "192.168.1.7"], 2, false),
            (["192.168.1.7", "192.168.1.7", "192.168.1.8"], 2, true),
            // One subscriber has the first 64 bits of a public address.
            (["2001:db8::1", "2001:db8::2", "2001:db8::3"], 2, false),
            (["2001:db8::1", "2001:db8:0:1::2", "2001:db8:0:2::3"], 2, true),
            (["10.0.0.1", "10.0.0.1", "10.0.0.1"], 2, true),
        ] as [([String], Int, Bool)])
    func limit(addresses: [String], limit: Int, isAdmitted: Bool) throws {
        let connections = NetworkConnections(proxies: AddressRanges("10.0.0.1") ?? .none, limit: limit)
        let channels = try addresses.map { address in
            let channel = EmbeddedChannel()
            try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
            channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
            return channel
        }
        for channel in channels.dropLast() { try connections.admit(channel) }
        let last = try #require(channels.last)
        if isAdmitted {
            try connections.admit(last)
        } else {
            #expect(throws: NetworkConnections.Refused.self) { try connections.admit(last) }
            try channels[0].close().wait()
            channels[0].embeddedEventLoop.run()
            try connections.admit(last)
        }
    }

    @Test("Where only proxies may send requests, all other clients together have few connections")
    func foreign() throws {
        let connections = NetworkConnections(
            proxies: AddressRanges("10.0.0.1") ?? .none, limit: 2, countsEachClient: false)
        func connection(from address: String) throws -> EmbeddedChannel {
            let channel = EmbeddedChannel()
            channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
            try channel.pipeline.syncOperations.addHandler(AdmissionHandler(connections))
            try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
            return channel
        }
        let (first, second) = (try connection(from: "192.168.1.7"), try connection(from: "192.168.1.8"))
        #expect(first.isActive && second.isActive)
        #expect(try !connection(from: "192.168.1.9").isActive && !connection(from: "192.168.1.7").isActive)
        #expect(try connection(from: "10.0.0.1").isActive && connection(from: "10.0.0.1").isActive)
        try first.close().wait()
        first.embeddedEventLoop.run()
        #expect(try connection(from: "192.168.1.9").isActive)
    }

    @Test("A connection after the end of listening is refused")
    func late() throws {
        let connections = NetworkConnections(proxies: .none)
        let channel = try connected()
        try connections.admit(channel)
        connections.close()
        channel.embeddedEventLoop.run()
        #expect(!channel.isActive && connections.count == 0)
        #expect(throws: NetworkConnections.Refused.self) { try connections.admit(try connected()) }
    }
}
