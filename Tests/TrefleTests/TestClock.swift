import Synchronization

/// A clock of one's own: short sleeps pass at once and move the time on, long ones last until somebody ends them.
final class TestClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var slept: [Duration] = []
        var isHeld: Bool
        var waiting: [AsyncStream<Void>.Continuation] = []
    }

    private let state: Mutex<State>
    private let patience: Duration

    /// Sleeps below this are short. Where it is held nothing passes before ``open()``.
    init(patience: Duration = .seconds(15), held: Bool = false) {
        state = Mutex(State(isHeld: held))
        self.patience = patience
    }

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }
    /// The short sleeps, in order.
    var slept: [Duration] { state.withLock { $0.slept } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let pause = now.duration(to: deadline)
        guard pause < patience else { return try await wait() }
        if state.withLock({ $0.isHeld }) { try await wait() }
        state.withLock { state in
            state.slept.append(pause)
            state.now = max(state.now, deadline)
        }
    }

    /// Ends all sleeps there are, and lets short ones pass from now on.
    func open() {
        let waiting = state.withLock { state in
            state.isHeld = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.finish() }
    }

    /// Until somebody opens, or the task is cancelled.
    private func wait() async throws {
        let (stream, end) = AsyncStream<Void>.makeStream()
        state.withLock { $0.waiting.append(end) }
        for await _ in stream {}
        try Task.checkCancellation()
    }
}
