import Synchronization

/// Limits how many tasks run an operation at the same time.
///
/// Fair: permits are given in the order in which tasks request them. Cancellable: a task that is cancelled while it
/// waits leaves the queue and takes no permit. Thread-safe.
///
///     try await semaphore.withPermit { try await send(request) }
package final class AsyncSemaphore: Sendable {
    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var permits: Int
        var nextID = 0
        var line: [Waiter] = []
        /// Tasks that were cancelled before they entered the queue.
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    /// Creates a semaphore. `permits` is how many tasks may hold a permit at the same time, at least 1.
    package init(_ permits: Int) {
        state = Mutex(State(permits: max(1, permits)))
    }

    /// The number of waiting tasks.
    package var waiting: Int { state.withLock { $0.line.count } }

    /// Waits for a permit. The caller returns it with `release`.
    ///
    /// Throws `CancellationError` if the task is cancelled first; then no permit is taken. If the permit was given
    /// before the cancellation, the caller has it and must release it.
    package func acquire() async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        let isGranted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if state.cancelled.contains(id) { return false }
                    // If tasks wait, no permit is free, because `release` gives a permit to the first waiting task.
                    if state.permits > 0 {
                        state.permits -= 1
                        return true
                    }
                    state.line.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let place = state.line.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.line.remove(at: place)
            }
            waiter?.continuation.resume(returning: false)
        }
        if !isGranted { throw CancellationError() }
    }

    /// Returns a permit. The task that has waited longest gets it; if no task waits, it becomes free.
    package func release() {
        let next = state.withLock { state -> Waiter? in
            if state.line.isEmpty {
                state.permits += 1
                return nil
            }
            return state.line.removeFirst()
        }
        next?.continuation.resume(returning: true)
    }

    /// Runs `body` while holding a permit. Throws the errors of `body`, or `CancellationError` if the task is cancelled
    /// before it gets the permit.
    package func withPermit<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await acquire()
        defer { release() }
        return try await body()
    }
}
