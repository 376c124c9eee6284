public import HTTPTransport

/// The error of a call of Open Food Facts or Robotoff. Its description and its message are safe for logs: they contain
/// no password and no part of the request or the response.
public struct OpenFoodFactsError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// The response's status; nil if there was no response, or nothing was sent.
    public let status: Int?
    /// One sentence, written by this library.
    public let message: String
    /// The service's text: at most 300 characters, on one line, without name and password. For people; do not base
    /// decisions on it: it may repeat parts of the request.
    public let serviceMessage: String?
    /// The service's own short name of the failure, for example `download_error` or `invalid_model`.
    public let serviceCode: String?
    /// The parameter that is missing or invalid, or the key that could not be read.
    public let field: String?
    /// The rule that the request broke; such a request is not sent.
    public let rule: Rule?
    /// When to retry, if the response had `Retry-After`. After 429 and 503 without it: a minute.
    public let retryAfter: RetryAfter?
    /// The underlying error; nil if its text contained the name or the password.
    public let cause: (any Error)?

    init(
        _ code: Code, _ message: String, status: Int? = nil, serviceMessage: String? = nil, serviceCode: String? = nil,
        field: String? = nil, rule: Rule? = nil, retryAfter: RetryAfter? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.status = status
        self.serviceMessage = serviceMessage
        self.serviceCode = serviceCode
        self.field = field
        self.rule = rule
        self.retryAfter = retryAfter
        self.cause = cause
    }

    init(refusing rule: Rule, _ message: String) {
        self.init(rule == .barcode ? .barcodeInvalid : .invalidRequest, message, rule: rule)
    }

    /// The error for a member that cannot be read. Names of members are safe for logs.
    init(reading code: Code, _ field: String) {
        let message =
            switch code {
            case .keyNotFound: "the answer lacks a key that it needs"
            case .valueNotFound: "the answer has nothing under a key that it needs"
            default: "the answer has something of another kind than awaited"
            }
        self.init(code, message, field: field)
    }

    /// The same error with a status.
    func with(status: Int) -> OpenFoodFactsError {
        OpenFoodFactsError(
            code, message, status: status, serviceMessage: serviceMessage, serviceCode: serviceCode, field: field,
            rule: rule, retryAfter: retryAfter, cause: cause)
    }

    /// Whether the service may have carried out the call although it failed.
    ///
    /// True after a time-out, a cut connection, an unreadable response, and 5xx except 503 with `Retry-After`. Such a
    /// vote must not be sent again, because a second vote counts as another person's. Read the insight instead.
    public var mayHaveArrived: Bool {
        if rule != nil { return false }
        switch code {
        case .noNetwork, .connectionFailure, .rateLimited: return false
        case .unavailable: return retryAfter == nil
        default: return status.map { $0 < 400 || $0 >= 500 || $0 == 408 } ?? true
        }
    }

    public var description: String {
        let place = status.map { " (\($0))" } ?? rule.map { " (\($0.rawValue))" } ?? ""
        return code.rawValue + place + ": \(message)" + (field.map { " [\($0)]" } ?? "")
    }
}

extension OpenFoodFactsError {
    /// The kind of failure. Later versions may add codes, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// A code with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        // MARK: Errors of the request

