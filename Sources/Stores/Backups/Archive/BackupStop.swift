import Synchronization

/// Stops the making of a backup from another thread: the work blocks, and cannot be cancelled like a task.
package final class BackupStop: Sendable {
    private let isAsked = Mutex(false)

    package init() {}

    package func ask() { isAsked.withLock { $0 = true } }

    /// Throws `CancellationError` once the stop was asked for. The work calls it before each MiB.
    package func check() throws {
        if isAsked.withLock({ $0 }) { throw CancellationError() }
    }
}
