import HTTPTransport

/// A response or a part of a stream. Every member may be missing, and some services send "" for null.
struct WireAnswer: Decodable {
    struct Choice: Decodable {
        let index: Int?
        let finishReason: String?
        /// The member `message` of a whole response, or `delta` of a part of a stream.
        let message: Message?

        private enum CodingKeys: String, CodingKey {
            case index, message, delta
            case finishReason = "finish_reason"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            index = container.integer(.index)
            finishReason = container.value(.finishReason, as: String.self)
            message = container.value(.delta, as: Message.self) ?? container.value(.message, as: Message.self)
        }
    }

    struct Message: Decodable {
        let text: String?
        let reasoning: String?
        let refusal: String?

        private enum CodingKeys: String, CodingKey {
            case content, refusal, reasoning
            case reasoningContent = "reasoning_content"
        }

        private struct Part: Decodable {
            let text: String?
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let parts = container.list(.content, of: Part.self).compactMap(\.text)
            text = container.value(.content, as: String.self) ?? (parts.isEmpty ? nil : parts.joined())
            // Some services send both, with the same text.
            reasoning =
                container.value(.reasoningContent, as: String.self) ?? container.value(.reasoning, as: String.self)
            refusal = container.value(.refusal, as: String.self)
        }
    }

    let id: String?
    let model: String?
    /// The choices; nil if there is no list.
    let choices: [Choice]?
    let usage: TokenUsage?
    let problem: WireProblem?

    private enum CodingKeys: String, CodingKey { case id, model, choices, usage, error }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = container.text(.id).flatMap { $0.isEmpty ? nil : $0 }
        model = container.text(.model).flatMap { $0.isEmpty ? nil : $0 }
        choices = container.value(.choices, as: LossyList<Choice>.self)?.elements
        usage = container.value(.usage, as: TokenUsage.self)
        problem = container.contains(.error) ? container.value(.error, as: WireProblem.self) : nil
    }

    /// The first choice. There may be more if the caller added a field that requests them.
    var choice: Choice? { choices?.first { ($0.index ?? 0) == 0 } }
}

/// The error object of a service: `{"error": {"message", "type", "param", "code"}}`, any of them missing;
/// or the same without `error` around it; or `error` with only a text.
struct WireProblem: Decodable {
    var message: String?
    var type: String?
    var code: String?
    var parameter: String?

    private enum CodingKeys: String, CodingKey {
        case error, message, type, code, detail
        case parameter = "param"
    }

    /// An object without values is not an error, because some services send empty members.
    init(from decoder: any Decoder) throws {
        func some(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            message = some(text)
        } else {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if let inner = container.value(.error, as: WireProblem.self) {
                self = inner
                return
            }
            message = some(container.text(.message)) ?? some(container.value(.detail, as: String.self))
            type = some(container.text(.type))
            code = some(container.text(.code))
            parameter = some(container.text(.parameter))
        }
        if message == nil, type == nil, code == nil { throw DecodingError.missing("an error", decoder) }
    }
}
