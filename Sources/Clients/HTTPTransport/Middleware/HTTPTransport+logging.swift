import HTTPTypes

extension HTTPTransport {
    /// Writes one line for each request: method, scheme, host, path, the names of the query's fields, status, sizes,
    /// milliseconds.
    ///
    /// Replaces all values of the query by ••••, because a value may be a key. Never writes header fields and bodies.
    ///
    /// - Parameters:
    ///   - names: the query fields whose values are harmless and are written, in lower case.
    ///   - clock: the clock that measures the milliseconds.
    ///   - sink: receives each line.
    /// - Returns: a transport that writes log lines.
    public func logging(
        showing names: Set<String> = [], clock: any Clock<Duration> = ContinuousClock(),
        _ sink: @escaping @Sendable (String) -> Void
    ) -> HTTPTransport {
        HTTPTransport { request in
            let elapsed = stopwatch(clock)
            let line = RequestTarget(request.head).redacted(showing: names)
            let sent = "\(request.body?.contentLength ?? 0) bytes sent"
            func write(_ end: String) {
                sink("\(line) → \(end), \(sent), \(Int(elapsed() / .milliseconds(1))) ms")
            }
            do {
                let response = try await self.send(request)
                write("\(response.head.status.code), \(response.body.count) bytes received")
                return response
            } catch {
                // The text of an unknown error may contain the address.
                switch error {
                case let error as HTTPTransportError: write("\(error.code)")
                case is CancellationError: write("cancelled")
                default: write("\(type(of: error))")
                }
                throw error
            }
        }
    }
}
