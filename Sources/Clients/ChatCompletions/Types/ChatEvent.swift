/// An event of a streamed answer. The description does not show its text.
public enum ChatEvent: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// More of the model's reasoning, if the service separates it.
    case reasoning(String)
    /// More of the text as it arrives, with `<think>` and code fences if the model writes them.
    case text(String)
    /// More of why the model will not answer.
    case refusal(String)
    /// The whole, at the end; nothing comes after it.
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

/// An answer while it comes in: some events, and `finished` as the last one. It throws ``ChatCompletionsError``, also
/// if the response ends without its last line.
///
/// The call begins with the iteration, each iteration is a call of its own, and a reader that stops iterating or is
/// cancelled ends the call: the connection is closed, so that the model can stop.
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

    /// Reads to the end and gives the whole; see ``ChatCompletion/checked()``.
    ///
    /// For slow models this is better than waiting for an answer in one piece: that something comes is noticed.
    public func completion() async throws -> ChatCompletion {
        for try await event in self {
            if case .finished(let whole) = event { return whole }
        }
        throw ChatCompletionsError(.noResponse, "the stream ended without an answer")
    }
}
