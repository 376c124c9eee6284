/// A number of requests per time span, and a maximum burst.
public struct RateLimit: Sendable, Hashable {
    /// The number of requests in ``duration``, at least 1.
    public let permits: Int
    /// The time span.
    public let duration: Duration
    /// The number of requests that may be sent at once after a pause, at least 1.
    public let burst: Int

    /// A rate; values below the minimum are raised to it.
    public init(permits: Int, per duration: Duration, burst: Int = 1) {
        self.permits = max(1, permits)
        self.duration = max(.zero, duration)
        self.burst = max(1, burst)
    }
}

/// A token bucket that fills evenly; each request takes one token. Pure: the caller passes the time.
struct TokenBucket: Sendable {
    /// The time in which one token is added. Levels are durations, so nothing is rounded.
    private let interval: Duration
    private let capacity: Duration
    private var level: Duration
    private var last: Duration = .zero

    init(_ rate: RateLimit) {
        interval = rate.duration / rate.permits
        capacity = interval * rate.burst
        level = capacity
    }

    /// Takes a token and returns nil, or returns the time until one is available.
    mutating func take(at now: Duration) -> Duration? {
        if now > last {
            level = min(capacity, level + (now - last))
            last = now
        }
        guard level >= interval else { return interval - level }
        level -= interval
        return nil
    }
}
