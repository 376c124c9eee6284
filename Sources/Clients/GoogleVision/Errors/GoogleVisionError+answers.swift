package import HTTPTransport
import HTTPTypes

extension GoogleVisionError: APIResponseError {
    /// The error for a response whose status is not 2xx.
    package init(_ response: HTTPTransport.Response, hiding secrets: SecretScrubber) {
        self.init(
            (try? response.json(as: Envelope.self))?.error, status: response.head.status.code,
            retryAfter: RetryAfter(response.head.headerFields), hiding: secrets)
    }

    private init(_ body: ErrorBody?, status: Int, retryAfter: RetryAfter?, hiding secrets: SecretScrubber) {
        let (code, message) = Self.meaning(of: status, body)
        // A key can look like a name (a short word of letters), and a service may repeat it.
        func harmless(_ name: String?) -> String? { name.flatMap { secrets.masked($0) == $0 ? $0 : nil } }
        self.init(
            code, message, status: status, rpcStatus: harmless(body?.status.flatMap(Self.name)),
            reason: harmless(body?.reason), serviceMessage: body?.message.map { secrets.line($0, limit: 300) },
            retryAfter: retryAfter, limit: code == .tooLarge ? GoogleVisionLimit.body : nil)
    }

    /// The status decides. The text is used only if a status has several meanings.
    private static func meaning(of status: Int, _ body: ErrorBody?) -> (Code, String) {
        switch status {
        case 300..<400: (.invalidResponse, "the service sent us elsewhere, where the key does not go")
        case 400 where body?.reason?.hasPrefix("API_KEY_") == true,
            400 where body?.message?.lowercased().contains("api key") == true:
            (.keyRefused, "the service does not take the key")
        case 400 where body?.message?.lowercased().contains("payload size") == true:
            (.tooLarge, "the request is too large for the service")
        case 401: (.keyRefused, "the service does not take the key")
        case 403: (.notAllowed, "the service does not allow this with the key's project and restrictions")
        case 404: (.notFound, "there is no such service at this address")
        case 408, 504: (.timedOut, "the service did not answer in time")
        case 413: (.tooLarge, "the request is too large for the service")
        case 429: (.rateLimited, "the service was asked more often than the project may")
        case 503: (.unavailable, "the service is away")
        case 400..<500: (.badRequest, "the service refused the request")
        case 500..<600: (.serverError, "the service failed")
        default: (.invalidResponse, "the service answered with a status that it does not document")
        }
    }

    /// The error for a 2xx response that cannot be decoded: an error object, an HTML page, or an incomplete response.
    package init(unreadable response: HTTPTransport.Response, cause: any Error, hiding secrets: SecretScrubber) {
        let status = response.head.status.code
        if let body = (try? response.json(as: Envelope.self))?.error {
            self.init(body, status: body.code ?? status, retryAfter: nil, hiding: secrets)
        } else if (try? response.json(as: JSONValue.self)) != nil {
            self.init(
                .decodingFailed, "the answer is not what the service documents", status: status,
                cause: secrets.safe(cause))
        } else {
            self.init(.invalidResponse, "the answer is not JSON", status: status)
        }
    }

    /// The error of one picture in a response of 200.
    init(inner error: RPCStatus) {
        let (code, message): (Code, String) =
            switch error.code {
            case 3: (.badImage, "the service cannot read the picture")
            case 4: (.timedOut, "the service did not get done in time")
            case 5, 7: (.imageUnavailable, "the service may not fetch the picture, or cannot")
            case 8: (.rateLimited, "the service was asked more often than the project may")
            case 14: (.unavailable, "the service is away")
            default: (.imageFailed, "the service failed for this picture")
            }
        self.init(
            code, message, status: 200, rpcStatus: Self.rpcNames[error.code],
            reason: error.details.lazy.compactMap(Self.reason).first,
            serviceMessage: error.message.map { SecretScrubber([]).line($0, limit: 300) })
    }

    /// The error for a call without a response.
    package init(_ failure: TransportFailure) {
        let code: Code = failure.kind == .unreadable ? .invalidResponse : Code(failure.kind)
        self.init(code, failure.message(of: "the service"), cause: failure.cause)
    }

    // MARK: - Names of errors

    /// Returns the text if it is a short word of ASCII letters, as names of errors are; a description must contain no
    /// other part of a response.
    private static func name(_ text: String) -> String? {
        let isName = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
            default: false
            }
        }
        return isName && (1...48).contains(text.utf8.count) ? text : nil
    }

    fileprivate static func reason(_ detail: JSONValue) -> String? {
        if case .text(let text)? = detail["reason"] { name(text) } else { nil }
    }

    private static let rpcNames = [
        1: "CANCELLED", 2: "UNKNOWN", 3: "INVALID_ARGUMENT", 4: "DEADLINE_EXCEEDED", 5: "NOT_FOUND",
        6: "ALREADY_EXISTS", 7: "PERMISSION_DENIED", 8: "RESOURCE_EXHAUSTED", 9: "FAILED_PRECONDITION", 10: "ABORTED",
        11: "OUT_OF_RANGE", 12: "UNIMPLEMENTED", 13: "INTERNAL", 14: "UNAVAILABLE", 15: "DATA_LOSS",
        16: "UNAUTHENTICATED",
    ]

    /// `{"error": {"code", "message", "status", "details": […], "errors": […]}}`.
    private struct Envelope: Decodable {
        let error: ErrorBody
    }

    private struct ErrorBody: Decodable {
        let code: Int?
        let message: String?
        let status: String?
        let reason: String?

        private enum CodingKeys: String, CodingKey { case code, message, status, details, errors }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            code = container.integer(.code)
            message = container.text(.message)
            status = container.text(.status)
            let details = container.list(.details, of: JSONValue.self) + container.list(.errors, of: JSONValue.self)
            reason = details.lazy.compactMap(GoogleVisionError.reason).first
        }
    }
}

extension GoogleVisionError.Code: APIErrorCode {}
