import Foundation
import HTTPTransport

extension ChatCompletionsClient {
    /// What is left of the time for a call.
    struct Patience: Sendable {
        let total: Duration
        let elapsed: @Sendable () -> Duration

        var rest: Duration { total - elapsed() }
    }

    /// Does all of a call within the time for it.
    func inTime<Value: Sendable>(_ body: @escaping @Sendable (Patience) async throws -> Value) async throws -> Value {
        let (total, clock) = (timeouts.total, clock)
        let patience = Patience(total: total, elapsed: stopwatch(clock))
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body(patience) }
            group.addTask {
                try await clock.sleep(for: total)
                return nil
            }
            defer { group.cancelAll() }
            if let first = try await group.next(), let value = first { return value }
            throw ChatCompletionsError(.timedOut, "no answer within \(total)")
        }
    }

    /// Sends until it succeeds, or no other attempt is worth while.
    func send<Value>(
        _ request: HTTPTransport.Request, _ patience: Patience, into reception: () -> Reception,
        reading: (Reception) throws(Setback) -> Value
    ) async throws -> Value {
        var attempt = 0
        while true {
            let setback: Setback
            do {
                let reception = reception()
                try await receive(request, into: reception)
                return try reading(reception)
            } catch let error as Setback {
                setback = error
            }
            guard let pause = retries.pause(after: setback, attempt: attempt, random: random), pause < patience.rest
            else { throw setback.error }
            attempt += 1
            try Task.checkCancellation()
            try await clock.sleep(for: pause)
        }
    }

    /// One attempt, up to the end of the answer.
    private func receive(_ request: HTTPTransport.Request, into reception: Reception) async throws {
        do {
            try await transport.timingOut(firstByte: timeouts.firstByte, idle: timeouts.idle, clock: clock)
                .send(request) { try reception.take($0) }
        } catch {
            if reception.isOver { return }
            if error is CancellationError { throw error }
            // A transport that was cancelled may say so in its own way.
            try Task.checkCancellation()
            let code = (error as? HTTPTransportError)?.code
            throw Setback(
                error: ChatCompletionsError(failure: error, isMidStream: reception.hasDelivered, hiding: apiKey),
                mayRepeat: !reception.hasHead && (code == .connectionFailed || code == .cutOff))
        }
        try Task.checkCancellation()
    }
}

private func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
