public import Foundation

extension HTTPTransport {
    /// Sends a request again after the statuses 408, 429, 500, 502, 503 and 504, and after a connection that failed,
    /// timed out or was cut off.
    ///
    /// Repeats only requests that are ``Request/isRepeatable``, and never after `CancellationError`. Obeys
    /// `Retry-After`, as seconds and as a date, up to the policy's cap. If the requested pause is longer, or the policy
    /// allows no further attempt, returns the last response or throws the last error.
    ///
    /// - Parameters:
    ///   - policy: the number of retries, and the pauses between them.
    ///   - clock: the clock that measures the pauses.
    ///   - now: the time of day, for a `Retry-After` that is a date.
    ///   - random: returns a random number from a range, for the jitter.
    /// - Returns: a transport that retries.
    public func retrying(
        _ policy: RetryPolicy = .once, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
    ) -> HTTPTransport {
        HTTPTransport { request in
            guard request.isRepeatable else { return try await self.send(request) }
            var attempt = 0
            while true {
                let pause: Duration
                do {
                    let response = try await self.send(request)
                    guard let wait = policy.pause(after: response, attempt: attempt, now: now(), random: random)
                    else { return response }
                    pause = wait
                } catch let error as HTTPTransportError {
                    guard let wait = policy.pause(after: error, attempt: attempt, random: random) else { throw error }
                    pause = wait
                }
                attempt += 1
                try Task.checkCancellation()
                try await clock.sleep(for: pause)
            }
        }
    }
}
