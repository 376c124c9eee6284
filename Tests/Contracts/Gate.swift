import Synchronization

/// Holds tasks back until a test opens it: time under control, without sleeping. A cancelled task goes on at once.
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

    /// Says that somebody stands before it.
    package func arrive() {
        for continuation in taking({ $0.arrived += 1 }) { continuation.resume() }
    }

    package func untilOpen() async { await wait(for: nil) }

    /// Returns when at least so many have arrived.
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
                    // A cancellation that comes after this look finds the waiter: its handler needs the same lock.
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
