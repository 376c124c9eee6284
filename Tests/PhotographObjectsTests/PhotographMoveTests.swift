import Foundation
import HTTPTransport
import HTTPTypes
import Household
import PhotographFiles
import Recognition
import Support
import Synchronization
import Testing

@testable import PhotographObjects

@Suite("PhotographMove", .tags(.medium))
struct PhotographMoveTests {
    private let service = MemoryBucket()
    private let folder: Fixture.Folder
    private let files: PhotographFiles
    private let objects: PhotographObjects
    private let move: PhotographMove

    init() throws {
        folder = try Fixture.Folder()
        files = try PhotographFiles(folder: folder.path + "/photographs")
        objects = PhotographObjects(
            bucket: try service.bucket(), cache: ObjectCache(folder: folder.path + "/cache", limit: 0),
            files: files.archive)
        move = PhotographMove(objects: objects, files: files.archive)
    }

    private func fill(_ count: UInt8) async throws -> [Digest] {
        var digests: [Digest] = []
        for byte in 0..<count {
            let print = PictureProcessor.Rendition(
                format: .jpeg, width: 1, height: 1, display: [0xFF, 0xD8, byte, 4], thumbnail: [0xFF, 0xD8, byte, 5])
            digests.append(try await files.archive.keep([byte, 2, 3], print))
        }
        return digests
    }

    @Test("All photographs are copied into the bucket and back, and a second time nothing is")
    func bothWays() async throws {
        let digests = try await fill(9)
        let first = try await move.toBucket(digests)
        #expect(first == PhotographMove.Report(copied: 9, bytes: 9 * 11))
        #expect(try await move.toBucket(digests) == PhotographMove.Report(present: 9))
        #expect(Set(try await objects.inventory().map(\.digest)) == Set(digests))

        let target = try PhotographFiles(folder: folder.path + "/back")
        let back = PhotographMove(objects: objects, files: target.archive)
        #expect(try await back.toFolder(digests).copied == 9)
        #expect(try await back.toFolder(digests) == PhotographMove.Report(present: 9))
        for digest in digests {
            for kind in PhotographArchive.Kind.allCases {
                let (there, here) = (
                    try await target.archive.read(digest, kind), try await files.archive.read(digest, kind)
                )
                #expect(there != nil && there == here)
            }
        }
    }

    @Test("An interrupted move goes on where it ended")
    func resumed() async throws {
        let digests = try await fill(9)
        let service = service
        service.state.withLock {
            $0.fault = { request in
                let puts = service.requests.count { $0.hasPrefix("PUT") }
                guard request.method == .put, puts > 10 else { return nil }
                throw HTTPTransportError(.noNetwork, "no network")
            }
        }
        await #expect(throws: HouseholdError.self) { try await move.toBucket(digests) }
        let stored = service.keys.count
        #expect(stored >= 9 && stored < 27)
        service.work()
        let report = try await move.toBucket(digests)
        #expect(report.copied + report.present == 9 && report.present >= 1)
        #expect(service.keys.count == 27)
    }

    @Test("An object that changed under the same hash is replaced")
    func replaced() async throws {
        let digests = try await fill(1)
        _ = try await move.toBucket(digests)
        for kind in PhotographArchive.Kind.allCases {
            let key = "home/" + PhotographObjects.key(digests[0], kind)
            service.state.withLock { $0.objects[key]?.bytes.reverse() }
        }
        #expect(try await move.toBucket(digests).copied == 1)
        #expect(try await objects.fetch(digests[0], .display) == [0xFF, 0xD8, 0, 4])
        #expect(try await objects.fetch(digests[0], .original) == [0, 2, 3])
    }

    @Test("A rendition that is whole in the bucket is not replaced by another one of the folder")
    func otherRendition() async throws {
        let digests = try await fill(1)
        _ = try await move.toBucket(digests)
        try Data().write(to: URL(filePath: files.path(digests[0], .display)))
        #expect(try await move.toBucket(digests) == PhotographMove.Report(present: 1))
        #expect(try await objects.fetch(digests[0], .display) == [0xFF, 0xD8, 0, 4])
    }

    @Test("A damaged file of the folder is replaced by that of the bucket", arguments: PhotographArchive.Kind.allCases)
    func repaired(_ kind: PhotographArchive.Kind) async throws {
        let digests = try await fill(2)
        _ = try await move.toBucket(digests)
        let before = try await files.archive.read(digests[0], kind)
        try Data().write(to: URL(filePath: files.path(digests[0], kind)))
        #expect(try await move.toFolder(digests) == PhotographMove.Report(copied: 1, present: 1, bytes: 11))
        #expect(try await files.archive.read(digests[0], kind) == before)
    }

    @Test("A service that loses what it acknowledged is noticed")
    func unreliable() async throws {
        let digests = try await fill(1)
        service.state.withLock {
            $0.fault = { $0.method == .put ? .init(head: HTTPResponse(status: .ok)) : nil }
        }
        let error = await #expect(throws: HouseholdError.self) { try await move.toBucket(digests) }
        #expect(error?.message == "A copy of a photograph differs from what was copied.")
    }

    @Test("A damaged original is not copied, and named; its renditions and the others are copied")
    func damaged() async throws {
        let digests = try await fill(3)
        try Data([1]).write(to: URL(filePath: files.path(digests[0], .original)))
        let report = try await move.toBucket(digests)
        #expect(report.copied == 2 && report.incomplete == [digests[0]])
        #expect(service.keys.count == 8)
    }

    @Test("Of a photograph without a rendition the original is copied, and one that is gone is none")
    func incomplete() async throws {
        let digests = try await fill(3)
        try FileManager.default.removeItem(atPath: files.path(digests[1], .display))
        try files.archive.remove(digests[2])
        let report = try await move.toBucket(digests)
        #expect(report.copied == 1 && report.incomplete == [digests[1]] && report.gone == 1)
        #expect(try await objects.fetch(digests[1], .original) == [1, 2, 3])
        #expect(try await move.toFolder(digests).incomplete.count == 2)
    }
}
