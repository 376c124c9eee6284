import Foundation
import Glibc
import Household
import SQLRecords
import Support
import Synchronization
import Testing

@testable import Backups
@testable import SQLiteDatabase

@Suite("Restores", .tags(.medium))
struct RestoreTests {
    private struct Stopped: Error {}

    /// Counts the steps, and stops before the one of that number.
    private final class Stop: Sendable {
        private let state = Mutex(0)
        let number: Int?

        init(_ number: Int?) { self.number = number }

        var count: Int { state.withLock { $0 } }

        func step() throws {
            let number = state.withLock {
                $0 += 1
                return $0
            }
            if number == self.number { throw Stopped() }
        }
    }

    /// A household with the mark 2, and a backup of its mark 1.
    private func house() async throws -> BackupHouse {
        let house = try BackupHouse()
        try await house.fill(1)
        try house.backup()
        try await house.fill(2)
        return house
    }

    @Test("A restore that is stopped at any moment ends with the old or the new data, complete")
    func stopped() async throws {
        let all = Stop(nil)
        try await house().restore(step: { _ in try all.step() })
        #expect(all.count >= 10)
        var seen: Set<Int> = []
        for number in 1...all.count {
            let house = try await house()
            let stop = Stop(number)
            #expect(throws: Stopped.self) { try house.restore(step: { _ in try stop.step() }) }
            // The next start.
            try Restore(folder: house.data).finishPending()
            let mark = try await house.mark()
            #expect(mark == 1 || mark == 2, "stopped before step \(number)")
            seen.insert(mark ?? 0)
            #expect(!Restore.hasLeftovers(in: house.data), "stopped before step \(number)")
        }
        #expect(seen == [1, 2])
    }

    @Test("A start that finishes a restore can be stopped at any moment, too")
    func stoppedTwice() async throws {
        let all = Stop(nil)
        try await house().restore(step: { _ in try all.step() })
        for number in 1...all.count {
            let house = try await house()

            #expect(throws: Stopped.self) {
                try house.restore(step: { name in

                    if name == "kept" { throw Stopped() }
                })
            }
            let second = Stop(number)
            try? Restore(folder: house.data, step: { _ in try second.step() }).finishPending()
            try Restore(folder: house.data).finishPending()
            #expect(try await house.mark() == 1, "stopped before step \(number)")
        }
    }

    private static func withoutDatabase(_ files: [String: Data]) -> [String: Data] {
        files.filter { !$0.key.hasPrefix(DataFolder.databaseName) }
    }

    @Test("The data before can be swapped back, and swapped again")
    func undo() async throws {
        let house = try await house()
        let before = house.files()
        try house.restore()
        #expect(try await house.mark() == 1)
        let time = Date(timeIntervalSince1970: 1_795_470_000)
        #expect(try house.undo(at: time))
        // The database is settled, so its bytes differ.
        #expect(Self.withoutDatabase(house.files()) == Self.withoutDatabase(before))
        #expect(try await house.mark() == 2)
        #expect(try Restore(folder: house.data).kept().count == 1)
        #expect(try house.undo(at: time))
        #expect(try await house.mark() == 1)
        #expect(try Restore(folder: house.data).forgetUndo() == 1)
        #expect(try !house.undo(at: time))
        #expect(try await house.mark() == 1)
    }

    @Test("An undo that is stopped at any moment ends with the old or the new data, complete")
    func undoStopped() async throws {
        let time = Date(timeIntervalSince1970: 1_795_470_000)
        let all = Stop(nil)
        let first = try await house()
        try first.restore()
        _ = try first.undo(at: time, step: { _ in try all.step() })
        for number in 1...all.count {
            let house = try await house()
            try house.restore()
            let stop = Stop(number)
            #expect(throws: Stopped.self) {
                _ = try house.undo(at: time, step: { _ in try stop.step() })
            }
            try Restore(folder: house.data).finishPending()
            let mark = try await house.mark()
            #expect(mark == 1 || mark == 2, "stopped before step \(number)")
        }
    }
}

extension RestoreTests {
    @Test("A second restore is refused until the data before the first are swapped back or removed")
    func again() async throws {
        let house = try await house()
        try house.restore()
        try await house.fill(3)
        let before = house.files()
        let error = #expect(throws: HouseholdError.self) { try house.restore() }
        #expect(error?.code == .backupRefused)
        #expect(error?.hint?.contains("--forget-undo") == true)
        #expect(house.files() == before)
        #expect(try Restore(folder: house.data).forgetUndo() == 1)
        try house.restore()
        #expect(try await house.mark() == 1)
        #expect(try Restore(folder: house.data).kept().count == 1)
        #expect(try house.undo(at: Date(timeIntervalSince1970: 1_795_470_000)))
        #expect(try await house.mark() == 3)
    }

