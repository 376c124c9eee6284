public import HTTPTransport
import HTTPTypes

/// The error of a call. Its description and its message are safe for logs: they contain no token and no part of the
/// request or the response.
public struct TrefleError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// The response's status; nil if there was no response, or nothing was sent.
    public let status: Int?
    /// One sentence, written by this library.
    public let message: String
    /// The service's text: at most 200 characters, on one line, without the token. For people; do not base decisions on
    /// it: it may repeat parts of the request.
    public let serviceMessage: String?
    /// The rule that the request broke; such a request is not sent.
    public let rule: Rule?
    /// The allowance that the response reported.
    public let allowance: MinuteAllowance?
    /// When to retry, if the response had `Retry-After`.
    public let retryAfter: RetryAfter?
    /// The underlying error; nil if its text contained the token.
    public let cause: (any Error)?

    init(
        _ code: Code, _ message: String, status: Int? = nil, serviceMessage: String? = nil, rule: Rule? = nil,
        allowance: MinuteAllowance? = nil, retryAfter: RetryAfter? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.status = status
        self.serviceMessage = serviceMessage
        self.rule = rule
        self.allowance = allowance
        self.retryAfter = retryAfter
        self.cause = cause
    }

    init(refusing rule: Rule, _ message: String) {
        self.init(.invalidRequest, message, rule: rule)
    }

    public var description: String {
        code.rawValue + (status.map { " (\($0))" } ?? rule.map { " (\($0.rawValue))" } ?? "") + ": \(message)"
    }
}

extension TrefleError {
    /// The kind of failure. Later versions may add codes, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// A code with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The client has no token; nothing was sent.
        public static let tokenMissing = Code(rawValue: "tokenMissing")
        /// 401: the service does not know the token. Send no further requests until the owner has changed it.
        public static let tokenRefused = Code(rawValue: "tokenRefused")
        /// 401 about expiry: a ``ClientToken`` has expired; claim a new one.
        public static let tokenExpired = Code(rawValue: "tokenExpired")
        /// 403: not allowed with this account.
        public static let notAllowed = Code(rawValue: "notAllowed")
        /// 404: the species, plant, group, zone or correction does not exist.
        public static let notFound = Code(rawValue: "notFound")
        /// 404 "expected :page in": the list has no page with that number.
        public static let endOfPages = Code(rawValue: "endOfPages")
        /// 400 "page must be": since 2.6 (September 2026) pages end at 2,500. Use a filter.
        public static let pageTooDeep = Code(rawValue: "pageTooDeep")
        /// 422: a parameter is missing, or the submitted values are not accepted.
        public static let notAccepted = Code(rawValue: "notAccepted")
        /// 400 and any other 4xx: do not retry.
        public static let badRequest = Code(rawValue: "badRequest")
        /// 429: send nothing more until ``TrefleError/retryAfter``, or for a minute.
        public static let rateLimited = Code(rawValue: "rateLimited")
        /// 5xx, usually with an HTML page. Searches have failed like this for a year while lists with a filter worked.
        public static let serverError = Code(rawValue: "serverError")
        /// This machine is offline.
        public static let noNetwork = Code(rawValue: "noNetwork")
        /// The connection to the service failed.
        public static let connectionFailed = Code(rawValue: "connectionFailed")
        /// No response in time, or 408.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The connection ended before the end of the response.
        public static let cutOff = Code(rawValue: "cutOff")
        /// The response is not as documented: not JSON, incomplete, of another structure, or a redirect.
        public static let unreadable = Code(rawValue: "unreadable")
        /// Not sent, because it breaks the rule ``TrefleError/rule``.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// Any other failure of the transport; see ``TrefleError/cause``.
        public static let transportFailed = Code(rawValue: "transportFailed")
    }

    /// A rule for requests.
    public struct Rule: RawRepresentable, Hashable, Sendable {
        /// The rule's name.
        public let rawValue: String

        /// A rule with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A slug or number that is a valid path segment.
        public static let id = Rule(rawValue: "id")
        /// A search text that is not empty.
        public static let text = Rule(rawValue: "text")
        /// Pages from 1.
        public static let page = Rule(rawValue: "page")
        /// At least one result.
        public static let limit = Rule(rawValue: "limit")
        /// A field that this list supports for this purpose.
        public static let field = Rule(rawValue: "field")
        /// At least one value, and no comma in a value.
        public static let value = Rule(rawValue: "value")
        /// A range that is not empty.
        public static let range = Rule(rawValue: "range")
        /// A link to a page of the service's API.
        public static let link = Rule(rawValue: "link")
        /// A correction requires its species and, if it is external, a source.
        public static let correction = Rule(rawValue: "correction")
        /// The address of a web page.
        public static let origin = Rule(rawValue: "origin")
    }
}
