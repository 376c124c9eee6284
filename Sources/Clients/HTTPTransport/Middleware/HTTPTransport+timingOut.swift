extension HTTPTransport {
    /// Waits at most this long for the whole answer, then throws ``HTTPTransportError/Code/timedOut`` and cancels what is
    /// in flight.
    ///
    /// Used twice: inside ``retrying(_:clock:now:random:)`` for one request, outside for all attempts together.
    ///
    /// - Parameters:
    ///   - limit: how long.
    ///   - clock: what the time is taken from.
    /// - Returns: a transport that gives up.
    public func timingOut(after limit: Duration, clock: any Clock<Duration> = ContinuousClock()) -> HTTPTransport {
        HTTPTransport { request in
            try await withThrowingTaskGroup(of: Response?.self) { group in
                group.addTask { try await self.send(request) }
                group.addTask {
                    try await clock.sleep(for: limit)
                    return nil
                }
                defer { group.cancelAll() }
                if let first = try await group.next(), let response = first { return response }
                throw HTTPTransportError(.timedOut, "no answer within \(limit)")
            }
        }
    }
}
