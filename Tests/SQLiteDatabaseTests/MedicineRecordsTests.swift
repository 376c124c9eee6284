import Accounts
import Calendar
import Contracts
import Doses
import Foundation
import GRDB
import Household
import Plants
import Recognition
import Reminders
import Support
import Synchronization
import Testing

@testable import SQLRecords
@testable import SQLiteDatabase

@Suite("Medicine records in SQLite", .tags(.medium))
struct MedicineRecordsTests {
    let folder: Fixture.Folder
    var path: String { folder.path + "/stillroom.sqlite" }

    init() throws { folder = try Fixture.Folder() }

    /// Writes rows with the schema of the release before medicines: a photograph, a larder item and a setting.
    private func larderRelease() async throws {
        var migrator = DatabaseMigrator()
        for migration in Migrations.all.prefix(5) {
            migrator.registerMigration(migration.0) { try $0.execute(sql: migration.1) }
        }
        let pool = try DatabasePool(path: path)
        try migrator.migrate(pool)
        try await pool.write { database in
            try database.execute(
                sql: """
                    INSERT INTO photograph VALUES
                        ('home', 'p', '\(String(repeating: "a", count: 64))', 'jpeg', 640, 480, 1000, 1800000000000);
                    INSERT INTO larder_item (household_id, code, first_at, last_at) VALUES ('home', '11', 1, 2);
                    INSERT INTO choice (household_id, name, value) VALUES ('home', 'home.units', 'metric');
                    """)
        }
        try pool.close()
    }

    /// Copies the files as a process that is killed now leaves them, and returns the path of the copy.
    private func killed() throws -> String {
        let other = folder.path + "/killed"
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: path + ending) {
            try FileManager.default.copyItem(atPath: path + ending, toPath: other + "/stillroom.sqlite" + ending)
        }
        return other + "/stillroom.sqlite"
    }

    private func expectLarder(in records: SQLRecords, _ sample: Sample) async throws {
        #expect(try await records.photograph(sample.id("p"))?.width == 640)
        #expect(try await records.larderItem("11")?.lastAt == Date(milliseconds: 2))
        #expect(try await records.choices() == ["home.units": "metric"])
        #expect(try await records.labels(limit: 9).isEmpty)
        #expect(try await records.medicines(withOver: true).isEmpty)
        let kept = try sample.running("m")
        try await records.add(kept)
        #expect(try await records.medicine(kept.id) == kept)
        #expect(try await records.damage().isEmpty)
    }

    @Test("A file of the release before medicines is migrated without loss")
    func upgraded() async throws {
        try await larderRelease()
        try await expectLarder(in: SQLRecords(SQLiteDatabase(path: path)), Sample())
    }

    @Test("A migration to medicines that is interrupted by a kill is completed at the next start")
    func killedWhileUpgrading() async throws {
        try await larderRelease()
        let (name, sql) = Migrations.all[5]
        #expect(name.hasPrefix("0006"))
        let pool = try DatabasePool(path: path)
        let left = try await pool.writeWithoutTransaction { database in
            try database.beginTransaction(.immediate)
            try database.execute(sql: sql)
            try database.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [name])
            let left = try killed()
            try database.rollback()
            return left
        }
        try pool.close()
        try await expectLarder(in: SQLRecords(SQLiteDatabase(path: left)), Sample())
        try await expectLarder(in: SQLRecords(SQLiteDatabase(path: path)), Sample())
    }

    @Test("A kill while a medicine is added leaves the medicine, its label entry and its notices, or none of them")
    func killedWhileConfirming() async throws {
        let sample = Sample()
        let plain = try SQLRecords(SQLiteDatabase(path: path))
        let label = try sample.label("l")
        try await plain.add(label, photograph: nil)
        let left = Mutex<[String]>([])
        let records = plain.planning(
            NoticePlanner(
                now: { sample.time(0) }, reach: { _ in LocalDay(number: 20_000) },
                expected: { _, _, courses in
                    // After the medicine is written and before its notices are.
                    if !courses.isEmpty, left.withLock(\.isEmpty), let path = try? killed() {
                        left.withLock { $0.append(path) }
                    }
                    return courses.map { course in
                        let dose = Dose(
                            id: "d", medicine: course.kept.id.rawValue, name: "m", amount: "1", at: sample.time(1))
                        return Reminder(
                            key: .init(rawValue: "dose \(course.kept.id)"), sort: .dose, at: sample.time(1),
                            until: sample.time(600), subjects: [.dose(dose)])
                    }
                }))
        let kept = try sample.running("m", from: label.id, entry: 0)
        try await records.add(kept)
        let paths = left.withLock { $0 }
        let path = try #require(paths.first)
        let reopened = try SQLRecords(SQLiteDatabase(path: path))
        #expect(try await reopened.medicines(withOver: true).isEmpty)
        #expect(try await reopened.label(label.id) == label)
        #expect(try await reopened.damage().isEmpty)
        #expect(try await plain.medicines(withOver: true) == [kept])
        #expect(try await plain.label(label.id)?.confirmed == [0: kept.id])
        let waiting = try await plain.notices(NoticeQuery(states: [.pending]))
        #expect(waiting.map(\.reminder.key.rawValue) == ["dose m-m"])
    }

    @Test("Medicines and doses are read unchanged after reopening the file, with times to the last digit")
    func reopened() async throws {
        let sample = Sample()
        let label = try sample.label("l")
        var kept = try sample.running("m", from: label.id, entry: 0)
        let odd = Date(timeIntervalSince1970: 1_800_000_000.123_456_7)
        try kept.plan?.pause(at: odd)
        var entries: [DoseLog.Entry] = []
        do {
            let records = try SQLRecords(SQLiteDatabase(path: path))
            try await records.add(label, photograph: nil)
            try await records.add(kept)
            entries = try await records.note(of: kept.id) { _, _ in
                [DoseNote(.asNeeded(clause: 0), .taken(at: odd, amount: nil), notedAt: sample.time(1))]
            }
            try records.connections.close()
        }
        let records = try SQLRecords(SQLiteDatabase(path: path))
        #expect(try await records.medicine(kept.id) == kept)
        #expect(try await records.doseLog(of: kept.id).entries == entries)
    }

    @Test("Reading a medicine document that is not valid throws storageFailed")
    func damaged() async throws {
        let sample = Sample()
        let records = try SQLRecords(SQLiteDatabase(path: path))
        let kept = sample.medicine("m")
        try await records.add(kept)
        try await records.connections.write { try $0.execute(sql: "UPDATE medicine SET document = '{\"id\":1}'") }
        let error = await #expect(throws: HouseholdError.self) {
            try await records.medicine(kept.id)
        }
        #expect(error?.code == .storageFailed)
    }

    @Test("Queries of labels, medicines and doses use indexes only")
    func queryPlans() async throws {
        let records = try SQLRecords(SQLiteDatabase(path: path))
        for sql in [
            "SELECT * FROM medicine_label WHERE household_id = 'home' ORDER BY added_at DESC, id LIMIT 5",
            "SELECT * FROM medicine_label WHERE household_id = 'home' AND id = 'l'",
            "SELECT document FROM medicine WHERE household_id = 'home' AND (0 OR NOT is_over) ORDER BY added_at, id",
            "SELECT * FROM dose_event WHERE household_id = 'home' AND medicine_id = 'm' AND at >= 0 ORDER BY number",
            "SELECT 1 FROM medicine_label AS l WHERE l.household_id = 'home' AND l.photograph_id = 'p'",
        ] {
            let steps = try await records.connections.read { database in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql).map { $0["detail"] as String }
            }
            #expect(!steps.isEmpty)
            for step in steps where step.hasPrefix("SCAN") { Issue.record("\(step)") }
        }
    }
}

