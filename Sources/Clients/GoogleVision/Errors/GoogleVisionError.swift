public import HTTPTransport

/// The error of a call. Its description and its message are safe for logs: they contain no key, no body, nothing of a
/// picture.
public struct GoogleVisionError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// The response's status; nil if there was no response, or nothing was sent.
    public let status: Int?
    /// One sentence, written by this library.
    public let message: String
    /// Google's name of the error, from `google.rpc.Code`, for example `PERMISSION_DENIED`.
    public let rpcStatus: String?
    /// Google's short reason, for example `API_KEY_INVALID` or `accessNotConfigured`.
    public let reason: String?
    /// The service's text: at most 300 characters, on one line, without the key. For people, not for logs: it may name
    /// the project or an address.
    public let serviceMessage: String?
    /// The rule that the request broke; such a request is not sent.
    public let rule: Rule?
    /// When to retry, if the response had `Retry-After`.
    public let retryAfter: RetryAfter?
    /// The exceeded limit in bytes, for ``Code/tooLarge``.
    public let limit: Int?
    /// The underlying error; not for logs. Nil if its text contained the key.
    public let cause: (any Error)?

    init(
        _ code: Code, _ message: String, status: Int? = nil, rpcStatus: String? = nil, reason: String? = nil,
        serviceMessage: String? = nil, rule: Rule? = nil, retryAfter: RetryAfter? = nil, limit: Int? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.status = status
        self.message = message
        self.rpcStatus = rpcStatus
        self.reason = reason
        self.serviceMessage = serviceMessage
        self.rule = rule
        self.retryAfter = retryAfter
        self.limit = limit
        self.cause = cause
    }

    init(refusing rule: Rule, _ message: String) { self.init(.invalidRequest, message, rule: rule) }

    init(tooLarge limit: Int, _ message: String) { self.init(.tooLarge, message, rule: .size, limit: limit) }

    /// Whether the key, its restrictions or the project must be changed first; a retry does not help.
    public var isOfSettings: Bool { [.keyMissing, .keyRefused, .notAllowed].contains(code) }

    public var description: String {
        let place = [status.map(String.init), rule?.rawValue, reason].compactMap(\.self).joined(separator: ", ")
        return code.rawValue + (place.isEmpty ? "" : " (\(place))") + ": \(message)"
    }
}

extension GoogleVisionError {
    /// The kind of failure. Later versions may add codes, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// A code with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        // MARK: Errors of the request

        /// The client has no key; nothing was sent.
        public static let keyMissing = Code(rawValue: "keyMissing")
        /// 400 with `API_KEY_INVALID`, or 401: the key or token is unknown or has expired.
        public static let keyRefused = Code(rawValue: "keyRefused")
        /// 403: the API or the billing of the project is disabled, or the key is restricted.
        public static let notAllowed = Code(rawValue: "notAllowed")
        /// Not sent, because it breaks the rule ``GoogleVisionError/rule``.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// Not sent, or 413: larger than ``GoogleVisionError/limit``.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// Any other 4xx.
        public static let badRequest = Code(rawValue: "badRequest")
        /// 404: there is no service at this address.
        public static let notFound = Code(rawValue: "notFound")

        // MARK: Errors of a picture, in a response of 200

        /// The service cannot read the picture. This has happened with valid pictures; re-encoding may help.
        public static let badImage = Code(rawValue: "badImage")
        /// The service is not allowed to fetch the picture, or cannot fetch it.
        public static let imageUnavailable = Code(rawValue: "imageUnavailable")
        /// The service failed for this picture without a known reason; see ``GoogleVisionError/rpcStatus``.
        public static let imageFailed = Code(rawValue: "imageFailed")

        // MARK: Errors of the service and the connection

        /// 429: more than the project's quota. Send no further requests until ``GoogleVisionError/retryAfter``, or for
        /// a minute.
        public static let rateLimited = Code(rawValue: "rateLimited")
        /// 503.
        public static let unavailable = Code(rawValue: "unavailable")
        /// Any other 5xx.
        public static let serverError = Code(rawValue: "serverError")
        /// This machine is offline.
        public static let noNetwork = Code(rawValue: "noNetwork")
        /// The connection to the service failed.
        public static let connectionFailed = Code(rawValue: "connectionFailed")
        /// No response in time, 408 or 504.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The connection ended before the end of the response.
        public static let cutOff = Code(rawValue: "cutOff")
        /// Any other failure of the transport; see ``GoogleVisionError/cause``.
        public static let transportFailed = Code(rawValue: "transportFailed")

        // MARK: Errors of the response

        /// Not HTTP, not JSON, a redirect (which is not followed), too large, or not one answer for each
        /// picture.
        public static let invalidResponse = Code(rawValue: "invalidResponse")
        /// JSON, but not what the service documents.
        public static let decodingFailed = Code(rawValue: "decodingFailed")
    }

    /// A rule for requests.
    public struct Rule: RawRepresentable, Hashable, Sendable {
        /// The rule's name.
        public let rawValue: String

        /// A rule with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// One to sixteen pictures.
        public static let requestCount = Rule(rawValue: "requestCount")
        /// At least one feature.
        public static let features = Rule(rawValue: "features")
        /// A picture has bytes.
        public static let imageEmpty = Rule(rawValue: "imageEmpty")
        /// A picture is not HEIC or AVIF.
        public static let imageFormat = Rule(rawValue: "imageFormat")
        /// An address has `http` or `https` and a host, or begins with `gs://`.
        public static let imageAddress = Rule(rawValue: "imageAddress")
        /// Within ``GoogleVisionLimit``; the error's code is ``Code/tooLarge``.
        public static let size = Rule(rawValue: "size")
        /// A language as `en` or `zh-Hant`.
        public static let language = Rule(rawValue: "language")
        /// Key and picture are sent over TLS, or to this machine.
        public static let tls = Rule(rawValue: "tls")
        /// A key consists of visible ASCII characters; the error's code is ``Code/keyRefused``.
        public static let credential = Rule(rawValue: "credential")
        /// A value can be written as JSON.
        public static let json = Rule(rawValue: "json")
    }
}
