import Foundation
import GRDB
import Glibc
import Household
import SQLRecords
import Support
import Synchronization
import Testing

@testable import Backups
@testable import SQLiteDatabase

@Suite("Backups", .tags(.medium))
struct BackupTests {
    private func code(_ body: () throws -> Void) -> HouseholdError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? HouseholdError)?.code
        }
    }

    @Test("A backup that is restored after everything was removed loses nothing", arguments: [false, true])
    func roundTrip(isLocked: Bool) async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        try house.write("of a later release", to: house.data + "/something/new.txt")
        let passphrase = Array("four words in a row".utf8)
        let made = try house.backup(lock: isLocked ? .passphrase(passphrase, workFactor: 4) : nil)
        #expect(made.missing.isEmpty)
        #expect(made.database.households == 1)
        #expect(made.database.rows["photograph"] == 1)
        #expect(made.files.contains { $0.path == "data/secrets/authority/authority.pem" })
        try house.wipe()
        try BackupHouse.makeFolder(house.data)
        try house.restore("backup.tar", isLocked ? .passphrase(passphrase) : nil)
        #expect(try await house.mark() == 1)
        #expect(house.text(house.data + "/something/new.txt") == "of a later release")
        #expect(house.text(house.settingsFile) == "{}")
    }

    @Test("A file is never replaced, and a failed backup leaves none")
    func noReplacing() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        try house.backup()
        let before = house.text(house.root.path + "/backup.tar")
        #expect(code { try house.backup() } == .storageFailed)
        #expect(house.text(house.root.path + "/backup.tar") == before)
        let failing = DatabaseCopies(
            copy: { _ in throw HouseholdError(.storageFull, "full") }, inspect: { try SQLiteDatabase.inspect($0) },
            settle: { _, _ in })
        #expect(code { try house.writer(failing).make(at: house.root.path + "/other.tar", lock: nil) } == .storageFull)
        #expect(try Set(Disk.names(in: house.root.path)) == ["backup.tar", "config", "house"])
        #expect(try Disk.names(in: house.data + "/backups").isEmpty)
    }

    @Test("Rows and photographs that are added while a backup is made are in it together, or not at all")
    func whileWriting() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        let database = try house.open()
        let writing = Task {
            for number in 0..<60 where !Task.isCancelled {
                try await house.add(photographOf: "added \(number)", to: database)
            }
        }
        for number in 0..<4 {
            let made = try await Task.detached { try house.backup("\(number).tar") }.value
            #expect(made.missing.isEmpty)
            #expect(try house.verify("\(number).tar") == made)
        }
        try await writing.value
    }

    @Test("A photograph that is removed while a backup is made does not fail it")
    func removedMeanwhile() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        let database = try house.open()
        let real = database.copies
        let count = Mutex(0)
        let late = try await house.add(photographOf: "late", to: database)
        for file in DataFolder.files(ofPhotograph: late) { Disk.remove("\(house.data)/\(file)") }
        let copies = DatabaseCopies(
            copy: { path in
                let number = count.withLock {
                    $0 += 1
                    return $0
                }
                // The row goes after the first copy, as if the photograph had been removed at that moment.
                if number == 2 {
                    try database.connections.write {
                        try $0.execute(literal: "DELETE FROM photograph WHERE digest = \(late)")
                    }
                }
                try real.copy(path)
            }, inspect: real.inspect, settle: real.settle)
        let made = try house.writer(copies).make(at: house.root.path + "/backup.tar", lock: nil)
        #expect(made.missing.isEmpty)
        #expect(made.database.rows["photograph"] == 1)
        #expect(count.withLock { $0 } == 2)
    }

    @Test("A photograph that is really missing is named in the catalogue, and the rest is in the backup")
    func reallyMissing() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        let digest = try await house.add(photographOf: "lost", to: house.open())
        let file = DataFolder.files(ofPhotograph: digest)[0]
        Disk.remove("\(house.data)/\(file)")
        let made = try house.backup()
        #expect(made.missing == ["data/" + file])
        #expect(try house.verify() == made)
    }
}

