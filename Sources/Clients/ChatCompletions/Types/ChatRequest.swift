public import HTTPTransport

/// A request: the conversation so far, and options for its next message.
///
/// The named options work with every service; ``extra`` holds further fields, at the caller's own risk.
public struct ChatRequest: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The model's name at this service.
    public var model: String
    /// The conversation so far.
    public var messages: [ChatMessage]
    /// The maximum number of tokens of the answer; nil for the service's default. Reasoning tokens count too.
    public var tokenLimit: Int?
    /// The temperature from 0 to 2; nil for the model's default. Not sent if the model supports only its default.
    public var temperature: Double?
    /// The requested form of the answer.
    public var format: AnswerFormat
    /// Additional fields such as `reasoning_effort` or `seed`, sent unchanged. Fields that this client writes itself
    /// are not allowed here.
    public var extra: [String: JSONValue]

    /// A request.
    public init(
        model: String, messages: [ChatMessage], tokenLimit: Int? = nil, temperature: Double? = nil,
        format: AnswerFormat = .text, extra: [String: JSONValue] = [:]
    ) {
        self.model = model
        self.messages = messages
        self.tokenLimit = tokenLimit
        self.temperature = temperature
        self.format = format
        self.extra = extra
    }

    public var description: String { "ChatRequest(\(messages.count) messages)" }

    public var customMirror: Mirror {
        Mirror(self, children: ["model": model, "messages": messages.count], displayStyle: .struct)
    }
}

extension ChatRequest {
    /// The fields that are written from the properties above.
    static let ownFields: Set<String> = [
        "model", "messages", "stream", "stream_options", "max_tokens", "max_completion_tokens", "temperature",
        "response_format", "n",
    ]

    /// Throws for a request that no service would accept.
    func check() throws(ChatCompletionsError) {
        func need(_ rule: ChatCompletionsError.Rule, _ isKept: Bool, _ message: String) throws(ChatCompletionsError) {
            if !isKept { throw ChatCompletionsError(refusing: rule, message) }
        }
        try need(.model, model.contains { !$0.isWhitespace }, "there is no name of a model")
        try need(.messages, !messages.isEmpty, "there is no message")
        try need(.tokenLimit, tokenLimit.map { $0 >= 1 } ?? true, "an answer of no token is none")
        try need(.temperature, temperature.map { (0...2).contains($0) } ?? true, "a temperature is from 0 to 2")
        try need(
            .extra, Self.ownFields.isDisjoint(with: extra.keys), "a field that the client writes itself is given twice")
        if case .jsonSchema(let schema) = format {
            let isName =
                !schema.name.isEmpty && schema.name.utf8.count <= 64 && schema.name.utf8.allSatisfy(Self.isWord)
            try need(.schema, isName, "the name of a schema has letters, digits, _ and - alone, 64 at most")
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
