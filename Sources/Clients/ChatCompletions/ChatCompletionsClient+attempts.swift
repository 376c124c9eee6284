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
        let error = ChatCompletionsError(.timedOut, "no answer within \(total)")
        return try await withDeadline(total, clock: clock, orThrow: error) { try await body(patience) }
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
            let failure = TransportFailure(
                error, hadBody: request.body != nil, hiding: SecretScrubber([apiKey].compactMap(\.self)))
            throw Setback(
                error: ChatCompletionsError(failure, isMidStream: reception.hasDelivered),
                mayRepeat: !reception.hasHead && [.connectionFailed, .cutOff].contains(failure.kind))
        }
        try Task.checkCancellation()
    }
}
