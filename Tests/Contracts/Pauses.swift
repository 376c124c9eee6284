import Synchronization

/// Pauses that a test ends. It records the requested durations and the suspended callers.
package final class Pauses: Sendable {
    private struct State {
        var nextID = 0
        var waiting: [Int: (time: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var watchers: [(id: Int, are: [Duration], continuation: CheckedContinuation<Void, Never>)] = []
        var asked: [Duration] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// The durations of all requested pauses, in order.
    package var asked: [Duration] { state.withLock { $0.asked } }

    /// Replaces `pause` of an environment.
    package func pause(_ time: Duration) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ready: [CheckedContinuation<Void, Never>]? = state.withLock { state in
                    // A cancellation after this check finds the waiter, because its handler takes the same lock.
                    if Task.isCancelled { return nil }
                    state.asked.append(time)
                    state.waiting[id] = (time, continuation)
                    return Self.ready(&state)
                }
                guard let ready else { return continuation.resume(throwing: CancellationError()) }
                for each in ready { each.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Returns when exactly these pauses are in progress, in any order; or when the task is cancelled, so that a test that
    /// waits for other pauses than there are ends at its time limit.
    package func until(_ times: Duration...) async {
        let wanted = times.sorted()
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                    if Task.isCancelled { return [continuation] }
                    state.watchers.append((id, wanted, continuation))
                    return Self.ready(&state)
                }
                for each in ready { each.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state -> CheckedContinuation<Void, Never>? in
                let index = state.watchers.firstIndex { $0.id == id }
                return index.map { state.watchers.remove(at: $0).continuation }
            }
            watcher?.resume()
        }
    }

    /// Ends the pauses of that duration.
    package func end(_ time: Duration) {
        let ended = state.withLock { state in
            let ended = state.waiting.filter { $0.value.time == time }
            for id in ended.keys { state.waiting[id] = nil }
            return ended.values.map(\.continuation)
        }
        for each in ended { each.resume() }
    }

    private static func ready(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        let times = state.waiting.values.map(\.time).sorted()
        let ready = state.watchers.filter { $0.are == times }.map(\.continuation)
        state.watchers.removeAll { $0.are == times }
        return ready
    }
}
