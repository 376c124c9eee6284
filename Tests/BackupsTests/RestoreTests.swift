import Foundation
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

    @Test("The data before can be swapped back, and swapped again")
    func undo() async throws {
        let house = try await house()
        let before = house.files()
        try house.restore()
        #expect(try await house.mark() == 1)
        let time = Date(timeIntervalSince1970: 1_795_470_000)
        #expect(try Restore(folder: house.data).undo(at: time))
        #expect(house.files() == before)
        #expect(try await house.mark() == 2)
        #expect(try Restore(folder: house.data).undo(at: time))
        #expect(try await house.mark() == 1)
        #expect(try Restore(folder: house.data).forgetUndo() == 1)
        #expect(try !Restore(folder: house.data).undo(at: time))
        #expect(try await house.mark() == 1)
    }

    @Test("An undo that is stopped at any moment ends with the old or the new data, complete")
    func undoStopped() async throws {
        let time = Date(timeIntervalSince1970: 1_795_470_000)
        let all = Stop(nil)
        let first = try await house()
        try first.restore()
        _ = try Restore(folder: first.data, step: { _ in try all.step() }).undo(at: time)
        for number in 1...all.count {
            let house = try await house()
            try house.restore()
            let stop = Stop(number)
            #expect(throws: Stopped.self) {
                _ = try Restore(folder: house.data, step: { _ in try stop.step() }).undo(at: time)
            }
            try Restore(folder: house.data).finishPending()
            let mark = try await house.mark()
            #expect(mark == 1 || mark == 2, "stopped before step \(number)")
        }
    }

    @Test("A second restore keeps the data before it, and removes those before the first")
    func again() async throws {
        let house = try await house()
        try house.restore()
        try await house.fill(3)
        try house.restore()
        #expect(try await house.mark() == 1)
        #expect(Restore(folder: house.data).kept().count == 1)
        #expect(try Restore(folder: house.data).undo(at: Date(timeIntervalSince1970: 1_795_470_000)))
        #expect(try await house.mark() == 3)
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
        #expect(Restore(folder: house.data).kept().isEmpty)
    }

    @Test("A settings file that is there is not replaced")
    func settingsFile() async throws {
        let house = try await house()
        try house.write(#"{"server":{}}"#, to: house.settingsFile)
        try house.restore()
        #expect(house.text(house.settingsFile) == #"{"server":{}}"#)
    }

    @Test("Sessions and one-time links do not come back, and a waiting answer is not sent again unasked")
    func settled() async throws {
        let house = try BackupHouse()
        try await house.fill(1)
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
            ] { try transaction.execute(sql, []) }
        }
        try house.backup()
        try house.restore()
        let found = try await house.open().read { transaction in
            [
                try transaction.value(Int.self, "SELECT count(*) FROM account") ?? -1,
                try transaction.value(Int.self, "SELECT count(*) FROM session") ?? -1,
                try transaction.value(Int.self, "SELECT count(*) FROM account_link") ?? -1,
                try transaction.value(Int.self, "SELECT count(*) FROM vote WHERE state = 'unknown'") ?? -1,
            ]
        }
        #expect(found == [1, 0, 0, 1])
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
