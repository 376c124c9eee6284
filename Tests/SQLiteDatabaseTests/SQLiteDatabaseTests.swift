import Accounts
import Agenda
import Contracts
import Foundation
import GRDB
import Household
import Plants
import Recognition
import Support
import Testing

@testable import SQLRecords
@testable import SQLiteDatabase

@Suite("The SQLite database", .tags(.medium))
struct SQLiteDatabaseTests {
    let folder: Fixture.Folder
    var path: String { folder.path + "/stillroom.sqlite" }

    init() throws {
        folder = try Fixture.Folder()
    }

    @Test("Every commit is flushed to the disk")
    func synchronous() async throws {
        let records = try SQLRecords(SQLiteDatabase(path: path))
        let mode = try await records.connections.write { database in
            try Int.fetchOne(database, sql: "PRAGMA synchronous")
        }
        #expect(mode == 2)
        let journal = try await records.connections.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
        #expect(journal == "wal")
    }

    @Test("Records are read unchanged after the file was closed and reopened")
    func reopened() async throws {
        let sample = Sample()
        let identification: Identification
        do {
            let records = try SQLRecords(SQLiteDatabase(path: path))
            identification = try await sample.identification(in: records, photographs: 2)
            try records.connections.close()
        }
        let records = try SQLRecords(SQLiteDatabase(path: path))
        #expect(try await records.identification(identification.id) == identification)
        #expect(try await records.damage().isEmpty)
    }

    @Test("A plant is read if its stored own values repeat a field or have a field of a newer release")
    func repeatedField() async throws {
        let sample = Sample()
        let records = try SQLRecords(SQLiteDatabase(path: path))
        let plant = try await sample.plant(in: records, of: sample.identification(in: records))
        try await records.connections.write { database in
            try database.execute(
                sql: "UPDATE plant SET overruled = ?",
                arguments: [#"{"light": "5", "light": "7", "starlight": "9"}"#])
        }
        let read = try #require(try await records.plant(plant.id))
        #expect(read.overruled.count == 1)
        #expect(["5", "7"].contains(read.overruled[.light]))
    }

    @Test("A file of a newer release is refused and stays unchanged")
    func newer() throws {
        do {
            let records = try SQLRecords(SQLiteDatabase(path: path))
            try records.connections.write {
                try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('9999 from the future')")
            }
            try records.connections.close()
        }
        let error = #expect(throws: HouseholdError.self) { try SQLRecords(SQLiteDatabase(path: path)) }
        #expect(error?.code == .storageFailed)
        #expect(error?.message.contains("newer Stillroom") == true)
    }

    @Test("A file that is not a database is refused")
    func foreign() throws {
        try Data(repeating: 65, count: 8192).write(to: URL(filePath: path))
        let error = #expect(throws: HouseholdError.self) { try SQLRecords(SQLiteDatabase(path: path)) }
        #expect(error?.code == .storageFailed)
    }
}

extension SQLiteDatabaseTests {
    @Test("A photograph of every format can be stored", arguments: Photograph.Format.allCases)
    func formats(format: Photograph.Format) async throws {
        let sample = Sample()
        let photograph = try Photograph(
            id: sample.id("p"), digest: #require(Digest(String(repeating: "a", count: 64))), format: format,
            width: 640, height: 480, byteCount: 1000, capturedAt: Date(timeIntervalSince1970: 1_800_000_000))
        let records = try SQLRecords(SQLiteDatabase(path: path))
        try await sample.take([photograph], in: records)
        #expect(try await records.photograph(photograph.id) == photograph)
    }

    @Test("The log of accounts of an earlier release is read, and attempts are stored beside it")
    func earlierLog() async throws {
        do {
            var earlier = DatabaseMigrator()
            for (name, sql) in Migrations.all where name < "0012" {
                earlier.registerMigration(name) { try $0.execute(sql: sql) }
            }
            let pool = try DatabasePool(path: path)
            try earlier.migrate(pool)
            try await pool.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO account_event (household_id, number, at, kind, name, address, count) VALUES
                            ('home', 1, 1800000000000, 'sign-in-failed', 'Ada', '192.0.2.1', 3);
                        """)
            }
            try pool.close()
        }
        let records = try SQLRecords(SQLiteDatabase(path: path))
        let event = try #require(try await records.events(limit: 10).first)
        #expect(event.kind == .signInFailed && event.count == 3 && event.subject == nil)
        let attempt = StoredAttempt(
            kind: .signIn, key: .pair(name: "a", address: ""), count: 2,
            times: [Date(timeIntervalSince1970: 1_800_000_000.25)])
        try await records.updateAttempts([attempt.key], of: .signIn) { _ in
            (AttemptUpdate(changed: [attempt], gone: []), ())
        }
        #expect(try await records.attempts() == [attempt])
    }

    @Test("An identification of the first release is read as an answer of the device only")
    func upgraded() async throws {
        let sample = Sample()
        do {
            var first = DatabaseMigrator()
            let (name, sql) = Migrations.all[0]
            first.registerMigration(name) { try $0.execute(sql: sql) }
            let pool = try DatabasePool(path: path)
            try first.migrate(pool)
            try await pool.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO photograph VALUES
                            ('home', 'p', '\(String(repeating: "a", count: 64))', 'jpeg', 640, 480, 1000, 1800000000000);
                        INSERT INTO identification VALUES
                            ('home', 'i', 'unsure', 'uncertain', 'on-device', 'tiny 1', 12.5, 3.25, 16, 1800000060000);
                        INSERT INTO identification_photograph VALUES ('home', 'i', 0, 'p', NULL);
                        INSERT INTO candidate VALUES
                            ('home', 'i', 1, 'Rosa canina', 'species', 'Rosaceae', '["Dog rose"]', 0.625);
                        INSERT INTO plant VALUES
                            ('home', 'x', 'Rose', 'Rosa canina', 'species', 'Rosaceae', '[]', 'i', 1800000120000, 'rose',
                             'rose');
                        """)
            }
            try pool.close()
        }
        let records = try SQLRecords(SQLiteDatabase(path: path))
        let identification = try #require(try await records.identification(sample.id("i")))
        #expect(identification.findings.device == identification.answer)
        #expect(identification.findings.service == nil && identification.organs == [.auto])
        #expect(identification.findings.asked == ServiceCallRecord(reason: .onDeviceOnly, threshold: 0.7))
        #expect(identification.answer.candidates.first?.confidence == Confidence(0.625))
        #expect(identification.outcome == .kept(try sample.id("x")))
        #expect(try await records.plantCount() == 1)
        let plant = try #require(try await records.plant(sample.id("x")))
        #expect(plant.photographs == [try sample.id("p")])
        #expect((plant.situation, plant.room, plant.archive) == (Situation(), nil, nil))
        let taxon = try await records.taxonToStudy(
            for: "trefle", stale: sample.time(0), at: sample.time(0))
        #expect(taxon?.scientificName == "Rosa canina", "found by a key that did not exist then")
        #expect(try await records.damage().isEmpty)
    }
}

