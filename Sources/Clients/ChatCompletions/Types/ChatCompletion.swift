/// An answer as the service sent it; it may be a refusal or cut off. ``checked()`` throws if it cannot be used.
///
/// Description and mirror do not show its text.
public struct ChatCompletion: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The service's id of this answer; nil if it has none.
    public var id: String?
    /// The name of the model that answered, as the service reports it.
    public var model: String?
    /// The text as it arrived; nil if there was none.
    public var rawText: String?
    /// The text without the reasoning before it and, if JSON was requested, without a code fence around it.
    public var text: String?
    /// The model's reasoning, if the service separates it from the text.
    public var reasoning: String?
    /// The model's refusal, in its own words; nil if it answered.
    public var refusal: String?
    /// Why the answer ended; nil if the service does not say.
    public var finishReason: FinishReason?
    /// The tokens used.
    public var usage: TokenUsage?
    /// The limits that the service reported.
    public var limits: ChatLimits
    /// The form in which the request was sent.
    public var sent: SentForm

    /// Whether the answer is cut off.
    public var isCutOff: Bool { finishReason == .length }

    /// Returns this answer if it is complete and has text.
    ///
    /// Throws ``ChatCompletionsError`` with the code `refusal`, `contentFiltered`, `cutOff` or `noResponse`.
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
