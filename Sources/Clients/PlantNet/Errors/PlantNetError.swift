public import HTTPTransport
import HTTPTypes

/// Why there is no value. Its description and its message are safe for logs: no key, no body, no name of a file.
public struct PlantNetError: Error, Sendable, CustomStringConvertible {
    /// Which failure.
    public let code: Code
    /// The answer's status; nil where there was no answer, or nothing was sent.
    public let status: Int?
    /// One sentence in our words.
    public let message: String
    /// What the service wrote: at most 200 characters, on one line, without the key. For people, not for decisions.
    public let serviceMessage: String?
    /// Which rule a request broke that was refused before it was sent.
    public let rule: Rule?
    /// What the answer said of the allowance.
    public let allowance: Allowance?
    /// When to come back, where the answer had `Retry-After`.
    public let retryAfter: RetryAfter?
    /// The limit that was passed, in bytes, for ``Code/tooLarge``.
    public let limit: Int?
    /// What was thrown below. Nil where its text held the key.
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

    /// After how long the day's quota is there again, where ``Code/quotaExhausted`` came with that in its header.
    public var resetsAfter: Duration? { code == .quotaExhausted ? allowance?.resetsIn : nil }

    public var description: String {
        code.rawValue + (status.map { " (\($0))" } ?? rule.map { " (\($0.rawValue))" } ?? "") + ": \(message)"
    }
}

extension PlantNetError {
    /// Which failure; more may be added, so a `switch` over codes needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// A code of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The client has no key; nothing was sent.
        public static let keyMissing = Code(rawValue: "keyMissing")
        /// 401: the key is not known. Ask nothing more until the owner has changed it.
        public static let keyRefused = Code(rawValue: "keyRefused")
        /// 403: not with this plan, or not from this address or domain.
        public static let notAllowed = Code(rawValue: "notAllowed")
        /// 404 "Species not found": the images were rejected, they show no plant (or a linked one cannot be reached). An
        /// answer worth keeping rather than a failure.
        public static let nothingFound = Code(rawValue: "nothingFound")
        /// 404 "Unknown project": the flora's id is wrong; `all` always is right.
        public static let unknownProject = Code(rawValue: "unknownProject")
        /// Any other 404.
        public static let notFound = Code(rawValue: "notFound")
        /// 400 and any other 4xx: do not send it again, it costs a credit each time.
        public static let badRequest = Code(rawValue: "badRequest")
        /// 415, or a 400 that speaks of the file type: not a JPEG or PNG the service can read.
        public static let unsupportedFormat = Code(rawValue: "unsupportedFormat")
        /// 413, or refused before sending: above ``PlantNetError/sizeLimit``.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// 414: too many or too long image addresses; send the images instead.
        public static let addressTooLong = Code(rawValue: "addressTooLong")
        /// 429: nothing more until ``PlantNetError/resetsAfter``, or until midnight UTC.
        public static let quotaExhausted = Code(rawValue: "quotaExhausted")
        /// 5xx.
        public static let serverError = Code(rawValue: "serverError")
        /// This machine is offline.
        public static let noNetwork = Code(rawValue: "noNetwork")
        /// The service could not be connected to.
        public static let connectionFailed = Code(rawValue: "connectionFailed")
        /// No answer in time, or 408.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The connection ended before the answer did.
        public static let cutOff = Code(rawValue: "cutOff")
        /// The connection ended while images were sent or before they were answered: a credit may be gone.
        public static let uploadFailed = Code(rawValue: "uploadFailed")
        /// The answer is not what the service documents: no JSON, half of it, or of another shape.
        public static let unreadable = Code(rawValue: "unreadable")
        /// Refused before it was sent; ``PlantNetError/rule`` says why.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// The transport failed in another way; see ``PlantNetError/cause``.
        public static let transportFailed = Code(rawValue: "transportFailed")
    }

    /// What a request must keep to.
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
        /// A name that is not empty.
        public static let name = Rule(rawValue: "name")
        /// A day or a year that there is.
        public static let day = Rule(rawValue: "day")
        /// An option that this call does not take.
        public static let options = Rule(rawValue: "options")
    }
}
