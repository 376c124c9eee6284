import Synchronization

/// Whether votes may be sent, from the results of the last ones. Thread-safe.
final class FoodServiceHealth: Sendable {
    private struct State {
        /// The number of consecutive votes with an unknown result.
        var doubts = 0
        var heldUntil: Duration?
    }

    private let state = Mutex(State())

    /// Uses the steady clock: from the second consecutive vote in doubt on, votes are held back, and the time doubles
    /// with each one, so that a failing service does not turn all waiting votes into unknown ones.
    func noteDoubt(at steady: Duration) {
        state.withLock { state in
            state.doubts += 1
            guard state.doubts > 1 else { return }
            state.heldUntil = steady + .seconds(min(900, 30 * (1 << min(state.doubts - 2, 10))))
        }
    }

    /// Called when the service has answered, or the network is available again.
    func clearDoubts() { state.withLock { ($0.doubts, $0.heldUntil) = (0, nil) } }

    func isInDoubt(at steady: Duration) -> Bool { state.withLock { $0.heldUntil.map { steady < $0 } ?? false } }
}
