package import HTTPTransport
import HTTPTypes

/// The error of a call. Its description and its message are safe for logs: they contain no credential and nothing of a
/// picture.
public struct OpenInferenceError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. Later versions may add codes, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// A code with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The request was not sent, because it cannot be right.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// The server refused the request.
        public static let badRequest = Code(rawValue: "badRequest")
        /// The server does not accept the credential.
        public static let notAllowed = Code(rawValue: "notAllowed")
        /// There is no such model, or no such server at this address.
        public static let notFound = Code(rawValue: "notFound")
        /// The server is too busy, or has not loaded the model yet.
        public static let unavailable = Code(rawValue: "unavailable")
        /// The server failed.
        public static let serverError = Code(rawValue: "serverError")
        /// The response is not what the protocol says.
        public static let invalidResponse = Code(rawValue: "invalidResponse")
        /// This machine is offline.
        public static let noNetwork = Code(rawValue: "noNetwork")
        /// The connection failed.
        public static let connectionFailed = Code(rawValue: "connectionFailed")
        /// No response in time.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The connection ended before the end of the response.
        public static let cutOff = Code(rawValue: "cutOff")
        /// Any other failure of the transport.
        public static let transportFailed = Code(rawValue: "transportFailed")
    }

    /// The kind of failure.
    public let code: Code
    /// One sentence, written by this library.
    public let message: String
    /// The response's status; nil if there was no response, or nothing was sent.
    public let status: Int?
    /// The server's text: at most 300 characters, on one line, without the credential. For people, not for logs.
    public let serviceMessage: String?
    /// The error that caused this one.
    public let cause: (any Error)?

    init(
        _ code: Code, _ message: String, status: Int? = nil, serviceMessage: String? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.status = status
        self.serviceMessage = serviceMessage
        self.cause = cause
    }

    public var description: String { "\(code): \(message)" + (status.map { " (\($0))" } ?? "") }
}

extension OpenInferenceError: APIResponseError {
    package init(_ failure: TransportFailure) {
        let code: Code = failure.kind == .unreadable ? .invalidResponse : Code(failure.kind)
        self.init(code, failure.message(of: "the model server"), cause: failure.cause)
    }

    package init(_ response: HTTPTransport.Response, hiding secrets: SecretScrubber) {
        let status = response.head.status.code
        let (code, message): (Code, String) =
            switch status {
            case 401, 403: (.notAllowed, "the model server does not accept the credential")
            case 404: (.notFound, "there is no such model, or no model server at this address")
            case 408, 504: (.timedOut, "the model server did not answer in time")
            case 429, 503: (.unavailable, "the model server is busy, or has not loaded the model")
            case 400..<500: (.badRequest, "the model server refused the request")
            case 500..<600: (.serverError, "the model server failed")
            default: (.invalidResponse, "the model server answered with a status that the protocol does not have")
            }
        let body = try? response.json(as: ErrorBody.self)
        self.init(
            code, message, status: status, serviceMessage: body?.error.map { secrets.line($0, limit: 300) })
    }

    package init(unreadable response: HTTPTransport.Response, cause: any Error, hiding secrets: SecretScrubber) {
        self.init(
            .invalidResponse, "the answer is not what the protocol says", status: response.head.status.code,
            cause: secrets.safe(cause))
    }

    /// `{"error": "…"}`.
    private struct ErrorBody: Decodable {
        let error: String?
    }
}

extension OpenInferenceError.Code: APIErrorCode {}
