import Synchronization

/// Suspends tasks until a test opens the gate, so that tests control time without sleeping. A cancelled task continues
/// at once.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var arrived = 0
        var next = 0
        var waiters: [Int: (least: Int?, CheckedContinuation<Void, Never>)] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    package func open() {
        for continuation in taking({ $0.isOpen = true }) { continuation.resume() }
    }

    /// Counts one arrival.
    package func arrive() {
        for continuation in taking({ $0.arrived += 1 }) { continuation.resume() }
    }

    package func untilOpen() async { await wait(for: nil) }

    /// Returns after at least `count` arrivals.
    package func untilWaiting(_ count: Int) async { await wait(for: count) }

    private func taking(_ change: (inout State) -> Void) -> [CheckedContinuation<Void, Never>] {
        state.withLock { state in
            change(&state)
            let ready = state.waiters.filter { Self.isReady(state, $0.value.least) }
            for id in ready.keys { state.waiters[id] = nil }
            return ready.values.map(\.1)
        }
    }

    private static func isReady(_ state: State, _ least: Int?) -> Bool {
        if let least { state.arrived >= least } else { state.isOpen }
    }

    private func wait(for least: Int?) async {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let already = state.withLock { state in
                    // A cancellation after this check finds the waiter, because its handler takes the same lock.
                    if Self.isReady(state, least) || Task.isCancelled { return true }
                    state.waiters[id] = (least, continuation)
                    return false
                }
                if already { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.1.resume()
        }
    }
}
