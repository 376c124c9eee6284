/// Why there is no answer. Its description and its message are safe for logs: no key, no body, nothing that was asked or
/// answered. What the service wrote is not in it at all, because refusals of a key repeat a part of it.
public struct ChatCompletionsError: Error, Sendable, CustomStringConvertible {
    /// Which failure.
    public let code: Code
    /// One sentence in our words.
    public let message: String
    /// The answer's status; nil where there was no answer, or nothing was sent.
    public let status: Int?
    /// The service's word for the kind of failure, as `invalid_request_error`; nil where it is no single word.
    public let type: String?
    /// The service's word or number for the failure, as `unsupported_parameter`; nil where it is no single word.
    public let serviceCode: String?
    /// Which field of the request the service means.
    public let parameter: String?
    /// Which rule a request broke that was refused before it was sent.
    public let rule: Rule?
    /// When to come back, where the service says so. The client waits by itself only as long as ``ChatRetries/longest``.
    public let retryAfter: Duration?
    /// What the service said of its limits.
    public let limits: ChatLimits?
    /// Why the answer ended, where there was one that cannot be used.
    public let finishReason: FinishReason?
    /// Whether a part of the answer had come already.
    public let isMidStream: Bool
    /// What was thrown below. Nil where its text held the key.
    public let cause: (any Error)?

    init(
        _ code: Code, _ message: String, status: Int? = nil, type: String? = nil, serviceCode: String? = nil,
        parameter: String? = nil, rule: Rule? = nil, retryAfter: Duration? = nil, limits: ChatLimits? = nil,
        finishReason: FinishReason? = nil, isMidStream: Bool = false, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.status = status
        self.type = type
        self.serviceCode = serviceCode
        self.parameter = parameter
        self.rule = rule
        self.retryAfter = retryAfter
        self.limits = limits
        self.finishReason = finishReason
        self.isMidStream = isMidStream
        self.cause = cause
    }

    init(refusing rule: Rule, _ message: String) {
        self.init(.invalidRequest, message, rule: rule)
    }

    public var description: String {
        let words = [type, serviceCode, parameter].compactMap { $0 }
        return code.rawValue + (status.map { " (\($0))" } ?? rule.map { " (\($0.rawValue))" } ?? "") + ": \(message)"
            + (words.isEmpty ? "" : " [" + words.joined(separator: ", ") + "]")
    }
}

extension ChatCompletionsError {
    /// Which failure; more may be added, so a `switch` over codes needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// A code of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// Refused before it was sent; ``ChatCompletionsError/rule`` says why.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// The service answered with a status that says no, and none of the other codes fits.
        public static let apiStatus = Code(rawValue: "apiStatus")
        /// 401, 403: there is no key, or it is not taken. Ask nothing more until the owner has changed it.
        public static let authentication = Code(rawValue: "authentication")
        /// 404: there is no such model, or nothing at this address.
        public static let notFound = Code(rawValue: "notFound")
        /// 429: asked too often; see ``ChatCompletionsError/retryAfter``.
        public static let rateLimited = Code(rawValue: "rateLimited")
        /// 429 `insufficient_quota`, 402: what was paid for is used up. Waiting does not help.
        public static let quota = Code(rawValue: "quota")
        /// 503: the service still loads its model.
        public static let notReady = Code(rawValue: "notReady")
        /// 3xx: redirects are not followed, because the key would go along.
        public static let redirected = Code(rawValue: "redirected")
        /// The messages, or these and the answer's token limit, are longer than the model's context. Sending the same
        /// again does not help.
        public static let contextExceeded = Code(rawValue: "contextExceeded")
        /// The model will not answer.
        public static let refusal = Code(rawValue: "refusal")
        /// The service has kept the answer back.
        public static let contentFiltered = Code(rawValue: "contentFiltered")
        /// The end of the answer is missing: the token limit (``FinishReason/length``), or the stream broke off.
        public static let cutOff = Code(rawValue: "cutOff")
        /// An answer came, with no text in it.
        public static let noResponse = Code(rawValue: "noResponse")
        /// What came is not what the interface is known for: no JSON, a page for browsers, too much of it.
        public static let invalidResponse = Code(rawValue: "invalidResponse")
        /// No answer in time, or 408.
        public static let timedOut = Code(rawValue: "timedOut")
        /// This machine is offline.
        public static let noNetwork = Code(rawValue: "noNetwork")
        /// The service could not be connected to, or the connection ended before the answer.
        public static let connection = Code(rawValue: "connection")
        /// The transport failed in another way; see ``ChatCompletionsError/cause``.
        public static let transportFailed = Code(rawValue: "transportFailed")
    }

    /// What a request must keep to.
    public struct Rule: RawRepresentable, Hashable, Sendable {
        /// The rule's name.
        public let rawValue: String

        /// A rule of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The service's address has http or https and a host, and no name and password.
        public static let address = Rule(rawValue: "address")
        /// A key goes over TLS, or stays in this house.
        public static let tls = Rule(rawValue: "tls")
        /// A key is one word of visible ASCII.
        public static let key = Rule(rawValue: "key")
        /// A model has a name.
        public static let model = Rule(rawValue: "model")
        /// There is something to answer to.
        public static let messages = Rule(rawValue: "messages")
        /// At least one token.
        public static let tokenLimit = Rule(rawValue: "tokenLimit")
        /// From 0 to 2.
        public static let temperature = Rule(rawValue: "temperature")
        /// The name of a schema.
        public static let schema = Rule(rawValue: "schema")
        /// Other fields than the client's own, with values that JSON knows.
        public static let extra = Rule(rawValue: "extra")
    }
}
