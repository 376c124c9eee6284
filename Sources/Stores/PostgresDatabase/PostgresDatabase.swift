import Concurrency
import FoundationEssentials
package import Household
import Messages
import PostgreSQL
import Recognition
package import SQLRecords
import Synchronization

/// A database of PostgreSQL, which several processes on several machines may use at the same time.
///
/// Reads see one snapshot. A write holds its household's advisory lock from its first statement on, so each household has
/// one writer on all machines, as with SQLite; rows that households share have one writer in all.
package struct PostgresDatabase: SQLDatabase {
    private let pool: SessionPool
    /// At most one write of a household waits for the household's lock in this process, so that a busy household does not
    /// take all connections.
    private let writers: WriterLines
    private let notifier: Notifier
    /// Kept as long as the database is open, such as a lock of the data folder.
    private let held: (any Sendable)?

    /// Connects, and migrates the schema. `size` is the number of connections, at least 2; `held` is kept as long as the
    /// database is open.
    ///
    /// Throws `HouseholdError.storageFailed` if the server cannot be reached, or if the schema was written by a newer
    /// Stillroom.
    package init(_ address: PostgresAddress, size: Int = 8, holding held: (any Sendable)? = nil) async throws {
        pool = SessionPool(address, size: max(2, size))
        writers = WriterLines()
        notifier = Notifier(pool)
        self.held = held
        do {
            // A wrong address is an error at once, not after the time in which a server may come back.
            _ = try await pool.separate()
            try await Migrations.migrate(pool)
        } catch let error as SQLError where error.kind == .unreachable {
            let reason = (error.cause as? PostgresFailure)?.message.split(separator: "\n").first.map(String.init) ?? ""
            throw HouseholdError(
                .storageFailed, localized("There is no connection to the database: \(reason, "reason")"),
                hint: localized("See database.url and database.password-file."), cause: error.cause)
        } catch {
            throw HouseholdError(storing: error)
        }
    }

    // MARK: - Transactions

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        try await pool.transaction(SessionPool.reading, body)
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        try await write(.common, body)
    }

    package func write<Value: Sendable>(
        for household: Household.ID, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        try await write(.household(household.rawValue), body)
    }

    private func write<Value: Sendable>(
        _ lock: AdvisoryLock, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        // Without a listener this process may end before it can send a notice afterwards.
        let notice = notifier.isFollowing ? nil : notifier.statement
        // Each later statement sees what was committed before the lock was taken.
        let begin = "BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(\(lock.key))"
        // A task of its own is not cancelled.
        let (value, isChanged) = try await Task {
            try await writers.inLine(lock.key) {
                try await pool.transaction(begin) { transaction in
                    let before = transaction.totalChanges
                    let value = try body(transaction)
                    let isChanged = transaction.totalChanges != before
                    if let notice, isChanged { try transaction.query(notice.sql, notice.arguments, limit: 1) { _ in } }
                    return (value, isChanged)
                }
            }
        }.value
        if isChanged, notice == nil { notifier.changed() }
        return value
    }

    /// Replaces everything by what `fill` writes, while no other process can read or write anything. Throws what `check`
    /// throws before that.
    package func replaceAll<Value: Sendable>(
        check: @escaping @Sendable (any SQLTransaction) throws -> Void,
        _ fill: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        try await write { transaction in
            for table in try transaction.tables() {
                try transaction.execute("LOCK TABLE \"\(table.name)\" IN ACCESS EXCLUSIVE MODE", [])
            }
            try check(transaction)
            return try fill(transaction)
        }
    }

    /// Does nothing: the server overwrites deleted rows by itself, some time later (autovacuum), and keeps them in its log
    /// until it recycles that.
    package func purgeDeleted() async throws {}

    package func damage() async throws -> [String] {
        try await read { transaction in
            let failures =
                try transaction.value(
                    Int.self,
                    "SELECT coalesce(checksum_failures, 0) FROM pg_stat_database WHERE datname = current_database()")
                ?? 0
            let indexes = try transaction.values(
                String.self, "SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid ORDER BY 1")
            return (failures > 0 ? ["checksum failures: \(failures)"] : []) + indexes.map { "index: \($0)" }
        }
    }

    // MARK: - Other processes

    package func followOtherProcesses(_ report: @Sendable () -> Void) async {
        await notifier.follow(report)
    }
}

/// One line of waiting tasks for each key, in the order of their arrival.
private final class WriterLines: Sendable {
    private struct Line {
        let turn = AsyncSemaphore(1)
        var users = 0
    }

    private let lines = Mutex<[Int64: Line]>([:])

    func inLine<Value>(_ key: Int64, _ body: () async throws -> Value) async throws -> Value {
        let turn = lines.withLock { lines in
            var line = lines[key] ?? Line()
            line.users += 1
            lines[key] = line
            return line.turn
        }
        defer {
            lines.withLock { lines in
                lines[key]?.users -= 1
                if lines[key]?.users == 0 { lines[key] = nil }
            }
        }
        return try await turn.withPermit(body)
    }
}
