import Contracts
import Foundation
import Household
import PostgresDatabase
import Recognition
import SQLRecords
import SQLiteDatabase
import Support
import Testing

@Suite("Copies between databases", .tags(.large), .enabled(if: PostgresCluster.isInstalled, "needs postgresql-15"))
struct TableCopyTests {
    /// A household with rows of every type: texts, numbers, booleans, bytes, numbers that the database gives, no key.
    private static func filled(_ database: any SQLDatabase) async throws {
        let sample = Sample()
        let records = SQLRecords(database)
        try await records.choose(["language": "de", "empty": ""])
        try await database.write { transaction in
            let home = sample.home.rawValue
            try transaction.execute(
                """
                INSERT INTO plant (household_id, id, name, common_names, added_at, name_key, search_text, grow_lamp,
                    pot_diameter)
                VALUES (?, 'p1', ?, '[]', 1, 'grüße', 'grüße', TRUE, 12.5)
                """, [home, "Grüße 🌱"])
            for number in 0..<1203 {
                try transaction.execute("INSERT INTO service_read (service, at) VALUES (?, ?)", ["food", number % 7])
                try transaction.execute(
                    "INSERT INTO spent_link (household_id, digest, until) VALUES (?, ?, ?)",
                    [home, "é\(number)", number])
            }
            for code in ["a", "b"] {
                try transaction.execute(
                    """
                    INSERT INTO product (household_id, code, language, document, raw, fetched_at)
                    VALUES (:home, :code, 'en', :document, :raw, 1)
                    """, ["home": home, "code": code, "document": nil as String?, "raw": [0, 1, 255] as [UInt8]])
            }
            for insight in 0..<3 {
                try transaction.execute(
                    """
                    INSERT INTO vote (household_id, insight_id, voter, code, kind, question, choice, asked_at, not_before)
                    VALUES (?, ?, 'v', 'a', 'label', 'Organic?', 'yes', 1, 1)
                    """, [home, "insight \(insight)"])
            }
            // The last number was given to a row that is gone.
            try transaction.execute("DELETE FROM vote WHERE insight_id = 'insight 2'", [])
        }
    }

    private static func numberOfNextVote(_ database: any SQLDatabase) async throws -> Int64? {
        try await database.write { transaction in
            try transaction.value(
                Int64.self,
                """
                INSERT INTO vote (household_id, insight_id, voter, code, kind, question, choice, asked_at, not_before)
                VALUES (?, 'next', 'v', 'a', 'label', 'Organic?', 'yes', 1, 1) RETURNING number
                """, [Sample().home.rawValue])
        }
    }

    @Test("A household moves from SQLite to PostgreSQL and back, and every row is the same")
    func thereAndBack() async throws {
        let folder = try Fixture.Folder()
        let first = try SQLiteDatabase(path: folder.path + "/stillroom.sqlite")
        try await Self.filled(first)
        let before = try await SQLRecords(first).contents
        // Of its own: in one that was used before, work that a test left running could still write.
        try await PostgresCluster.withDatabase(isMigrated: false) { address in
            let database = try await PostgresDatabase(address)
            #expect(try await database.read { try TableCopy.isEmpty($0) })
            for _ in 0..<2 {
                // A second time replaces what the first one copied.
                let counts = try await database.write { target in
                    try first.readBlocking { try TableCopy.copy(from: $0, to: target) }
                }
                #expect(counts["plant"] == 1)
                #expect(counts["spent_link"] == 1203)
                #expect(counts["service_read"] == 1203)
            }
            #expect(try await !database.read { try TableCopy.isEmpty($0) })
            #expect(try await SQLRecords(database).choices() == ["language": "de", "empty": ""])
            let path = folder.path + "/back.sqlite"
            _ = try await database.read { try SQLiteDatabase.write($0, to: path) }
            let back = try SQLiteDatabase(path: path)
            #expect(try await SQLRecords(back).contents == before)
            // No number is given twice, in either.
            #expect(try await Self.numberOfNextVote(database) == 4)
            #expect(try await Self.numberOfNextVote(back) == 4)
            // The first one is as it was.
            #expect(try await SQLRecords(first).contents == before)
        }
        withExtendedLifetime(folder) {}
    }

    @Test("A copy that fails leaves the other database as it was, and no file")
    func failed() async throws {
        struct Full: Error {}
        try await PostgresCluster.withDatabase { address in
            let database = try await PostgresDatabase(address)
            try await Self.filled(database)
            let first = try SQLiteDatabase.inMemory()
            await #expect(throws: Full.self) {
                try await database.write { target in
                    _ = try first.readBlocking { try TableCopy.copy(from: $0, to: target) }
                    throw Full()
                }
            }
            #expect(try await SQLRecords(database).choices()["language"] == "de")
            let folder = try Fixture.Folder()
            let path = folder.path + "/there.sqlite"
            _ = FileManager.default.createFile(atPath: path, contents: Data("mine".utf8))
            await #expect(throws: HouseholdError.self) {
                _ = try await database.read { try SQLiteDatabase.write($0, to: path) }
            }
            #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
        }
    }
}
