import Synchronization

/// An operation that runs at most once and whose result is shared by all callers.
///
/// The first caller starts the operation. Each caller can be cancelled separately: it gets nil at once, and the
/// operation continues for the others. Thread-safe. For an operation that throws, `Value` is a `Result`.
package final class SharedWork<Value: Sendable>: Sendable {
    private struct State {
        var task: Task<Value, Never>?
        var isCancelled = false
    }

    private let state = Mutex(State())

    package init() {}

    package var hasBegun: Bool { state.withLock { $0.task != nil } }

    /// Returns the result, and whether this caller started the operation. Returns nil if the caller is cancelled first,
    /// or if the operation was cancelled before it started.
    package func value(_ work: @escaping @Sendable () async -> Value) async -> (value: Value, isOwn: Bool)? {
        let begun: (task: Task<Value, Never>, isOwn: Bool)? = state.withLock { state in
            if let task = state.task { return (task, false) }
            if state.isCancelled || Task.isCancelled { return nil }
            let task = Task { await work() }
            state.task = task
            return (task, true)
        }
        guard let begun else { return nil }
        // Waits for the end of the task or of the caller, whichever is first: the stream ends if the calling task is
        // cancelled.
        let (ends, end) = AsyncStream.makeStream(of: Value.self)
        Task {
            end.yield(await begun.task.value)
            end.finish()
        }
        for await value in ends { return (value, begun.isOwn) }
        return nil
    }

    /// Cancels the operation if it is running, and prevents it from starting otherwise.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            return state.task
        }?.cancel()
    }

    /// Waits for the end of the operation and returns its result, also after a cancellation. Returns nil if it never
    /// started.
    package func end() async -> Value? { await state.withLock { $0.task }?.value }
}
