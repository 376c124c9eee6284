import FoundationEssentials
import GRDB
import Glibc
package import Household
import Messages
package import SQLRecords

extension SQLiteDatabase {
    /// The functions on copies of this database.
    package var copies: DatabaseCopies {
        DatabaseCopies(
            copy: { try copy(to: $0) }, inspect: { try Self.inspect($0) }, settle: { try Self.settle($0, at: $1) })
    }

    /// The functions on copies of a database that is not open.
    package static var closedCopies: DatabaseCopies {
        DatabaseCopies(
            copy: { _ in throw HouseholdError(.internalFault, localized("No database is open.")) },
            inspect: { try inspect($0) },
            settle: { try settle($0, at: $1) })
    }

    /// Blocks. The writer of the database is not blocked meanwhile.
    func copy(to path: String) throws(HouseholdError) {
        do {
            try connections.unsafeRead { try Self.copy($0, to: path) }
        } catch {
            throw HouseholdError(storing: Self.translated(error))
        }
    }

    private static func copy(_ database: Database, to path: String) throws {
        var isDone = false
        defer { if !isDone { unsafe unlink(path) } }
        // The file gets its permissions before it gets content; SQLite accepts an empty file.
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw HouseholdError(.storageFailed, localized("The file \(path, "file") cannot be made."))
        }
        defer { close(file) }
        try database.execute(sql: "VACUUM INTO ?", arguments: [path])
        // SQLite does not flush the copy.
        guard fsync(file) == 0 else {
            throw HouseholdError(
                .storageFailed, localized("The copy of the database could not be flushed to the disk."))
        }
        isDone = true
    }

    /// Runs a read on the calling thread, which it blocks.
    package func readBlocking<Value>(_ body: (any SQLTransaction) throws -> Value) throws -> Value {
        do { return try connections.read { try body(SQLiteTransaction($0)) } } catch { throw Self.translated(error) }
    }

    /// Writes the rows of another database to a new file of SQLite. Blocks. Returns the number of rows of each table.
    ///
    /// Throws `storageFailed` if there is a file of that name already. Nothing is left of the file after an error.
    @discardableResult
    package static func write(_ source: any SQLTransaction, to path: String) throws(HouseholdError) -> [String: Int] {
        var isDone = false
        // The file gets its permissions before it gets content; SQLite accepts an empty file.
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw HouseholdError(.storageFailed, localized("The file \(path, "file") cannot be made."))
        }
        defer {
            close(file)
            if !isDone { unsafe unlink(path) }
        }
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try Migrations.migrator.migrate(queue)
            let counts = try queue.write { try TableCopy.copy(from: source, to: SQLiteTransaction($0)) }
            try queue.close()
            let folder = unsafe open(
                URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false),
                O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            defer { if folder >= 0 { close(folder) } }
            guard fsync(file) == 0, folder >= 0, fsync(folder) == 0 else {
                throw HouseholdError(
                    .storageFailed, localized("The copy of the database could not be flushed to the disk."))
            }
            isDone = true
            return counts
        } catch {
            throw HouseholdError(storing: translated(error))
        }
    }

    static func inspect(_ path: String) throws(HouseholdError) -> DatabaseFacts {
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.prepareDatabase { database in
                try database.execute(sql: "PRAGMA trusted_schema = OFF")
                try database.execute(sql: "PRAGMA cell_size_check = ON")
            }
            return try DatabaseQueue(path: path, configuration: configuration).read { database in
                let faults =
                    try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
                    + Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { "foreign key: \($0)" }
                let tables = try String.fetchAll(
                    database,
                    sql: """
                        SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name
                        """)
                var rows: [String: Int] = [:]
                var households: Set<String> = []
                for table in tables {
                    let name = "\"\(table.replacing("\"", with: "\"\""))\""
                    rows[table] = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(name)")
                    if try database.columns(in: table).contains(where: { $0.name == "household_id" }) {
                        households.formUnion(
                            try String.fetchAll(database, sql: "SELECT DISTINCT household_id FROM \(name)"))
                    }
                }
                let photographs =
                    tables.contains("photograph")
                    ? try String.fetchSet(database, sql: "SELECT DISTINCT digest FROM photograph") : []
                return DatabaseFacts(
                    migrations: try Migrations.migrator.appliedIdentifiers(database).sorted(),
                    isNewer: try Migrations.migrator.hasBeenSuperseded(database), households: households.count,
                    rows: rows, photographs: photographs, faults: faults)
            }
        } catch {
            throw HouseholdError(storing: translated(error))
        }
    }

    static func settle(_ path: String, at time: Date) throws(HouseholdError) {
        do {
            var configuration = Configuration()
            configuration.prepareDatabase { database in
                try database.execute(sql: "PRAGMA trusted_schema = OFF")
                try database.execute(sql: "PRAGMA cell_size_check = ON")
                // Deleted sessions and links are overwritten.
                try database.execute(sql: "PRAGMA secure_delete = ON")
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.write { database in
                for table in ["session", "account_link"] where try database.tableExists(table) {
                    try database.execute(sql: "DELETE FROM \(table)")
                }
                if try database.tableExists("secret") {
                    // Links of notices that were used since are known as unused. A new key is made for the next ones.
                    try database.execute(sql: "DELETE FROM secret WHERE name = 'notice-links'")
                }
                if try database.tableExists("notice") {
                    // They may have been sent, and their doses logged, since the copy was made.
                    let now = Int64(time.timeIntervalSince1970 * 1000)
                    try database.execute(
                        sql: """
                            UPDATE notice SET state = 'expired', settled_at = :now, is_leased = 0, tried_at = NULL
                            WHERE state = 'pending' AND at <= :now
                            """, arguments: ["now": now])
                }
                if try database.tableExists("vote") {
                    // The service knows whether it has counted them; it is asked before anything is sent again.
                    try database.execute(
                        sql: """
                            UPDATE vote SET state = 'unknown', sent_at = asked_at WHERE state = 'waiting'
                            """)
                }
            }
            try queue.close()
        } catch {
            throw HouseholdError(storing: translated(error))
        }
    }

    // MARK: - Before a migration

    /// The copies of how many migrations are kept.
    private static let keptCopies = 2
    /// What a migration may need beside a copy of the database.
    private static let reserve = 16 << 20

    /// Makes a copy of an existing database that is about to be migrated: `backups/before-NUMBER.sqlite` beside it, with
    /// the number of the first migration. Throws `storageFull` if there is no room for it and for the migration.
    static func keepCopy(of pool: DatabasePool, at path: String, beforeMigratingWith migrator: DatabaseMigrator) throws
    {
        let applied = try pool.read { try migrator.appliedIdentifiers($0) }
        guard !applied.isEmpty, let next = migrator.migrations.first(where: { !applied.contains($0) }) else { return }
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false) + "backups"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let size = try pool.read {
            try (Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0) * (Int.fetchOne($0, sql: "PRAGMA page_size") ?? 0)
        }
        try checkRoom(for: 2 * size + reserve, in: folder)
        let copy = "\(folder)/before-\(next.prefix { $0.isNumber }).sqlite"
        let unfinished = copy + ".unfinished"
        unsafe unlink(unfinished)
        try pool.unsafeRead { try Self.copy($0, to: unfinished) }
        let faults = try inspect(unfinished).faults
        guard faults.isEmpty else {
            unsafe unlink(unfinished)
            throw HouseholdError(
                .storageFailed, localized("The database is damaged, so it is not migrated: \(faults[0], "fault")."),
                hint: localized("Restore a backup: stillroom restore FILE."))
        }
        guard unsafe rename(unfinished, copy) == 0 else {
            throw HouseholdError(
                .storageFailed, localized("The copy of the database could not be named \(copy, "file")."))
        }
        removeOldCopies(in: folder, except: copy)
    }

    static func checkRoom(for needed: Int, in folder: String) throws(HouseholdError) {
        var space = statvfs()
        guard unsafe statvfs(folder, &space) == 0 else { return }
        let free = UInt64(space.f_bavail) * UInt64(space.f_frsize)
        guard free < UInt64(needed) else { return }
        throw HouseholdError(
            .storageFull,
            localized(
                """
                This release must change the database and makes a copy of it first: \
                \(needed / 1_000_000 + 1, "needed") MB must be free in \(folder, "folder"), and \
                \(Int(free / 1_000_000), "free") MB are.
                """),
            hint: localized("Make room, then start again. The data were not changed."))
    }

    /// The new copy is kept in any case: after an older backup was restored, its number is the lowest.
    private static func removeOldCopies(in folder: String, except new: String) {
        let others = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0.hasPrefix("before-") && $0.hasSuffix(".sqlite") && "\(folder)/\($0)" != new
        }
        // The numbers have four digits, so that the order of the names is their order.
        for name in others.sorted().dropLast(keptCopies - 1) { unsafe unlink(folder + "/" + name) }
    }
}