extension SQLiteDatabaseTests {
    @Test("Accounts, sessions and codes of an earlier release stay as they are when passkeys are added")
    func passkeys() async throws {
        let sample = Sample()
        do {
            var earlier = DatabaseMigrator()
            for (name, sql) in Migrations.all where name < "0014" {
                earlier.registerMigration(name) { try $0.execute(sql: sql) }
            }
            let pool = try DatabasePool(path: path)
            try earlier.migrate(pool)
            try await pool.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO account VALUES ('a', 'Ada', 'ada', 'hash', 1800000000000);
                        INSERT INTO recovery_code VALUES ('a', 'code');
                        INSERT INTO membership VALUES ('home', 'a', 1, 'owner');
                        INSERT INTO session VALUES
                            ('home', 'digest', 's', 'a', 'Firefox', '10.0.0.1', 1800000000000, 1800000000000);
                        """)
            }
            try pool.close()
        }
        let records = try SQLRecords(SQLiteDatabase(path: path))
        let ada = try #require(try await records.accounts().first)
        #expect(try await records.credential(of: ada.id)?.hash == "hash")
        #expect(try await records.session(digest: "digest")?.account == ada)
        #expect(try await records.recoveryCodeCount(of: ada.id) == 1)
        #expect(try await records.passkeys(of: ada.id).isEmpty)
        try await records.add(
            StoredPasskey(
                passkey: Passkey(
                    id: sample.fresh(), account: ada.id, name: "Phone", host: "pi.local", isBackedUp: false,
                    createdAt: sample.time(0), lastUse: nil), credential: "c", publicKey: [1], counter: 0,
                transports: []), from: "10.0.0.1")
        #expect(try await records.passkeys(of: ada.id).count == 1)
        #expect(try await records.damage().isEmpty)
    }

    @Test(
        "Queries of due chores, of the chores of a plant and of the log use indexes only",
        arguments: [
            "\(SQLRecords.choreLines()) WHERE chore.household_id = 'home' AND plant.archived_day IS NULL AND chore.due_day <= 20000 ORDER BY chore.due_day NULLS FIRST, chore.id",
            "\(SQLRecords.choreLines(SQLRecords.byPlant(.sqlite))) WHERE chore.household_id = 'home' AND plant.archived_day IS NULL AND chore.plant_id = 'p' ORDER BY chore.due_day NULLS FIRST, chore.id",
            bound(SQLRecords.logLines(LogQuery(plant: Plant.ID("p"), kind: .watering), .sqlite)),
            bound(SQLRecords.logLines(LogQuery(chore: .init(rawValue: "c")), .sqlite)),
            bound(SQLRecords.logLines(LogQuery(numbers: [1, 2]), .sqlite)),
            "SELECT * FROM plant WHERE household_id = 'home' AND instr(search_text, '') > 0 ORDER BY added_at DESC, id LIMIT 5",
        ])
    func queryPlans(sql: String) async throws {
        let records = try SQLRecords(SQLiteDatabase(path: path))
        let steps = try await records.connections.read { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql).map { $0["detail"] as String }
        }
        #expect(!steps.isEmpty)
        for step in steps where step.hasPrefix("SCAN") { Issue.record("\(step)") }
        // A household is not selective enough.
        if sql.contains("plant_id = 'p'") { #expect(steps.contains { $0.contains("plant_id=?") }, "\(steps)") }
        if sql.contains("chore.id = 'c'") { #expect(steps.contains { $0.contains("AND id=?") }, "\(steps)") }
        if sql.contains("CROSS JOIN chore_log AS entry INDEXED") {
            let log = try #require(steps.first { $0.contains("entry") })
            #expect(log.contains("chore_log_by_chore"), "\(steps)")
        }
    }

    /// Replaces parameter names with values, for EXPLAIN.
    private static func bound(_ sql: String) -> String {
        sql.replacing(":household", with: "'home'").replacing(":plant", with: "'p'").replacing(":chore", with: "'c'")
            .replacing(":kind", with: "'watering'").replacing(":limit", with: "50").replacing(":number0", with: "1")
            .replacing(":number1", with: "2")
    }

    @Test("Several processes can open a new file at the same time")
    func severalAtOnce() async throws {
        let path = path
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<6 {
                group.addTask { try await SQLRecords(SQLiteDatabase(path: path)).plantCount() }
            }
            for try await count in group { #expect(count == 0) }
        }
    }

    @Test("The database files can be read by their owner only")
    func permissions() throws {
        let records = try SQLRecords(SQLiteDatabase(path: path))
        for ending in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + ending)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(ending)")
        }
        try records.connections.close()
    }
}

extension SQLiteDatabaseTests {
    @Test("Writing to a full disk throws storageFull")
    func full() async throws {
        let records = try SQLRecords(SQLiteDatabase(path: path))
        let sample = Sample()
        _ = try await sample.photograph(in: records)
        try await records.connections.write { database in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
        var refused: HouseholdError?
        for _ in 0..<2000 where refused == nil {
            do { _ = try await sample.photograph(in: records) } catch { refused = error as? HouseholdError }
        }
        #expect(refused?.code == .storageFull)
        #expect(try await records.damage().isEmpty)
    }

    @Test(
        "The kind of a file system is found from the mount table",
        arguments: [
            ("/home/me/data", "ext4"), ("/mnt/nas/stillroom", "nfs4"), ("/mnt/nas", "nfs4"), ("/mnt/nas2/x", "ext4"),
            ("/mnt/a b/x", "cifs"),
        ])
    func fileSystems(path: String, kind: String) {
        let mounts = """
            /dev/sda1 / ext4 rw 0 0
            nas:/x /mnt/nas nfs4 rw 0 0
            //win/x /mnt/a\\040b cifs rw 0 0
            """
        #expect(FileSystem.kind(of: path, mounts: mounts) == kind)
    }
}

extension SQLiteDatabaseTests {
    @Test("A write within a read is refused and not stored, in a file and in memory", arguments: [true, false])
    func writeWithinRead(isFile: Bool) async throws {
        let database = try isFile ? SQLiteDatabase(path: path) : .inMemory()
        let insert = "INSERT INTO choice (household_id, name, value) VALUES ('h', 'a', '1')"
        func count() async throws -> [Int] {
            try await database.read { try $0.values(Int.self, "SELECT count(*) FROM choice", []) }
        }
        // The others change no row.
        for statement in [insert, "DELETE FROM choice", "UPDATE choice SET value = '2'", "CREATE TABLE other (id)"] {
            let error = await #expect(throws: SQLError.self) {
                try await database.read { try $0.execute(statement, []) }
            }
            #expect(error?.kind == .other(code: "8"), "\(statement)")
        }
        #expect(try await count() == [0])
        try await database.write { _ = try $0.execute(insert, []) }
        #expect(try await count() == [1])
    }
}
