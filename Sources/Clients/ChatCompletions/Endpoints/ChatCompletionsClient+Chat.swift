import HTTPTransport
import HTTPTypes

extension ChatCompletionsClient {
    /// Returns the next message of a conversation: a complete answer with text.
    ///
    /// Throws ``ChatCompletionsError``, also if the model refuses or the answer is cut off; ``answer(to:)`` returns
    /// such answers.
    ///
    /// Source: `POST /v1/chat/completions`.
    public func complete(_ request: ChatRequest) async throws -> ChatCompletion {
        try await answer(to: request).checked()
    }

    /// Returns the next message of a conversation as the service sends it; it may be a refusal or cut off.
    ///
    /// The first byte arrives when the whole answer is written: for slow models use ``stream(_:)`` and
    /// ``ChatStream/completion()``.
    public func answer(to request: ChatRequest) async throws -> ChatCompletion {
        try await converse(request, streams: false) { _ in }
    }

    /// Returns the next message of a conversation as a stream.
    ///
    /// The request is sent when the iteration begins. A service that does not stream sends its whole text as one event.
    public func stream(_ request: ChatRequest) -> ChatStream {
        ChatStream { deliver in try await converse(request, streams: true, deliver) }
    }

    /// Returns the body of a request exactly as it would be sent now, to show it to a user before sending.
    ///
    /// If the service refuses a field, another form of the request follows: without that field, or with the schema in
    /// the first system message. The messages do not change otherwise.
    public func payload(of request: ChatRequest, streams: Bool = false) throws -> [UInt8] {
        try request.check()
        return try RequestBody.bytes(of: request, try adaptation(to: request), streams: streams)
    }

    private func adaptation(to request: ChatRequest) throws(ChatCompletionsError) -> Adaptation {
        adaptations.adaptation(to: request.model, isOpenAI: try ServiceAddress(baseURL).isOpenAI)
    }

    /// Makes one call with all adaptations and retries.
    private func converse(
        _ request: ChatRequest, streams: Bool, _ deliver: @escaping @Sendable (ChatEvent) -> Void
    ) async throws -> ChatCompletion {
        try request.check()
        let adaptation = try adaptation(to: request)
        return try await inTime { patience in
            var form = adaptation
            while true {
                do {
                    let completion = try await attempt(request, form, streams: streams, patience, deliver)
                    if form != adaptation { adaptations.keep(form, for: request.model) }
                    return completion
                } catch let refusal as ChatCompletionsError {
                    guard !refusal.isMidStream, form.adapt(to: refusal, of: request, streams: streams) else {
                        throw refusal
                    }
                }
            }
        }
    }

    private func attempt(
        _ request: ChatRequest, _ form: Adaptation, streams: Bool, _ patience: Patience,
        _ deliver: @escaping @Sendable (ChatEvent) -> Void
    ) async throws -> ChatCompletion {
        let body = try RequestBody.bytes(of: request, form, streams: streams)
        let call = try self.request(.post, "/chat/completions", body: body, streams: streams)
        let sent = form.form(of: request, streams: streams)
        return try await send(call, patience) {
            Reception(streams: streams, limit: Self.largestAnswer, key: apiKey, deliver: deliver)
        } reading: { (reception) throws(Setback) in
            try reception.completion(sent: sent, now: now())
        }
    }
}
