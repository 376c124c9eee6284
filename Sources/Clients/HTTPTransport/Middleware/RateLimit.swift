/// So many requests in a time, and how many of them at once.
public struct RateLimit: Sendable, Hashable {
    /// How many requests, at least 1.
    public let permits: Int
    /// In which time.
    public let duration: Duration
    /// How many at once after a rest, at least 1.
    public let burst: Int

    /// A rate; what is below the least is raised to it.
    public init(permits: Int, per duration: Duration, burst: Int = 1) {
        self.permits = max(1, permits)
        self.duration = max(.zero, duration)
        self.burst = max(1, burst)
    }
}

/// A bucket that fills evenly; each request takes one token out. Pure: the time is told.
struct TokenBucket: Sendable {
    /// How long one token takes to drip in; tokens are counted in it, so that nothing is rounded.
    private let interval: Duration
    private let capacity: Duration
    private var level: Duration
    private var last: Duration = .zero

    init(_ rate: RateLimit) {
        interval = rate.duration / rate.permits
        capacity = interval * rate.burst
        level = capacity
    }

    /// Takes a token and returns nil, or returns how long it takes until there is one.
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
