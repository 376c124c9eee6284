/// Returns a closure that measures the time since this call.
package func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}

/// Runs an operation with a time limit. If the limit passes first, cancels the operation and throws `error`.
package func withDeadline<Value: Sendable>(
    _ limit: Duration, clock: any Clock<Duration>, orThrow error: any Error,
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await clock.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        if let first = try await group.next(), let value = first { return value }
        throw error
    }
}

/// Returns `first`, doubled with each attempt, at most `cap`.
package func exponentialPause(first: Duration, cap: Duration, attempt: Int) -> Duration {
    var pause = min(first, cap)
    for _ in 0..<attempt where pause < cap { pause = min(pause * 2, cap) }
    return pause
}
