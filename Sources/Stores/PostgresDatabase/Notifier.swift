import Dispatch
import FoundationEssentials
import PostgreSQL
import SQLRecords
import Synchronization

/// Tells other processes about commits, and hears of theirs, by NOTIFY and LISTEN.
///
/// A notice is sent after its commit, and one for several commits, because the server lets transactions with a NOTIFY
/// commit only one after the other. A lost notice costs only time: a listener that has connected again reports once.
final class Notifier: Sendable {
    private static let channel = "stillroom_commit"
    /// The time in which commits are collected for one notice.
    private static let collecting = Duration.milliseconds(20)
    private static let patience = Duration.seconds(2)

    private let pool: SessionPool
    /// Distinguishes this process's notices from those of others.
    private let sender = UUID().uuidString.lowercased()
    private let isPending = Mutex(false)
    private let followers = Mutex(0)

    init(_ pool: SessionPool) { self.pool = pool }

    /// The statement that sends a notice at the end of its transaction.
    var statement: (sql: String, arguments: SQLArguments) {
        ("SELECT pg_notify(?, ?)", [Self.channel, sender])
    }

    /// Whether this process hears of other processes' commits, as a server does and a command does not.
    var isFollowing: Bool { followers.withLock { $0 > 0 } }

    /// Notes a commit of this process.
    func changed() {
        let isFirst = isPending.withLock { isPending in
            defer { isPending = true }
            return !isPending
        }
        guard isFirst else { return }
        Task { [statement] in
            try? await Task.sleep(for: Self.collecting)
            isPending.withLock { $0 = false }
            do {
                try await pool.transaction("BEGIN") { transaction in
                    try transaction.query(statement.sql, statement.arguments, limit: 1) { _ in }
                }
            } catch {
                // The rows are committed in any case; others hear of them later.
                guard isFollowing, (try? await Task.sleep(for: Self.patience)) != nil else { return }
                changed()
            }
        }
    }

    /// Calls `report` after commits of other processes, until the task is cancelled.
    func follow(_ report: @Sendable () -> Void) async {
        followers.withLock { $0 += 1 }
        defer { followers.withLock { $0 -= 1 } }
        while !Task.isCancelled {
            if let session = try? await pool.separate("LISTEN \(Self.channel)") {
                // What was committed before is not known.
                report()
                for await senders in Self.arrivals(on: session) where senders.contains(where: { $0 != sender }) {
                    report()
                }
            }
            try? await Task.sleep(for: Self.patience)
        }
    }

    /// Yields the senders of notices, until the connection breaks or the task that iterates is cancelled.
    private static func arrivals(on session: PostgresSession) -> AsyncStream<[String]> {
        AsyncStream { continuation in
            let source = DispatchSource.makeReadSource(
                fileDescriptor: session.connection.socket, queue: DispatchQueue(label: "stillroom.postgresql.notices"))
            source.setEventHandler {
                if let senders = try? session.connection.notifications() {
                    if !senders.isEmpty { continuation.yield(senders) }
                } else {
                    continuation.finish()
                }
            }
            // The connection is closed after the source has stopped to look at it.
            source.setCancelHandler { withExtendedLifetime(session) {} }
            // Dispatch sources may be cancelled by any thread; the type is not marked Sendable (2026-11, Swift 6.3).
            nonisolated(unsafe) let watched = source
            continuation.onTermination = { _ in unsafe watched.cancel() }
            source.activate()
        }
    }
}