    @Test("A restore into an empty folder has nothing to undo, and can be repeated")
    func empty() async throws {
        let house = try await house()
        try house.wipe()
        try BackupHouse.makeFolder(house.data)
        try house.restore()
        #expect(try Restore(folder: house.data).kept().isEmpty)
        #expect(try !house.undo(at: Date(timeIntervalSince1970: 1_795_470_000)))
        #expect(try await house.mark() == 1)
    }

    @Test(
        "If a move out fails, the data before are put back, and no later start goes on", arguments: ["restore", "undo"])
    func rolledBack(_ swap: String) async throws {
        let house = try await house()
        if swap == "undo" { try house.restore() }
        // After other entries have gone.
        try house.write("last", to: house.data + "/zzz")
        let (before, kept) = (house.files(), try Restore(folder: house.data).kept())
        let fail: @Sendable (String) throws -> Void = { name in
            if name == "out zzz" { throw HouseholdError(.storageFailed, "The disk did not do what it should.") }
        }
        let error = #expect(throws: HouseholdError.self) {
            if swap == "undo" {
                _ = try house.undo(at: Date(timeIntervalSince1970: 1_795_470_000), step: fail)
            } else {
                try house.restore(step: fail)
            }
        }
        #expect(error?.hint?.contains("Nothing was changed") == true)
        #expect(house.files() == before)
        #expect(!Restore.hasLeftovers(in: house.data))
        #expect(try Restore(folder: house.data).kept() == kept)
    }

    @Test("After something has come in, a failure does not move anything back")
    func notRolledBack() async throws {
        let house = try await house()
        let inward = Stop(2)
        #expect(throws: HouseholdError.self) {
            try house.restore(step: { name in
                guard name.hasPrefix("in ") else { return }
                do { try inward.step() } catch { throw HouseholdError(.storageFailed, "The disk failed.") }
            })
        }
        #expect(Restore.isPending(in: house.data))
        try Restore(folder: house.data).finishPending()
        #expect(try await house.mark() == 1)
    }

    @Test("An entry that is mounted, or has something mounted, is refused before anything changes")
    func mounted() throws {
        let house = try BackupHouse()
        let folder = house.data
        try house.write("", to: folder + "/photographs/ab/original")
        let real = URL(filePath: folder).resolvingSymlinksInPath().path(percentEncoded: false)
        let journal = RestoreJournal(
            source: "new", kept: "old", outgoing: ["photographs"], incoming: [], obsolete: [], settingsFile: nil)
        func mount(_ point: String) -> SwapCheck {
            SwapCheck(folder: folder, mounts: "36 35 98:0 /root \(point) rw,noatime shared:1 - ext4 /dev/root rw\n")
        }
        let plain = real.hasSuffix("/") ? String(real.dropLast()) : real
        for point in ["\(plain)/photographs", "\(plain)/photographs/ab"] {
            #expect(throws: HouseholdError.self, "\(point)") { try mount(point).check(journal) }
        }
        for point in [plain, "\(plain)/photographs-of-others", "\(plain)/models"] {
            #expect(throws: Never.self, "\(point)") { try mount(point).check(journal) }
        }
        #expect(throws: Never.self) { try SwapCheck(folder: folder).check(journal) }
    }
}