extension BackupTests {
    @Test("A changed byte anywhere in a backup is found")
    func changedByte() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        try house.backup()
        let path = house.root.path + "/backup.tar"
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        var random = SplitMix64(7)
        let last = try #require(bytes.lastIndex { $0 != 0 })
        for _ in 0..<60 {
            var copy = bytes
            let index = Int.random(in: 0...last, using: &random)
            copy[index] ^= 0x55
            try Data(copy).write(to: URL(filePath: house.root.path + "/changed.tar"))
            #expect(code { _ = try house.verify("changed.tar") } == .backupRefused, "byte \(index)")
        }
        for count in [0, 512, 5000, bytes.count / 2, last] {
            try Data(bytes[..<count]).write(to: URL(filePath: house.root.path + "/changed.tar"))
            #expect(code { _ = try house.verify("changed.tar") } == .backupRefused, "\(count) bytes")
        }
    }

    @Test("A backup of a newer release is refused")
    func newer() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        _ = try await house.open().write { transaction in
            try transaction.execute("INSERT INTO grdb_migrations (identifier) VALUES ('9999 of tomorrow')", [])
        }
        #expect(throws: HouseholdError.self) { try house.open() }
        let text = #"{"format":2}"#
        #expect(code { _ = try BackupCatalogue.read(Array(text.utf8)) } == .backupRefused)
    }

    @Test("A locked backup needs its key")
    func locked() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        try house.backup(lock: .passphrase(Array("right".utf8), workFactor: 4))
        #expect(try BackupReader.isLocked(house.root.path + "/backup.tar"))
        #expect(code { _ = try house.verify() } == .backupRefused)
        #expect(code { _ = try house.verify("backup.tar", .passphrase(Array("wrong".utf8))) } == .backupRefused)
        _ = try house.verify("backup.tar", .passphrase(Array("right".utf8)))
        #expect(code { _ = try house.verify("none.tar") } == .notFound)
    }

    @Test("The remains of an interrupted backup, and nothing else, are removed by the next backup after a day")
    func tidied() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        let left = [".stillroom-x.unfinished", ".holiday.tar.x.unfinished", ".stillroom-notes"]
        for name in left { try house.write("x", to: house.root.path + "/" + name) }
        try house.write("x", to: house.data + "/backups/.work-x/copy.sqlite")
        let old = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_795_300_000)]
        for path in left.map({ house.root.path + "/" + $0 }) + [house.data + "/backups/.work-x"] {
            try FileManager.default.setAttributes(old, ofItemAtPath: path)
        }
        try house.backup()
        #expect(left.map { Disk.exists(house.root.path + "/" + $0) } == [false, true, true])
        #expect(!Disk.exists(house.data + "/backups/.work-x"))
    }

    @Test("The schedule removes only its own backups of this household, and the state survives")
    func shelf() throws {
        let house = try BackupHouse()
        let day = Date(timeIntervalSince1970: 1_795_459_501)
        for number in 0..<5 {
            let time = day.addingTimeInterval(Double(number) * 86_400)
            for own in ["1a2b3c4d", "ffffffff", nil] {
                let name = BackupName(at: time, folderID: own, isLocked: false)
                try house.write("x", to: "\(house.root.path)/shelf/\(name.text)")
            }
        }
        try house.write("x", to: house.root.path + "/shelf/holiday.tar")
        let future = BackupName(at: day.addingTimeInterval(1e8), folderID: "1a2b3c4d", isLocked: false)
        try house.write("x", to: "\(house.root.path)/shelf/\(future.text)")
        let removed = BackupShelf.prune(
            house.root.path + "/shelf", of: "1a2b3c4d", keeping: .init(daily: 2, weekly: 0, monthly: 0),
            at: day.addingTimeInterval(4 * 86_400))
        #expect(removed.count == 3 && removed.allSatisfy { $0.contains("1a2b3c4d") })
        #expect(BackupShelf.list(house.root.path + "/shelf").count == 13)
        // The next one would be the only one of the last day; the newest that is there stays nevertheless.
        let next = BackupShelf.prune(
            house.root.path + "/shelf", of: "1a2b3c4d", keeping: .init(daily: 1, weekly: 0, monthly: 0),
            at: day.addingTimeInterval(5 * 86_400))
        #expect(next.count == 1)
        let shelf = BackupShelf(dataFolder: house.data)
        #expect(shelf.state() == BackupState())
        shelf.note { $0.last = .init(at: day, file: "/x", size: 7, isLocked: true) }
        #expect(shelf.state().last?.size == 7)
    }
}

