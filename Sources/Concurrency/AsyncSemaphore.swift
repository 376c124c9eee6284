import Synchronization

/// Limits how many tasks do something at once.
///
/// Fair: permits are given in the order in which tasks asked for them. Cancellable: a task that is cancelled while it
/// waits leaves the line and takes no permit. Thread-safe.
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
        /// Tasks that were cancelled before they stood in line.
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    /// `permits` is how many tasks may hold one at once, at least 1.
    package init(_ permits: Int) {
        state = Mutex(State(permits: max(1, permits)))
    }

    /// Tasks that wait.
    package var waiting: Int { state.withLock { $0.line.count } }

    /// Waits for a permit, which the caller gives back with `release`.
    ///
    /// Throws `CancellationError` if the task is cancelled first; then no permit is taken. A permit that was handed over
    /// before the cancellation is the caller's all the same.
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
                    // With a line there is no free permit: `release` hands it to the first.
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

    /// Gives a permit back: to the task that has waited longest, or to the next one that asks.
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

    /// Holds a permit while `body` runs. Throws what it throws, or `CancellationError` if the task is cancelled first.
    package func withPermit<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await acquire()
        defer { release() }
        return try await body()
    }
}
