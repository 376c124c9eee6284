/// The reason why a request got no response. A response with any status is not an error.
///
/// The description is safe for logs: it contains the code, this library's message and the *type* of the cause, but
/// never the cause's text, because HTTP libraries put whole addresses with keys into their errors.
public struct HTTPTransportError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure. Later versions may add codes, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// A code with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The name does not resolve, or there is no route: this machine is offline.
        public static let noNetwork = Code(rawValue: "noNetwork")
        /// The connection failed: refused, reset, or TLS failed.
        public static let connectionFailed = Code(rawValue: "connectionFailed")
        /// No response within the time limit.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The connection ended before the end of the response.
        public static let cutOff = Code(rawValue: "cutOff")
        /// The response is larger than ``HTTPTransportError/limit``.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// The response is not HTTP.
        public static let invalidResponse = Code(rawValue: "invalidResponse")
        /// The request cannot be written as HTTP.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// A replaying transport has no response for the request.
        public static let notRecorded = Code(rawValue: "notRecorded")
    }

    /// The kind of failure.
    public let code: Code
    /// One sentence; safe for logs.
    public let message: String
    /// The exceeded limit in bytes, for ``Code/tooLarge``.
    public let limit: Int?
    /// The HTTP library's error. Do not log it: its text may contain the address.
    public let cause: (any Error)?

    /// An error. The message must be safe for logs.
    public init(_ code: Code, _ message: String, limit: Int? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.limit = limit
        self.cause = cause
    }

    public var description: String {
        "\(code): \(message)" + (cause.map { " (\(type(of: $0)))" } ?? "")
    }
}
