public import HTTPTransport
import HTTPTypes

/// Why a call failed. Its description and its message are safe for logs: no key, no body, no file name.
public struct PlantNetError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// The response's status; nil if there was no response, or nothing was sent.
    public let status: Int?
    /// One sentence, written by this library.
    public let message: String
    /// What the service wrote: at most 200 characters, on one line, without the key. For people, not for decisions.
    public let serviceMessage: String?
    /// The rule that the request broke; such a request is not sent.
    public let rule: Rule?
    /// The allowance that the response reported.
    public let allowance: Allowance?
    /// When to try again, if the response had `Retry-After`.
    public let retryAfter: RetryAfter?
    /// The exceeded limit in bytes, for ``Code/tooLarge``.
    public let limit: Int?
    /// The underlying error; nil if its text contained the key.
    public let cause: (any Error)?

    /// How many bytes of images and form a request may have.
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

    /// After how long the day's quota is there again, if ``Code/quotaExhausted`` came with that in its header.
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

        /// A code of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The client has no key; nothing was sent.
        public static let keyMissing = Code(rawValue: "keyMissing")
        /// 401: the key is not known. Send nothing more until the owner has changed it.
        public static let keyRefused = Code(rawValue: "keyRefused")
        /// 403: not with this plan, or not from this address or domain.
        public static let notAllowed = Code(rawValue: "notAllowed")
        /// 404 "Species not found": the images show no plant (or a linked image cannot be fetched). This is a result
        /// worth caching rather than a failure.
        public static let nothingFound = Code(rawValue: "nothingFound")
        /// 404 "Unknown project": the flora's id is wrong; `all` always exists.
        public static let unknownProject = Code(rawValue: "unknownProject")
        /// Any other 404.
        public static let notFound = Code(rawValue: "notFound")
        /// 400 and any other 4xx: do not retry, each request costs a credit.
        public static let badRequest = Code(rawValue: "badRequest")
        /// 415, or a 400 about the file type: not a JPEG or PNG the service can read.
        public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
        /// 413, or refused before sending: above ``PlantNetError/sizeLimit``.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// 414: too many or too long image addresses; send the images instead.
        public static let addressTooLong = Code(rawValue: "addressTooLong")
        /// 429: send nothing more until ``PlantNetError/resetsAfter``, or until midnight UTC.
        public static let quotaExhausted = Code(rawValue: "quotaExhausted")
        /// 5xx.
        public static let serverError = Code(rawValue: "serverError")
        /// This machine is offline.
        public static let noNetwork = Code(rawValue: "noNetwork")
        /// The service could not be connected to.
        public static let connectionFailed = Code(rawValue: "connectionFailed")
        /// No answer in time, or 408.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The connection ended before the end of the response.
        public static let cutOff = Code(rawValue: "cutOff")
        /// The connection ended during an upload or before its response: a credit may have been charged.
        public static let uploadFailed = Code(rawValue: "uploadFailed")
        /// The response is not as documented: not JSON, incomplete, or of another structure.
        public static let unreadable = Code(rawValue: "unreadable")
        /// Refused before it was sent; ``PlantNetError/rule`` says why.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// Any other failure of the transport; see ``PlantNetError/cause``.
        public static let transportFailed = Code(rawValue: "transportFailed")
    }

    /// A rule for requests.
    public struct Rule: RawRepresentable, Hashable, Sendable {
        /// The rule's name.
        public let rawValue: String

        /// A rule of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// One to five images.
        public static let imageCount = Rule(rawValue: "imageCount")
        /// The bytes begin like a file of the type that was named.
        public static let imageFormat = Rule(rawValue: "imageFormat")
        /// A link has `http` or `https` and a host.
        public static let imageAddress = Rule(rawValue: "imageAddress")
        /// At most ``PlantNetError/sizeLimit`` bytes; its code is ``Code/tooLarge``.
        public static let size = Rule(rawValue: "size")
        /// Known organs for all images or for none, `habit` and `other` only beside another.
        public static let organs = Rule(rawValue: "organs")
        /// At least one result.
        public static let resultCount = Rule(rawValue: "resultCount")
        /// a–z, 0–9 and hyphens.
        public static let project = Rule(rawValue: "project")
        /// Two or three letters, perhaps with a region.
        public static let language = Rule(rawValue: "language")
        /// Latitude and longitude in range.
        public static let place = Rule(rawValue: "place")
        /// Page and page size from 1.
        public static let page = Rule(rawValue: "page")
        /// A non-empty name.
        public static let name = Rule(rawValue: "name")
        /// An existing day or year.
        public static let day = Rule(rawValue: "day")
        /// An option that this call does not take.
        public static let options = Rule(rawValue: "options")
    }
}
