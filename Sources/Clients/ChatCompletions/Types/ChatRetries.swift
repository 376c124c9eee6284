import HTTPTransport

/// When a call is sent again: after 408, 409, 429 and 5xx, and where no connection came about or it ended without a word.
///
/// `x-should-retry` decides where a service sends it, `retry-after-ms` and `retry-after` say how long to wait. Nothing is
/// sent again that was paid for in vain, that ran out of time, or of which a part has come.
public struct ChatRetries: Sendable, Hashable {
    /// How often at most after the first attempt.
    public var count: Int
    /// The pause before the first repetition; it doubles with each.
    public var firstPause: Duration
    /// The longest pause that the client thinks of by itself.
    public var cap: Duration
    /// The longest pause that a service may ask for. Where it asks for more its refusal is handed on at once.
    public var longest: Duration

    /// Two repetitions, after half a second and one, or after what the service asks for up to two minutes.
    public init(
        count: Int = 2, firstPause: Duration = .milliseconds(500), cap: Duration = .seconds(8),
        longest: Duration = .seconds(120)
    ) {
        self.count = count
        self.firstPause = firstPause
        self.cap = cap
        self.longest = longest
    }

    /// No repetition.
    public static let never = ChatRetries(count: 0)

    /// How long to wait before the call is sent again; nil where it is not.
    func pause(
        after setback: Setback, attempt: Int, random: (ClosedRange<Double>) -> Double
    ) -> Duration? {
        guard attempt < count, setback.mayRepeat else { return nil }
        if let asked = setback.error.retryAfter, asked > .zero { return asked <= longest ? asked : nil }
        let whole = exponentialPause(first: firstPause, cap: cap, attempt: attempt)
        // Up to a quarter less, so that those who failed together do not come back together.
        return whole * (1 - min(max(random(0...0.25), 0), 0.25))
    }
}

/// An attempt that has failed.
struct Setback: Error {
    let error: ChatCompletionsError
    /// Whether another attempt can help.
    var mayRepeat = false
}