        /// 401, 403 or 400: the call needs name and password, or they are malformed.
        public static let authenticationRequired = Code(rawValue: "authenticationRequired")
        /// An accepting answer with name and password ended in 500: Open Food Facts has probably refused them and
        /// stored nothing. Read the insight to be sure, and log in again.
        public static let loginMaybeRefused = Code(rawValue: "loginMaybeRefused")
        /// 403: not allowed with this account.
        public static let notAllowed = Code(rawValue: "notAllowed")
        /// The barcode does not have 8, 12 or 13 digits, or its check digit is wrong; nothing was sent.
        public static let barcodeInvalid = Code(rawValue: "barcodeInvalid")
        /// 404: the insight does not exist.
        public static let insightUnknown = Code(rawValue: "insightUnknown")
        /// 404: the product does not exist. Only for predictions: when reading products, a missing product is a normal
        /// result.
        public static let productUnknown = Code(rawValue: "productUnknown")
        /// 404: the logo does not exist, or its neighbours are unknown.
        public static let logoUnknown = Code(rawValue: "logoUnknown")
        /// 404: the path does not exist.
        public static let notFound = Code(rawValue: "notFound")
        /// 405: the address does not support this method.
        public static let methodNotAllowed = Code(rawValue: "methodNotAllowed")
        /// 400: a parameter is missing; ``OpenFoodFactsError/field`` says which.
        public static let missingParameter = Code(rawValue: "missingParameter")
        /// 400: a parameter has an invalid value; ``OpenFoodFactsError/field`` says which.
        public static let invalidParameter = Code(rawValue: "invalidParameter")
        /// 400: the body is not JSON, or has unknown members.
        public static let bodyRefused = Code(rawValue: "bodyRefused")
        /// An error in a response of 200: the service could not fetch the picture or its text.
        public static let imageUnavailable = Code(rawValue: "imageUnavailable")
        /// Any other error; see ``OpenFoodFactsError/serviceMessage``.
        public static let unanalysed = Code(rawValue: "unanalysed")
        /// Not sent, because it breaks the rule ``OpenFoodFactsError/rule``.
        public static let invalidRequest = Code(rawValue: "invalidRequest")

        // MARK: Errors of the service and the connection

        /// 429: too many requests from this address. Send no further requests until ``OpenFoodFactsError/retryAfter``,
        /// or for a minute.
        public static let rateLimited = Code(rawValue: "rateLimited")
        /// 503: the service is overloaded. As ``rateLimited``.
        public static let unavailable = Code(rawValue: "unavailable")
        /// Any other 5xx.
        public static let serverError = Code(rawValue: "serverError")
        /// This machine is offline.
        public static let noNetwork = Code(rawValue: "noNetwork")
        /// The connection to the service failed.
        public static let connectionFailure = Code(rawValue: "connectionFailure")
        /// No response in time, or 408.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The connection ended before the end of the response.
        public static let cutOff = Code(rawValue: "cutOff")
        /// Any other failure of the transport; see ``OpenFoodFactsError/cause``.
        public static let transportFailed = Code(rawValue: "transportFailed")

        // MARK: Errors of the response

        /// The response is not JSON, incomplete, or too large.
        public static let dataCorrupted = Code(rawValue: "dataCorrupted")
        /// The response is empty.
        public static let noBody = Code(rawValue: "noBody")
        /// A required member is missing; ``OpenFoodFactsError/field`` says which.
        public static let keyNotFound = Code(rawValue: "keyNotFound")
        /// A required member is null.
        public static let valueNotFound = Code(rawValue: "valueNotFound")
        /// A required member has another type.
        public static let typeMismatch = Code(rawValue: "typeMismatch")
        /// An unexpected status below 400, or an HTML page instead of data.
        public static let unsupportedSuccessResponse = Code(rawValue: "unsupportedSuccessResponse")
    }

    /// A rule for requests.
    public struct Rule: RawRepresentable, Hashable, Sendable {
        /// The rule's name.
        public let rawValue: String

        /// A rule with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name, a version and a contact.
        public static let userAgent = Rule(rawValue: "userAgent")
        /// 8, 12 or 13 digits with a correct check digit; in the basic form any text that is one path segment.
        public static let barcode = Rule(rawValue: "barcode")
        /// A name that is one path segment.
        public static let id = Rule(rawValue: "id")
        /// Pages and counts from 1, and counts up to the service's limit.
        public static let count = Rule(rawValue: "count")
        /// A value of a list: not empty, without a comma.
        public static let value = Rule(rawValue: "value")
        /// A non-empty text.
        public static let text = Rule(rawValue: "text")
        /// An own value requires name and password, data, and the permission to be written to the product.
        public static let ownValue = Rule(rawValue: "ownValue")
        /// A part of a picture: coordinates from 0 to 1, and not empty.
        public static let box = Rule(rawValue: "box")
        /// A fraction from 0 to 1.
        public static let threshold = Rule(rawValue: "threshold")
        /// A value requires a type.
        public static let logo = Rule(rawValue: "logo")
        /// Name and password are sent over TLS, or to this machine.
        public static let tls = Rule(rawValue: "tls")
        /// A value can be written as JSON.
        public static let json = Rule(rawValue: "json")
    }
}
