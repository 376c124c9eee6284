import Accounts
import AsyncHTTPClient
import Contracts
import Foundation
import Household
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOTLS
import Support
import Synchronization
import Testing

@testable import Web

@Suite("The server in the home network", .tags(.medium), .timeLimit(.minutes(2)))
struct NetworkServerTests {
    private func open(
        _ house: NetworkHouse, _ ports: AsyncStream<NetworkPorts>
    ) async throws -> NetworkPorts {
        try await house.household.network.open(by: house.owner)
        let next = await ports.next()
        return try #require(next)
    }

    @Test("The server listens only after an owner has let the devices of the home network in")
    func opening() async throws {
        let house = try await NetworkHouse()
        #expect(house.household.network.status == .closed)
        try await house.serving { ports in
            let found = try await open(house, ports)
            #expect(house.household.network.status == .open(found))
            let https = found.https
            let answer = try await NetworkHouse.browsing { client in
                try await client.ask("https://localhost:\(https)/health/live")
            }
            #expect(answer.status == 200 && answer.text == "ok\n" && answer.response.version == .http2)
            let wayIn = try #require(found.wayIn)
            let plain = try await NetworkHouse.browsing { try await $0.ask("http://127.0.0.1:\(wayIn)/plants") }
            #expect(plain.status != 200, "no page of the household without TLS")
        }
        #expect(house.household.network.status == .closed)
    }

    @Test("A server that a setting requires listens from the start")
    func required() async throws {
        let house = try await NetworkHouse(isRequired: true, wayInPort: nil)
        try await house.serving { ports in
            let next = await ports.next()
            let found = try #require(next)
            #expect(found.wayIn == nil)
            let answer = try await NetworkHouse.browsing(onlyHTTP1: true) {
                try await $0.ask("https://127.0.0.1:\(found.https)/health/live")
            }
            #expect(answer.status == 200 && answer.response.version == .http1_1)
        }
    }

    @Test("Closing ends all connections, and the server can be opened again")
    func reopening() async throws {
        let house = try await NetworkHouse()
        try await house.serving { ports in
            for _ in 0..<3 {
                let found = try await open(house, ports)
                let url = "https://localhost:\(found.https)/health/live"
                let isReachable = try await NetworkHouse.browsing { client in
                    #expect(try await client.ask(url).status == 200)
                    try await house.household.network.close(by: house.owner)
                    #expect(house.household.network.status == .closed)
                    return (try? await client.ask(url)) != nil
                }
                #expect(!isReachable)
            }
        }
    }

    @Test("A port that another program uses is reported, and the server can be opened when it is free")
    func portTaken() async throws {
        let taken = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(taken.localAddress?.port)
        let house = try await NetworkHouse(wayInPort: port)
        try await house.serving { ports in
            let error = await #expect(throws: HouseholdError.self) {
                try await house.household.network.open(by: house.owner)
            }
            #expect(error?.code == .networkUnavailable && error?.message.contains("Port \(port)") == true)
            guard case .failed = house.household.network.status else {
                Issue.record("The status is \(house.household.network.status).")
                return
            }
            try await taken.close()
            let found = try await open(house, ports)
            #expect(found.wayIn == port)
        }
    }

    @Test("Without a certificate the server does not listen")
    func noCertificate() async throws {
        let house = try await NetworkHouse()
        house.use(nil)
        try await house.serving { ports in
            let error = await #expect(throws: HouseholdError.self) {
                try await house.household.network.open(by: house.owner)
            }
            #expect(error?.message == "There is no certificate." && error?.hint == "Make one.")
            house.use(.first)
            _ = try await open(house, ports)
        }
    }
}

extension NetworkServerTests {
    @Test("A new certificate counts for the next connection, and a failure ends only that connection")
    func renewal() async throws {
        let house = try await NetworkHouse()
        try await house.serving { ports in
            let found = try await open(house, ports)
            #expect(try await certificate(at: found.https) == Fixture.bytes("Network/first.der"))
            house.use(.second)
            #expect(try await certificate(at: found.https) == Fixture.bytes("Network/second.der"))
            house.use(nil)
            await #expect(throws: (any Error).self) { try await certificate(at: found.https) }
            house.use(.first)
            #expect(try await certificate(at: found.https) == Fixture.bytes("Network/first.der"))
        }
    }

