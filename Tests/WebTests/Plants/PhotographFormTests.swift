import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Plants
import Recognition
import SQLRecords
import Support
import Synchronization
import Testing

@testable import Web

@Suite("Forms with several photographs", .tags(.medium))
struct PhotographFormTests {
    private let records = SQLRecords.inMemory()
    private let archive = MemoryArchive()
    private let headers: HTTPFields = [.accept: "text/html", .contentType: "multipart/form-data; boundary=b"]

    private func visiting(
        _ recogniser: Recogniser = .constant(Sample().answer()),
        _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let server = try WebServer(
            .drawn(records: records, archive: archive, recogniser: recogniser), settings: .init(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await Application(router: server.router()).test(.router, body)
    }

    private func form(_ pictures: String...) -> ByteBuffer {
        let parts = pictures.map {
            "--b\r\nContent-Disposition: form-data; name=\"image\"; filename=\"x\"\r\n\r\n\($0)\r\n"
        }
        return ByteBuffer(string: parts.joined() + "--b--\r\n")
    }

    private var photographs: [Photograph] {
        get async throws { try await records.photographs() }
    }

    @Test("A form whose last picture is refused stores no photograph and no file")
    func lastRefused() async throws {
        try await visiting { client in
            let answer = try await client.execute(
                uri: "/photographs", method: .post, headers: headers,
                body: form("photo one", "photo two", "no picture"))
            #expect(answer.status == .unsupportedMediaType)
            #expect(String(buffer: answer.body).contains("This is not a picture."))
        }
        #expect(try await photographs.isEmpty)
        #expect(archive.count == 0)
    }

    @Test("A form that the model cannot read stores no photograph and no file")
    func modelFails() async throws {
        try await visiting(.failing(.recognitionTimedOut)) { client in
            let answer = try await client.execute(
                uri: "/photographs", method: .post, headers: headers, body: form("photo one", "photo two"))
            #expect(answer.status == .gatewayTimeout)
        }
        #expect(try await photographs.isEmpty)
        #expect(archive.count == 0)
    }

    @Test("A further photograph that the model cannot read changes nothing")
    func angleFails() async throws {
        let household = Household.drawn(records: records, archive: archive)
        let first = try await household.identifications.recognise([
            household.photographs.capture(Array("photo one".utf8)).id
        ])
        try await visiting(.failing(.recognitionTimedOut)) { client in
            let answer = try await client.execute(
                uri: "/identifications/\(first.id)/photographs", method: .post, headers: headers,
                body: form("photo two"))
            #expect(answer.status == .gatewayTimeout)
        }
        #expect(try await photographs.map(\.id) == first.photographs)
        #expect(archive.count == 3, "the original, the display copy and the thumbnail of the first photograph")
    }

    @Test("A form of five valid pictures makes one identification with five photographs in order")
    func five() async throws {
        try await visiting { client in
            let answer = try await client.execute(
                uri: "/photographs", method: .post, headers: headers,
                body: form("photo 1", "photo 22", "photo 333", "photo 4444", "photo 55555"))
            #expect(answer.status == .seeOther)
        }
        let identification = try #require(
            try await records.identifications(latest: 1).first)
        var lengths: [Int] = []
        for id in identification.photographs {
            lengths.append(try #require(try await records.photograph(id)).byteCount)
        }
        #expect(lengths == [7, 8, 9, 10, 11])
    }

    @Test("Two photographs of 11 MiB each are accepted in one form")
    func eachHasItsOwnLimit() async throws {
        let large = "photo".padding(toLength: 11 << 20, withPad: "x", startingAt: 0)
        try await visiting { client in
            let answer = try await client.execute(
                uri: "/photographs", method: .post, headers: headers, body: form(large, large + "y"))
            #expect(answer.status == .seeOther)
        }
        #expect(try await photographs.count == 2)
    }
}

extension PhotographFormTests {
    @Test("A photograph over 20 MiB is refused with its number as it arrives, and the rest is not read")
    func photographTooLarge() async throws {
        let problem = try await refusal(to: "/photographs", sizes: [5, (20 << 20) + 1], rest: 40 << 20)
        #expect(problem.status == .contentTooLarge && problem.code == "too-large")
        #expect(problem.title == "The photo is too large")
        #expect(problem.detail.contains("20 MiB") && problem.detail.contains("number 2"))
    }

    @Test("A form over 64 MiB is refused as it arrives, and the rest is not read")
    func formTooLarge() async throws {
        let problem = try await refusal(
            to: "/photographs", sizes: [19 << 20, 19 << 20, 19 << 20, 19 << 20], rest: 40 << 20)
        #expect(problem.status == .contentTooLarge && problem.code == "form-too-large")
        #expect(problem.title == "The form is too large" && problem.detail.contains("64 MiB"))
    }

    @Test("Photographs of exactly 64 MiB in total are accepted, regardless of the overhead of the form")
    func formAtTheLimit() async throws {
        let sizes = Array(repeating: 16 << 20, count: 4)
        #expect(
            try await Upload.withPictures(request(to: "/photographs", sizes), .drawn()) { $0.map(\.count) } == sizes)
        #expect(Limits.body(to: "/photographs") == (64 << 20) + (64 << 10), "which Content-Length may say")
    }

    @Test("Photographs of one byte more than 64 MiB in total are refused")
    func formAboveTheLimit() async throws {
        let sizes = [16 << 20, 16 << 20, 16 << 20, (16 << 20) + 1]
        let problem = await #expect(throws: Problem.self) {
            try await Upload.withPictures(request(to: "/photographs", sizes), .drawn()) { _ in }
        }
        #expect(problem?.code == "form-too-large")
    }