extension BackupTests {
    @Test("The state of a release that did not count missing files is read, and one that cannot be written is said")
    func earlierState() throws {
        let house = try BackupHouse()
        let shelf = BackupShelf(dataFolder: house.data)
        try house.write(
            #"{"last":{"at":"2026-11-23T03:00:02Z","file":"/x","isLocked":true,"size":7}}"#,
            to: house.data + "/backups/state.json")
        #expect(shelf.state().last?.size == 7 && shelf.state().last?.missing == 0)
        try house.write("no folder", to: house.root.path + "/file")
        #expect(!BackupShelf(dataFolder: house.root.path + "/file").note { $0.house = "1a2b3c4d" })
    }

    @Test("Links in the data folder are named as missing")
    func links() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        try house.write("elsewhere", to: house.root.path + "/elsewhere/key")
        try FileManager.default.createSymbolicLink(
            atPath: house.data + "/secrets/linked", withDestinationPath: house.root.path + "/elsewhere/key")
        try FileManager.default.createSymbolicLink(
            atPath: house.data + "/linked-folder", withDestinationPath: house.root.path + "/elsewhere")
        let made = try house.backup()
        #expect(made.missing == ["data/linked-folder", "data/secrets/linked"])
        #expect(try house.verify() == made)
    }

    @Test("A folder in the data folder is refused, also through a link, except the one of backups")
    func place() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        let writer = try house.writer(house.open().copies)
        try BackupHouse.makeFolder(house.data + "/mine")
        try BackupHouse.makeFolder(house.data + "/backups/mine")
        try FileManager.default.createSymbolicLink(
            atPath: house.root.path + "/link", withDestinationPath: house.data + "/mine")
        for folder in [house.data, house.data + "/mine", house.root.path + "/link"] {
            #expect(code { try writer.make(at: folder + "/x.tar", lock: nil) } == .storageFailed)
        }
        #expect(try Disk.names(in: house.data + "/mine").isEmpty)
        try writer.make(at: house.data + "/backups/mine/x.tar", lock: nil)
        // A name that only begins like the data folder.
        try BackupHouse.makeFolder(house.data + "-backups")
        try writer.make(at: house.data + "-backups/x.tar", lock: nil)
    }

    /// A file with a hole needs no room itself. Many file systems have none larger than this one.
    private static let canBeFilled = (Disk.free(in: NSTemporaryDirectory()) ?? .max) < 1 << 42

    @Test(
        "Without enough free space no backup is written",
        .enabled(if: canBeFilled, "the disk is too large to be filled by a file"))
    func room() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        let free = try #require(Disk.free(in: house.data))
        let huge = house.data + "/huge"
        try house.write("x", to: huge)
        let handle = try #require(FileHandle(forWritingAtPath: huge))
        try handle.truncate(atOffset: UInt64(free + (1 << 30)))
        try handle.close()
        #expect(code { try house.backup() } == .storageFull)
        #expect(try Disk.names(in: house.root.path).sorted() == ["config", "house"])
    }

    @Test("A backup that is stopped ends at once, and leaves nothing")
    func stopped() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        let stop = BackupStop()
        let real = try house.open().copies
        let copies = DatabaseCopies(
            copy: {
                stop.ask()
                try real.copy($0)
            }, inspect: real.inspect, settle: real.settle)
        #expect(throws: CancellationError.self) {
            try house.writer(copies).make(at: house.root.path + "/backup.tar", lock: nil, stop: stop)
        }
        #expect(try Disk.names(in: house.root.path).sorted() == ["config", "house"])
        #expect(try Disk.names(in: house.data + "/backups").isEmpty)
        try house.backup()
        #expect(throws: CancellationError.self) {
            try BackupReader(path: house.root.path + "/backup.tar", key: nil, stop: stop)
                .verify(SQLiteDatabase.closedCopies, work: house.root.path)
        }
    }
}

extension BackupTests {
    @Test("A key refuses a file that is not locked")
    func unlockedWithKey() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        try house.backup()
        #expect(code { _ = try house.verify("backup.tar", .passphrase(Array("right".utf8))) } == .backupRefused)
        #expect(code { _ = try house.verify("backup.tar", .identities([])) } == .backupRefused)
    }

    @Test("What root makes in a data folder belongs to the owner of the folder", .enabled(if: geteuid() == 0))
    func owner() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        let owner: UInt32 = 4321
        #expect(chown(house.data, owner, owner) == 0)
        try house.backup()
        #expect(BackupShelf(dataFolder: house.data).note { $0.house = "1a2b3c4d" })
        for name in ["backups", "backups/state.json", ".in-use"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(house.data)/\(name)")
            #expect(attributes[.ownerAccountID] as? UInt == UInt(owner), "\(name)")
        }
    }
}