    @Test("TLS older than 1.2, and ciphers without forward secrecy, are refused")
    func oldTLS() async throws {
        let house = try await NetworkHouse()
        try await house.serving { ports in
            let found = try await open(house, ports)
            await #expect(throws: (any Error).self) {
                try await certificate(at: found.https) { $0.maximumTLSVersion = .tlsv11 }
            }
            await #expect(throws: (any Error).self) {
                try await certificate(at: found.https) {
                    $0.maximumTLSVersion = .tlsv12
                    $0.cipherSuites = "ECDHE-ECDSA-AES128-SHA:ECDHE-ECDSA-AES256-SHA"
                }
            }
            _ = try await certificate(at: found.https) { $0.maximumTLSVersion = .tlsv12 }
        }
    }

    /// Returns the certificate of a new connection as DER.
    private func certificate(
        at port: Int, _ change: (inout TLSConfiguration) -> Void = { _ in }
    ) async throws -> [UInt8] {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .file(Fixture.path("Network/authority.pem"))
        configuration.minimumTLSVersion = .tlsv1
        change(&configuration)
        let context = try NIOSSLContext(configuration: configuration)
        let (found, report) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        NIOSSLClientHandler(context: context, serverHostname: "localhost"))
                    try channel.pipeline.syncOperations.addHandler(HandshakeReport(report))
                }
            }.connect(host: "127.0.0.1", port: port).get()
        for try await certificate in found {
            channel.close(promise: nil)
            return certificate
        }
        throw ChannelError.eof
    }

    @Test("One client can have sixteen connections, and a closed one makes room for another")
    func connectionLimit() async throws {
        let house = try await NetworkHouse(wayInPort: nil)
        try await house.serving { ports in
            let found = try await open(house, ports)
            let (closed, report) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
            let began = ContinuousClock.now
            var open: [any NIOCore.Channel] = []
            for _ in 0...Limits.clientConnections {
                let channel = try await raw(found.https)
                channel.closeFuture.whenComplete { _ in report.yield(.now) }
                open.append(channel)
            }
            // Connections are counted on several threads, so which one is too many is not certain. The others are closed,
            // too, once they have not begun with TLS for some time, so on a machine that stood still more may be closed.
            var closings = closed.makeAsyncIterator()
            let first = try #require(await closings.next())
            report.finish()
            let others = await closings.next().map { $0 - began >= .seconds(Limits.handshakeSeconds) } ?? true
            #expect(first >= began && others, "one connection is closed because of the limit")
            for channel in open { try? await channel.close() }
            #expect(try await eventually { try await !certificate(at: found.https).isEmpty })
        }
    }

    /// Repeats `isTrue` until it returns true; an error counts as false. The limit of the suite ends an endless wait.
    private func eventually(_ isTrue: () async throws -> Bool) async throws -> Bool {
        while !Task.isCancelled {
            if (try? await isTrue()) ?? false { return true }
            await Task.yield()
        }
        return false
    }

    /// A connection that sends nothing.
    private func raw(_ port: Int) async throws -> any NIOCore.Channel {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(host: "127.0.0.1", port: port)
            .get()
    }
}

extension NetworkServerTests {
    @Test("An HTTP/2 connection that opens and resets requests rapidly is closed")
    func rapidReset() async throws {
        let house = try await NetworkHouse(wayInPort: nil)
        try await house.serving { ports in
            let found = try await open(house, ports)
            let channel = try await HTTP2Frames.connect(to: found.https)
            try await channel.writeAndFlush(HTTP2Frames.opening)
            for number in 0..<300 {
                let stream = UInt32(2 * number + 1)
                channel.write(HTTP2Frames.request(stream), promise: nil)
                channel.writeAndFlush(HTTP2Frames.reset(stream), promise: nil)
            }
            try await channel.closeFuture.get()
            #expect(try await !certificate(at: found.https).isEmpty, "the server goes on")
        }
    }

    @Test("An HTTP/2 connection that sends control frames without end is closed")
    func controlFlood() async throws {
        let house = try await NetworkHouse(wayInPort: nil)
        try await house.serving { ports in
            let found = try await open(house, ports)
            let channel = try await HTTP2Frames.connect(to: found.https)
            try await channel.writeAndFlush(HTTP2Frames.opening)
            for _ in 0..<300 { channel.writeAndFlush(HTTP2Frames.ping, promise: nil) }
            try await channel.closeFuture.get()
        }
    }

