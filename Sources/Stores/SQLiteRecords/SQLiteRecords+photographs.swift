import GRDB
package import Household
package import Plants
package import Recognition

extension SQLiteRecords {
    package func add(_ photographs: [Photograph], to plant: Plant.ID?, for household: Household.ID) async throws {
        try await write { database in
            for photograph in photographs {
                try Self.insert(photograph, for: household, in: database)
                if let plant { try Self.add(photograph.id, to: plant, for: household, in: database) }
                try Self.forget(photograph.digest, of: household, in: database)
            }
        }
    }

    package func discard(_ photographs: [Photograph.ID], for household: Household.ID) async throws {
        try await write { database in
            for photograph in photographs { _ = try Self.delete(photograph, of: household, in: database) }
        }
    }

    static func insert(_ photograph: Photograph, for household: Household.ID, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO photograph
                    (household_id, id, digest, format, width, height, byte_count, captured_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                household.rawValue, photograph.id.rawValue, photograph.digest.hexadecimal,
                photograph.format.rawValue, photograph.width, photograph.height, photograph.byteCount,
                photograph.capturedAt.milliseconds,
            ])
    }

    package func photograph(_ id: Photograph.ID, of household: Household.ID) async throws -> Photograph? {
        try await read { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM photograph WHERE household_id = ? AND id = ?",
                arguments: [household.rawValue, id.rawValue])?.photograph()
        }
    }

    package func uses(_ digest: Digest) async throws -> Bool {
        try await read { database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM photograph WHERE digest = ?)",
                arguments: [digest.hexadecimal]) ?? false
        }
    }

    /// The digests of every household, each once: what the files on disk are compared with.
    package func digests() async throws -> [Digest] {
        try await read { database in
            try String.fetchAll(database, sql: "SELECT DISTINCT digest FROM photograph ORDER BY digest")
                .compactMap(Digest.init)
        }
    }

    /// What SQLite itself finds wrong with the file; empty when all is well.
    package func damage() async throws -> [String] {
        try await read { database in
            try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
                + Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { "foreign key: \($0)" }
        }
    }
}
