import Dispatch
import GRDB
import Glibc
import Household
import Synchronization

/// Commits of other processes, such as a command beside the server.
///
/// SQLite reports them to nobody. The kernel reports each write to the write-ahead log (inotify), which costs nothing
/// while nobody writes; `PRAGMA data_version` says whether another connection than this process's writer committed.
extension SQLiteRecords {
    /// Several writes of one transaction are looked at together.
    private static let settling = Duration.milliseconds(50)
    /// Between two looks where the kernel cannot report writes.
    private static let interval = Duration.seconds(2)
    private static let patience = Duration.seconds(1)

    package func followOtherProcesses() async {
        var known = try? await version()
        for await _ in LogWrites.stream(of: pool.path + "-wal") ?? Self.ticks() {
            try? await Task.sleep(for: Self.settling)
            var now: Int?
            while now == nil, !Task.isCancelled {
                now = try? await version()
                if now == nil { try? await Task.sleep(for: Self.patience) }
            }
            if now != known { signals.post(.records) }
            known = now
        }
    }

    /// Changes with every commit of another process. Asked in a write transaction, which waits for one that is under way:
    /// the log is written before its commit can be seen.
    func version() async throws -> Int? {
        try await pool.write { try Int.fetchOne($0, sql: "PRAGMA data_version") }
    }

    private static func ticks() -> AsyncStream<Void> {
        AsyncStream {
            try? await Task.sleep(for: interval)
            return Task.isCancelled ? nil : ()
        }
    }
}

/// Writes to one file, as the kernel reports them.
enum LogWrites {
    /// Nil where the file is missing or the kernel has no watch left. Ends when its task is cancelled.
    static func stream(of path: String) -> AsyncStream<Void>? {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        guard unsafe inotify_add_watch(descriptor, path, UInt32(IN_MODIFY)) >= 0 else {
            close(descriptor)
            return nil
        }
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
            source.setEventHandler {
                // What they say is known: the file was written.
                var buffer = [UInt8](repeating: 0, count: 4096)
                while unsafe read(descriptor, &buffer, buffer.count) > 0 {}
                continuation.yield()
            }
            source.setCancelHandler { close(descriptor) }
            // Dispatch sources may be cancelled by any thread; the type is not marked Sendable (2026-11, Swift 6.3).
            nonisolated(unsafe) let watched = source
            continuation.onTermination = { _ in unsafe watched.cancel() }
            source.activate()
        }
    }
}