    @Test("A shutdown closes connections without a request at once, also in the middle of a handshake")
    func shutdown() async throws {
        let house = try await NetworkHouse()
        let began = ContinuousClock.now
        try await house.serving { ports in
            let found = try await open(house, ports)
            _ = try await raw(found.https)
            _ = try await raw(try #require(found.wayIn))
            let answer = try await NetworkHouse.browsing { client in
                try await client.ask("https://localhost:\(found.https)/health/live")
            }
            #expect(answer.status == 200)
        }
        #expect(ContinuousClock.now - began < .seconds(25))
    }

    @Test("Requests over TLS get the cookie with the prefix __Host-, and only that cookie is read")
    func cookies() async throws {
        let house = try await NetworkHouse(wayInPort: nil)
        try await house.serving { ports in
            let found = try await open(house, ports)
            let root = "https://localhost:\(found.https)"
            try await NetworkHouse.browsing { client in
                let form = [("content-type", "application/x-www-form-urlencoded"), ("accept", "text/html")]
                let answer = try await client.ask(
                    root + Site.signIn, "POST", form + [("origin", root)], body: "name=Ada&passphrase=a+quiet+still")
                let cookie = try #require(answer["set-cookie"].first)
                #expect(cookie.hasPrefix("__Host-stillroom-session=") && cookie.hasSuffix("; SameSite=Lax; Secure"))
                #expect(cookie.contains("; Path=/;") && cookie.contains("; HttpOnly;") && !cookie.contains("Domain"))
                let pair = String(cookie.prefix { $0 != ";" })
                let plants = root + Site.plants
                #expect(try await client.ask(plants, "GET", [("cookie", pair), ("accept", "text/html")]).status == 200)
                let plain = pair.replacing("__Host-", with: "")
                #expect(
                    try await client.ask(plants, "GET", [("cookie", plain), ("accept", "text/html")]).status == 303)
                #expect(answer["strict-transport-security"].isEmpty)
                for origin in ["http://localhost:\(found.https)", "https://evil.example", "null"] {
                    let refused = try await client.ask(
                        root + Site.signIn, "POST", form + [("origin", origin)], body: "name=Ada&passphrase=x")
                    #expect(refused.status == 403, "\(origin)")
                }
            }
        }
    }

    @Test(
        "The server answers under its own names and under addresses, and not under the name of another site",
        arguments: [
            ("kitchen.local", 200), ("127.0.0.1", 200), ("evil.example", 421), ("kitchen.local.evil.example", 421),
        ])
    func hosts(host: String, status: UInt) async throws {
        let house = try await NetworkHouse(wayInPort: nil)
        try await house.serving { ports in
            let found = try await open(house, ports)
            try await NetworkHouse.browsing(onlyHTTP1: true) { client in
                let answer = try await client.ask(
                    "https://localhost:\(found.https)\(Site.signIn)", "GET",
                    [("host", "\(host):\(found.https)"), ("accept", "text/html")])
                #expect(answer.status == status)
            }
        }
    }
}

extension NetworkServerTests {
    @Test("Browsers are bound to TLS only with the operator's own certificate")
    func strict() async throws {
        let house = try await NetworkHouse(wayInPort: nil, usesOwnCertificate: true)
        try await house.serving { ports in
            let found = try await open(house, ports)
            try await NetworkHouse.browsing { client in
                let answer = try await client.ask("https://localhost:\(found.https)/health/live")
                #expect(answer["strict-transport-security"] == ["max-age=31536000"])
            }
        }
    }
}

/// Reports the certificate of the server when the handshake is over.
private final class HandshakeReport: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let report: AsyncThrowingStream<[UInt8], any Error>.Continuation

    init(_ report: AsyncThrowingStream<[UInt8], any Error>.Continuation) { self.report = report }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event {
            do {
                let handler = try context.pipeline.syncOperations.handler(type: NIOSSLClientHandler.self)
                report.yield(try handler.peerCertificate?.toDERBytes() ?? [])
            } catch { report.finish(throwing: error) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        report.finish(throwing: error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { report.finish(throwing: ChannelError.eof) }
}

/// An HTTP/2 client that can do what no browser does.
private enum HTTP2Frames {
    static func connect(to port: Int) async throws -> any NIOCore.Channel {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .file(Fixture.path("Network/authority.pem"))
        configuration.applicationProtocols = ["h2"]
        let context = try NIOSSLContext(configuration: configuration)
        return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        NIOSSLClientHandler(context: context, serverHostname: "localhost"))
                }
            }.connect(host: "127.0.0.1", port: port).get()
    }

    /// The preface and empty settings.
    static var opening: ByteBuffer {
        var bytes = ByteBuffer(string: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        bytes.writeImmutableBuffer(frame(type: 4, flags: 0, stream: 0, []))
        return bytes
    }

    static var ping: ByteBuffer { frame(type: 6, flags: 0, stream: 0, Array(repeating: 7, count: 8)) }

    /// GET / of "localhost", complete: indexed fields and one literal (RFC 7541).
    static func request(_ stream: UInt32) -> ByteBuffer {
        frame(type: 1, flags: 5, stream: stream, [0x82, 0x87, 0x84, 0x41, 9] + Array("localhost".utf8))
    }

    static func reset(_ stream: UInt32) -> ByteBuffer { frame(type: 3, flags: 0, stream: stream, [0, 0, 0, 8]) }

    private static func frame(type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8]) -> ByteBuffer {
        var bytes = ByteBuffer(bytes: [0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), type, flags])
        bytes.writeInteger(stream)
        bytes.writeBytes(payload)
        return bytes
    }
}