extension RestoreTests {
    @Test("A folder that this user may not write is refused before anything changes", .enabled(if: geteuid() != 0))
    func notWritable() async throws {
        let house = try await house()
        let locked = house.data + "/elsewhere"
        try BackupHouse.makeFolder(locked)
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: locked)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: locked) }
        #expect(throws: HouseholdError.self) { try house.restore() }
        #expect(try await house.mark() == 2)
        #expect(!Restore.hasLeftovers(in: house.data))
    }

    @Test("The folder lost+found stays where it is, and is in no backup")
    func lostAndFound() async throws {
        let house = try await house()
        let file = house.data + "/lost+found/1"
        try house.write("found", to: file)
        let catalogue = try house.backup("second.tar")
        #expect(!catalogue.files.contains { $0.path.contains("lost") })
        try house.restore("second.tar")
        #expect(house.text(file) == "found")
    }

    @Test("Data before a restore without a database are not swapped in")
    func nothingToSwapIn() async throws {
        let house = try await house()
        try house.write("", to: house.data + "/" + DataFolder.before + "20260101-000000/secrets/house-key")
        #expect(throws: HouseholdError.self) { try house.undo(at: Date(timeIntervalSince1970: 1_795_470_000)) }
        #expect(try await house.mark() == 2)
    }

    @Test("What is left in the folder of an undo is not removed with it")
    func leftBehind() async throws {
        let house = try await house()
        try house.restore()
        let last = try #require(try Restore(folder: house.data).kept().last)
        let rest = "\(house.data)/\(last)/models/one"
        try house.write("rest", to: rest)
        #expect(try house.undo(at: Date(timeIntervalSince1970: 1_795_470_000)))
        #expect(house.text(rest) == "rest")
    }

    @Test("A folder that cannot be listed is an error, and one that is missing is empty")
    func listed() throws {
        let folder = try Fixture.Folder()
        #expect(try Disk.names(in: folder.path + "/none").isEmpty)
        try Data().write(to: URL(filePath: folder.path + "/ä b"))
        try Data().write(to: URL(filePath: folder.path + "/.a"))
        #expect(try Disk.names(in: folder.path) == [".a", "ä b"])
        // A symbolic link to itself (ELOOP).
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/loop", withDestinationPath: folder.path + "/loop")
        #expect(throws: HouseholdError.self) { try Disk.names(in: folder.path + "/loop") }
    }
}

extension RestoreTests {
    @Test("A restore whose journal cannot be removed does not report success, and the next start ends it")
    func journalStays() async throws {
        let house = try await house()
        let journal = "\(house.data)/\(DataFolder.restore)/\(RestoreJournal.name)"
        #expect(throws: HouseholdError.self) {
            try house.restore(step: { name in
                guard name == "end" else { return }
                // A folder cannot be unlinked.
                try FileManager.default.moveItem(atPath: journal, toPath: journal + "-aside")
                try FileManager.default.createDirectory(atPath: journal, withIntermediateDirectories: false)
            })
        }
        #expect(Restore.isPending(in: house.data))
        try FileManager.default.removeItem(atPath: journal)
        try FileManager.default.moveItem(atPath: journal + "-aside", toPath: journal)
        #expect(try Restore(folder: house.data).forgetUndo() == 1)
        #expect(!Restore.hasLeftovers(in: house.data))
        #expect(try await house.mark() == 1)
    }

    @Test("An archive with a log or journal of the database is refused", arguments: ["-wal", "-journal", "-shm"])
    func foreignLog(_ ending: String) throws {
        let root = try Fixture.Folder()
        let sink = MemorySink()
        let writer = TarWriter(sink)
        try writer.begin("data/stillroom.sqlite" + ending, size: 3, modified: 1_763_856_000)
        try writer.write([1, 2, 3])
        try writer.finish()
        let path = root.path + "/hostile.tar"
        try Data(sink.bytes).write(to: URL(filePath: path))
        let error = #expect(throws: HouseholdError.self) {
            try BackupReader(path: path, key: nil).verify(SQLiteDatabase.closedCopies, work: root.path)
        }
        #expect(error?.code == .backupRefused)
        #expect(error?.message.contains("open database") == true)
    }

    @Test("A damaged backup changes nothing")
    func damaged() async throws {
        let house = try await house()
        let before = house.files()
        let path = house.root.path + "/backup.tar"
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        bytes[bytes.count / 2] ^= 1
        try Data(bytes).write(to: URL(filePath: path))
        #expect(throws: HouseholdError.self) { try house.restore() }
        #expect(house.files() == before)
        #expect(!Restore.hasLeftovers(in: house.data))
        #expect(try Restore(folder: house.data).kept().isEmpty)
    }

    @Test("A settings file that is there is not replaced")
    func settingsFile() async throws {
        let house = try await house()
        try house.write(#"{"server":{}}"#, to: house.settingsFile)
        try house.restore()
        #expect(house.text(house.settingsFile) == #"{"server":{}}"#)
    }

    /// Adds what must not come back.
    private func addSessions(_ house: BackupHouse) async throws {
        _ = try await house.open().write { transaction in
            for sql in [
                "INSERT INTO account (id, name, name_key, hash, created_at) VALUES ('a', 'Ada', 'ada', '', 0)",
                "INSERT INTO membership (household_id, account_id, number, role) VALUES ('home', 'a', 1, 'owner')",
                """
                INSERT INTO session (household_id, digest, id, account_id, user_agent, address, created_at, used_at)
                VALUES ('home', 'd', 's', 'a', '', '', 0, 0)
                """,
                """
                INSERT INTO account_link (household_id, digest, id, kind, role, made_by, made_at, expires_at)
                VALUES ('home', 'e', 'l', 'invitation', 'member', 'a', 0, 0)
                """,
                """
                INSERT INTO vote (household_id, insight_id, voter, code, kind, question, choice, asked_at, not_before)
                VALUES ('home', 'i', 'v', 'c', 'k', 'q', 'yes', 5, 5)
                """,
                """
                INSERT INTO channel (household_id, id, number, kind, name, sealed_address, fingerprint, added_at)
                VALUES ('home', 'phone', 1, 'ntfy', 'Phone', x'01', 'f', 0)
                """,
                """
                INSERT INTO notice (household_id, channel_id, key, sort, rank, at, until, subjects, next_at)
                VALUES ('home', 'phone', 'past', 'dose', 0, 5, 9000000000000, '[]', 5),
                    ('home', 'phone', 'future', 'dose', 0, 8000000000000, 9000000000000, '[]', 8000000000000)
                """,
                "INSERT INTO secret (household_id, name, sealed) VALUES ('home', 'notice-links', x'01')",
                "INSERT INTO secret (household_id, name, sealed) VALUES ('home', 'web-push', x'02')",
            ] { try transaction.execute(sql, []) }
        }
    }

    /// The numbers of accounts, sessions, one-time links and answers whose outcome is unknown.
    private func counts(_ house: BackupHouse) async throws -> [Int] {
        try await house.open().read { transaction in
            [
                try transaction.value(Int.self, "SELECT count(*) FROM account") ?? -1,
                try transaction.value(Int.self, "SELECT count(*) FROM session") ?? -1,
                try transaction.value(Int.self, "SELECT count(*) FROM account_link") ?? -1,
                try transaction.value(Int.self, "SELECT count(*) FROM vote WHERE state = 'unknown'") ?? -1,
            ]
        }
    }
}

