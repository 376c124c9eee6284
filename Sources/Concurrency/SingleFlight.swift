import Synchronization

/// Lets those who want the same thing at the same time share one piece of work.
///
/// `join` returns the work under way for a key, or begins a new one; every `join` is ended by one `leave`. The last
/// caller to leave cancels the work. A caller waits for the work's stages (`SharedWork`) and can be cancelled alone.
/// Thread-safe.
package final class SingleFlight<Key: Hashable & Sendable, Work: AnyObject & Sendable>: Sendable {
    private struct State {
        var current: [Key: Work] = [:]
        /// Also of work that nobody can join any more.
        var members: [ObjectIdentifier: Int] = [:]
    }

    private let state = Mutex(State())
    private let begin: @Sendable () -> Work
    private let cancel: @Sendable (Work) -> Void

    package init(_ begin: @escaping @Sendable () -> Work, cancel: @escaping @Sendable (Work) -> Void) {
        self.begin = begin
        self.cancel = cancel
    }

    package func join(_ key: Key) -> Work {
        state.withLock { state in
            let work = state.current[key] ?? begin()
            state.current[key] = work
            state.members[ObjectIdentifier(work), default: 0] += 1
            return work
        }
    }

    /// Cancels the work if nobody else wants it; returns whether that was so.
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

    /// A caller that joins from now on begins anew; earlier callers stay.
    package func close(_ work: Work, _ key: Key) {
        state.withLock { if $0.current[key] === work { $0.current[key] = nil } }
    }
}

extension SingleFlight {
    /// The result of one piece of work for `key`: done by the first caller, shared by those who ask while it is under way.
    ///
    /// Throws what `work` throws, to all of them; or `CancellationError` to a caller that is cancelled first.
    package func value<Value: Sendable>(
        _ key: Key, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value where Work == SharedWork<Result<Value, any Error>> {
        let shared = join(key)
        defer { leave(shared, key) }
        let ended = await shared.value { [self] in
            // The next caller wants a new answer.
            defer { close(shared, key) }
            do { return .success(try await work()) } catch { return .failure(error) }
        }
        guard let ended else { throw CancellationError() }
        return try ended.value.get()
    }
}
