import Foundation
import Glibc

/// One connection, used by one thread.
final class StubConnection {
    private static let largestHead = 64 * 1024
    private static let largestBody = 256 * 1024 * 1024
    /// The poll flag for "the client closed its side" (POLLRDHUP); glibc defines it only for GNU sources.
    private static let clientGone: Int16 = 0x2000

    private let descriptor: Int32
    /// Received bytes that have not been parsed.
    private var buffer: [UInt8] = []

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    // MARK: - Receiving

    /// The next request; nil if the client closed the connection.
    func nextRequest() throws(StubWire.Malformed) -> StubRequest? {
        guard let head = try head() else { return nil }
        var lines = head.split(separator: "\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let words = lines.removeFirst().split(separator: " ")
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { throw StubWire.Malformed() }
        let headers = StubWire.fields(lines.first.map(String.init) ?? "")
        func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value.lowercased() }
        if header("expect") == "100-continue" {
            guard send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return nil }
        }
        let body: [UInt8]?
        if header("transfer-encoding") == "chunked" {
            body = try chunks()
        } else if let length = header("content-length") {
            guard let length = Int(length), length >= 0 else { throw StubWire.Malformed() }
            body = try bytes(length)
        } else {
            body = []
        }
        guard let body else { return nil }
        // An HTTP/1.0 client without the field does not keep the connection.
        let all = words[2] == "HTTP/1.0" && header("connection") == nil ? headers + [("Connection", "close")] : headers
        return StubRequest(method: String(words[0]), target: String(words[1]), headers: all, body: body)
    }

    private func head() throws(StubWire.Malformed) -> String? {
        while true {
            if let end = buffer.offset(of: Array("\r\n\r\n".utf8)) {
                let text = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeFirst(end + 4)
                return text
            }
            guard buffer.count < Self.largestHead else { throw StubWire.Malformed(status: 431) }
            guard receive() else { return nil }
        }
    }

    private func bytes(_ count: Int) throws(StubWire.Malformed) -> [UInt8]? {
        guard count <= Self.largestBody else { throw StubWire.Malformed(status: 413) }
        while buffer.count < count { guard receive() else { return nil } }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    private func line() throws(StubWire.Malformed) -> String? {
        while true {
            if let end = buffer.offset(of: Array("\r\n".utf8)) {
                defer { buffer.removeFirst(end + 2) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            guard buffer.count < Self.largestHead else { throw StubWire.Malformed() }
            guard receive() else { return nil }
        }
    }

    private func chunks() throws(StubWire.Malformed) -> [UInt8]? {
        var body: [UInt8] = []
        while true {
            guard let line = try line() else { return nil }
            let digits = line.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
            guard let size = Int(digits, radix: 16), size >= 0 else { throw StubWire.Malformed() }
            if size == 0 { break }
            guard body.count + size <= Self.largestBody else { throw StubWire.Malformed(status: 413) }
            guard let chunk = try bytes(size), let end = try self.line() else { return nil }
            guard end.isEmpty else { throw StubWire.Malformed() }
            body += chunk
        }
        // Ignores trailers.
        while let line = try line() { if line.isEmpty { return body } }
        return nil
    }

    private func receive() -> Bool {
        while true {
            var failed: Int32 = 0
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 256 * 1024) { room, filled in
                let count = unsafe recv(descriptor, room.baseAddress, room.count, 0)
                if count < 0 { failed = errno }
                filled = max(0, count)
            }
            if failed == EINTR { continue }
            buffer += chunk
            return !chunk.isEmpty
        }
    }

    // MARK: - Sending

    /// Sends a reply and returns whether the connection continues.
    func send(_ reply: StubReply, to request: StubRequest?) -> Bool {
        send(reply, to: request, pace: nil, limit: nil)
    }

    private func send(_ reply: StubReply, to request: StubRequest?, pace: Int?, limit: Int?) -> Bool {
        switch reply {
        case .answer(let status, let headers, let body):
            return answer(status, headers, body, to: request, pace: pace, limit: limit)
        case .never:
            _ = wait(for: nil, milliseconds: nil)
            return false
        case .held(let gate, let then):
            guard gate.hold({ wait(for: gate.descriptor, milliseconds: nil) }) else { return false }
            return send(then, to: request, pace: pace, limit: limit)
        case .delayed(let then, let milliseconds):
            guard wait(for: nil, milliseconds: milliseconds) else { return false }
            return send(then, to: request, pace: pace, limit: limit)
        case .slow(let then, let bytesPerSecond):
            return send(then, to: request, pace: bytesPerSecond, limit: limit)
        case .cut(let then, let after):
            return send(then, to: request, pace: pace, limit: after)
        case .endless:
            return endless(pace: pace)
        case .dropped:
            return false
        case .raw(let bytes):
            _ = send(bytes)
            return false
        case .halves(let first, let second, let gate):
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            guard send(Array(head.utf8)), send(StubWire.chunk(first)),
                gate.hold({ wait(for: gate.descriptor, milliseconds: nil) }), send(StubWire.chunk(second))
            else { return false }
            return send(StubWire.chunk([]))
        }
    }

    private func answer(
        _ status: Int, _ headers: [(name: String, value: String)], _ body: [UInt8], to request: StubRequest?,
        pace: Int?, limit: Int?
    ) -> Bool {
        let keeps = request.map { $0.header("connection")?.lowercased() != "close" } ?? false
        let bodiless = status == 204 || status == 304
        var lines = ["HTTP/1.1 \(status) \(StubReply.reason(status))"]
        lines += headers.map { "\($0.name): \($0.value)" }
        if !bodiless { lines.append("Content-Length: \(body.count)") }
        if !keeps { lines.append("Connection: close") }
        let head = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        let sent = bodiless || request?.method == "HEAD" ? [] : body[..<min(body.count, max(0, limit ?? body.count))]
        // Sent in one write unless the reply is slow, so that a client never receives a partial head.
        guard let pace else { return send(head + sent) && keeps && limit == nil }
        return send(head) && trickle(sent, bytesPerSecond: pace) && keeps && limit == nil
    }

    private func trickle(_ bytes: ArraySlice<UInt8>, bytesPerSecond: Int) -> Bool {
        let piece = max(1, bytesPerSecond / 20)
        var rest = bytes
        while !rest.isEmpty {
            guard wait(for: nil, milliseconds: max(1, piece * 1000 / max(1, bytesPerSecond))) else { return false }
            guard send(Array(rest.prefix(piece))) else { return false }
            rest = rest.dropFirst(piece)
        }
        return true
    }

    private func endless(pace: Int?) -> Bool {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        guard send(Array(head.utf8)), send(StubWire.chunk(Array("{\"results\":[".utf8))) else { return false }
        let piece = [UInt8](repeating: UInt8(ascii: " "), count: pace.map { max(1, $0 / 20) } ?? 16 * 1024)
        while true {
            if pace != nil { guard wait(for: nil, milliseconds: 50) else { return false } }
            guard send(StubWire.chunk(piece)) else { return false }
        }
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits for another descriptor or this time. Returns false if the client left or the server stopped first.
    private func wait(for other: Int32?, milliseconds: Int?) -> Bool {
        let end = milliseconds.map { ContinuousClock.now + .milliseconds($0) }
        while true {
            var places = [pollfd(fd: descriptor, events: Self.clientGone, revents: 0)]
            if let other { places.append(pollfd(fd: other, events: Int16(POLLIN), revents: 0)) }
            let left = end.map { Int32(max(0, ($0 - ContinuousClock.now) / .milliseconds(1)).rounded(.up)) }
            let ready = unsafe poll(&places, nfds_t(places.count), left ?? -1)
            if ready < 0, errno == EINTR { continue }
            if places[0].revents != 0 || ready < 0 { return false }
            if ready == 0 || places.last?.revents != 0 { return true }
        }
    }
}

enum StubWire {
    /// The client's bytes are not a valid request; contains the status to answer.
    struct Malformed: Error {
        var status = 400
    }

    /// Header lines, without the empty line after them.
    static func fields(_ text: String) -> [(name: String, value: String)] {
        text.split(separator: "\r\n").compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (
                String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            )
        }
    }

    static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }
}

extension [UInt8] {
    func has(_ other: [UInt8], at place: Int) -> Bool {
        place >= 0 && place + other.count <= count && self[place..<(place + other.count)].elementsEqual(other)
    }

    /// The offset of the other bytes at or after a position. Uses the C library for the first byte, because unoptimised
    /// code needs seconds for an upload of megabytes.
    func offset(of other: [UInt8], from start: Int = 0) -> Int? {
        guard let first = other.first, start >= 0 else { return nil }
        var place = start
        while place + other.count <= count {
            let next: Int? = unsafe withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress,
                    let found = unsafe memchr(base + place, Int32(first), count - place)
                else { return nil }
                return unsafe base.distance(to: UnsafeRawPointer(found))
            }
            guard let next else { return nil }
            if has(other, at: next) { return next }
            place = next + 1
        }
        return nil
    }
}
