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
import Support
import Testing

@testable import Web

@Suite("A form with several photographs", .tags(.medium))
struct PhotographFormTests {
    private let records = MemoryRecords()
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

    private var photographs: [Photograph] { records.photographs(of: Sample().home) }

    @Test("A form whose last picture is refused leaves no photograph and no file")
    func lastRefused() async throws {
        try await visiting { client in
            let answer = try await client.execute(
                uri: "/photographs", method: .post, headers: headers,
                body: form("photo one", "photo two", "no picture"))
            #expect(answer.status == .unsupportedMediaType)
            #expect(String(buffer: answer.body).contains("This is not a picture."))
        }
        #expect(photographs.isEmpty)
        #expect(archive.count == 0)
    }

    @Test("A form that the model cannot read leaves no photograph and no file")
    func modelFails() async throws {
        try await visiting(.failing(.recognitionTimedOut)) { client in
            let answer = try await client.execute(
                uri: "/photographs", method: .post, headers: headers, body: form("photo one", "photo two"))
            #expect(answer.status == .gatewayTimeout)
        }
        #expect(photographs.isEmpty)
        #expect(archive.count == 0)
    }

    @Test("A further angle that the model cannot read leaves what was there before")
    func angleFails() async throws {
        let household = Household.drawn(records: records, archive: archive)
        let first = try await household.recognise([household.capture(Array("photo one".utf8)).id])
        try await visiting(.failing(.recognitionTimedOut)) { client in
            let answer = try await client.execute(
                uri: "/identifications/\(first.id)/photographs", method: .post, headers: headers,
                body: form("photo two"))
            #expect(answer.status == .gatewayTimeout)
        }
        #expect(photographs.map(\.id) == first.photographs)
        #expect(archive.count == 3, "the original, the display copy and the thumbnail of the first photograph")
    }

    @Test("A form of five good pictures is one identification with five photographs in their order")
    func five() async throws {
        try await visiting { client in
            let answer = try await client.execute(
                uri: "/photographs", method: .post, headers: headers,
                body: form("photo 1", "photo 22", "photo 333", "photo 4444", "photo 55555"))
            #expect(answer.status == .seeOther)
        }
        let identification = try #require(
            try await records.identifications(latest: 1, of: Sample().home).first)
        var lengths: [Int] = []
        for id in identification.photographs {
            lengths.append(try #require(try await records.photograph(id, of: Sample().home)).byteCount)
        }
        #expect(lengths == [7, 8, 9, 10, 11])
    }
}
