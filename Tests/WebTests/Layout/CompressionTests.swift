import Compression
import Contracts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Support
import Testing

@testable import Web

@Suite("Compressed answers", .tags(.medium))
struct CompressionTests {
    private let compressor = BodyCompressor { level in
        let stream = try GzipStream(level: level)
        return { part, flush in
            switch flush {
            case .none: try stream.add(part, .none)
            case .readable: try stream.add(part, .readable)
            case .end: try stream.add(part, .end)
            }
        }
    }

    private static let gzip: HTTPFields = [.acceptEncoding: "gzip, deflate, br", .accept: "text/html"]

    private static func gzip(_ more: [(String, String)]) -> HTTPFields {
        var fields = gzip
        for (name, value) in more {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }

    private func visiting(_ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        let server = try WebServer(
            .drawn(), settings: .init(version: "test"), compressor: compressor,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await Application(router: server.router()).test(.router, body)
    }

    /// Routes with the middleware alone.
    private func routes(
        slots: CompressionSlots = CompressionSlots(),
        _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let router = Router(context: AppRequestContext.self)
        router.addMiddleware { CompressionMiddleware(compressor: compressor, slots: slots) }
        router.get("tagged") { request, _ in
            let headers: HTTPFields = [.contentType: "application/json", .eTag: "\"v1\""]
            if request.headers[.ifNoneMatch] == "\"v1\"" {
                return Response(status: .notModified, headers: [.eTag: "\"v1\""])
            }
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: Self.text)))
        }
        router.get("typed") { request, _ in
            let query = request.uri.queryParameters
            var headers: HTTPFields = [.contentType: query["type"].map(String.init) ?? "text/plain"]
            if query["fixed"] != nil { headers[.cacheControl] = "no-transform" }
            if query["coded"] != nil { headers[.contentEncoding] = "br" }
            if query["lone"] != nil, let robots = HTTPField.Name("X-Robots-Tag") { headers[robots] = "noindex" }
            return Response(
                status: query["part"] == nil ? .ok : .partialContent, headers: headers,
                body: .init(byteBuffer: ByteBuffer(string: Self.text)))
        }
        router.get("parts") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/csv"],
                body: ResponseBody { writer in
                    for _ in 0..<3 { try await writer.write(ByteBuffer(string: Self.text)) }
                    try await writer.finish(nil)
                })
        }
        try await Application(router: router).test(.router, body)
    }

    private static let text = String(repeating: "a line of a text that repeats itself\n", count: 60)

    private static func expanded(_ response: TestResponse) throws -> String {
        #expect(response.headers[.contentEncoding] == "gzip")
        #expect(response.headers[.contentLength].map { Int($0) == response.body.readableBytes } ?? true)
        return String(
            decoding: try GzipStream.expanded(Array(response.body.readableBytesView), limit: 1 << 24), as: UTF8.self)
    }

    /// The fields on which a page depends.
    private static let pageFields = "Cookie, Accept-Encoding"

    @Test("A page is compressed for a client that accepts it, and names the fields on which it depends")
    func page() async throws {
        try await visiting { client in
            let plain = try await client.execute(uri: "/plants/new", method: .get, headers: [.accept: "text/html"])
            #expect(plain.headers[.contentEncoding] == nil && plain.headers[.vary] == Self.pageFields)
            let packed = try await client.execute(uri: "/plants/new", method: .get, headers: Self.gzip)
            #expect(packed.headers[.vary] == Self.pageFields)
            #expect(packed.body.readableBytes * 2 < plain.body.readableBytes)
            #expect(try Self.expanded(packed) == String(buffer: plain.body))
        }
    }

    @Test(
        "Accept-Encoding is read with its weights",
        arguments: [
            ("gzip", true), ("GZIP", true), ("x-gzip", true), ("br, gzip;q=0.2", true), ("*", true), ("", false),
            ("br", false), ("identity", false), ("gzip;q=0", false), ("gzip; q=0.000, *", false), ("*;q=0", false),
            ("*;q=0, gzip", true), ("deflate, gzipped", false),
        ])
    func accepted(field: String, isAccepted: Bool) {
        #expect(AcceptedCodings.acceptsGzip([.acceptEncoding: field]) == isAccepted)
        #expect(!AcceptedCodings.acceptsGzip([:]))
    }
}

extension CompressionTests {
    @Test("Style sheets, scripts, drawings and the manifest are compressed once; pictures are not")
    func assets() async throws {
        let renderer = try PageRenderer(folder: Fixture.root + "/Sources/Web", version: "test")
        try await visiting { client in
            for (name, asset) in renderer.assets where asset.bytes.count >= CompressionMiddleware.smallest {
                let uri = renderer.prefix + "/" + name
                let first = try await client.execute(uri: uri, method: .get, headers: Self.gzip)
                if asset.type == "image/png" {
                    #expect(first.headers[.contentEncoding] == nil && first.headers[.vary] == nil, "\(name)")
                    continue
                }
                let isLocal = AssetTexts.names.contains(name)
                let text = String(decoding: asset.bytes, as: UTF8.self)
                #expect(first.headers[.vary] == "Accept-Encoding", "\(name)")
                #expect(try Self.expanded(first) == (isLocal ? AssetTexts.fill(text) : text), "\(name)")
                let again = try await client.execute(uri: uri, method: .get, headers: Self.gzip)
                #expect(again.body == first.body)
                let plain = try await client.execute(uri: uri, method: .get)
                #expect(plain.headers[.contentEncoding] == nil && plain.headers[.vary] == "Accept-Encoding")
            }
        }
    }

