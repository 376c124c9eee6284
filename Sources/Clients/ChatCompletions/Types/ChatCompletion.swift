/// An answer, as the service gave it: perhaps refused, perhaps cut off. ``checked()`` says whether it can be used.
///
/// Its description and its mirror show no word of it.
public struct ChatCompletion: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The service's name for this answer; nil where it gives none.
    public var id: String?
    /// The model that answered, in the service's own word.
    public var model: String?
    /// What was written, as it came; nil where there was nothing.
    public var rawText: String?
    /// What was written without the thinking before it and, where JSON was asked for, without a code fence around it.
    public var text: String?
    /// What the model thought, where the service tells it apart from the text.
    public var reasoning: String?
    /// Why the model will not answer, in its own words; nil where it does.
    public var refusal: String?
    /// Why the answer ended; nil where the service does not say.
    public var finishReason: FinishReason?
    /// What it used up.
    public var usage: TokenUsage?
    /// What the service said of its limits.
    public var limits: ChatLimits
    /// What of the request was really sent.
    public var sent: SentForm

    /// Whether the end is missing.
    public var isCutOff: Bool { finishReason == .length }

    /// This answer where it is whole and has text in it.
    ///
    /// Throws ``ChatCompletionsError`` of the codes `refusal`, `contentFiltered`, `cutOff` and `noResponse`.
    public func checked() throws(ChatCompletionsError) -> ChatCompletion {
        func failure(_ code: ChatCompletionsError.Code, _ message: String) -> ChatCompletionsError {
            ChatCompletionsError(code, message, status: 200, limits: limits.known, finishReason: finishReason)
        }
        if refusal != nil { throw failure(.refusal, "the model will not answer this") }
        switch finishReason {
        case .contentFilter?: throw failure(.contentFiltered, "the service has kept the answer back")
        case .length?: throw failure(.cutOff, "the answer is longer than the token limit, so its end is missing")
        case .error?: throw failure(.cutOff, "the service broke the answer off")
        default: break
        }
        guard let text, text.contains(where: { !$0.isWhitespace }) else {
            throw failure(.noResponse, "the answer has no text in it")
        }
        return self
    }

    public var description: String {
        "ChatCompletion(\(text?.count ?? 0) characters, \(finishReason?.rawValue ?? "no reason to end"))"
    }

    public var customMirror: Mirror {
        Mirror(
            self, children: ["characters": text?.count ?? 0, "finishReason": finishReason?.rawValue ?? "none"],
            displayStyle: .struct)
    }
}
