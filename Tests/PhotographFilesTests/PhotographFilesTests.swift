import Foundation
import Household
import Recognition
import Support
import Testing

@testable import PhotographFiles

@Suite("PhotographFiles", .tags(.medium))
struct PhotographFilesTests {
    let folder: Fixture.Folder
    let files: PhotographFiles

    init() throws {
        folder = try Fixture.Folder()
        files = try PhotographFiles(folder: folder.path + "/photographs")
    }

    private func sample(_ byte: UInt8 = 1) -> ([UInt8], PictureProcessor.Rendition) {
        ([byte, 2, 3], .init(format: .jpeg, width: 1, height: 1, display: [byte, 4], thumbnail: [byte, 5]))
    }

    @Test("A photograph is returned unchanged, under the SHA-256 of the original")
    func kept() async throws {
        let (original, print) = sample()
        let digest = try await files.archive.keep(original, print)
        #expect(digest.hexadecimal == "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81")
        #expect(try await files.archive.read(digest, .original) == original)
        #expect(try await files.archive.read(digest, .display) == print.display)
        #expect(try await files.archive.read(digest, .thumbnail) == print.thumbnail)
        #expect(files.inventory().digests == [digest])
        #expect(files.inventory().unfinished.isEmpty)
    }

    @Test("Equal photographs are stored once")
    func twice() async throws {
        let (original, print) = sample()
        let first = try await files.archive.keep(original, print)
        let second = try await files.archive.keep(original, print)
        #expect(first == second)
        #expect(files.inventory().digests.count == 1)
    }

    @Test("Simultaneous writes do not disturb each other")
    func together() async throws {
        let files = files
        try await withThrowingTaskGroup(of: Void.self) { group in
            for byte in UInt8(0)..<40 {
                group.addTask {
                    let print = PictureProcessor.Rendition(
                        format: .jpeg, width: 1, height: 1, display: [byte], thumbnail: [byte])
                    let digest = try await files.archive.keep([byte % 20, 9], print)
                    #expect(try await files.archive.read(digest, .original) == [byte % 20, 9])
                }
            }
            try await group.waitForAll()
        }
        #expect(files.inventory().digests.count == 20)
    }

    @Test("Files left half written by a stop are removed when no writer can use them any more")
    func tidied() async throws {
        let (original, print) = sample()
        let digest = try await files.archive.keep(original, print)
        let (old, new) = (files.folder + "/unfinished/old", files.folder + "/unfinished/new")
        for path in [old, new] { try Data([1]).write(to: URL(filePath: path)) }
        let yesterday = Date(timeIntervalSinceNow: -86_400)
        try FileManager.default.setAttributes([.modificationDate: yesterday], ofItemAtPath: old)
        try await files.archive.tidy()
        #expect(files.inventory().unfinished == [new])
        #expect(try await files.archive.read(digest, .original) == original)
    }

    @Test("A removed photograph is gone, and a repeated removal is no error")
    func removed() async throws {
        let (original, print) = sample()
        let digest = try await files.archive.keep(original, print)
        try files.archive.remove(digest)
        try files.archive.remove(digest)
        #expect(try await files.archive.read(digest, .display) == nil)
        #expect(files.inventory().digests.isEmpty)
    }

    @Test("Without its folder a photograph cannot be stored: an error, and no partial file")
    func unwritable() async throws {
        try FileManager.default.removeItem(atPath: files.folder)
        try Data("x".utf8).write(to: URL(filePath: files.folder))
        let (original, print) = sample()
        let error = await #expect(throws: HouseholdError.self) { try await files.archive.keep(original, print) }
        #expect(error?.code == .storageFailed)
        await #expect(throws: HouseholdError.self) { try await files.archive.check() }
    }

    @Test("A file left incomplete by a kill counts as nothing and is listed")
    func unfinished() throws {
        try Data("half".utf8).write(to: URL(filePath: files.folder + "/unfinished/left"))
        #expect(files.inventory().digests.isEmpty)
        #expect(files.inventory().unfinished.count == 1)
    }
}
