import Synchronization

/// Runs one operation for all callers that request the same key at the same time.
///
/// `join` returns the running operation for a key, or starts a new one; each `join` requires one `leave`. The operation
/// is cancelled when the last caller leaves. A caller waits for the operation's stages (`SharedWork`) and can be
/// cancelled separately. Thread-safe.
package final class SingleFlight<Key: Hashable & Sendable, Work: AnyObject & Sendable>: Sendable {
    private struct State {
        var current: [Key: Work] = [:]
        /// The number of callers of each operation, including operations that new callers can no longer join.
        var members: [ObjectIdentifier: Int] = [:]
    }

    private let state = Mutex(State())
    private let begin: @Sendable () -> Work
    private let cancel: @Sendable (Work) -> Void

    package init(_ begin: @escaping @Sendable () -> Work, cancel: @escaping @Sendable (Work) -> Void) {
        self.begin = begin
        self.cancel = cancel
    }

    /// The number of callers of all operations.
    package var callers: Int { state.withLock { $0.members.values.reduce(0, +) } }

    package func join(_ key: Key) -> Work {
        state.withLock { state in
            let work = state.current[key] ?? begin()
            state.current[key] = work
            state.members[ObjectIdentifier(work), default: 0] += 1
            return work
        }
    }

    /// Removes one caller. Cancels the operation and returns true if this was the last caller.
    @discardableResult
    package func leave(_ work: Work, _ key: Key) -> Bool {
        let isLast = state.withLock { state in
            let left = (state.members[ObjectIdentifier(work)] ?? 1) - 1
            state.members[ObjectIdentifier(work)] = left > 0 ? left : nil
            if left == 0, state.current[key] === work { state.current[key] = nil }
            return left == 0
        }
        if isLast { cancel(work) }
        return isLast
    }

    /// Makes later callers start a new operation; callers that have joined keep this one.
    package func close(_ work: Work, _ key: Key) {
        state.withLock { if $0.current[key] === work { $0.current[key] = nil } }
    }
}

extension SingleFlight {
    /// Creates one whose operations have a single stage.
    package convenience init<Value>() where Work == SharedWork<Value> {
        self.init({ SharedWork() }, cancel: { $0.cancel() })
    }

    /// Runs an operation for `key`, or waits for the one that is running, and returns its result.
    ///
    /// Throws the errors of `work` to all callers, and `CancellationError` to a caller that is cancelled first.
    package func value<Value: Sendable>(
        _ key: Key, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value where Work == SharedWork<Result<Value, any Error>> {
        let shared = join(key)
        defer { leave(shared, key) }
        let ended = await shared.value { [self] in
            // Later callers start a new operation.
            defer { close(shared, key) }
            do { return .success(try await work()) } catch { return .failure(error) }
        }
        guard let ended else { throw CancellationError() }
        return try ended.value.get()
    }
}
