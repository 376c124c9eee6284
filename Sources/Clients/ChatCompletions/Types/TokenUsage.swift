import HTTPTransport

/// The tokens used by a call, as far as the service reports them.
public struct TokenUsage: Sendable, Hashable {
    /// Tokens of the request.
    public var prompt: Int?
    /// Tokens of the answer, including reasoning.
    public var completion: Int?
    /// Tokens of request and answer together.
    public var total: Int?
    /// Reasoning tokens; a part of ``completion``.
    public var reasoning: Int?
    /// Cached tokens; a part of ``prompt``.
    public var cached: Int?

    /// Token counts.
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
