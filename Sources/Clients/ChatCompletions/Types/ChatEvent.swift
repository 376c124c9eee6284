/// An event of a streamed answer. The description does not show its text.
public enum ChatEvent: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// A part of the model's reasoning, if the service separates it.
    case reasoning(String)
    /// A part of the text as it arrives, including `<think>` and code fences if the model writes them.
    case text(String)
    /// A part of the model's refusal.
    case refusal(String)
    /// The complete answer; the last event.
    case finished(ChatCompletion)

    public var description: String {
        switch self {
        case .reasoning(let words): "reasoning, \(words.count) characters"
        case .text(let words): "text, \(words.count) characters"
        case .refusal(let words): "refusal, \(words.count) characters"
        case .finished(let completion): "finished, \(completion)"
        }
    }

    public var customMirror: Mirror { Mirror(self, children: ["event": description]) }
}

/// An answer as it arrives: a sequence of events that ends with `finished`. Throws ``ChatCompletionsError``, also if
/// the response ends without its last line.
///
/// The call begins with the iteration, and each iteration is a separate call. If the reader stops iterating or is
/// cancelled, the call ends: the connection is closed, so that the model can stop.
public struct ChatStream: AsyncSequence, Sendable {
    public typealias Element = ChatEvent
    public typealias Failure = any Error

    let call: @Sendable (@escaping @Sendable (ChatEvent) -> Void) async throws -> ChatCompletion

    /// Reads one call.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var events: AsyncThrowingStream<ChatEvent, any Error>.Iterator
        var isOver = false

        /// The next event; nil after `finished`.
        public mutating func next() async throws -> ChatEvent? {
            if isOver { return nil }
            guard let event = try await events.next(isolation: #isolation) else {
                // A stream whose reader was cancelled ends without an error.
                isOver = true
                try Task.checkCancellation()
                return nil
            }
            if case .finished = event { isOver = true }
            return event
        }
    }

    /// Begins the call.
    public func makeAsyncIterator() -> AsyncIterator {
        let (events, end) = AsyncThrowingStream<ChatEvent, any Error>.makeStream()
        let call = call
        let task = Task {
            do {
                let whole = try await call { end.yield($0) }
                end.yield(.finished(whole))
                end.finish()
            } catch {
                end.finish(throwing: error)
            }
        }
        end.onTermination = { _ in task.cancel() }
        return AsyncIterator(events: events.makeAsyncIterator())
    }

    /// Reads to the end and returns the complete answer; see ``ChatCompletion/checked()``.
    ///
    /// For slow models this is better than a request without streaming, because time-outs measure the time between two
    /// parts.
    public func completion() async throws -> ChatCompletion {
        for try await event in self {
            if case .finished(let whole) = event { return whole }
        }
        throw ChatCompletionsError(.noResponse, "the stream ended without an answer")
    }
}
