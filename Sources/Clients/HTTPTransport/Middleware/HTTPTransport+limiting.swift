import Synchronization

extension HTTPTransport {
    /// Limits the rate of requests. Requests above the rate wait, in the order of their arrival.
    ///
    /// A request whose task is cancelled while it waits does not count. Each call of this function creates a separate
    /// limit: use one returned transport for all requests that share the limit.
    ///
    /// - Parameters:
    ///   - rate: how many requests, in which time, how many at once.
    ///   - clock: the clock that measures the pauses.
    /// - Returns: a transport with this rate limit.
    public func limiting(to rate: RateLimit, clock: any Clock<Duration> = ContinuousClock()) -> HTTPTransport {
        let line = WaitingLine(rate, clock: clock)
        return HTTPTransport { request in
            try await line.pass()
            return try await self.send(request)
        }
    }
}

/// The queue before a token bucket. Only its first waiter sleeps; it wakes the next one when it leaves.
private final class WaitingLine: Sendable {
    private struct Waiter {
        let ticket: Int
        var wake: CheckedContinuation<Void, any Error>?
    }

    private struct State {
        var bucket: TokenBucket
        var waiters: [Waiter] = []
        var lastTicket = 0
    }

    private let state: Mutex<State>
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration

    init(_ rate: RateLimit, clock: any Clock<Duration>) {
        state = Mutex(State(bucket: TokenBucket(rate)))
        self.clock = clock
        elapsed = stopwatch(clock)
    }

    func pass() async throws {
        try Task.checkCancellation()
        guard let ticket = enter() else { return }
        try await turn(of: ticket)
        do {
            while let wait = take() {
                try await clock.sleep(for: wait)
            }
            try Task.checkCancellation()
        } catch {
            leave(ticket)
            throw error
        }
        leave(ticket)
    }

    /// Returns nil if there was no queue and a token was available.
    private func enter() -> Int? {
        let now = elapsed()
        return state.withLock { state in
            if state.waiters.isEmpty, state.bucket.take(at: now) == nil { return nil }
            state.lastTicket += 1
            state.waiters.append(Waiter(ticket: state.lastTicket))
            return state.lastTicket
        }
    }

    private func take() -> Duration? {
        let now = elapsed()
        return state.withLock { $0.bucket.take(at: now) }
    }

    private func turn(of ticket: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let result: Result<Void, any Error>? = state.withLock { state in
                    guard let place = state.waiters.firstIndex(where: { $0.ticket == ticket }) else {
                        return .failure(CancellationError())
                    }
                    if place == 0 { return .success(()) }
                    state.waiters[place].wake = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let wake = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                // The first waiter is awake already, or about to be: it notices the cancellation itself.
                guard let place = state.waiters.firstIndex(where: { $0.ticket == ticket }), place > 0 else {
                    return nil
                }
                return state.waiters.remove(at: place).wake
            }
            wake?.resume(throwing: CancellationError())
        }
    }

    private func leave(_ ticket: Int) {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            state.waiters.removeAll { $0.ticket == ticket }
            guard !state.waiters.isEmpty else { return nil }
            defer { state.waiters[0].wake = nil }
            return state.waiters[0].wake
        }
        next?.resume()
    }
}
