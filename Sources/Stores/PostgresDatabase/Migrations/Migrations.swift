import FoundationEssentials
import Household
import Messages
import PostgreSQL
import SQLRecords

/// The history of the schema. Append only: a released migration is never changed.
///
/// Nodes with the release before a migration still run beside nodes with the release after it, so a migration only adds;
/// what is not used any more is removed one release later.
enum Migrations {
    static let all: [(name: String, sql: String)] = [
        ("0025 the schema of SQLite's migration 0025", Schema.all),
        ("0026 notes of tasks, and the preferred time of a plant", Schema.notesAndTimes),
        ("0027 what the nodes of a household share: used tickets, running questions", Schema.nodes),
        ("0028 the version of a household's data, for changes that depend on it", Schema.version),
        ("0029 how times, weeks and units are written for a person", Schema.habits),
    ]

    /// Performs the missing migrations in one transaction. One process at a time does so.
    static func migrate(_ pool: SessionPool) async throws {
        // Another node may need longer than the limits of other statements.
        let begin =
            "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(\(AdvisoryLock.migration.key))"
        try await pool.transaction(begin) { transaction in
            let isThere = try transaction.value(Bool.self, "SELECT to_regclass('migration') IS NOT NULL")
            let applied = isThere == true ? try transaction.values(String.self, "SELECT name FROM migration") : []
            let names = all.map(\.name)
            guard Set(applied).isSubset(of: names) else {
                throw HouseholdError(
                    .storageFailed, localized("The database was written by a newer Stillroom."),
                    hint: localized("Install that version, or restore a backup made with this one."))
            }
            guard applied.count < names.count else { return }
            if isThere != true {
                try transaction.run(
                    """
                    CREATE TABLE migration (
                        name TEXT COLLATE "C" PRIMARY KEY, applied_at TIMESTAMPTZ NOT NULL DEFAULT now()
                    )
                    """)
            }
            for migration in all where !applied.contains(migration.name) {
                try transaction.run(migration.sql)
                try transaction.execute("INSERT INTO migration (name) VALUES (?)", [migration.name])
            }
        }
    }
}

extension PostgresTransaction {
    /// Runs several statements without parameters.
    fileprivate func run(_ sql: String) throws {
        _ = try session.translating { try session.connection.run(sql) }
    }
}
