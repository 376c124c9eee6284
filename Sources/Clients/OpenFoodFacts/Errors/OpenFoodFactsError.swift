public import HTTPTransport

/// Why there is no value, of products and of Robotoff. Its description and its message are safe for logs: no password, no
/// body, nothing that was asked.
public struct OpenFoodFactsError: Error, Sendable, CustomStringConvertible {
    /// Which failure.
    public let code: Code
    /// The answer's status; nil where there was no answer, or nothing was sent.
    public let status: Int?
    /// One sentence in our words.
    public let message: String
    /// What the service wrote: at most 300 characters, on one line, without name and password. For people, not for
    /// decisions; it may repeat what was asked.
    public let serviceMessage: String?
    /// The service's own short name of the failure, as `download_error` or `invalid_model`.
    public let serviceCode: String?
    /// Which parameter is missing or not valid, or which key could not be read.
    public let field: String?
    /// Which rule a request broke that was refused before it was sent.
    public let rule: Rule?
    /// When to come back, where the answer had `Retry-After`. After 429 and 503 without it: a minute.
    public let retryAfter: RetryAfter?
    /// What was thrown below. Nil where its text held name or password.
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

    /// A key of an answer that could not be read; the keys are ours, so they may be told.
    init(reading code: Code, _ field: String) {
        let message =
            switch code {
            case .keyNotFound: "the answer lacks a key that it needs"
            case .valueNotFound: "the answer has nothing under a key that it needs"
            default: "the answer has something of another kind than awaited"
            }
        self.init(code, message, field: field)
    }

    /// The same, of an answer with this status.
    func with(status: Int) -> OpenFoodFactsError {
        OpenFoodFactsError(
            code, message, status: status, serviceMessage: serviceMessage, serviceCode: serviceCode, field: field,
            rule: rule, retryAfter: retryAfter, cause: cause)
    }

    /// Whether the service may have done what it was asked for though no good answer came.
    ///
    /// True after a time-out, a cut connection, an answer that cannot be read and 5xx, 503 with `Retry-After` excepted. A vote that ended so must not
    /// be sent again: a second one counts as another person's. Read the insight instead, and see.
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
    /// Which failure; more may be added, so a `switch` over codes needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// A code of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        // MARK: Of what was asked

        /// 401, 403 or 400: this needs name and password, or they came in a form that is not understood.
        public static let authenticationRequired = Code(rawValue: "authenticationRequired")
        /// An accepting answer with name and password ended in 500: most likely Open Food Facts refused them, and nothing
        /// was stored. Read the insight to be sure, and log in again.
        public static let loginMaybeRefused = Code(rawValue: "loginMaybeRefused")
        /// 403: not with this account.
        public static let notAllowed = Code(rawValue: "notAllowed")
        /// The barcode has not 8, 12 or 13 digits, or its check digit is wrong; nothing was sent.
        public static let barcodeInvalid = Code(rawValue: "barcodeInvalid")
        /// 404: no such insight.
        public static let insightUnknown = Code(rawValue: "insightUnknown")
        /// 404: no such product. Only of predictions: reading a product that is not there is an answer.
        public static let productUnknown = Code(rawValue: "productUnknown")
        /// 404: no such logo, or nothing is known of its neighbours.
        public static let logoUnknown = Code(rawValue: "logoUnknown")
        /// 404: the service has no such address.
        public static let notFound = Code(rawValue: "notFound")
        /// 405: the address does not take this method.
        public static let methodNotAllowed = Code(rawValue: "methodNotAllowed")
        /// 400: a parameter is missing; ``OpenFoodFactsError/field`` says which.
        public static let missingParameter = Code(rawValue: "missingParameter")
        /// 400: a parameter has a value that the service does not take; ``OpenFoodFactsError/field`` says which.
        public static let invalidParameter = Code(rawValue: "invalidParameter")
        /// 400: the body is not JSON, or has keys that are not known.
        public static let bodyRefused = Code(rawValue: "bodyRefused")
        /// 200 with an error in it: the service could not fetch the picture or its text.
        public static let imageUnavailable = Code(rawValue: "imageUnavailable")
        /// An error that nothing more is known about; see ``OpenFoodFactsError/serviceMessage``.
        public static let unanalysed = Code(rawValue: "unanalysed")
        /// Refused before it was sent; ``OpenFoodFactsError/rule`` says why.
        public static let invalidRequest = Code(rawValue: "invalidRequest")

        // MARK: Of the service and the way to it

        /// 429: asked too often from this address. Ask nothing until ``OpenFoodFactsError/retryAfter``, or for a minute.
        public static let rateLimited = Code(rawValue: "rateLimited")
        /// 503: the service is overloaded. As ``rateLimited``.
        public static let unavailable = Code(rawValue: "unavailable")
        /// Any other 5xx.
        public static let serverError = Code(rawValue: "serverError")
        /// This machine is offline.
        public static let noNetwork = Code(rawValue: "noNetwork")
        /// The service could not be connected to.
        public static let connectionFailure = Code(rawValue: "connectionFailure")
        /// No answer in time, or 408.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The connection ended before the answer did.
        public static let cutOff = Code(rawValue: "cutOff")
        /// The transport failed in another way; see ``OpenFoodFactsError/cause``.
        public static let transportFailed = Code(rawValue: "transportFailed")

        // MARK: Of the answer

        /// The answer is no JSON, half of it, or larger than any that is awaited.
        public static let dataCorrupted = Code(rawValue: "dataCorrupted")
        /// The answer has nothing in it.
        public static let noBody = Code(rawValue: "noBody")
        /// The answer lacks a key that it needs; ``OpenFoodFactsError/field`` says which.
        public static let keyNotFound = Code(rawValue: "keyNotFound")
        /// The answer has null under a key that it needs.
        public static let valueNotFound = Code(rawValue: "valueNotFound")
        /// The answer has something of another kind under a key that it needs.
        public static let typeMismatch = Code(rawValue: "typeMismatch")
        /// A status below 400 that is not awaited, or a page for browsers where there should be data.
        public static let unsupportedSuccessResponse = Code(rawValue: "unsupportedSuccessResponse")
    }

    /// What a request must keep to.
    public struct Rule: RawRepresentable, Hashable, Sendable {
        /// The rule's name.
        public let rawValue: String

        /// A rule of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A name, a version and a contact.
        public static let userAgent = Rule(rawValue: "userAgent")
        /// 8, 12 or 13 digits with a right check digit; in the basic form anything that is one segment of an address.
        public static let barcode = Rule(rawValue: "barcode")
        /// A name that is one segment of an address.
        public static let id = Rule(rawValue: "id")
        /// Pages and counts from 1, and counts no higher than the service goes.
        public static let count = Rule(rawValue: "count")
        /// A value of a list: not empty, without a comma.
        public static let value = Rule(rawValue: "value")
        /// A text with something in it.
        public static let text = Rule(rawValue: "text")
        /// What an own value needs: name and password, data, and to be written to the product.
        public static let ownValue = Rule(rawValue: "ownValue")
        /// A part of a picture: from 0 to 1, and something in it.
        public static let box = Rule(rawValue: "box")
        /// A share from 0 to 1.
        public static let threshold = Rule(rawValue: "threshold")
        /// A value needs its type.
        public static let logo = Rule(rawValue: "logo")
        /// Name and password only go over TLS, or to this machine itself.
        public static let tls = Rule(rawValue: "tls")
        /// What cannot be written as JSON.
        public static let json = Rule(rawValue: "json")
    }
}
