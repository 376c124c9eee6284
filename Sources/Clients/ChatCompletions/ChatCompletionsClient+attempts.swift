import Foundation
import HTTPTransport

extension ChatCompletionsClient {
    /// The remaining time of a call.
    struct Patience: Sendable {
        let total: Duration
        let elapsed: @Sendable () -> Duration

        var rest: Duration { total - elapsed() }
    }

    /// Performs a whole call within its time limit.
    func inTime<Value: Sendable>(_ body: @escaping @Sendable (Patience) async throws -> Value) async throws -> Value {
        let (total, clock) = (timeouts.total, clock)
        let patience = Patience(total: total, elapsed: stopwatch(clock))
        let error = ChatCompletionsError(.timedOut, "no answer within \(total)")
        return try await withDeadline(total, clock: clock, orThrow: error) { try await body(patience) }
    }

    /// Sends the request until it succeeds or must not be retried.
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

    /// Makes one attempt and reads the response to its end.
    private func receive(_ request: HTTPTransport.Request, into reception: Reception) async throws {
        do {
            try await transport.timingOut(firstByte: timeouts.firstByte, idle: timeouts.idle, clock: clock)
                .send(request) { try reception.take($0) }
        } catch {
            if reception.isOver { return }
            if error is CancellationError { throw error }
            // A transport may report a cancellation with an error of its own.
            try Task.checkCancellation()
            let failure = TransportFailure(
                error, hadBody: request.body != nil, hiding: SecretScrubber([apiKey].compactMap(\.self)))
            throw Setback(
                error: ChatCompletionsError(failure, isMidStream: reception.hasDelivered),
                mayRepeat: !reception.hasHead && [.connectionFailed, .cutOff].contains(failure.kind))
        }
        try Task.checkCancellation()
    }
}
