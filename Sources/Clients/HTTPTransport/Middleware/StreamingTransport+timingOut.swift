import Synchronization

extension StreamingTransport {
    /// Waits at most so long for the first byte of the body, and then at most so long for each next piece; then throws
    /// ``HTTPTransportError/Code/timedOut`` and cancels what is in flight.
    ///
    /// A head alone is no first byte: some servers send it before they begin to work. The time that the receiver needs
    /// does not count.
    ///
    /// - Parameters:
    ///   - firstByte: how long until the body begins, or the answer ends without one.
    ///   - idle: how long between two pieces.
    ///   - clock: what the time is taken from.
    /// - Returns: a transport that gives up.
    public func timingOut(
        firstByte: Duration, idle: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) -> StreamingTransport {
        StreamingTransport { request, receive in
            let watch = Watch(firstByte: firstByte, idle: idle, elapsed: stopwatch(clock))
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    try await self.send(request) { part in
                        watch.pause()
                        try await receive(part)
                        watch.goOn(after: part)
                    }
                    return true
                }
                group.addTask {
                    while let rest = watch.rest { try await clock.sleep(for: rest) }
                    return false
                }
                defer { group.cancelAll() }
                if try await group.next() == true { return }
                throw HTTPTransportError(
                    .timedOut, watch.hasBegun ? "nothing more came for \(idle)" : "nothing came within \(firstByte)")
            }
        }
    }
}

/// Knows until when the next piece must have come.
private final class Watch: Sendable {
    private struct State {
        var hasBegun = false
        var isBusy = false
        var deadline: Duration
    }

    private let firstByte: Duration
    private let idle: Duration
    private let elapsed: @Sendable () -> Duration
    private let state: Mutex<State>

    init(firstByte: Duration, idle: Duration, elapsed: @escaping @Sendable () -> Duration) {
        self.firstByte = firstByte
        self.idle = idle
        self.elapsed = elapsed
        state = Mutex(State(deadline: firstByte))
    }

    var hasBegun: Bool { state.withLock { $0.hasBegun } }

    /// After how long it must be looked at again; nil where the time is over.
    var rest: Duration? {
        let now = elapsed()
        return state.withLock { state in
            // While the receiver works nothing is late.
            if state.isBusy { return idle }
            // Never longer than `idle`, because a first byte that comes meanwhile brings an earlier end.
            return state.deadline > now ? min(state.deadline - now, idle) : nil
        }
    }

    func pause() { state.withLock { $0.isBusy = true } }

    func goOn(after part: StreamingTransport.Part) {
        let now = elapsed()
        state.withLock { state in
            state.isBusy = false
            if case .bytes = part { state.hasBegun = true }
            if state.hasBegun { state.deadline = now + idle }
        }
    }
}
