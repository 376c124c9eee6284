import HTTPTransport

/// Decides whether a call is retried: after 408, 409, 429 and 5xx, and if the connection failed or ended before a
/// response.
///
/// If a service sends `x-should-retry`, that field decides; `retry-after-ms` and `retry-after` contain the pause. A
/// call is not retried if its quota is exhausted, after a time-out, or after a part of its answer has arrived.
public struct ChatRetries: Sendable, Hashable {
    /// The maximum number of retries.
    public var count: Int
    /// The pause before the first retry; it doubles with each retry.
    public var firstPause: Duration
    /// The longest pause of the client's own backoff.
    public var cap: Duration
    /// The longest pause that a service may ask for. If it asks for a longer one, its error is thrown at once.
    public var longest: Duration

    /// Two retries, after half a second and one second, or after the pause that the service asks for, up to two
    /// minutes.
    public init(
        count: Int = 2, firstPause: Duration = .milliseconds(500), cap: Duration = .seconds(8),
        longest: Duration = .seconds(120)
    ) {
        self.count = count
        self.firstPause = firstPause
        self.cap = cap
        self.longest = longest
    }

    /// No retry.
    public static let never = ChatRetries(count: 0)

    /// The pause before the call is sent again; nil for no retry.
    func pause(
        after setback: Setback, attempt: Int, random: (ClosedRange<Double>) -> Double
    ) -> Duration? {
        guard attempt < count, setback.mayRepeat else { return nil }
        if let asked = setback.error.retryAfter, asked > .zero { return asked <= longest ? asked : nil }
        let whole = exponentialPause(first: firstPause, cap: cap, attempt: attempt)
        // The pause is shortened by up to a quarter, so that clients that failed at the same time do not retry at the
        // same time.
        return whole * (1 - min(max(random(0...0.25), 0), 0.25))
    }
}

/// A failed attempt.
struct Setback: Error {
    let error: ChatCompletionsError
    /// Whether a retry can help.
    var mayRepeat = false
}
