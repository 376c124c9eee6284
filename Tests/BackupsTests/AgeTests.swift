import Foundation
import Household
import Support
import Testing

@testable import Backups

@Suite("The format of age", .tags(.small))
struct AgeTests {
    private static let recipient = "age1exfkl4ty5ldxgnyrw54dh440a8vrsrjjs86dr7spt06wtrj5cd3satp85a"
    private static let passphrase = Array("four words in a row".utf8)

    private func identities() throws -> BackupKey {
        .identities(try BackupIdentity.read(String(decoding: Fixture.bytes("Backups/identity.txt"), as: UTF8.self)))
    }

    private func lock() throws -> BackupLock { .recipients([try #require(BackupRecipient(Self.recipient))]) }

    static func seal(_ bytes: [UInt8], _ lock: BackupLock) throws -> (file: [UInt8], key: BackupKey) {
        let sink = MemorySink()
        let writer = try AgeWriter(sink, lock: lock)
        // Pieces of another size than those of the format.
        var rest = bytes[...]
        while !rest.isEmpty {
            try writer.write(rest.prefix(10_007))
            rest = rest.dropFirst(10_007)
        }
        try writer.finish()
        return (sink.bytes, .fileKey(writer.fileKey))
    }

    static func open(_ file: [UInt8], _ key: BackupKey) throws -> [UInt8] {
        let reader = try AgeReader(MemorySource(file), key: key)
        var bytes: [UInt8] = []
        while case let piece = try reader.read(upTo: 4099), !piece.isEmpty { bytes += piece }
        return bytes
    }

    private func isRefused(_ file: [UInt8], _ key: BackupKey) -> Bool {
        do {
            _ = try Self.open(file, key)
            return false
        } catch {
            return (error as? HouseholdError)?.code == .backupRefused
        }
    }

    private func content(_ count: Int) -> [UInt8] {
        var random = SplitMix64(UInt64(count))
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }

    @Test("A file that age made for a public key is opened with its identity")
    func ofAge() throws {
        #expect(
            try Self.open(Fixture.bytes("Backups/x25519.age"), identities()) == Fixture.bytes("Backups/content.txt"))
        let two =
            (0..<256).flatMap { _ in (0..<256).map { UInt8($0) } }
            + Array(
                "one piece of 64 KiB, and some more\n".utf8)
        #expect(try Self.open(Fixture.bytes("Backups/two-pieces.age"), identities()) == two)
    }

    @Test("A file that age made for a passphrase is opened with it, and with no other one", .tags(.medium))
    func ofAgeWithPassphrase() throws {
        let file = try Fixture.bytes("Backups/passphrase.age")
        #expect(try Self.open(file, .passphrase(Self.passphrase)) == Fixture.bytes("Backups/content.txt"))
        #expect(isRefused(file, .passphrase(Array("four words in a raw".utf8))))
    }

    @Test("A sealed text can be opened again", arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])
    func roundTrip(count: Int) throws {
        let bytes = content(count)
        let (file, fileKey) = try Self.seal(bytes, lock())
        #expect(try Self.open(file, identities()) == bytes)
        #expect(try Self.open(file, fileKey) == bytes)
        let (second, _) = try Self.seal(bytes, .passphrase(Self.passphrase, workFactor: 4))
        #expect(try Self.open(second, .passphrase(Self.passphrase)) == bytes)
    }

    @Test("Each of several public keys opens the file")
    func recipients() throws {
        let other = try #require(BackupRecipient("age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"))
        let own = try #require(BackupRecipient(Self.recipient))
        let (file, _) = try Self.seal([1, 2, 3], .recipients([other, own]))
        #expect(try Self.open(file, identities()) == [1, 2, 3])
        let (foreign, _) = try Self.seal([1, 2, 3], .recipients([other]))
        #expect(isRefused(foreign, try identities()))
        #expect(isRefused(file, .passphrase(Self.passphrase)))
    }

    @Test("A file that ends at any piece, or in the header, is refused")
    func truncated() throws {
        let bytes = content(3 * 65_536)
        let (file, _) = try Self.seal(bytes, lock())
        let key = try identities()
        let start = file.count - bytes.count - 3 * AgeFile.tagBytes
        for piece in 0..<3 {
            for offset in [0, 1, 16, 17] where start + piece * 65_552 + offset < file.count {
                #expect(isRefused(Array(file[..<(start + piece * 65_552 + offset)]), key))
            }
        }
        for count in [0, 5, 21, 22, 80, start - 17, start - 16, start - 1, file.count - 1] {
            #expect(isRefused(Array(file[..<count]), key))
        }
        #expect(isRefused(file + [0], key))
    }
}

extension AgeTests {
    @Test("Exchanged pieces are refused")
    func reordered() throws {
        let bytes = content(3 * 65_536)
        let (file, _) = try Self.seal(bytes, lock())
        let start = file.count - bytes.count - 3 * AgeFile.tagBytes
        let pieces = (0..<3).map { Array(file[(start + $0 * 65_552)..<(start + ($0 + 1) * 65_552)]) }
        let key = try identities()
        #expect(isRefused(Array(file[..<start]) + pieces[1] + pieces[0] + pieces[2], key))
        #expect(isRefused(Array(file[..<start]) + pieces[0] + pieces[2], key))
        #expect(isRefused(Array(file[..<start]) + pieces[0] + pieces[0] + pieces[2], key))
        #expect(try Self.open(Array(file[..<start]) + pieces.joined(), key) == bytes)
    }

