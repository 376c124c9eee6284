import Synchronization

/// A clock for tests: short sleeps return at once and advance the time; long ones last until the test ends them or
/// their task is cancelled.
package final class PatientClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        package var offset: Duration

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private typealias Sleeper = AsyncStream<Void>.Continuation

    private struct State {
        var now = Instant(offset: .zero)
        var slept: [Duration] = []
        var isHeld: Bool
        /// The number of short sleeps that may return while the clock is held.
        var leave = 0
        var short: [Sleeper] = []
        var long: [Sleeper] = []
    }

    private let state: Mutex<State>
    private let patience: Duration

    /// Sleeps below `patience` are short. If `held` is true, none returns before ``tick()`` or ``open()``.
    package init(patience: Duration = .seconds(15), held: Bool = false) {
        state = Mutex(State(isHeld: held))
        self.patience = patience
    }

    package var now: Instant { state.withLock { $0.now } }
    package var minimumResolution: Duration { .zero }
    /// The durations of the short sleeps that have returned, in order.
    package var slept: [Duration] { state.withLock { $0.slept } }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let pause = now.duration(to: deadline)
        let (stream, end) = AsyncStream<Void>.makeStream()
        // One step under the lock, because a tick in between would be lost.
        let passes = state.withLock { state in
            if pause >= patience {
                state.long.append(end)
                return false
            }
            if state.isHeld, state.leave == 0 {
                state.short.append(end)
                return false
            }
            if state.isHeld { state.leave -= 1 }
            return true
        }
        if !passes {
            for await _ in stream {}
            try Task.checkCancellation()
        }
        guard pause < patience else { return }
        state.withLock { state in
            state.slept.append(pause)
            state.now = max(state.now, deadline)
        }
    }

    /// Lets one short sleep return: the one that has waited longest, or the next one.
    package func tick() {
        let sleeper = state.withLock { state -> Sleeper? in
            if state.short.isEmpty {
                state.leave += 1
                return nil
            }
            return state.short.removeFirst()
        }
        sleeper?.finish()
    }

    /// Ends all sleeps, and lets later short ones return at once.
    package func open() {
        let sleepers = state.withLock { state in
            state.isHeld = false
            defer { (state.short, state.long) = ([], []) }
            return state.short + state.long
        }
        for sleeper in sleepers { sleeper.finish() }
    }
}
