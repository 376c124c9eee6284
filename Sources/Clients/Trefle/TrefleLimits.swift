public import Foundation
public import HTTPTransport

/// The rate limit, the time-out and the retries of requests to Trefle.
public struct TrefleLimits: Sendable, Hashable {
    /// The maximum number of requests in any 60 seconds, from 1 to ``mostPerMinute``.
    public let requestsPerMinute: Int
    /// The maximum number of requests at once after a pause: at least 1, and fewer than ``requestsPerMinute``.
    public let burst: Int
    /// The time-out of one request, from sending to the end of the response.
    public let timeOut: Duration
    /// The retries. Each attempt counts against the rate limit.
    public let retries: RetryPolicy

    /// The highest rate that can be set.
    public static let mostPerMinute = 120

    /// Limits; the service's own limit is 60 per minute since October 2025. Values out of range are clamped.
    public init(
        requestsPerMinute: Int = 60, burst: Int = 5, timeOut: Duration = .seconds(15), retries: RetryPolicy = .once
    ) {
        self.requestsPerMinute = min(max(1, requestsPerMinute), Self.mostPerMinute)
        self.burst = max(1, min(burst, self.requestsPerMinute - 1))
        self.timeOut = timeOut
        self.retries = retries
    }

    /// The tokens added in a minute plus a full burst are at most ``requestsPerMinute``.
    var rate: RateLimit { RateLimit(permits: requestsPerMinute - burst, per: .seconds(60), burst: burst) }
}

extension HTTPTransport {
    /// Applies a rate limit, a time-out and retries. Requests above the rate wait, in the order of their arrival.
    ///
    /// Use one returned transport for all requests with a token: each call of this function creates a separate limit.
    /// The time in the queue does not count against ``TrefleLimits/timeOut``; add `timingOut(after:clock:)` if a user
    /// waits. A 429 whose `Retry-After` is longer than the retry policy's cap is returned at once.
    ///
    /// - Parameters:
    ///   - limits: rate limit, time-out and retries.
    ///   - clock: the clock that measures the pauses.
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
