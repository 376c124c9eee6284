package import FoundationEssentials
import GRDB
package import Household
package import Recognition

/// Which files of photographs may go. A file is removed only inside a write transaction that saw neither a photograph
/// with its digest nor an intake under way.
/// An intake that is announced first keeps the file. A removal that comes first makes the intake write the file anew.
extension SQLiteRecords {
    package func announce(
        _ photographs: [Photograph], until deadline: Date, for household: Household.ID
    ) async throws {
        try await write { database in
            for photograph in photographs {
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO photograph_intake (household_id, photograph_id, digest, until)
                        VALUES (?, ?, ?, ?)
                        """,
                    arguments: [
                        household.rawValue, photograph.id.rawValue, photograph.digest.hexadecimal,
                        deadline.milliseconds,
                    ])
            }
        }
    }

    package func giveUp(_ photographs: [Photograph], for household: Household.ID) async throws {
        try await write { database in
            for photograph in photographs where try Self.endIntake(of: photograph, for: household, in: database) {
                try Self.putDown(photograph.digest, of: household, in: database)
            }
        }
    }

    package func filesToRemove(at now: Date, of household: Household.ID) async throws -> [Digest] {
        try await read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT digest FROM picture_to_remove WHERE household_id = :household AND due_at <= :now
                    UNION SELECT digest FROM photograph_intake WHERE household_id = :household AND until <= :now
                    ORDER BY digest
                    """, arguments: ["household": household.rawValue, "now": now.milliseconds]
            ).compactMap(Digest.init)
        }
    }

    @discardableResult
    package func removeFiles(
        of digest: Digest, at now: Date, for household: Household.ID,
        _ remove: @escaping @Sendable (Digest) throws -> Void
    ) async throws -> Bool {
        try await write { database in
            let key: StatementArguments = ["digest": digest.hexadecimal, "now": now.milliseconds]
            // An intake that is over may not add its photograph any more.
            try database.execute(
                sql: "DELETE FROM photograph_intake WHERE digest = :digest AND until <= :now", arguments: key)
            try database.execute(
                sql: "DELETE FROM picture_to_remove WHERE household_id = ? AND digest = ?",
                arguments: [household.rawValue, digest.hexadecimal])
            let isNeeded = try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM photograph WHERE digest = :digest)
                        OR EXISTS (SELECT 1 FROM photograph_intake WHERE digest = :digest)
                    """, arguments: ["digest": digest.hexadecimal])
            guard isNeeded == false else { return false }
            try remove(digest)
            return true
        }
    }

    /// Whether the intake was still under way.
    static func endIntake(
        of photograph: Photograph, for household: Household.ID, in database: Database
    ) throws -> Bool {
        try database.execute(
            sql: "DELETE FROM photograph_intake WHERE household_id = ? AND photograph_id = ? AND digest = ?",
            arguments: [household.rawValue, photograph.id.rawValue, photograph.digest.hexadecimal])
        return database.changesCount == 1
    }

    /// The file of the digest is to go.
    static func putDown(_ digest: Digest, of household: Household.ID, in database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO picture_to_remove (household_id, digest, due_at) VALUES (?, ?, 0)",
            arguments: [household.rawValue, digest.hexadecimal])
    }
}
