import Synchronization

extension StreamingTransport {
    /// Limits the wait for the first byte of the body and the wait for each following part. When a limit passes, throws
    /// ``HTTPTransportError/Code/timedOut`` and cancels the request.
    ///
    /// The head does not count as the first byte: some servers send it before they begin to work. The receiver's own
    /// time does not count.
    ///
    /// - Parameters:
    ///   - firstByte: the time until the body begins, or the response ends without a body.
    ///   - idle: the time between two parts.
    ///   - clock: the clock that measures the time.
    /// - Returns: a transport with this time-out.
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

/// Keeps the deadline for the next part.
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

    /// The time until the next check; nil if the deadline has passed.
    var rest: Duration? {
        let now = elapsed()
        return state.withLock { state in
            // While the receiver works there is no deadline.
            if state.isBusy { return idle }
            // Never longer than `idle`, because a first byte may bring an earlier deadline.
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
