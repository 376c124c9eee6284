import Foundation
import HTTPTransport

/// Assembles the parts of a streamed answer.
struct Assembly: Sendable {
    private var answer = ChatCompletion(limits: ChatLimits(), sent: SentForm())
    private(set) var isDone = false
    /// Whether a part of an answer has arrived.
    private(set) var hasBegun = false

    /// Returns the events of a part. Throws an error in it with `isMidStream` set.
    mutating func take(_ event: ServerSentEvent, hiding key: String?) throws(ChatCompletionsError) -> [ChatEvent] {
        guard !isDone else { return [] }
        if Self.isEnd(event.data) {
            isDone = true
            return []
        }
        let data = Data(event.data.utf8)
        if event.name == "error", let problem = try? JSONDecoder().decode(WireProblem.self, from: data) {
            throw ChatCompletionsError(midStream: problem, hiding: key)
        }
        guard let piece = try? JSONDecoder().decode(WireAnswer.self, from: data) else {
            throw ChatCompletionsError(
                .invalidResponse, "a piece of the stream is not JSON", status: 200, isMidStream: true)
        }
        if let problem = piece.problem { throw ChatCompletionsError(midStream: problem, hiding: key) }
        return add(piece)
    }

    /// Whether the data mark the end of the stream.
    static func isEnd(_ data: String) -> Bool { data.trimmingCharacters(in: .whitespaces) == "[DONE]" }

    private mutating func add(_ piece: WireAnswer) -> [ChatEvent] {
        answer.id = answer.id ?? piece.id
        answer.model = answer.model ?? piece.model
        answer.usage = piece.usage ?? answer.usage
        guard let choice = piece.choice else { return [] }
        hasBegun = true
        if let reason = choice.finishReason { answer.finishReason = FinishReason(rawValue: reason) }
        var events: [ChatEvent] = []
        if let words = choice.message?.reasoning, !words.isEmpty {
            answer.reasoning = (answer.reasoning ?? "") + words
            events.append(.reasoning(words))
        }
        if let words = choice.message?.text {
            answer.rawText = (answer.rawText ?? "") + words
            if !words.isEmpty { events.append(.text(words)) }
        }
        if let words = choice.message?.refusal, !words.isEmpty {
            answer.refusal = (answer.refusal ?? "") + words
            events.append(.refusal(words))
        }
        return events
    }

    /// The whole answer.
    func completion(limits: ChatLimits, sent: SentForm) -> ChatCompletion {
        var whole = answer
        whole.limits = limits
        whole.sent = sent
        return whole.withText()
    }
}

extension ChatCompletion {
    /// The completion of a whole response; nil if it contains none.
    init?(_ wire: WireAnswer, limits: ChatLimits, sent: SentForm) {
        guard let choice = wire.choice else { return nil }
        func some(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        self.init(
            id: wire.id, model: wire.model, rawText: choice.message?.text, reasoning: some(choice.message?.reasoning),
            refusal: some(choice.message?.refusal),
            finishReason: choice.finishReason.map { FinishReason(rawValue: $0) }, usage: wire.usage, limits: limits,
            sent: sent)
        self = withText()
    }

    fileprivate func withText() -> ChatCompletion {
        var whole = self
        whole.text = rawText.map { raw in
            let bare = AnswerText.withoutThinking(raw)
            return sent.rung == nil ? bare : AnswerText.withoutFence(bare)
        }
        return whole
    }
}
