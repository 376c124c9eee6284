public import HTTPTransport
import HTTPTypes

/// Why there is no value. Its description and its message are safe for logs: no token, no body, nothing that was asked.
public struct TrefleError: Error, Sendable, CustomStringConvertible {
    /// Which failure.
    public let code: Code
    /// The answer's status; nil where there was no answer, or nothing was sent.
    public let status: Int?
    /// One sentence in our words.
    public let message: String
    /// What the service wrote: at most 200 characters, on one line, without the token. For people, not for decisions; it
    /// may repeat what was asked.
    public let serviceMessage: String?
    /// Which rule a request broke that was refused before it was sent.
    public let rule: Rule?
    /// What the answer said of the allowance.
    public let allowance: MinuteAllowance?
    /// When to come back, where the answer had `Retry-After`.
    public let retryAfter: RetryAfter?
    /// What was thrown below. Nil where its text held the token.
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
    /// Which failure; more may be added, so a `switch` over codes needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// A code of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The client has no token; nothing was sent.
        public static let tokenMissing = Code(rawValue: "tokenMissing")
        /// 401: the token is not known. Ask nothing more until the owner has changed it.
        public static let tokenRefused = Code(rawValue: "tokenRefused")
        /// 401 that speaks of expiry: a ``ClientToken`` is too old, claim another one.
        public static let tokenExpired = Code(rawValue: "tokenExpired")
        /// 403: not with this account.
        public static let notAllowed = Code(rawValue: "notAllowed")
        /// 404: the service has no such species, plant, group, zone or correction.
        public static let notFound = Code(rawValue: "notFound")
        /// 404 "expected :page in": the list has no page of that number.
        public static let endOfPages = Code(rawValue: "endOfPages")
        /// 400 "page must be": pages are numbered only to 2,500 since 2.6 (September 2026). Choose fewer elements.
        public static let pageTooDeep = Code(rawValue: "pageTooDeep")
        /// 422: a parameter is missing, or what was sent in is not accepted.
        public static let notAccepted = Code(rawValue: "notAccepted")
        /// 400 and any other 4xx: do not send it again.
        public static let badRequest = Code(rawValue: "badRequest")
        /// 429: nothing more until ``TrefleError/retryAfter``, or for a minute.
        public static let rateLimited = Code(rawValue: "rateLimited")
        /// 5xx, mostly with a page for browsers. Searches have answered so for a year while lists with a filter worked.
        public static let serverError = Code(rawValue: "serverError")
        /// This machine is offline.
        public static let noNetwork = Code(rawValue: "noNetwork")
        /// The service could not be connected to.
        public static let connectionFailed = Code(rawValue: "connectionFailed")
        /// No answer in time, or 408.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The connection ended before the answer did.
        public static let cutOff = Code(rawValue: "cutOff")
        /// The answer is not what the service documents: no JSON, half of it, of another shape, or a redirect.
        public static let unreadable = Code(rawValue: "unreadable")
        /// Refused before it was sent; ``TrefleError/rule`` says why.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// The transport failed in another way; see ``TrefleError/cause``.
        public static let transportFailed = Code(rawValue: "transportFailed")
    }

    /// What a request must keep to.
    public struct Rule: RawRepresentable, Hashable, Sendable {
        /// The rule's name.
        public let rawValue: String

        /// A rule of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A slug or number that can stand in an address.
        public static let id = Rule(rawValue: "id")
        /// A search text that is not empty.
        public static let text = Rule(rawValue: "text")
        /// Pages from 1.
        public static let page = Rule(rawValue: "page")
        /// At least one result.
        public static let limit = Rule(rawValue: "limit")
        /// A field that this list takes for this purpose.
        public static let field = Rule(rawValue: "field")
        /// At least one value to filter by, and no comma in it.
        public static let value = Rule(rawValue: "value")
        /// A range with something in it.
        public static let range = Rule(rawValue: "range")
        /// A link of the service's own, to a page.
        public static let link = Rule(rawValue: "link")
        /// A correction that says of what it is and, where it is external, from where.
        public static let correction = Rule(rawValue: "correction")
        /// The address of a web page.
        public static let origin = Rule(rawValue: "origin")
    }
}
