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

@Suite("The migration to guest links", .tags(.medium))
struct GuestMigrationTests {
    let folder: Fixture.Folder
    var path: String { folder.path + "/stillroom.sqlite" }

    init() throws { folder = try Fixture.Folder() }

    @Test("A file of the release before guest links keeps its log, photographs and accounts, which name no guest")
    func upgraded() async throws {
        let sample = Sample()
        do {
            var before = DatabaseMigrator()
            for (name, sql) in Migrations.all where name < "0012" {
                before.registerMigration(name) { try $0.execute(sql: sql) }
            }
            let pool = try DatabasePool(path: path)
            try before.migrate(pool)
            try await pool.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO plant (household_id, id, name, common_names, added_at, name_key, search_text, room)
                        VALUES ('home', 'x', 'Rose', '[]', 1800000120000, 'rose', 'rose', 'Hall');
                        INSERT INTO photograph (household_id, id, digest, format, width, height, byte_count, captured_at)
                        VALUES ('home', 'p', '\(String(repeating: "a", count: 64))', 'jpeg', 640, 480, 1000, 1800000000000);
                        INSERT INTO plant_photograph VALUES ('home', 'x', 0, 'p');
                        INSERT INTO chore (household_id, id, plant_id, kind, origin, recurrence, start_day, due_day, last_done)
                        VALUES ('home', 'c', 'x', 'misting', 'person', 'days 7', 20000, 20007, 20000);
                        INSERT INTO chore_log VALUES ('home', 1, 'c', 'done', NULL, 20000, 1800000120000, 20000, NULL, 0);
                        INSERT INTO chore_count VALUES ('home', 1);
                        INSERT INTO account VALUES ('a', 'Ada', 'ada', 'hash', 1800000000000);
                        INSERT INTO membership VALUES ('home', 'a', 1, 'owner');
                        """)
            }
            try pool.close()
        }
        let records = try SQLRecords(SQLiteDatabase(path: path))
        let line = try #require(try await records.log(LogQuery()).first)
        #expect(line.entry.number == 1 && line.entry.guest == nil)
        let plant: Plant.ID = try sample.id("x")
        #expect(try await records.plant(plant)?.photographs == [sample.id("p")])
        #expect(try await records.guestPhotographs(of: plant).isEmpty)
        #expect(try await records.guestLinks(at: sample.time(0)).isEmpty)
        // The account of the earlier release can make a link.
        let link = GuestLink(
            id: try sample.id("g"), account: try sample.id("a"), name: "Maria", rooms: .chosen(["Hall"]),
            madeAt: sample.time(0), expires: sample.time(60))
        try await records.add(StoredGuestLink(link: link, digest: "digest", address: "10.0.0.1"))
        #expect(try await records.guestLink(digest: "digest") == link)
        #expect(try await records.damage().isEmpty)
    }
}