    @Test("A small answer is not compressed")
    func small() async throws {
        try await visiting { client in
            let rooms = try await client.execute(uri: "/api/rooms", method: .get, headers: Self.gzip)
            #expect(rooms.status == .ok && rooms.headers[.contentEncoding] == nil)
        }
    }

    @Test(
        "An answer with a session is compressed only if this site or the person has caused the request",
        arguments: [
            ("same-origin", true), ("none", true), ("cross-site", false), ("same-site", false), (nil, false),
        ] as [(String?, Bool)])
    func otherSites(site: String?, isCompressed: Bool) async throws {
        try await visiting { client in
            let fields = Self.gzip([("Cookie", "stillroom=x")] + (site.map { [("Sec-Fetch-Site", $0)] } ?? []))
            let page = try await client.execute(uri: "/plants/new?q=guess", method: .get, headers: fields)
            #expect((page.headers[.contentEncoding] == "gzip") == isCompressed)
            #expect(page.headers[.vary]?.contains("Accept-Encoding") == true)
        }
    }

    @Test("A page of a path with a secret is not compressed, a calendar is")
    func lone() async throws {
        try await routes { client in
            for (type, isCompressed) in [("text/html", false), ("text/calendar", true)] {
                let answer = try await client.execute(
                    uri: "/typed?lone=1&type=\(type)", method: .get, headers: Self.gzip)
                #expect((answer.headers[.contentEncoding] == "gzip") == isCompressed)
            }
        }
    }

    @Test("The tag of a compressed body is weak, and is compared weakly")
    func tags() async throws {
        try await routes { client in
            let packed = try await client.execute(uri: "/tagged", method: .get, headers: Self.gzip)
            #expect(packed.headers[.eTag] == "W/\"v1\"")
            #expect(try Self.expanded(packed) == Self.text)
            let plain = try await client.execute(uri: "/tagged", method: .get)
            #expect(plain.headers[.eTag] == "\"v1\"" && String(buffer: plain.body) == Self.text)
            for (known, answered) in [("W/\"v1\"", "W/\"v1\""), ("\"v1\"", "\"v1\"")] {
                let same = try await client.execute(
                    uri: "/tagged", method: .get, headers: Self.gzip([("If-None-Match", known)]))
                #expect(same.status == .notModified && same.headers[.eTag] == answered)
                #expect(same.headers[.contentEncoding] == nil && same.body.readableBytes == 0)
            }
        }
    }
}

extension CompressionTests {
    @Test(
        "Pictures, event streams, parts of a body and what has a coding are sent as they are",
        arguments: [
            "type=image/jpeg", "type=image/png", "type=text/event-stream", "type=application/octet-stream",
            "type=application/x-tar", "part=1", "fixed=1", "coded=1",
        ])
    func asTheyAre(query: String) async throws {
        try await routes { client in
            let answer = try await client.execute(uri: "/typed?\(query)", method: .get, headers: Self.gzip)
            #expect(answer.headers[.contentEncoding] == (query == "coded=1" ? "br" : nil))
            #expect(String(buffer: answer.body) == Self.text)
        }
    }

    @Test(
        "Texts of every kind are compressed",
        arguments: [
            "text/html; charset=utf-8", "text/css", "text/csv", "text/calendar; charset=utf-8", "application/json",
            "application/problem%2Bjson", "application/fhir%2Bjson", "image/svg%2Bxml", "application/manifest%2Bjson",
        ])
    func texts(type: String) async throws {
        try await routes { client in
            let type = type.replacing(" ", with: "%20")
            let answer = try await client.execute(uri: "/typed?type=\(type)", method: .get, headers: Self.gzip)
            #expect(try Self.expanded(answer) == Self.text)
        }
    }

    @Test("A body that is made in parts is compressed while it is sent")
    func parts() async throws {
        try await routes { client in
            let answer = try await client.execute(uri: "/parts", method: .get, headers: Self.gzip)
            #expect(try Self.expanded(answer) == Self.text + Self.text + Self.text)
        }
    }

    @Test("An answer above the limit of bodies at a time is sent as it is")
    func bounded() async throws {
        try await routes(slots: CompressionSlots(limit: 0)) { client in
            let answer = try await client.execute(uri: "/tagged", method: .get, headers: Self.gzip)
            #expect(answer.headers[.contentEncoding] == nil && answer.headers[.vary] == "Accept-Encoding")
            #expect(answer.headers[.eTag] == "\"v1\"")
        }
        let slots = CompressionSlots(limit: 1)
        var slot = slots.take()
        #expect(slot != nil && slots.take() == nil)
        slot = nil
        #expect(slots.take() != nil)
    }
}
