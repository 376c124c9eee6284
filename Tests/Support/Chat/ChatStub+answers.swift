extension ChatStub {
    /// A successful answer and its possible faults.
    struct Answer: Sendable {
        var text: String?
        var reasoning: String?
        var refusal: String?
        var finishReason = "stop"
        var hasChoices = true
        /// The status of an error inside a stream.
        var failure: Int?
        /// Whether a stream ends with `[DONE]`.
        var hasEnd = true

        func reply(to body: StubJSON, _ settings: Settings) -> StubReply {
            let model = body["model"] ?? "stub-model"
            let headers = settings.rateLimitHeaders ? Self.limits : []
            guard body["stream"] == true else { return .json(whole(model).bytes, headers: headers) }
            let wantsUsage = body["stream_options"]?["include_usage"] == true
            return .answer(
                status: 200, headers: [("Content-Type", "text/event-stream; charset=utf-8")] + headers,
                body: stream(model, wantsUsage: wantsUsage))
        }

        private static let limits: [(name: String, value: String)] = [
            ("x-ratelimit-limit-requests", "60"), ("x-ratelimit-remaining-requests", "59"),
            ("x-ratelimit-reset-requests", "1m0.5s"), ("x-ratelimit-limit-tokens", "1000"),
            ("x-ratelimit-remaining-tokens", "977"), ("x-ratelimit-reset-tokens", "132ms"),
        ]
        private static let usage: StubJSON = [
            "prompt_tokens": 12, "completion_tokens": 5, "total_tokens": 17,
            "completion_tokens_details": ["reasoning_tokens": 2],
        ]

        private func whole(_ model: StubJSON) -> StubJSON {
            var message: StubJSON = ["role": "assistant", "content": .null, "refusal": .null]
            if let text { message["content"] = .string(text) }
            if let refusal { message["refusal"] = .string(refusal) }
            if let reasoning { message["reasoning"] = .string(reasoning) }
            let choice: StubJSON = [
                "index": 0, "message": message, "finish_reason": .string(finishReason), "logprobs": .null,
            ]
            return [
                "id": "chatcmpl-stub", "object": "chat.completion", "created": 1_800_000_000, "model": model,
                "choices": hasChoices ? [choice] : [], "usage": Self.usage,
            ]
        }

        // MARK: - Streams

        private func chunk(_ model: StubJSON, _ delta: StubJSON?, finish: String? = nil) -> StubJSON {
            var chunk: StubJSON = [
                "id": "chatcmpl-stub", "object": "chat.completion.chunk", "created": 1_800_000_000, "model": model,
                "choices": [], "obfuscation": "Kx9",
            ]
            if let delta {
                let reason: StubJSON = finish.map { .string($0) } ?? .null
                chunk["choices"] = [["index": 0, "delta": delta, "finish_reason": reason, "logprobs": .null]]
            }
            return chunk
        }

        /// A stream with everything that is legal and rare: comments, both line ends, data of two lines, a null.
        private func stream(_ model: StubJSON, wantsUsage: Bool) -> [UInt8] {
            var lines = ": the stub is thinking\n\n"
            func event(_ json: StubJSON, _ end: String = "\n") {
                lines += "data: \(ChatStub.string(json))\(end)\(end)"
            }
            if hasChoices {
                event(chunk(model, ["role": "assistant", "content": .null]))
                for piece in Self.pieces(reasoning ?? "") { event(chunk(model, ["reasoning_content": .string(piece)])) }
                for piece in Self.pieces(refusal ?? "") { event(chunk(model, ["refusal": .string(piece)])) }
                let pieces = Self.pieces(text ?? "")
                for (place, piece) in pieces.enumerated() {
                    if let failure, place >= pieces.count / 2 {
                        lines += "data: {\"error\":{\"message\":\"It broke\",\ndata: \"code\":\(failure)}}\n\n"
                        return Array(lines.utf8)
                    }
                    event(chunk(model, ["content": .string(piece)]), place.isMultiple(of: 3) ? "\r\n" : "\n")
                }
                event(chunk(model, [:], finish: finishReason))
            }
            if wantsUsage {
                var last = chunk(model, nil)
                last["usage"] = Answer.usage
                event(last)
            }
            if hasEnd { lines += "data: [DONE]\n\n" }
            return Array(lines.utf8)
        }

        /// Parts of one, two, three … up to eleven letters; larger parts for a very long text.
        private static func pieces(_ text: String) -> [String] {
            var rest = text[...]
            let more = text.utf8.count / 10_000
            var pieces: [String] = []
            while !rest.isEmpty {
                let piece = rest.prefix(pieces.count % 11 + 1 + more)
                pieces.append(String(piece))
                rest = rest.dropFirst(piece.count)
            }
            return pieces
        }
    }
}
