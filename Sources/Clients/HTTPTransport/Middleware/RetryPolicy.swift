import Foundation
import HTTPTypes

/// When a request is sent again, and after how long.
///
/// A pause is drawn evenly from zero to the whole (full jitter), and the whole doubles with every attempt, so that many
/// clients that failed together do not come back together.
public struct RetryPolicy: Sendable, Hashable {
    /// How often at most after the first attempt.
    public var retries: Int
    /// The longest pause before the first repetition; it doubles with each.
    public var firstPause: Duration
    /// The longest pause of all. A server that asks for a longer one is not asked again: its answer is handed on.
    public var cap: Duration

    /// A policy.
    public init(retries: Int, firstPause: Duration = .milliseconds(500), cap: Duration = .seconds(10)) {
        self.retries = retries
        self.firstPause = firstPause
        self.cap = cap
    }

    /// One repetition.
    public static let once = RetryPolicy(retries: 1)
    /// No repetition.
    public static let never = RetryPolicy(retries: 0)

    private static let statuses: Set<Int> = [408, 429, 500, 502, 503, 504]
    /// Not `noNetwork`: half a second later this machine is still offline, and somebody waits for the local answer.
    private static let codes: Set<HTTPTransportError.Code> = [.connectionFailed, .timedOut, .cutOff]

    /// How long to wait before the request is sent again; nil where it is not.
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

    /// As above, for a failure of the wire.
    func pause(
        after error: HTTPTransportError, attempt: Int, random: (ClosedRange<Double>) -> Double
    ) -> Duration? {
        attempt < retries && Self.codes.contains(error.code) ? backOff(attempt: attempt, random: random) : nil
    }

    private func backOff(attempt: Int, random: (ClosedRange<Double>) -> Double) -> Duration {
        exponentialPause(first: firstPause, cap: cap, attempt: attempt) * min(max(random(0...1), 0), 1)
    }
}
