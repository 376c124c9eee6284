import FoundationEssentials
import GRDB
import Glibc
package import Household
import Messages
package import SQLRecords

/// One SQLite file: write-ahead log, every commit flushed to the disk before it is acknowledged. Tests also use a
/// database in memory.
package struct SQLiteDatabase: SQLDatabase {
    let connections: any DatabaseWriter
    /// The path of the write-ahead log; nil in memory.
    private let log: String?
    /// The version of the file when it was opened; nil in memory.
    private let openedVersion: Int?
    /// Held as long as the database is open, so that no other process restores the folder; nil in memory.
    private let use: FolderUse?

    /// Opens the file at `path`, creates it if it is missing, and migrates its schema, after a copy of an existing one.
    ///
    /// Throws `HouseholdError.storageFailed` if the file is on a network file system, was written by a newer Stillroom,
    /// or cannot guarantee flushed commits; `dataInUse` while its folder is being restored; `storageFull` if there is no
    /// room for the copy.
    /// `alone` is the use of the folder by this process alone, if it has it already.
    package init(path: String, alone: FolderUse? = nil) throws(HouseholdError) {
        do {
            try Self.refuseNetworkFileSystem(path)
            // Two processes that start at once would both turn on the write-ahead log and both migrate the schema, and
            // the busy time-out does not cover the first of these.
            let door = try Self.lock(
                URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
            defer { close(door) }
            use =
                try alone
                ?? FolderUse.share(URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
            // SQLite gives the files beside it (-wal, -shm) the same permissions.
            if !FileManager.default.fileExists(atPath: path) {
                _ = FileManager.default.createFile(atPath: path, contents: nil)
            }
            try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            let pool = try DatabasePool(path: path, configuration: Self.configuration)
            // GRDB sets synchronous to NORMAL after `prepareDatabase` has run, and NORMAL loses acknowledged writes at
            // a power cut (2026-11, GRDB 7.10). It is set afterwards and read back; this can be removed when GRDB has
            // an option.
            let mode = try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                return try Int.fetchOne(database, sql: "PRAGMA synchronous")
            }
            guard mode == 2 else {
                throw HouseholdError(
                    .storageFailed, localized("The database does not flush its writes; refusing to start."))
            }
            let migrator = Migrations.migrator
            if try pool.read({ try migrator.hasBeenSuperseded($0) }) {
                throw HouseholdError(
                    .storageFailed, localized("The database \(path, "file") was written by a newer Stillroom."),
                    hint: localized("Install that version, or restore a backup made with this one."))
            }
            try Self.keepCopy(of: pool, at: path, beforeMigratingWith: migrator)
            try migrator.migrate(pool)
            // The connection that read above knows the old schema, and would give a new statement its old columns.
            pool.invalidateReadOnlyConnections()
            connections = pool
            log = path + "-wal"
            openedVersion = try pool.writeWithoutTransaction(Self.version)
        } catch {
            throw HouseholdError(storing: Self.translated(error))
        }
    }

    /// Returns a new empty database that lives as long as the value. It has the schema and the rules of a file, and one
    /// connection: a read waits for a write.
    package static func inMemory() throws(HouseholdError) -> SQLiteDatabase {
        do {
            let queue = try DatabaseQueue(configuration: configuration)
            try emptyInMemory.get().backup(to: queue)
            return SQLiteDatabase(inMemory: queue)
        } catch {
            throw HouseholdError(storing: translated(error))
        }
    }

    /// A database without rows, from which each one in memory is copied, so that the migrations run once in a process.
    private static let emptyInMemory = Result {
        let queue = try DatabaseQueue(configuration: configuration)
        try Migrations.migrator.migrate(queue)
        return queue
    }

    private init(inMemory queue: DatabaseQueue) {
        connections = queue
        log = nil
        openedVersion = nil
        use = nil
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA trusted_schema = OFF")
            try database.execute(sql: "PRAGMA cell_size_check = ON")
            // Deleted content is overwritten, because some of it is private.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try database.execute(sql: "PRAGMA journal_size_limit = 67108864")
            // In KiB, for each connection; 2 MiB would read the chores of a large collection from the file each time.
            try database.execute(sql: "PRAGMA cache_size = -8192")
        }
        return configuration
    }

    // MARK: - Transactions

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        do {
            guard log == nil else { return try await connections.read { try body(SQLiteTransaction($0)) } }
            return try await connections.writeWithoutTransaction { try Self.read($0, body) }
        } catch {
            throw Self.translated(error)
        }
    }

    /// Reads from the one connection of a database in memory, and refuses a write. GRDB would turn `query_only` on and off
    /// for each read, and after such a change SQLite prepares every statement again (2026-11, SQLite 3.40): that was a
    /// tenth of the processor time of all tests.
    private static func read<Value>(
        _ database: Database, _ body: (any SQLTransaction) throws -> Value
    ) throws -> Value {
        var value: Value?
        try database.inTransaction(.deferred) {
            value = try body(SQLiteTransaction(database, isReadOnly: true))
            return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
        return value
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        // GRDB refuses the write of a cancelled task. A task of its own is not cancelled.
        let connections = connections
        do {
            return try await Task { try await connections.write { try body(SQLiteTransaction($0)) } }.value
        } catch {
            throw Self.translated(error)
        }
    }

    /// SQLite has one writer for all households.
    package func write<Value: Sendable>(
        for _: Household.ID, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        try await write(body)
    }

    package func purgeDeleted() async throws {
        do {
            // The write-ahead log holds deleted content until it is copied into the file.
            try await connections.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        } catch {
            throw Self.translated(error)
        }
    }

    package func damage() async throws -> [String] {
        try await read { transaction in
            try transaction.values(String.self, "PRAGMA integrity_check").filter { $0 != "ok" }
                + transaction.query("PRAGMA foreign_key_check").map { "foreign key: \($0)" }
        }
    }

    // MARK: - Other processes

    /// The interval between two checks if the kernel cannot report writes.
    private static let interval = Duration.seconds(2)
    /// The wait before a check, so that several writes of one transaction cause only one.
    private static let settling = Duration.milliseconds(50)
    private static let patience = Duration.seconds(1)

    package func followOtherProcesses(_ report: @Sendable () -> Void) async {
        guard let log else { return }
        var known = openedVersion
        // The watch starts before the first check, so that no commit is missed between them.
        let writes = LogWrites.stream(of: log)
        await look(after: &known, report)
        if let writes {
            for await _ in writes {
                try? await Task.sleep(for: Self.settling)
                await look(after: &known, report)
            }
        }
        // There is no watch, or its folder was removed.
        while (try? await Task.sleep(for: Self.interval)) != nil { await look(after: &known, report) }
    }

    /// Reports if another process has committed since `known`.
    private func look(after known: inout Int?, _ report: () -> Void) async {
        var now = try? await version()
        while now == nil, !Task.isCancelled {
            try? await Task.sleep(for: Self.patience)
            now = try? await version()
        }
        if now != known, !Task.isCancelled { report() }
        known = now
    }

    /// The version changes with every commit of another process. It is read in a write transaction, which waits for one
    /// that is under way: the log is written before its commit is visible.
    func version() async throws -> Int? {
        try await connections.write(Self.version)
    }

    private static func version(_ database: Database) throws -> Int? {
        try Int.fetchOne(database, sql: "PRAGMA data_version")
    }

    // MARK: - Errors

    static func translated(_ error: any Error) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        let kind: SQLError.Kind =
            switch error.resultCode {
            case .SQLITE_FULL: .diskFull
            case .SQLITE_IOERR: .diskFailed
            case .SQLITE_BUSY: .busy
            case .SQLITE_CONSTRAINT:
                switch error.extendedResultCode {
                case .SQLITE_CONSTRAINT_FOREIGNKEY: .missingReference
                case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY: .notUnique
                default: .other(code: "\(error.resultCode.rawValue)")
                }
            default: .other(code: "\(error.resultCode.rawValue)")
            }
        return SQLError(kind, cause: error)
    }

    /// Waits until no other process is opening the file. Closing the descriptor, or the end of the process, releases
    /// the lock. The folder itself is locked, so that no lock file is left over, and every process that may read the
    /// folder may lock it.
    private static func lock(_ path: String) throws(HouseholdError) -> Int32 {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw HouseholdError(
                .storageFailed, localized("The database cannot be opened: there is no folder \(path, "folder")."))
        }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                throw HouseholdError(
                    .storageFailed, localized("The database cannot be opened: \(path, "folder") cannot be locked."))
            }
        }
        return descriptor
    }

    private static func refuseNetworkFileSystem(_ path: String) throws(HouseholdError) {
        let kind = FileSystem.kind(
            of: URL(filePath: path).deletingLastPathComponent().resolvingSymlinksInPath().path(percentEncoded: false),
            mounts: FileSystem.mounts())
        if FileSystem.networked.contains(kind) {
            throw HouseholdError(
                .storageFailed,
                localized(
                    "The database may not lie on a network file system (\(kind, "kind")): locks do not hold there."),
                hint: localized("Choose a folder on a disk of this machine with --data-dir."))
        }
    }
}

/// The type of the file system of a path, as Linux lists it in /proc/self/mounts.
enum FileSystem {
    static let networked: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "ceph", "fuse.sshfs", "fuse.glusterfs", "fuse.rclone", "lustre",
        "afs",
    ]

    static func mounts() -> String {
        FileManager.default.contents(atPath: "/proc/self/mounts").map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The type of the deepest mount that holds `path`; empty if none is listed.
    static func kind(of path: String, mounts: String) -> String {
        var best = (length: 0, kind: "")
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count >= 3 else { continue }
            let point = fields[1].replacing("\\040", with: " ")
            let isInside = point == "/" || path == point || path.hasPrefix(point + "/")
            if isInside, point.count >= best.length { best = (point.count, String(fields[2])) }
        }
        return best.kind
    }
}
