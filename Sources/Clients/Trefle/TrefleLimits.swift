public import Foundation
public import HTTPTransport

/// The rate limit, the time-out and the retries of requests to Trefle.
public struct TrefleLimits: Sendable, Hashable {
    /// How many requests are sent in any 60 seconds at most: from 1 to ``mostPerMinute``.
    public let requestsPerMinute: Int
    /// How many of them may be sent at once after a pause: at least 1, and fewer than ``requestsPerMinute``.
    public let burst: Int
    /// The time-out of one request, from when it is sent to the end of its response.
    public let timeOut: Duration
    /// The retries. Each attempt counts against the rate limit.
    public let retries: RetryPolicy

    /// The highest rate that can be set.
    public static let mostPerMinute = 120

    /// Limits; the service's own is 60 a minute since October 2025. Values out of range are clamped.
    public init(
        requestsPerMinute: Int = 60, burst: Int = 5, timeOut: Duration = .seconds(15), retries: RetryPolicy = .once
    ) {
        self.requestsPerMinute = min(max(1, requestsPerMinute), Self.mostPerMinute)
        self.burst = max(1, min(burst, self.requestsPerMinute - 1))
        self.timeOut = timeOut
        self.retries = retries
    }

    /// The tokens added during a minute and a full burst before it are together at most ``requestsPerMinute``.
    var rate: RateLimit { RateLimit(permits: requestsPerMinute - burst, per: .seconds(60), burst: burst) }
}

extension HTTPTransport {
    /// Applies a rate limit, a time-out and retries. Requests beyond the rate wait, first come, first served.
    ///
    /// Use one returned transport for all requests with a token: each call of this function makes a limit of its own.
    /// The time in the queue does not count against ``TrefleLimits/timeOut``; add `timingOut(after:clock:)` if a user
    /// waits. A 429 whose `Retry-After` is longer than the retry policy's cap is returned at once.
    ///
    /// - Parameters:
    ///   - limits: rate limit, time-out and retries.
    ///   - clock: the clock that pauses are measured with.
    ///   - now: the time of day, for a `Retry-After` that is a date.
    ///   - random: returns a random number from a range, for the jitter.
    /// - Returns: a transport for a ``TrefleClient``.
    public func limited(
        to limits: TrefleLimits, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
    ) -> HTTPTransport {
        timingOut(after: limits.timeOut, clock: clock)
            .limiting(to: limits.rate, clock: clock)
            .retrying(limits.retries, clock: clock, now: now, random: random)
    }
}
