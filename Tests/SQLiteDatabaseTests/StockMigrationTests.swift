import Contracts
import Foundation
import GRDB
import Household
import Larder
import Recognition
import Reminders
import Support
import Testing

@testable import SQLRecords
@testable import SQLiteDatabase

@Suite("The migration to the stock", .tags(.medium))
struct StockMigrationTests {
    let folder: Fixture.Folder
    var path: String { folder.path + "/stillroom.sqlite" }

    init() throws { folder = try Fixture.Folder() }

    @Test("A file of the release before the stock keeps its notices and their numbers, and can store one about food")
    func upgraded() async throws {
        do {
            var before = DatabaseMigrator()
            for (name, sql) in Migrations.all where name < "0021" {
                before.registerMigration(name) { try $0.execute(sql: sql) }
            }
            let pool = try DatabasePool(path: path)
            try before.migrate(pool)
            try await pool.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO channel (household_id, id, number, kind, name, sealed_address, fingerprint, added_at)
                        VALUES ('home', 'c', 1, 'ntfy', 'Phone', x'00', 'f', 1800000000000);
                        INSERT INTO notice (number, household_id, channel_id, key, sort, rank, at, until, subjects, next_at)
                        VALUES (7, 'home', 'c', 'chores 2027-01-15', 'chores', 1, 1, 2, '[]', 1),
                            (9, 'home', 'c', 'chores 2027-01-16', 'chores', 1, 1, 2, '[]', 1);
                        DELETE FROM notice WHERE number = 9;
                        INSERT INTO larder_item VALUES ('home', '96385074', 1, 1, '2027-01-31', 'L7');
                        """)
            }
            try pool.close()
        }
        let records = try SQLRecords(SQLiteDatabase(path: path))
        #expect(try await records.notices(NoticeQuery(states: [.pending])).map(\.number) == [7])
        let item = try await records.larderItem("96385074")
        #expect(item?.lot == "L7" && item?.elements == nil)
        let numbers = try await records.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO notice (household_id, channel_id, key, sort, rank, at, until, subjects, next_at)
                VALUES ('home', 'c', 'food 2027-01-15', 'food', 1, 1, 2, '[]', 1)
                """, [])
            return try transaction.values(Int.self, "SELECT number FROM notice ORDER BY number")
        }
        #expect(numbers == [7, 10], "the number of a removed notice is not used again")
        #expect(try await records.damage().isEmpty)
    }
}
