extension HTTPTransport {
    /// Waits at most this long for the whole response, then throws ``HTTPTransportError/Code/timedOut`` and cancels the
    /// request.
    ///
    /// Can be used twice: inside ``retrying(_:clock:now:random:)`` for one request, and outside for all attempts
    /// together.
    ///
    /// - Parameters:
    ///   - limit: the time limit.
    ///   - clock: the clock that measures the time.
    /// - Returns: a transport with this time-out.
    public func timingOut(after limit: Duration, clock: any Clock<Duration> = ContinuousClock()) -> HTTPTransport {
        HTTPTransport { request in
            let error = HTTPTransportError(.timedOut, "no answer within \(limit)")
            return try await withDeadline(limit, clock: clock, orThrow: error) { try await self.send(request) }
        }
    }
}
