import HTTPTransport

/// What a call has used up, as far as the service says so.
public struct TokenUsage: Sendable, Hashable {
    /// Of what was asked.
    public var prompt: Int?
    /// Of the answer, with what was thought before it.
    public var completion: Int?
    /// Of both.
    public var total: Int?
    /// What was thought; a part of ``completion``.
    public var reasoning: Int?
    /// What the service still knew; a part of ``prompt``.
    public var cached: Int?

    /// A usage.
    public init(
        prompt: Int? = nil, completion: Int? = nil, total: Int? = nil, reasoning: Int? = nil, cached: Int? = nil
    ) {
        self.prompt = prompt
        self.completion = completion
        self.total = total
        self.reasoning = reasoning
        self.cached = cached
    }
}

extension TokenUsage: Decodable {
    private enum CodingKeys: String, CodingKey {
        case prompt = "prompt_tokens"
        case completion = "completion_tokens"
        case total = "total_tokens"
        case cached = "cached_tokens"
        case promptDetails = "prompt_tokens_details"
        case completionDetails = "completion_tokens_details"
    }

    private struct Details: Decodable {
        let cached: Int?
        let reasoning: Int?

        private enum CodingKeys: String, CodingKey {
            case cached = "cached_tokens"
            case reasoning = "reasoning_tokens"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            cached = container.integer(.cached)
            reasoning = container.integer(.reasoning)
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        prompt = container.integer(.prompt)
        completion = container.integer(.completion)
        total = container.integer(.total)
        reasoning = container.value(.completionDetails, as: Details.self)?.reasoning
        cached = container.value(.promptDetails, as: Details.self)?.cached ?? container.integer(.cached)
    }
}
