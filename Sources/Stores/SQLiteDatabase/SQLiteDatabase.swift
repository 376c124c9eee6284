import FoundationEssentials
import GRDB
import Glibc
package import Household
import Plants
import Recognition

/// Records in one SQLite file: write-ahead log, every commit flushed to the disk before it is acknowledged.
package struct SQLiteRecords: Records {
    let pool: DatabasePool
    /// Says which notices should wait; without one they are left as they are.
    var planner: NoticePlanner?
    /// Told after each commit that changed a row.
    let signals: ChangeSignals

    /// Opens the file at `path`, makes it where it is missing, and brings its schema up to date.
    ///
    /// Throws `HouseholdError.storageFailed` where the file is on a network file system, was written by a newer
    /// Stillroom, or cannot be made as safe as promised.
    package init(path: String, signals: ChangeSignals = ChangeSignals()) throws(HouseholdError) {
        self.signals = signals
        do {
            try Self.refuseNetworkFileSystem(path)
            // Two processes that start at once would both turn the log on and both bring the schema up to date, and the
            // busy time-out does not hold for the first of these.
            let door = try Self.lock(
                URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
            defer { close(door) }
            // SQLite gives the files beside it (-wal, -shm) the same permissions.
            if !FileManager.default.fileExists(atPath: path) {
                _ = FileManager.default.createFile(atPath: path, contents: nil)
            }
            try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            configuration.prepareDatabase { database in
                try database.execute(sql: "PRAGMA trusted_schema = OFF")
                try database.execute(sql: "PRAGMA cell_size_check = ON")
                // What was deleted is overwritten: some of it is nobody's business.
                try database.execute(sql: "PRAGMA secure_delete = ON")
                try database.execute(sql: "PRAGMA journal_size_limit = 67108864")
            }
            pool = try DatabasePool(path: path, configuration: configuration)
            // GRDB sets synchronous to NORMAL after `prepareDatabase` has run, and NORMAL loses acknowledged writes
            // at a power cut (2026-11, GRDB 7.10). Set afterwards and read back; may go once GRDB lets one choose.
            let mode = try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                return try Int.fetchOne(database, sql: "PRAGMA synchronous")
            }
            guard mode == 2 else {
                throw HouseholdError(.storageFailed, "The database does not flush its writes; refusing to start.")
            }
            let migrator = Migrations.migrator
            if try pool.read({ try migrator.hasBeenSuperseded($0) }) {
                throw HouseholdError(
                    .storageFailed, "The database \(path) was written by a newer Stillroom.",
                    hint: "Install that version, or restore a backup made with this one.")
            }
            try migrator.migrate(pool)
        } catch let error as HouseholdError {
            throw error
        } catch {
            throw Self.translated(error)
        }
    }

    package func check() async throws {
        try await write { database in
            // Taken back: a request that only reads may call this.
            try database.inSavepoint { () -> Database.TransactionCompletion in
                try database.execute(
                    sql: """
                        INSERT INTO heartbeat (id, beats) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET beats = beats + 1
                        """)
                guard try Int.fetchOne(database, sql: "SELECT beats FROM heartbeat WHERE id = 1") != nil else {
                    throw HouseholdError(.storageFailed, "The database forgets what it is told.")
                }
                return .rollback
            }
        }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            let (value, isChanged) = try await pool.write { database in
                let before = database.totalChangesCount
                let value = try body(database)
                return (value, database.totalChangesCount != before)
            }
            // One that changed nothing is no news: a worker that looks in vain would wake itself again and again.
            if isChanged { signals.post(.records) }
            return value
        } catch let error as CancellationError {
            throw error
        } catch {
            throw Self.translated(error)
        }
    }

    /// Writes something that reminders depend on: the notices follow in the same transaction. `fresh` is a channel that is new
    /// or on again.
    func plan<Value: Sendable>(
        for household: Household.ID, fresh: @escaping @Sendable (Value) -> Channel.ID? = { _ in nil },
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await write { [planner] database in
            guard let planner else { return try body(database) }
            let before = try Self.expected(of: household, by: planner, in: database)
            let value = try body(database)
            try Self.reconcile(household, by: planner, before: before, fresh: fresh(value), in: database)
            return value
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do { return try await pool.read(body) } catch let error as CancellationError { throw error } catch {
            throw Self.translated(error)
        }
    }

    /// The one place where an error of SQLite becomes one of the household's.
    static func translated(_ error: any Error) -> HouseholdError {
        switch error {
        case let error as HouseholdError: error
        case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
            HouseholdError(
                .storageFull, "The disk is full, so nothing was kept.", hint: "Make room and try again.", cause: error)
        case let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY:
            HouseholdError(.notFound, "Something this refers to does not exist.", cause: error)
        case let error as DatabaseError where error.resultCode == .SQLITE_IOERR:
            HouseholdError(
                .storageFailed, "The disk did not take or give what the database needs; it may be full.",
                hint: "See that there is room, then stillroom doctor looks closer.", cause: error)
        case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
            HouseholdError(
                .storageFailed, "Another program holds the database, so nothing was kept.",
                hint: "Try again in a moment.", cause: error)
        case let error as DatabaseError:
            HouseholdError(
                .storageFailed, "The database could not do it (\(error.resultCode.rawValue)).",
                hint: "stillroom doctor looks closer.", cause: error)
        default: HouseholdError(.storageFailed, "The database could not do it.", cause: error)
        }
    }

    /// Waits until no other process is opening the file; closing the descriptor, or the process's end, lets the next in.
    /// The folder itself is locked, so that nothing is left over and whoever may read it may lock it.
    private static func lock(_ path: String) throws(HouseholdError) -> Int32 {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw HouseholdError(.storageFailed, "The database cannot be opened: there is no folder \(path).")
        }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                throw HouseholdError(.storageFailed, "The database cannot be opened: \(path) cannot be locked.")
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
                .storageFailed, "The database may not lie on a network file system (\(kind)): locks do not hold there.",
                hint: "Choose a folder on a disk of this machine with --data-dir.")
        }
    }
}

/// What a path lies on, as Linux lists it in /proc/self/mounts.
enum FileSystem {
    static let networked: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "ceph", "fuse.sshfs", "fuse.glusterfs", "fuse.rclone", "lustre",
        "afs",
    ]

    static func mounts() -> String {
        FileManager.default.contents(atPath: "/proc/self/mounts").map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The type of the deepest mount that holds `path`; empty where none is listed.
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
