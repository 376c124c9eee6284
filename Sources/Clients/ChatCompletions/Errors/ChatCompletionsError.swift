/// The error of a call. Its description and its message are safe for logs: they contain no key, and nothing of the
/// request or the response. The service's own message is not included, because refusals of a key repeat a part of the
/// key.
public struct ChatCompletionsError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// One sentence, written by this library.
    public let message: String
    /// The response's status; nil if there was no response, or nothing was sent.
    public let status: Int?
    /// The service's word for the kind of failure, for example `invalid_request_error`; nil if it is no single word.
    public let type: String?
    /// The service's word or number for the failure, for example `unsupported_parameter`; nil if it is no single word.
    public let serviceCode: String?
    /// The field of the request that the error is about.
    public let parameter: String?
    /// The rule that the request broke; such a request is not sent.
    public let rule: Rule?
    /// When to retry, if the service says so. The client waits by itself only as long as ``ChatRetries/longest``.
    public let retryAfter: Duration?
    /// The limits that the service reported.
    public let limits: ChatLimits?
    /// Why the answer ended, if it cannot be used.
    public let finishReason: FinishReason?
    /// Whether a part of the answer had already arrived.
    public let isMidStream: Bool
    /// The underlying error; nil if its text contained the key.
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
    /// The kind of failure. Later versions may add codes, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// A code with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// Not sent, because it breaks the rule ``ChatCompletionsError/rule``.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// A status of a failure for which there is no other code.
        public static let apiStatus = Code(rawValue: "apiStatus")
        /// 401, 403: the key is missing or not accepted. Send no further requests until the owner has changed it.
        public static let authentication = Code(rawValue: "authentication")
        /// 404: there is no such model, or nothing at this address.
        public static let notFound = Code(rawValue: "notFound")
        /// 429: too many requests; see ``ChatCompletionsError/retryAfter``.
        public static let rateLimited = Code(rawValue: "rateLimited")
        /// 429 `insufficient_quota`, 402: the quota is exhausted. Do not retry.
        public static let quota = Code(rawValue: "quota")
        /// 503: the service is still loading its model.
        public static let notReady = Code(rawValue: "notReady")
        /// 3xx: redirects are not followed, because the key would be sent to another host.
        public static let redirected = Code(rawValue: "redirected")
        /// The messages, or the messages and the answer's token limit together, are longer than the model's context. Do
        /// not retry.
        public static let contextExceeded = Code(rawValue: "contextExceeded")
        /// The model refused to answer.
        public static let refusal = Code(rawValue: "refusal")
        /// The service withheld the answer.
        public static let contentFiltered = Code(rawValue: "contentFiltered")
        /// The answer is incomplete: the token limit (``FinishReason/length``), or the stream broke off.
        public static let cutOff = Code(rawValue: "cutOff")
        /// The response has no text.
        public static let noResponse = Code(rawValue: "noResponse")
        /// The response does not follow this API: not JSON, an HTML page, or too large.
        public static let invalidResponse = Code(rawValue: "invalidResponse")
        /// No response in time, or 408.
        public static let timedOut = Code(rawValue: "timedOut")
        /// This machine is offline.
        public static let noNetwork = Code(rawValue: "noNetwork")
        /// The connection to the service failed, or the connection ended before the answer.
        public static let connection = Code(rawValue: "connection")
        /// Any other failure of the transport; see ``ChatCompletionsError/cause``.
        public static let transportFailed = Code(rawValue: "transportFailed")
    }

    /// A rule for requests.
    public struct Rule: RawRepresentable, Hashable, Sendable {
        /// The rule's name.
        public let rawValue: String

        /// A rule with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The service's address has http or https and a host, and no user name or password.
        public static let address = Rule(rawValue: "address")
        /// A key is sent over TLS or stays in the local network.
        public static let tls = Rule(rawValue: "tls")
        /// A key is one word of visible ASCII.
        public static let key = Rule(rawValue: "key")
        /// A model has a name.
        public static let model = Rule(rawValue: "model")
        /// There is at least one message.
        public static let messages = Rule(rawValue: "messages")
        /// The token limit is at least 1.
        public static let tokenLimit = Rule(rawValue: "tokenLimit")
        /// The temperature is between 0 and 2.
        public static let temperature = Rule(rawValue: "temperature")
        /// A schema's name has 1 to 64 letters, digits, `_` and `-`.
        public static let schema = Rule(rawValue: "schema")
        /// Extra fields do not repeat the client's own, and can be written as JSON.
        public static let extra = Rule(rawValue: "extra")
    }
}