    @Test("A changed byte in any region is refused")
    func changed() throws {
        let (file, _) = try Self.seal(content(70_000), lock())
        let key = try identities()
        // Every byte of the header and the nonce, and some of the content.
        let header = file.count - 70_000 - 2 * AgeFile.tagBytes
        for index in Array(0..<header) + [header, header + 65_535, header + 65_536, header + 65_552, file.count - 1] {
            var copy = file
            copy[index] ^= 1
            #expect(isRefused(copy, key), "byte \(index)")
        }
    }

    @Test("A header that asks for more work than 2 to the power of 20 is refused before any is done")
    func workFactor() throws {
        let (file, _) = try Self.seal([1], .passphrase(Self.passphrase, workFactor: 4))
        let text = String(decoding: file.prefix(80), as: UTF8.self)
        let line = try #require(text.split(separator: "\n").dropFirst().first)
        #expect(line.hasSuffix(" 4"))
        for factor in ["21", "30", "64", "04", "+4", "-1", "0", ""] {
            let changed = Array(String(line.dropLast(1)).utf8) + Array(factor.utf8)
            let rest = file.dropFirst(22 + line.utf8.count)
            #expect(isRefused(Array(file.prefix(22)) + changed + Array(rest), .passphrase(Self.passphrase)))
        }
    }

    @Test(
        "A text that is no public key is refused",
        arguments: [
            "", "age1", "AGE1EXFKL4TY5LDXGNYRW54DH440A8VRSRJJS86DR7SPT06WTRJ5CD3SATP85A",
            "age1exfkl4ty5ldxgnyrw54dh440a8vrsrjjs86dr7spt06wtrj5cd3satp85b",
            "age1exfkl4ty5ldxgnyrw54dh440a8vrsrjjs86dr7spt06wtrj5cd3satp85", "ssh-ed25519 AAAA",
        ])
    func noRecipient(text: String) {
        #expect(BackupRecipient(text) == nil)
    }

    @Test("A file for a passphrase that is also for a public key is refused with each of the keys")
    func mixed() throws {
        let fileKey = AgeFile.random(16)
        let stanzas =
            try AgeWrapping.wrap(fileKey, for: .passphrase(Array("right".utf8), workFactor: 2))
            + AgeWrapping.wrap(fileKey, for: lock())
        for key in [.passphrase(Array("right".utf8)), try identities()] as [BackupKey] {
            #expect(throws: HouseholdError.self) { try AgeWrapping.unwrap(stanzas, with: key) }
        }
        #expect(try AgeWrapping.unwrap([stanzas[1]], with: identities()) == fileKey)
    }
}

extension AgeTests {
    @Test("A file of identities with another line is refused, and its description has no secret")
    func identityFile() throws {
        #expect(throws: HouseholdError.self) { try BackupIdentity.read("# only a comment\n") }
        #expect(throws: HouseholdError.self) { try BackupIdentity.read("AGE-SECRET-KEY-1QQQ\n") }
        let text = String(decoding: try Fixture.bytes("Backups/identity.txt"), as: UTF8.self)
        let identities = try BackupIdentity.read(text)
        #expect(identities.count == 1)
        #expect(!"\(identities)".uppercased().contains("SECRET"))
    }

    private static let tool = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { $0 + "/age" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test("The program age opens what was sealed", .tags(.large), .enabled(if: tool != nil, "needs the program age"))
    func byAge() throws {
        let folder = try Fixture.Folder()
        let bytes = content(150_000)
        let path = folder.path + "/file.age"
        try Data(Self.seal(bytes, lock()).file).write(to: URL(filePath: path))
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.tool))
        process.arguments = ["-d", "-i", Fixture.path("Backups/identity.txt"), "-o", folder.path + "/file", path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try [UInt8](Data(contentsOf: URL(filePath: folder.path + "/file"))) == bytes)
    }
}
