import Dispatch
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

@Suite("PhotographObjects", .tags(.medium))
struct PhotographObjectsTests {
    let service = MemoryBucket()
    let folder: Fixture.Folder
    let files: PhotographFiles
    let objects: PhotographObjects

    init() throws {
        folder = try Fixture.Folder()
        files = try PhotographFiles(folder: folder.path + "/photographs")
        objects = PhotographObjects(
            bucket: try service.bucket(), cache: ObjectCache(folder: folder.path + "/cache", limit: 1 << 20),
            files: files.archive)
    }

    fileprivate func sample(_ byte: UInt8 = 1) -> ([UInt8], PictureProcessor.Rendition) {
        (
            [byte, 2, 3],
            .init(
                format: .jpeg, width: 1, height: 1, display: [0xFF, 0xD8, byte, 4], thumbnail: [0xFF, 0xD8, byte, 5])
        )
    }

    fileprivate func uncached(limit: Int = 0) throws -> PhotographObjects {
        PhotographObjects(
            bucket: try service.bucket(), cache: ObjectCache(folder: folder.path + "/other", limit: limit),
            files: files.archive)
    }

    fileprivate func remove(_ digest: Digest, by archive: PhotographArchive) async throws {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "test").async { continuation.resume(with: Result { try archive.remove(digest) }) }
        }
    }

    @Test("A photograph is returned unchanged by another node, and not stored on this one's disk")
    func kept() async throws {
        let (original, print) = sample()
        let digest = try await objects.archive.keep(original, print)
        #expect(digest.hexadecimal == "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81")
        let other = try uncached().archive
        #expect(try await other.read(digest, .original) == original)
        #expect(try await other.read(digest, .display) == print.display)
        #expect(try await other.read(digest, .thumbnail) == print.thumbnail)
        #expect(files.inventory().digests.isEmpty)
        #expect(try await objects.inventory().map(\.digest) == [digest])
        let name = "home/03/90/\(digest.hexadecimal)"
        #expect(service.keys == ["\(name).display.jpg", "\(name).original", "\(name).thumbnail.jpg"])
    }

    @Test("The original is stored after its renditions")
    func order() async throws {
        let (original, print) = sample()
        service.fail(507, "InsufficientStorage", for: .put)
        let error = await #expect(throws: HouseholdError.self) { try await objects.archive.keep(original, print) }
        #expect(error?.code == .storageFull)
        #expect(service.requests.allSatisfy { !$0.hasSuffix(".original") })
        service.work()
        _ = try await objects.archive.keep(original, print)
        #expect(service.requests.last?.hasSuffix(".original") == true)
    }

    @Test("A photograph that was seen is shown from this machine's disk while the service does not answer")
    func cached() async throws {
        let (original, print) = sample()
        let digest = try await objects.archive.keep(original, print)
        service.state.withLock { $0.fault = { _ in throw HTTPTransportError(.noNetwork, "no network") } }
        #expect(try await objects.archive.read(digest, .thumbnail) == print.thumbnail)
        #expect(try await objects.archive.read(digest, .display) == print.display)
        await #expect(throws: HouseholdError.self) { try await objects.archive.read(digest, .original) }
    }

    @Test("An incomplete copy on this machine's disk is not used")
    func incompleteCopy() async throws {
        let (original, print) = sample()
        let digest = try await objects.archive.keep(original, print)
        let path = folder.path + "/cache/" + PhotographObjects.key(digest, .thumbnail)
        #expect(FileManager.default.fileExists(atPath: path))
        try Data(repeating: 7, count: 33).write(to: URL(filePath: path))
        #expect(try await objects.archive.read(digest, .thumbnail) == print.thumbnail)
    }

    @Test("Copies on this machine's disk have a limit, and those that were used last stay")
    func limited() async throws {
        let cache = ObjectCache(folder: folder.path + "/small", limit: 8 * 1032)
        for number in 0..<8 {
            await cache.keep("\(number)", [UInt8](repeating: 1, count: 1000))
            // The time of the last use, which files keep in whole seconds or finer.
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: Double(number) - 100)],
                ofItemAtPath: folder.path + "/small/\(number)")
        }
        #expect(await cache.read("0") != nil)
        await cache.keep("8", [UInt8](repeating: 1, count: 1000))
        #expect(await cache.read("0") != nil)
        #expect(await cache.read("1") == nil)
        #expect(await cache.read("8") != nil)
        await cache.keep("large", [UInt8](repeating: 1, count: 5000))
        #expect(await cache.read("large") == nil)
    }

    @Test("A photograph that is still a file is read and removed there")
    func notMoved() async throws {
        let (original, print) = sample()
        let digest = try await files.archive.keep(original, print)
        #expect(try await objects.archive.read(digest, .display) == print.display)
        // Nothing is asked for it.
        #expect(service.requests.isEmpty)
        #expect(try await objects.archive.read(digest, .original) == original)
        try await remove(digest, by: objects.archive)
        #expect(try await objects.archive.read(digest, .display) == nil)
        #expect(files.inventory().digests.isEmpty)
    }

    @Test("A removed photograph is gone from the bucket and from this machine's disk")
    func removed() async throws {
        let (original, print) = sample()
        let digest = try await objects.archive.keep(original, print)
        try await remove(digest, by: objects.archive)
        #expect(service.keys.isEmpty)
        #expect(try await objects.archive.read(digest, .thumbnail) == nil)
        let first = try #require(service.requests.first { $0.hasPrefix("DELETE") })
        #expect(first.hasSuffix(".original"))
    }

}

extension PhotographObjectsTests {
    @Test("A service that failed at a removal is left alone for a minute, because a database waits")
    func paused() async throws {
        let (original, print) = sample()
        let digest = try await objects.archive.keep(original, print)
        service.fail(503, "SlowDown", for: .delete)
        await #expect(throws: HouseholdError.self) { try await remove(digest, by: objects.archive) }
        let count = service.requests.count
        await #expect(throws: HouseholdError.self) { try await remove(digest, by: objects.archive) }
        #expect(service.requests.count == count)
    }

    @Test("An object that cannot be removed does not keep others from being removed")
    func oneRefused() async throws {
        let (first, second) = (sample(1), sample(2))
        let digest = try await objects.archive.keep(first.0, first.1)
        let other = try await objects.archive.keep(second.0, second.1)
        let name = digest.hexadecimal
        service.answer { $0.method == .delete && $0.path?.contains(name) == true ? (403, "AccessDenied") : nil }
        await #expect(throws: HouseholdError.self) { try await remove(digest, by: objects.archive) }
        try await remove(other, by: objects.archive)
        #expect(service.keys.count == 3)
    }

    @Test("While a restore can be undone, removed photographs stay in the bucket")
    func keptForUndo() async throws {
        let careful = PhotographObjects(
            bucket: try service.bucket(), cache: ObjectCache(folder: folder.path + "/cache", limit: 1 << 20),
            files: files.archive, keepsRemoved: { true })
        let (original, print) = sample()
        let digest = try await careful.archive.keep(original, print)
        try await remove(digest, by: careful.archive)
        #expect(service.keys.count == 3)
    }

    @Test("An object under the name of a photograph that is none of it is replaced when the photograph is taken")
    func impostor() async throws {
        let (original, print) = sample()
        let digest = try await objects.archive.keep(original, print)
        let key = "home/" + PhotographObjects.key(digest, .original)
        service.state.withLock { $0.objects[key] = ([9], HTTPFields()) }
        _ = try await objects.archive.keep(original, print)
        #expect(try await objects.fetch(digest, .original) == original)
    }
}