    @Test(
        "A photograph of exactly 20 MiB is accepted and one byte more is refused, in a form or as the body",
        arguments: ["multipart/form-data; boundary=b", "image/jpeg"])
    func photographAtTheLimit(type: String) async throws {
        for path in ["/photographs", "/api/photographs"] {
            let size = 20 << 20
            #expect(
                try await Upload.withPictures(request(to: path, [size], type), .drawn()) { $0.map(\.count) } == [size])
            let problem = await #expect(throws: Problem.self, "\(path)") {
                try await Upload.withPictures(request(to: path, [size + 1], type), .drawn()) { _ in }
            }
            #expect(problem?.code == "too-large")
        }
    }

    /// A whole form, or a body with one photograph.
    private func request(
        to path: String, _ sizes: [Int], _ type: String = "multipart/form-data; boundary=b"
    ) -> Request {
        let isForm = type.hasPrefix("multipart")
        let chunks = AsyncStream<ByteBuffer> { continuation in
            for (number, size) in sizes.enumerated() {
                if isForm { continuation.yield(Self.head(number)) }
                for start in stride(from: 0, to: size, by: 1 << 20) {
                    continuation.yield(ByteBuffer(repeating: 120, count: min(1 << 20, size - start)))
                }
            }
            if isForm { continuation.yield(ByteBuffer(string: "\r\n--b--\r\n")) }
            continuation.finish()
        }
        return Request(
            head: .init(
                method: .post, scheme: "http", authority: "localhost", path: path, headerFields: [.contentType: type]),
            body: .init(asyncSequence: chunks))
    }

    private static func head(_ number: Int) -> ByteBuffer {
        ByteBuffer(
            string: (number == 0 ? "" : "\r\n") + "--b\r\nContent-Disposition: form-data; name=\"image\"\r\n\r\n")
    }
}

extension PhotographFormTests {
    @Test("A form for one photograph is limited to the size of one photograph")
    func singleForm() async throws {
        let problem = try await refusal(to: "/api/photographs", sizes: [15 << 20, 15 << 20], rest: 40 << 20)
        #expect(problem.status == .contentTooLarge && problem.title == "The file is too large")
    }

    @Test("The page states the limits of a photograph and of the form")
    func limitsOnThePage() async throws {
        try await visiting { client in
            let page = String(buffer: try await client.execute(uri: "/photograph", method: .get).body)
            #expect(page.contains("up to 20 MiB and 50 megapixels"))
            #expect(page.contains("up to 64 MiB together"))
            #expect(page.contains("data-limit=\"20971520\"") && page.contains("data-whole=\"67108864\""))
        }
    }

    /// The problem of a form with photographs of these sizes, followed by `rest` bytes. The test fails if more than 256
    /// KiB of the rest were read.
    private func refusal(to path: String, sizes: [Int], rest: Int) async throws -> Problem {
        let chunk = 64 << 10
        let read = Mutex(0)
        let total = sizes.reduce(0, +)
        let chunks = AsyncStream<ByteBuffer> { continuation in
            for (number, size) in sizes.enumerated() {
                continuation.yield(Self.head(number))
                for start in stride(from: 0, to: size, by: chunk) {
                    continuation.yield(ByteBuffer(repeating: 120, count: min(chunk, size - start)))
                }
            }
            for _ in 0..<(rest / chunk) { continuation.yield(ByteBuffer(repeating: 120, count: chunk)) }
            continuation.finish()
        }
        let counted = chunks.map { buffer in
            read.withLock { $0 += buffer.readableBytes }
            return buffer
        }
        let request = Request(
            head: .init(
                method: .post, scheme: "http", authority: "localhost", path: path,
                headerFields: [.contentType: "multipart/form-data; boundary=b"]),
            body: .init(asyncSequence: counted))
        let problem = await #expect(throws: Problem.self) {
            try await Upload.withPictures(request, .drawn()) { _ in Issue.record("it was taken") }
        }
        #expect(read.withLock { $0 } <= total + (256 << 10))
        return try #require(problem)
    }
}
