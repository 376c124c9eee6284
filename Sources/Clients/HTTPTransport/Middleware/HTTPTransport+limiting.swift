import Concurrency
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
        let limiter = RateLimiter(rate, clock: clock)
        return HTTPTransport { request in
            try await limiter.pass()
            return try await self.send(request)
        }
    }
}

/// A token bucket that tasks use one after the other: only the first one sleeps, and the others wait for its permit.
private final class RateLimiter: Sendable {
    private let bucket: Mutex<TokenBucket>
    private let turn = AsyncSemaphore(1)
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration

    init(_ rate: RateLimit, clock: any Clock<Duration>) {
        bucket = Mutex(TokenBucket(rate))
        self.clock = clock
        elapsed = stopwatch(clock)
    }

    /// Waits for a token and takes it. Throws `CancellationError` if the task is cancelled before.
    func pass() async throws {
        try await turn.withPermit {
            try Task.checkCancellation()
            while let wait = take() {
                try await clock.sleep(for: wait)
                try Task.checkCancellation()
            }
        }
    }

    /// Takes a token, or returns the time until there is one.
    private func take() -> Duration? {
        let now = elapsed()
        return bucket.withLock { $0.take(at: now) }
    }
}