extension RestoreTests {
    @Test("Sessions and one-time links do not come back, and a waiting answer is not sent again unasked")
    func settled() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        try await addSessions(house)
        try house.backup()
        try house.restore()
        #expect(try await counts(house) == [1, 0, 0, 1])
    }

    @Test("Nor do they with an undo")
    func undoSettled() async throws {
        let house = try await house()
        try await addSessions(house)
        try house.restore()
        #expect(try await counts(house) == [0, 0, 0, 0])
        #expect(try house.undo(at: Date(timeIntervalSince1970: 1_795_470_000)))
        #expect(try await counts(house) == [1, 0, 0, 1])
        #expect(try await house.mark() == 2)
    }

    @Test("Notices of the time before the restore are not sent again, and links of earlier notices are invalid")
    func noticesSettled() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
        try await addSessions(house)
        try house.backup()
        try house.restore()
        let (notices, secrets) = try await house.open().read { transaction in
            (
                try transaction.values(String.self, "SELECT key || ' ' || state FROM notice ORDER BY key"),
                try transaction.values(String.self, "SELECT name FROM secret")
            )
        }
        #expect(notices == ["future pending", "past expired"])
        #expect(secrets == ["web-push"])
    }

    @Test("A folder with an interrupted restore is not opened")
    func interrupted() async throws {
        let house = try await house()
        #expect(throws: Stopped.self) {
            try house.restore(step: { name in
                if name == "kept" { throw Stopped() }
            })
        }
        #expect(FolderUse.journalPath == "\(DataFolder.restore)/\(RestoreJournal.name)")
        let error = #expect(throws: HouseholdError.self) { try house.open() }
        #expect(error?.code == .dataInUse)
        #expect(!FileManager.default.fileExists(atPath: house.data + "/stillroom.sqlite"))
        try Restore(folder: house.data).finishPending()
        #expect(try await house.mark() == 1)
    }

    @Test("A folder that is in use is not restored, and one that is being restored is not opened")
    func inUse() async throws {
        let house = try await house()
        let database = try house.open()
        #expect(throws: HouseholdError.self) { try FolderUse.alone(house.data) }
        _ = try await database.damage()
        let other = try BackupHouse()
        let use = try FolderUse.alone(other.data)
        #expect(throws: HouseholdError.self) { try other.open() }
        withExtendedLifetime(use) {}
    }
}
