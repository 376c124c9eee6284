import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Testing

/// Each transport against servers that behave and misbehave: what `HTTPTransport` demands of its closure.
@Suite("Transports of whole responses", .tags(.medium), .timeLimit(.minutes(2)))
struct TransportTests {
    @Test("A request arrives as it is given, and its response is returned", arguments: Wire.allCases)
    func roundTrip(wire: Wire) async throws {
        let server = try StubServer { request in
            .json(request.body, status: 201, headers: [("X-Echo", request.header("x-name") ?? "")])
        }
        let pieces = [[UInt8]("first ".utf8), [UInt8]("second".utf8)]
        let body = HTTPTransport.Body(contentLength: 12) { AnySequence(pieces) }
        let name = try #require(HTTPField.Name("X-Name"))
        let response = try await wire.transport().send(
            server.request("/a%20b?q=%C3%A9&r=1+1", method: .patch, fields: [name: "wörd"], body: body))
        #expect(response.head.status == .created)
        #expect(String(decoding: response.body, as: UTF8.self) == "first second")
        #expect(try response.head.headerFields[#require(HTTPField.Name("X-Echo"))] != nil)
        #expect(response.head.headerFields[.contentType]?.hasPrefix("application/json") == true)
        let request = try #require(server.requests.first)
        #expect(server.count == 1)
        #expect(request.method == "PATCH")
        #expect(request.target == "/a%20b?q=%C3%A9&r=1+1")
        #expect(request.header("content-length") == "12")
        #expect(request.header("x-name") != nil)
    }

    @Test("A response of any status is returned", arguments: Wire.allCases, [204, 304, 401, 404, 429, 500, 503])
    func statuses(wire: Wire, status: Int) async throws {
        let server = try StubServer { _ in .html(status) }
        let response = try await wire.transport().send(server.request())
        #expect(response.head.status.code == status)
        #expect(response.body.isEmpty == [204, 304].contains(status))
        #expect(server.count == 1)
    }

    @Test("A redirect is returned and not followed", arguments: Wire.allCases, [301, 302, 303, 307, 308])
    func redirects(wire: Wire, status: Int) async throws {
        let other = try StubServer { _ in .json("{}") }
        let server = try StubServer { _ in .redirect(to: other.url + "/elsewhere", status: status) }
        let response = try await wire.transport().send(
            server.request(fields: [.authorization: "Bearer secret"]))
        #expect(response.head.status.code == status)
        #expect(response.head.headerFields[.location] == other.url + "/elsewhere")
        #expect(other.count == 0)
    }

