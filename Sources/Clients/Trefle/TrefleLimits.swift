public import Foundation
public import HTTPTransport

/// How fast, how long and how often the service is asked.
public struct TrefleLimits: Sendable, Hashable {
    /// In no 60 seconds are more sent than this: from 1 to ``mostPerMinute``.
    public let requestsPerMinute: Int
    /// How many of them may go at once after a rest: from 1, and fewer than ``requestsPerMinute``.
    public let burst: Int
    /// How long one request waits for its whole answer, from when it is sent.
    public let timeOut: Duration
    /// How often a request that failed is sent again. Each attempt waits its turn.
    public let retries: RetryPolicy

    /// More is never sent in a minute, whatever is asked for.
    public static let mostPerMinute = 120

    /// Limits; the service's own is 60 a minute since October 2025. What lies outside is brought inside.
    public init(
        requestsPerMinute: Int = 60, burst: Int = 5, timeOut: Duration = .seconds(15), retries: RetryPolicy = .once
    ) {
        self.requestsPerMinute = min(max(1, requestsPerMinute), Self.mostPerMinute)
        self.burst = max(1, min(burst, self.requestsPerMinute - 1))
        self.timeOut = timeOut
        self.retries = retries
    }

    /// What drips in during a minute and what stood there before it are together no more than was promised.
    var rate: RateLimit { RateLimit(permits: requestsPerMinute - burst, per: .seconds(60), burst: burst) }
}

extension HTTPTransport {
    /// Sends as slowly, waits as long and tries as often as Trefle should be asked; who comes too early waits in a line,
    /// first come, first served.
    ///
    /// Use the one returned transport for everything that is asked with a token: each call of this function makes a line
    /// of its own. The time in the line does not count against ``TrefleLimits/timeOut``; lay
    /// `timingOut(after:clock:)` around it where somebody waits. A 429 whose `Retry-After` is longer than
    /// the retry policy's cap is handed on at once.
    ///
    /// - Parameters:
    ///   - limits: how fast, how long, how often.
    ///   - clock: what is waited on.
    ///   - now: the time of day, for a `Retry-After` that is a date.
    ///   - random: draws a number from a range, for the jitter.
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
