import Agenda
import Calendar
import Contracts
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

@Suite("Notice queries in SQLite", .tags(.medium))
struct NoticeQueryTests {
    let folder: Fixture.Folder
    let sample = Sample()
    var path: String { folder.path + "/stillroom.sqlite" }

    init() throws { folder = try Fixture.Folder() }

    /// Records with one channel and `count` notices that are due for it.
    private func records(_ count: Int) async throws -> SQLRecords {
        let records = try SQLRecords(SQLiteDatabase(path: path))
        let phone = Channel(id: try sample.id("phone"), kind: .ntfy, name: "Phone", addedAt: sample.time(0))
        _ = try await records.add(
            StoredChannel(phone, sealedAddress: [1], fingerprint: "f"), replacing: nil, limit: 32)
        let (home, at) = (sample.home.rawValue, Int(sample.time(0).timeIntervalSince1970 * 1000))
        try await records.connections.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
                    INSERT INTO notice (household_id, channel_id, key, sort, rank, at, until, subjects, next_at)
                    SELECT ?, 'phone', 'test ' || n, 'test', 1, ?, ?, '[]', ? FROM numbers
                    """, arguments: [count, home, at, at + 36_000_000, at])
        }
        return records
    }

    private func plan(of sql: String, in records: SQLRecords) async throws -> [String] {
        try await records.connections.read { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql).map { $0["detail"] as String }
        }
    }

    @Test("Claiming notices uses an index in its order, without a scan or a sort")
    func claimed() async throws {
        let records = try SQLRecords(SQLiteDatabase(path: path))
        let sql = SQLRecords.claim(.sqlite).replacing(":household", with: "'home'").replacing(":rank", with: "1")
            .replacing(":lease", with: "99").replacing(":now", with: "9").replacing(":limit", with: "200")
        let steps = try await plan(of: sql, in: records)
        #expect(
            steps.contains { $0.contains("INDEX notice_due (household_id=? AND rank=? AND next_at<?)") }, "\(steps)")
        #expect(!steps.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(steps)")
    }

    @Test("Finding the next due notice reads one entry of an index")
    func soonest() async throws {
        let records = try SQLRecords(SQLiteDatabase(path: path))
        let sql = SQLRecords.soonest(.sqlite).replacing(":household", with: "'home'").replacing(":rank", with: "1")
        let steps = try await plan(of: sql, in: records)
        #expect(steps.contains { $0.contains("INDEX notice_due (household_id=? AND rank=?)") }, "\(steps)")
        #expect(!steps.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(steps)")
    }

    private final class Statements: Sendable {
        private let texts = Mutex<Set<String>>([])
        var all: Set<String> { texts.withLock { $0 } }
        func note(_ text: String) { texts.withLock { _ = $0.insert(text) } }
    }

    @Test("Claiming, settling, retrying and reconciling notices never scans a table")
    func written() async throws {
        let store = try await records(3)
        let now = sample.time(1)
        let kept = store.planning(
            NoticePlanner(now: { now }, reach: { _ in LocalDay(number: 30_000) }) { _, _, _ in [] })
        let statements = Statements()
        try await store.connections.writeWithoutTransaction { database in
            database.trace { statements.note($0.expandedDescription) }
        }
        let claimed = try await kept.claimNotices(limit: 2, at: now, until: sample.time(2))
        try await kept.settle(
            [.init(claimed[0], .dead("x")), .init(claimed[1], .later("y", at: sample.time(3)))], at: now)
        try await kept.retry(claimed[0].number, at: now)
        try await kept.dismissDead()
        _ = try await kept.log([], spending: SpentLink(digest: "d", until: now))
        _ = try await kept.stamp(["u": "1"], at: now)
        try await kept.reconcileNotices()
        let texts = statements.all.filter { text in
            ["SELECT", "INSERT", "UPDATE", "DELETE"].contains { text.hasPrefix($0) }
        }
        #expect(texts.count > 10)
        for text in texts {
            let steps = try await plan(of: text, in: store)
            for step in steps where step.hasPrefix("SCAN") && step != "SCAN CONSTANT ROW" {
                Issue.record("\(step): \(text)")
            }
        }
    }

    @Test("Two processes on one file claim each notice once")
    func twoPools() async throws {
        let first = try await records(2000)
        let second = try SQLRecords(SQLiteDatabase(path: path))
        let (now, lease) = (sample.time(1), sample.time(2))
        let numbers = try await withThrowingTaskGroup(of: [Int].self) { group in
            for records in [first, second, first, second] {
                group.addTask {
                    var numbers: [Int] = []
                    while true {
                        let claimed = try await records.claimNotices(limit: 64, at: now, until: lease)
                        if claimed.isEmpty { return numbers }
                        numbers += claimed.map(\.number)
                        let settled = try await records.settle(
                            claimed.map { .init($0, .sent) }, at: now)
                        #expect(settled == claimed.count)
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(numbers.count == 2000 && Set(numbers).count == 2000)
        #expect(try await second.nextNotice() == nil)
    }

    @Test("A file of the release before notices is migrated without loss")
    func upgraded() async throws {
        do {
            var before = DatabaseMigrator()
            for (name, sql) in Migrations.all.prefix(3) {
                before.registerMigration(name) { try $0.execute(sql: sql) }
            }
            let pool = try DatabasePool(path: path)
            try before.migrate(pool)
            try await pool.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO plant (household_id, id, name, common_names, added_at, name_key, search_text, room)
                        VALUES ('home', 'x', 'Rose', '[]', 1800000120000, 'rose', 'rose', 'Hall');
                        INSERT INTO plant_note VALUES ('home', 1, 'x', 'New leaf', 1800000120000);
                        INSERT INTO chore (household_id, id, plant_id, kind, origin, recurrence, start_day, due_day,
                            last_done, snoozed_until)
                        VALUES ('home', 'c', 'x', 'misting', 'person', 'days 7', 20000, 20007, 20000, 1800000180000);
                        INSERT INTO chore_log VALUES
                            ('home', 1, 'c', 'done', NULL, 20000, 1800000120000, 20000, NULL, 0);
                        INSERT INTO chore_count VALUES ('home', 1);
                        INSERT INTO choice VALUES ('home', 'home.zone', 'Europe/Vienna');
                        """)
            }
            try pool.close()
        }
        let records = try SQLRecords(SQLiteDatabase(path: path))
        #expect(try await records.plants(PlantQuery()).map(\.room) == ["Hall"])
        #expect(try await records.notes(of: sample.id("x")).map(\.text) == ["New leaf"])
        let chore = try #require(try await records.chore(.init(rawValue: "c")))
        #expect((chore.due, chore.lastDone) == (LocalDay(number: 20_007), LocalDay(number: 20_000)))
        #expect(chore.snoozedUntil == sample.time(3) && chore.recurrence == Recurrence.every(days: 7))
        #expect(try await records.log(LogQuery()).count == 1)
        #expect(try await records.choices() == ["home.zone": "Europe/Vienna"])
        #expect(try await records.channels().map(\.channel.kind) == [.page])
        // Notices of its chores are planned.
        let at = sample.time(9)
        let planned = records.planning(
            NoticePlanner(now: { at }, reach: { _ in LocalDay(number: 20_007) }) { _, lines, _ in
                lines.map { line in
                    Reminder(
                        key: .init(rawValue: line.chore.id.rawValue), sort: .chores, at: at, until: at + 60,
                        subjects: [])
                }
            })
        #expect(try await planned.reconcileNotices() == 1)
        #expect(try await records.damage().isEmpty)
    }
}
