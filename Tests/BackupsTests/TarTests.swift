import Foundation
import Household
import Support
import Testing

@testable import Backups

@Suite("The archive of a backup", .tags(.small))
struct TarTests {
    private func archive(_ files: [(String, [UInt8])]) throws -> [UInt8] {
        let sink = MemorySink()
        let writer = TarWriter(sink)
        for (path, bytes) in files {
            try writer.begin(path, size: bytes.count, modified: 1_763_856_000)
            if !bytes.isEmpty { try writer.write(bytes) }
        }
        try writer.finish()
        return sink.bytes
    }

    private func read(_ bytes: [UInt8]) throws -> [(path: String, content: [UInt8])] {
        var files: [(String, [UInt8])] = []
        try TarReader(MemorySource(bytes)).forEach { header, next in
            var content: [UInt8] = []
            while case let piece = try next(), !piece.isEmpty { content += piece }
            files.append((header.path, content))
        }
        return files
    }

    private func isRefused(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try read(bytes)
            return false
        } catch {
            return (error as? HouseholdError)?.code == .backupRefused
        }
    }

    private static let files: [(String, [UInt8])] = [
        ("README.txt", Array("text".utf8)), ("empty", []),
        ("data/photographs/ab/cd/" + String(repeating: "ab", count: 32) + ".thumbnail.jpg", [1, 2, 3]),
        ("data/" + String(repeating: "long ", count: 40) + "name", [UInt8](repeating: 7, count: 513)),
        ("data/" + String(repeating: "deep/", count: 60) + "name", [UInt8](repeating: 8, count: 512)),
        ("data/Bücher/植物.txt", [9]),
    ]

    @Test("Files are read as they were written, also with long names and names in other scripts")
    func roundTrip() throws {
        let bytes = try archive(Self.files)
        #expect(bytes.count % 10_240 == 0)
        let found = try read(bytes)
        #expect(found.map(\.path) == Self.files.map(\.0))
        #expect(found.map(\.content) == Self.files.map(\.1))
    }

    @Test("The program tar unpacks the archive", .tags(.large))
    func byTar() throws {
        let folder = try Fixture.Folder()
        let path = folder.path + "/archive.tar"
        try Data(archive(Self.files)).write(to: URL(filePath: path))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/tar")
        process.arguments = ["-C", folder.path, "-xf", path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        for (name, bytes) in Self.files {
            #expect(try [UInt8](Data(contentsOf: URL(filePath: folder.path + "/" + name))) == bytes)
        }
    }

    @Test("A size beyond 8 GiB is written as a record")
    func largeFile() throws {
        let sink = MemorySink()
        try TarWriter(sink).begin("data/large", size: 9 << 30, modified: 0)
        let text = String(decoding: sink.bytes, as: UTF8.self)
        #expect(text.contains("19 size=9663676416\n"))
        #expect(text.contains("path=data/large\n"))
        #expect(sink.bytes.count == 3 * 512)
    }

    @Test(
        "A name that leads out of the folder is refused",
        arguments: [
            "/etc/passwd", "../escape", "data/../../escape", "data/./file", "data//file", "data/", "", "data/..",
            "data/" + String(repeating: "n", count: 256),
        ])
    func hostileName(name: String) throws {
        #expect(!TarHeader.isHarmless(name))
        #expect(isRefused(try archive([(name, [1])])))
    }

    @Test("Two files of the same name are refused")
    func doubles() throws {
        #expect(isRefused(try archive([("data/a", [1]), ("data/b", [2]), ("data/a", [3])])))
    }

    @Test("A link, a folder or a device is refused", arguments: Array("123456gLKS".utf8))
    func hostileKind(kind: UInt8) throws {
        var header = try #require(TarHeader(path: "data/file", size: 0, modified: 0).block())
        header[156] = kind
        // The sum of the header with the changed byte.
        let sum = header.indices.reduce(0) { $0 + (148..<156 ~= $1 ? 0x20 : Int(header[$1])) }
        let digits = Array(String(sum, radix: 8).utf8)
        header.replaceSubrange(148..<154, with: [UInt8](repeating: 0x30, count: 6 - digits.count) + digits)
        #expect(isRefused(header + [UInt8](repeating: 0, count: 1024)))
    }

    @Test("An archive that ends early is refused at every block")
    func truncated() throws {
        let bytes = try archive(Self.files)
        let last = try #require(bytes.lastIndex { $0 != 0 })
        for count in stride(from: 0, through: last, by: 512) { #expect(isRefused(Array(bytes[..<count]))) }
        #expect(isRefused(Array(bytes[..<(bytes.count - 10_240)])))
        #expect(isRefused(bytes + [1]))
    }

    @Test("A changed header is refused")
    func changed() throws {
        let bytes = try archive([("data/file", [1, 2, 3])])
        for index in 0..<500 {
            var copy = bytes
            copy[index] = copy[index] &+ 1
            // The padding of the checksum and unused bytes behind it may have any value, but the sum shows others.
            if !(154..<156).contains(index) { #expect(isRefused(copy), "byte \(index)") }
        }
    }
}
