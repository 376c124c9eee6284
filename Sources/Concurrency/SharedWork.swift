import Synchronization

/// Work that is done at most once, for all who want its result.
///
/// The first caller begins it. Each caller is cancellable alone: it gets nil at once, and the work goes on for the
/// others. Thread-safe. For work that throws, `Value` is a `Result`.
package final class SharedWork<Value: Sendable>: Sendable {
    private struct State {
        var task: Task<Value, Never>?
        var isCancelled = false
    }

    private let state = Mutex(State())

    package init() {}

    package var hasBegun: Bool { state.withLock { $0.task != nil } }

    /// The result, and whether this caller began the work. Nil if the caller is cancelled first, or if the work was
    /// cancelled before it began.
    package func value(_ work: @escaping @Sendable () async -> Value) async -> (value: Value, isOwn: Bool)? {
        let begun: (task: Task<Value, Never>, isOwn: Bool)? = state.withLock { state in
            if let task = state.task { return (task, false) }
            if state.isCancelled || Task.isCancelled { return nil }
            let task = Task { await work() }
            state.task = task
            return (task, true)
        }
        guard let begun else { return nil }
        // The task's end or the caller's own, whichever is first: a stream ends for a cancelled task.
        let (ends, end) = AsyncStream.makeStream(of: Value.self)
        Task {
            end.yield(await begun.task.value)
            end.finish()
        }
        for await value in ends { return (value, begun.isOwn) }
        return nil
    }

    /// Cancels the work where it is under way; it is not begun any more.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            return state.task
        }?.cancel()
    }

    /// The result once the work has ended, also where it was cancelled; nil where it never began.
    package func end() async -> Value? { await state.withLock { $0.task }?.value }
}
