import Contracts
import Household
import Recognition
import Synchronization

/// Photographs in memory that run a step of the test between two steps of the household.
final class StagedArchive: Sendable {
    typealias Step = @Sendable () async throws -> Void

    private let memory = MemoryArchive()
    private let step = Mutex<Step?>(nil)
    private let removal = Mutex<(@Sendable () -> Void)?>(nil)

    var count: Int { memory.count }

    /// Runs once, after the next files are written and before `keep` returns.
    func afterKeeping(_ body: @escaping Step) { step.withLock { $0 = body } }

    /// Runs once, before the next files are removed.
    func beforeRemoving(_ body: @escaping @Sendable () -> Void) { removal.withLock { $0 = body } }

    var archive: PhotographArchive {
        let inner = memory.archive
        return PhotographArchive(
            digest: inner.digest,
            keep: { original, print in
                let digest = try await inner.keep(original, print)
                let next = self.step.withLock { step in
                    defer { step = nil }
                    return step
                }
                try await next?()
                return digest
            },
            read: inner.read,
            remove: { digest in
                let next = self.removal.withLock { removal in
                    defer { removal = nil }
                    return removal
                }
                next?()
                try inner.remove(digest)
            }, tidy: inner.tidy, check: inner.check)
    }
}