    @Test("A response that is larger than the limit is given up while it is read", arguments: Wire.allCases)
    func tooLarge(wire: Wire) async throws {
        let server = try StubServer(records: false) {
            // With pauses, because URLSession on Linux stops only in a pause.
            $0.path == "/endless" ? .slow(.endless, bytesPerSecond: 1_000_000) : .json([7, 7, 7, 7])
        }
        let transport = wire.transport()
        for path in ["/", "/endless"] {
            let error = await #expect(throws: HTTPTransportError.self) {
                try await transport.send(server.request(path, limit: 3))
            }
            #expect(error?.code == .tooLarge)
            #expect(error?.limit == 3)
        }
        #expect(try await transport.send(server.request("/", limit: 4)).body == [7, 7, 7, 7])
    }

    @Test(
        "A response that does not end, or never begins, is cutOff", arguments: Wire.allCases,
        [
            StubReply.cut(.json(#"{"a": 1}"#), after: 3), .cut(.json("{}"), after: 0), .dropped,
            .raw(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc".utf8)),
        ])
    func cutOff(wire: Wire, reply: StubReply) async throws {
        let server = try StubServer { _ in reply }
        #expect(await code { _ = try await wire.transport().send(server.request(method: .post)) } == .cutOff)
        #expect(server.count == 1)
    }

    @Test("Bytes that are not HTTP are invalidResponse", arguments: Wire.allCases)
    func notHTTP(wire: Wire) async throws {
        let server = try StubServer { _ in .raw(Array("SSH-2.0-OpenSSH_9.2p1 Debian\r\n".utf8)) }
        #expect(await code { _ = try await wire.transport().send(server.request()) } == .invalidResponse)
    }

    @Test("A port at which no program listens is connectionFailed", arguments: Wire.allCases)
    func refused(wire: Wire) async throws {
        let server = try StubServer { _ in .json("{}") }
        server.stop()
        #expect(await code { _ = try await wire.transport().send(server.request()) } == .connectionFailed)
    }

    @Test("A name that does not exist is noNetwork", arguments: Wire.allCases)
    func unknownHost(wire: Wire) async {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "stillroom.invalid", path: "/")
        #expect(await code { _ = try await wire.transport().send(.init(head: head)) } == .noNetwork)
    }

    @Test(
        "A request without a usable address is invalidRequest", arguments: Wire.allCases,
        [("http", nil), (nil, "example.org"), ("ftp", "example.org"), ("http", "")] as [(String?, String?)])
    func addresses(wire: Wire, address: (scheme: String?, authority: String?)) async {
        let head = HTTPRequest(method: .get, scheme: address.scheme, authority: address.authority, path: "/")
        #expect(await code { _ = try await wire.transport().send(.init(head: head)) } == .invalidRequest)
        #expect(await code { try await wire.streaming().send(.init(head: head)) { _ in } } == .invalidRequest)
    }

    @Test("A cancelled task ends its request", arguments: Wire.allCases)
    func cancelled(wire: Wire) async throws {
        let gate = StubGate()
        let server = try StubServer { _ in .held(gate, then: .json("{}")) }
        let transport = wire.transport()
        let task = Task { try await transport.send(server.request()) }
        await gate.untilWaiting()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.untilAlone()
        // A task that is cancelled already sends nothing, or at least returns nothing.
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(server.request())
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }
}

extension TransportTests {
    @Test("Requests at the same time get their own responses", arguments: Wire.allCases)
    func concurrent(wire: Wire) async throws {
        let server = try StubServer { .json(Array($0.path.utf8)) }
        let transport = wire.transport()
        let bodies = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<40 {
                group.addTask {
                    let response = try await transport.send(server.request("/\(number)"))
                    return (number, String(decoding: response.body, as: UTF8.self))
                }
            }
            return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        #expect(bodies.count == 40)
        #expect(bodies.allSatisfy { $1 == "/\($0)" })
    }

    @Test("Cookies are not kept, and no header field is invented that names a person", arguments: Wire.allCases)
    func cookies(wire: Wire) async throws {
        let server = try StubServer { _ in .json("{}", headers: [("Set-Cookie", "a=b; Path=/"), ("ETag", "\"1\"")]) }
        let transport = wire.transport()
        for _ in 0..<2 { _ = try await transport.send(server.request()) }
        #expect(server.count == 2)
        for request in server.requests {
            for name in ["cookie", "authorization", "if-none-match", "referer"] { #expect(request.header(name) == nil) }
        }
    }

    @Test("The limit counts the bytes of a body after it is decompressed")
    func decompressed() async throws {
        // 3,000,000 zeros, compressed by gzip to 2,941 bytes.
        let bomb: [UInt8] =
            [
                0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xED, 0xC1, 1, 1, 0, 0, 0, 0x82, 0x20, 0xFF, 0xAF, 0x6E, 0x48, 0x40,
                1,
            ] + [UInt8](repeating: 0, count: 2906) + [0x2F, 6, 0x65, 0xA2, 1, 0x4D, 0xC0, 0xC6, 0x2D, 0]
        let server = try StubServer { _ in .json(bomb, headers: [("Content-Encoding", "gzip")]) }
        let transport = Wire.urlSession.transport()
        #expect(await code { _ = try await transport.send(server.request(limit: 2_000_000)) } == .tooLarge)
        #expect(try await transport.send(server.request()).body.count == 3_000_000)
    }
}

@Suite("Transports of responses in parts", .tags(.medium), .timeLimit(.minutes(2)))
struct StreamingTests {
    /// Collects the parts of a response.
    actor Parts {
        private(set) var heads: [Int] = []
        private(set) var bytes: [UInt8] = []

        func take(_ part: StreamingTransport.Part) {
            switch part {
            case .head(let head): heads.append(head.status.code)
            case .bytes(let more): bytes += more
            }
        }
    }

    @Test("Each part is delivered as it arrives", arguments: Wire.allCases)
    func parts(wire: Wire) async throws {
        let gate = StubGate()
        let server = try StubServer { _ in .halves(Array("one ".utf8), Array("two".utf8), gate) }
        let parts = Parts()
        try await wire.streaming().send(server.request()) { part in
            await parts.take(part)
            // The second half is sent only after the first has been received.
            if await parts.bytes == Array("one ".utf8) { gate.open() }
        }
        #expect(await parts.heads == [200])
        #expect(String(decoding: await parts.bytes, as: UTF8.self) == "one two")
    }

    @Test("A receiver that throws ends the request, and its error is thrown", arguments: Wire.allCases)
    func throwing(wire: Wire) async throws {
        struct Enough: Error {}
        let server = try StubServer(records: false) { _ in .slow(.endless, bytesPerSecond: 1_000_000) }
        await #expect(throws: Enough.self) {
            try await wire.streaming().send(server.request()) { part in
                if case .bytes = part { throw Enough() }
            }
        }
        await server.untilAlone()
    }

    @Test("The limit, a response that is cut off, and a redirect", arguments: Wire.allCases)
    func failures(wire: Wire) async throws {
        let server = try StubServer(records: false) { request in
            switch request.path {
            case "/endless": .slow(.endless, bytesPerSecond: 1_000_000)
            case "/cut": .cut(.json(#"{"a": 1}"#), after: 3)
            default: .redirect(to: "/endless")
            }
        }
        let streaming = wire.streaming()
        let error = await #expect(throws: HTTPTransportError.self) {
            try await streaming.send(server.request("/endless", limit: 40_000)) { _ in }
        }
        #expect(error?.code == .tooLarge && error?.limit == 40_000)
        #expect(await code { try await streaming.send(server.request("/cut")) { _ in } } == .cutOff)
        let parts = Parts()
        try await streaming.send(server.request("/")) { await parts.take($0) }
        #expect(await parts.heads == [302])
    }

    @Test("A cancelled task ends its request while it waits for more", arguments: Wire.allCases)
    func cancelled(wire: Wire) async throws {
        let gate = StubGate()
        let server = try StubServer { _ in .halves(Array("one".utf8), Array("two".utf8), gate) }
        let streaming = wire.streaming()
        let task = Task { try await streaming.send(server.request()) { _ in } }
        await gate.untilWaiting()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.untilAlone()
    }
}