extension MedicineRecordsTests {
    @Test(
        "A file of the release before private medicines keeps its rows; they belong to the only person, if there is one",
        arguments: [true, false])
    func peopleUpgraded(isAlone: Bool) async throws {
        let sample = Sample()
        let (kept, label) = (try sample.running("m"), try sample.label("l"))
        let pool = try DatabasePool(path: path)
        var migrator = DatabaseMigrator()
        for migration in Migrations.all.prefix(11) {
            migrator.registerMigration(migration.0) { try $0.execute(sql: migration.1) }
        }
        try migrator.migrate(pool)
        let document = String(decoding: try JSONEncoder().encode(kept), as: UTF8.self)
        let text = String(decoding: try JSONEncoder().encode(label.own), as: UTF8.self)
        try await pool.write { database in
            try database.execute(
                sql: """
                    INSERT INTO account VALUES ('ada', 'Ada', 'ada', 'hash', 1);
                    INSERT INTO membership VALUES ('home', 'ada', 1, 'owner');
                    INSERT INTO channel (household_id, id, number, kind, name, sealed_address, fingerprint, added_at)
                    VALUES ('home', 'phone', 1, 'ntfy', 'Phone', x'01', 'f', 1);
                    INSERT INTO notice (household_id, channel_id, key, sort, rank, at, until, subjects, next_at)
                    VALUES ('home', 'phone', 'dose 1', 'dose', 0, 1, 2, '[]', 1);
                    INSERT INTO feed (household_id, id, name, secret, hides_medicines, added_at)
                    VALUES ('home', 'feed', 'Calendar', 's', 1, 1);
                    """)
            try database.execute(
                sql: "INSERT INTO medicine VALUES ('home', ?, NULL, 1, 0, ?)",
                arguments: [kept.id.rawValue, document])
            try database.execute(
                sql: "INSERT INTO medicine_label (household_id, id, added_at, own) VALUES ('home', 'l', 1, ?)",
                arguments: [text])
            // People of another household do not count.
            let household = isAlone ? "other" : "home"
            try database.execute(
                sql: """
                    INSERT INTO account VALUES ('ben', 'Ben', 'ben', 'hash', 1);
                    INSERT INTO membership VALUES ('\(household)', 'ben', 2, 'member');
                    """)
        }
        try pool.close()
        let records = try SQLRecords(SQLiteDatabase(path: path))
        let ada = records.seen(by: .person(try sample.id("ada")))
        let owner: Account.ID? = isAlone ? try sample.id("ada") : nil
        for viewer in [records, ada] as [any Records] {
            var expected = kept
            expected.account = owner
            #expect(try await viewer.medicine(kept.id) == expected)
            #expect(try await viewer.label(label.id)?.account == owner)
            #expect(
                try await viewer.channels().map(\.channel.kind).sorted { $0.rawValue < $1.rawValue } == [.ntfy, .page])
            #expect(try await viewer.feeds().map(\.account) == [owner])
            #expect(try await viewer.notices(NoticeQuery(states: [.pending])).count == 1)
        }
        #expect(try await records.damage().isEmpty)
        guard !isAlone else { return }
        // What no account gave can be taken by an owner, and by no member.
        let ben = records.seen(by: .person(try sample.id("ben")))
        await #expect(throws: HouseholdError.self) { try await ben.move(kept.id, to: .person) }
        try await ada.move(kept.id, to: .person)
        #expect(try await ada.medicine(kept.id)?.account == sample.id("ada"))
        #expect(try await ben.medicine(kept.id) == nil)
    }
}
