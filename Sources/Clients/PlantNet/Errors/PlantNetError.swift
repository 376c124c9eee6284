public import HTTPTransport
import HTTPTypes

/// The error of a call. Its description and its message are safe for logs: they contain no key, no body and no file
/// name.
public struct PlantNetError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// The response's status; nil if there was no response or the request was not sent.
    public let status: Int?
    /// One sentence, written by this library.
    public let message: String
    /// The service's text: at most 200 characters, on one line, without the key. For people; do not base decisions on
    /// it.
    public let serviceMessage: String?
    /// The rule that the request broke; such a request is not sent.
    public let rule: Rule?
    /// The allowance reported by the response.
    public let allowance: Allowance?
    /// When to retry, if the response had `Retry-After`.
    public let retryAfter: RetryAfter?
    /// The exceeded limit in bytes, for ``Code/tooLarge``.
    public let limit: Int?
    /// The underlying error; nil if its text contained the key.
    public let cause: (any Error)?

    /// The maximum size of a request's images and form in bytes.
    public static let sizeLimit = 52_428_800

    init(
        _ code: Code, _ message: String, status: Int? = nil, serviceMessage: String? = nil, rule: Rule? = nil,
        allowance: Allowance? = nil, retryAfter: RetryAfter? = nil, limit: Int? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.status = status
        self.serviceMessage = serviceMessage
        self.rule = rule
        self.allowance = allowance
        self.retryAfter = retryAfter
        self.limit = limit
        self.cause = cause
    }

    init(refusing rule: Rule, _ message: String) {
        self.init(.invalidRequest, message, rule: rule)
    }

    /// The time until the daily quota resets, if the error is ``Code/quotaExhausted`` and its header contains the time.
    public var resetsAfter: Duration? { code == .quotaExhausted ? allowance?.resetsIn : nil }

    public var description: String {
        code.rawValue + (status.map { " (\($0))" } ?? rule.map { " (\($0.rawValue))" } ?? "") + ": \(message)"
    }
}

extension PlantNetError {
    /// The kind of failure. Later versions may add codes, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// A code with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The client has no key; nothing was sent.
        public static let keyMissing = Code(rawValue: "keyMissing")
        /// 401: the service does not know the key. Send no further requests until the owner has changed the key.
        public static let keyRefused = Code(rawValue: "keyRefused")
        /// 403: not allowed with this plan, or from this address or domain.
        public static let notAllowed = Code(rawValue: "notAllowed")
        /// 404 "Species not found": the images show no plant (or a linked image cannot be fetched). This is a result
        /// that should be cached, not a failure.
        public static let nothingFound = Code(rawValue: "nothingFound")
        /// 404 "Unknown project": the flora's id is wrong; `all` always exists.
        public static let unknownProject = Code(rawValue: "unknownProject")
        /// Any other 404.
        public static let notFound = Code(rawValue: "notFound")
        /// 400 and all other 4xx: do not retry, because each request costs a credit.
        public static let badRequest = Code(rawValue: "badRequest")
        /// 415, or a 400 about the file type: the service cannot read the file as JPEG or PNG.
        public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
        /// 413, or not sent: larger than ``PlantNetError/sizeLimit``.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// 414: the image addresses are too many or too long; send the images instead.
        public static let addressTooLong = Code(rawValue: "addressTooLong")
        /// 429: send no further requests until ``PlantNetError/resetsAfter``, or until midnight UTC.
        public static let quotaExhausted = Code(rawValue: "quotaExhausted")
        /// 5xx.
        public static let serverError = Code(rawValue: "serverError")
        /// This machine is offline.
        public static let noNetwork = Code(rawValue: "noNetwork")
        /// The connection to the service failed.
        public static let connectionFailed = Code(rawValue: "connectionFailed")
        /// No response in time, or 408.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The connection ended before the end of the response.
        public static let cutOff = Code(rawValue: "cutOff")
        /// The connection ended during an upload or before its response: a credit may have been charged.
        public static let uploadFailed = Code(rawValue: "uploadFailed")
        /// The response is not as documented: not JSON, incomplete, or of another structure.
        public static let unreadable = Code(rawValue: "unreadable")
        /// Not sent, because it breaks the rule ``PlantNetError/rule``.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// Any other failure of the transport; see ``PlantNetError/cause``.
        public static let transportFailed = Code(rawValue: "transportFailed")
    }

    /// A rule for requests.
    public struct Rule: RawRepresentable, Hashable, Sendable {
        /// The rule's name.
        public let rawValue: String

        /// A rule with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// One to five images.
        public static let imageCount = Rule(rawValue: "imageCount")
        /// The bytes begin with the signature of the stated type.
        public static let imageFormat = Rule(rawValue: "imageFormat")
        /// A link has `http` or `https` and a host.
        public static let imageAddress = Rule(rawValue: "imageAddress")
        /// At most ``PlantNetError/sizeLimit`` bytes; its code is ``Code/tooLarge``.
        public static let size = Rule(rawValue: "size")
        /// Known organs for all images or for none; `habit` and `other` only together with another organ.
        public static let organs = Rule(rawValue: "organs")
        /// At least one result.
        public static let resultCount = Rule(rawValue: "resultCount")
        /// a–z, 0–9 and hyphens.
        public static let project = Rule(rawValue: "project")
        /// Two or three letters, optionally with a region.
        public static let language = Rule(rawValue: "language")
        /// Latitude and longitude in range.
        public static let place = Rule(rawValue: "place")
        /// Page and page size at least 1.
        public static let page = Rule(rawValue: "page")
        /// A non-empty name.
        public static let name = Rule(rawValue: "name")
        /// A day or year that exists.
        public static let day = Rule(rawValue: "day")
        /// An option that this call does not support.
        public static let options = Rule(rawValue: "options")
    }
}
