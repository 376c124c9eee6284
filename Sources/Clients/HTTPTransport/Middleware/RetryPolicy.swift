import Foundation
import HTTPTypes

/// Decides whether a request is sent again, and after which pause.
///
/// A pause is a random part of an interval that doubles with every attempt (full jitter), so that clients that failed
/// at the same time do not retry at the same time.
public struct RetryPolicy: Sendable, Hashable {
    /// The maximum number of retries.
    public var retries: Int
    /// The longest pause before the first retry; it doubles with each retry.
    public var firstPause: Duration
    /// The longest pause. If the server asks for a longer one, there is no retry and its response is returned.
    public var cap: Duration

    /// A policy.
    public init(retries: Int, firstPause: Duration = .milliseconds(500), cap: Duration = .seconds(10)) {
        self.retries = retries
        self.firstPause = firstPause
        self.cap = cap
    }

    /// One retry.
    public static let once = RetryPolicy(retries: 1)
    /// No retry.
    public static let never = RetryPolicy(retries: 0)

    private static let statuses: Set<Int> = [408, 429, 500, 502, 503, 504]
    /// `noNetwork` is left out: half a second later this machine is still offline, and a user waits for the local
    /// result.
    private static let codes: Set<HTTPTransportError.Code> = [.connectionFailed, .timedOut, .cutOff]

    /// The pause before the request is sent again; nil for no retry.
    func pause(
        after response: HTTPTransport.Response, attempt: Int, now: Date, random: (ClosedRange<Double>) -> Double
    ) -> Duration? {
        let fields = response.head.headerFields
        guard attempt < retries, Self.statuses.contains(response.head.status.code) else { return nil }
        if let asked = RetryAfter(fields)?.seconds(from: now) {
            return asked <= cap / .seconds(1) ? .seconds(asked) : nil
        }
        if let reset = RateLimitField(fields)?.items.first(where: { $0.remaining == 0 })?.resetsAfter,
            .seconds(reset) > cap
        {
            return nil
        }
        return backOff(attempt: attempt, random: random)
    }

    /// The pause before a request that got no response is sent again; nil for no retry.
    func pause(
        after error: HTTPTransportError, attempt: Int, random: (ClosedRange<Double>) -> Double
    ) -> Duration? {
        attempt < retries && Self.codes.contains(error.code) ? backOff(attempt: attempt, random: random) : nil
    }

    private func backOff(attempt: Int, random: (ClosedRange<Double>) -> Double) -> Duration {
        exponentialPause(first: firstPause, cap: cap, attempt: attempt) * min(max(random(0...1), 0), 1)
    }
}
