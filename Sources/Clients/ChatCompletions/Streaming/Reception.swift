import Foundation
import HTTPTransport
import HTTPTypes
import Synchronization

/// Collects one response as it arrives, and interprets it at the end.
final class Reception: Sendable {
    /// Thrown into the transport to end the response early.
    private struct Enough: Error {}

    private struct State {
        var head: HTTPResponse?
        /// The body of a response that is not a stream.
        var body: [UInt8] = []
        var count = 0
        var events = ServerSentEvents()
        var assembly = Assembly()
        var isStreaming = false
        var hasDelivered = false
        var failure: ChatCompletionsError?
    }

    private let wantsStream: Bool
    private let limit: Int
    private let key: String?
    private let deliver: @Sendable (ChatEvent) -> Void
    private let state = Mutex(State())

    init(
        streams: Bool, limit: Int, key: String?, deliver: @escaping @Sendable (ChatEvent) -> Void = { _ in }
    ) {
        wantsStream = streams
        self.limit = limit
        self.key = key
        self.deliver = deliver
    }

    /// Whether the response is complete or has failed, so that the rest of the connection can be ignored.
    var isOver: Bool { state.withLock { $0.assembly.isDone || $0.failure != nil } }
    var hasHead: Bool { state.withLock { $0.head != nil } }
    var hasDelivered: Bool { state.withLock { $0.hasDelivered } }

    func take(_ part: StreamingTransport.Part) throws {
        let events = try state.withLock { state -> [ChatEvent] in
            do throws(ChatCompletionsError) {
                return try take(part, &state)
            } catch {
                state.failure = error
                throw error
            }
        }
        for event in events { deliver(event) }
        if isOver { throw Enough() }
    }

    private func take(_ part: StreamingTransport.Part, _ state: inout State) throws(ChatCompletionsError) -> [ChatEvent]
    {
        switch part {
        case .head(let head):
            state.head = head
            let type = head.headerFields[.contentType]?.lowercased() ?? ""
            // Some services ignore the request for a stream.
            state.isStreaming =
                wantsStream && head.status == .ok && !type.hasPrefix("application/json")
                && !type.hasPrefix("text/html")
            return []
        case .bytes(let bytes):
            state.count += bytes.count
            guard state.count <= limit else { throw tooLarge }
            guard state.isStreaming else {
                state.body += bytes
                return []
            }
            let pieces: [ServerSentEvent]
            do { pieces = try state.events.feed(bytes) } catch { throw tooLarge }
            var events: [ChatEvent] = []
            for piece in pieces { events += try state.assembly.take(piece, hiding: key) }
            if !events.isEmpty { state.hasDelivered = true }
            return events
        }
    }

    private var tooLarge: ChatCompletionsError {
        ChatCompletionsError(.invalidResponse, "the answer is larger than any that is awaited")
    }

    // MARK: - At the end

    /// Throws if the status is not a success, or the stream has failed.
    func success(now: Date) throws(Setback) -> (head: HTTPResponse, body: [UInt8]) {
        let state = state.withLock { $0 }
        if let failure = state.failure { throw Setback(error: failure) }
        guard let head = state.head else {
            throw Setback(error: ChatCompletionsError(.invalidResponse, "the transport gave no answer"))
        }
        guard (200..<300).contains(head.status.code) else {
            let error = ChatCompletionsError(head, state.body, now: now, hiding: key)
            throw Setback(error: error, mayRepeat: Self.mayRepeat(head, error))
        }
        return (head, state.body)
    }

    private static func mayRepeat(_ head: HTTPResponse, _ error: ChatCompletionsError) -> Bool {
        // llama.cpp sends this error with 500; other failures with 500 may be retried.
        guard error.code != .contextExceeded else { return false }
        guard error.code != .quota else { return false }
        switch HTTPField.Name("x-should-retry").flatMap({ head.headerFields[$0] })?.lowercased() {
        case "true"?: return true
        case "false"?: return false
        default: return [408, 409, 429].contains(head.status.code) || head.status.code >= 500
        }
    }

    func completion(sent: SentForm, now: Date) throws(Setback) -> ChatCompletion {
        let (head, body) = try success(now: now)
        let limits = ChatLimits(head.headerFields)
        do {
            return try state.withLock { $0.isStreaming }
                ? streamed(limits, sent) : whole(JSONReply(head, body), limits, sent)
        } catch {
            throw Setback(error: error)
        }
    }

    private func streamed(_ limits: ChatLimits, _ sent: SentForm) throws(ChatCompletionsError) -> ChatCompletion {
        let (isDone, hasBegun, assembly) = state.withLock { state in
            // The last line may lack a line end.
            let rest = state.assembly.isDone ? nil : state.events.finish()
            let isDone = state.assembly.isDone || rest.map { Assembly.isEnd($0.data) } == true
            return (isDone, state.assembly.hasBegun, state.assembly)
        }
        guard isDone else {
            throw hasBegun
                ? ChatCompletionsError(
                    .cutOff, "the stream ended before the answer did", status: 200, limits: limits.known,
                    isMidStream: true)
                : ChatCompletionsError(.noResponse, "the stream has no answer in it", status: 200, limits: limits.known)
        }
        return assembly.completion(limits: limits, sent: sent)
    }

    private func whole(
        _ reply: JSONReply, _ limits: ChatLimits, _ sent: SentForm
    ) throws(ChatCompletionsError) -> ChatCompletion {
        let wire: WireAnswer = try reply.read()
        if let problem = wire.problem {
            throw ChatCompletionsError(midStream: problem, isMidStream: false, hiding: key)
        }
        guard wire.choices != nil else {
            throw ChatCompletionsError(.invalidResponse, "the answer is not one to a conversation", status: 200)
        }
        guard let completion = ChatCompletion(wire, limits: limits, sent: sent) else {
            throw ChatCompletionsError(.noResponse, "the answer has nothing in it", status: 200, limits: limits.known)
        }
        if wantsStream, let text = completion.rawText, !text.isEmpty { deliver(.text(text)) }
        return completion
    }
}
