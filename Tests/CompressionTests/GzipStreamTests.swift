import Support
import Testing

@testable import Compression

@Suite("Compression in the gzip format", .tags(.small))
struct GzipStreamTests {
    private func text(_ lines: Int) -> [UInt8] {
        Array((0..<lines).map { "line \($0 % 97) of a page that repeats itself\n" }.joined().utf8)
    }

    @Test("A compressed body is smaller, and expands to the same bytes", arguments: [0, 1, 40, 4_000, 40_000])
    func roundTrip(lines: Int) throws {
        let body = text(lines)
        for level in [1, 6, 9] {
            let packed = try GzipStream(level: level).add(body, .end)
            #expect(packed.prefix(3) == [0x1F, 0x8B, 8], "the head of RFC 1952")
            #expect(try GzipStream.expanded(packed, limit: body.count) == body)
            #expect(lines < 40 || packed.count < body.count / 3)
        }
    }

    @Test("Parts of a body are one stream, and a flushed part can be read before the next")
    func parts() throws {
        let stream = try GzipStream(level: 6)
        let part = text(20)
        var packed = try stream.add(part, .readable)
        #expect(packed.count > 20)
        packed += try stream.add(part, .none)
        packed += try stream.add([], .end)
        #expect(try GzipStream.expanded(packed, limit: 1 << 20) == part + part)
        #expect(throws: GzipStream.Failure.self) { try stream.add(part, .end) }
    }

    @Test("Damaged, cut and too large bodies are refused")
    func refused() throws {
        let packed = try GzipStream(level: 6).add(text(100), .end)
        var damaged = packed
        damaged[packed.count / 2] ^= 0xFF
        #expect(throws: GzipStream.Failure.self) { try GzipStream.expanded(damaged, limit: 1 << 20) }
        #expect(throws: GzipStream.Failure.self) { try GzipStream.expanded(Array(packed.dropLast(9)), limit: 1 << 20) }
        #expect(throws: GzipStream.Failure.self) { try GzipStream.expanded(packed, limit: 100) }
    }
}
