import Foundation
import Glibc

/// A `stillroom serve` on a free port with its own data folder, and one connection to it.
final class Server {
    let child: Child
    private let folder: String
    private let socket: Int32

    private struct Uploaded: Decodable {
        let identifications: String
        let identification: Identification?

        struct Identification: Decodable {}
    }

    /// Waits until the server is ready.
    init(_ stillroom: String) throws {
        folder = NSTemporaryDirectory() + "/stillroom-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let ready = folder + "/address"
        child = try Child(
            [stillroom, "serve", "--port", "0", "--data-dir", folder, "--ready-file", ready], showsErrors: false)
        var port: UInt16?
        let deadline = ContinuousClock.now + .seconds(30)
        while port == nil {
            guard ContinuousClock.now < deadline else {
                child.terminate()
                throw Trouble("the server was not ready within 30 seconds")
            }
            usleep(5000)
            let address = FileManager.default.contents(atPath: ready).map { String(decoding: $0, as: UTF8.self) }
            port = address?.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: ":").last
                .flatMap { UInt16($0) }
        }
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = (port ?? 0).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Trouble("the server cannot be reached at port \(port ?? 0)") }
        var yes: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    func stop() {
        close(socket)
        child.terminate()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Uploads the photograph and returns the path for its identifications.
    func upload(_ photograph: String) throws -> String {
        guard let bytes = FileManager.default.contents(atPath: photograph) else {
            throw Trouble("\(photograph) cannot be read")
        }
        return try JSONDecoder().decode(Uploaded.self, from: post("/api/photographs", bytes)).identifications
    }

    /// In one request, or in two if the server is too old for that.
    func uploadAndIdentify(_ photograph: String) throws {
        guard let bytes = FileManager.default.contents(atPath: photograph) else {
            throw Trouble("\(photograph) cannot be read")
        }
        let uploaded = try JSONDecoder().decode(Uploaded.self, from: post("/api/photographs?identify=true", bytes))
        if uploaded.identification == nil { _ = try identify(uploaded.identifications) }
    }

    func identify(_ place: String) throws -> Answer.Milliseconds {
        try JSONDecoder().decode(Answer.self, from: post(place, Data())).milliseconds
    }

    /// A minimal HTTP/1.1 exchange, which adds almost no time to the measurement.
    private func post(_ path: String, _ body: Data) throws -> Data {
        let head = "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(body.count)\r\n\r\n"
        try send(Data(head.utf8) + body)
        var received = Data()
        var end: Range<Data.Index>?
        while end == nil {
            received += try receive()
            end = received.range(of: Data("\r\n\r\n".utf8))
        }
        let lines = String(decoding: received[..<(end?.lowerBound ?? 0)], as: UTF8.self)
            .split(whereSeparator: \.isNewline)
        guard let first = lines.first, first.contains(" 201 ") else {
            throw Trouble("\(path) was answered with \(lines.first ?? "nothing")")
        }
        let field = lines.first { $0.lowercased().hasPrefix("content-length:") }
        guard let length = field?.split(separator: " ").last.flatMap({ Int($0) }) else {
            throw Trouble("\(path) was answered without a length")
        }
        var content = received[(end?.upperBound ?? 0)...]
        while content.count < length { content += try receive() }
        return Data(content)
    }

    private func send(_ data: Data) throws {
        var left = data[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Trouble("the server closed the connection") }
            left = left.dropFirst(count)
        }
    }

    private func receive() throws -> Data {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { throw Trouble("the server closed the connection") }
        return Data(buffer.prefix(count))
    }
}
