/// What went wrong on the wire; an answer of any status is not an error.
///
/// The description is safe for logs: it holds the code, a text of ours and the *type* of the cause, never the cause's own
/// words, because an HTTP library likes to put the whole address, key and all, into its errors.
public struct HTTPTransportError: Error, Sendable, CustomStringConvertible {
    /// Which failure; more may be added, so a `switch` over codes needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let rawValue: String

        /// A code of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The name does not resolve, or there is no route: this machine is offline.
        public static let noNetwork = Code(rawValue: "noNetwork")
        /// The host is known but no connection came about: refused, reset at once, TLS failed.
        public static let connectionFailed = Code(rawValue: "connectionFailed")
        /// No answer within the time allowed.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The connection ended before the answer did.
        public static let cutOff = Code(rawValue: "cutOff")
        /// More bytes than allowed; ``HTTPTransportError/limit`` says how many are.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// What came was not HTTP.
        public static let invalidResponse = Code(rawValue: "invalidResponse")
        /// The request cannot be written as HTTP.
        public static let invalidRequest = Code(rawValue: "invalidRequest")
        /// A replaying transport was asked for what it has not.
        public static let notRecorded = Code(rawValue: "notRecorded")
    }

    /// Which failure.
    public let code: Code
    /// One sentence, safe for logs.
    public let message: String
    /// The limit that was passed, in bytes, for ``Code/tooLarge``.
    public let limit: Int?
    /// What the library below threw. Its text may hold the address: not for logs.
    public let cause: (any Error)?

    /// An error; the message must be safe for logs.
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
