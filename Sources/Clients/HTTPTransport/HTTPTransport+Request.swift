public import HTTPTypes

extension HTTPTransport {
    /// A request before it is sent.
    ///
    /// Its description and its mirror hide all values of the query and all header fields, so that a log message with an
    /// interpolated request contains no key.
    public struct Request: Sendable, CustomStringConvertible, CustomReflectable {
        /// Method, scheme, authority, path with query, header fields.
        public var head: HTTPRequest
        /// The body; nil for none.
        public var body: Body?
        /// Whether the request may be sent twice without side effects; ``HTTPTransport/retrying(_:clock:now:random:)``
        /// repeats only such requests.
        public var isRepeatable: Bool
        /// The largest response body, in bytes.
        public var responseLimit: Int

        /// The default of ``responseLimit``: 4 MiB.
        public static let usualResponseLimit = 4 * 1024 * 1024

        /// A request.
        ///
        /// - Parameters:
        ///   - head: method, scheme, authority, path with query, header fields.
        ///   - body: the body; nil for none.
        ///   - isRepeatable: whether it may be sent twice; nil if the method decides (RFC 9110 §9.2.2).
        ///   - responseLimit: the largest response body, in bytes.
        public init(
            head: HTTPRequest, body: Body? = nil, isRepeatable: Bool? = nil,
            responseLimit: Int = Request.usualResponseLimit
        ) {
            self.head = head
            self.body = body
            self.isRepeatable = isRepeatable ?? Self.idempotent.contains(head.method)
            self.responseLimit = responseLimit
        }

        private static let idempotent: Set<HTTPRequest.Method> = [.get, .head, .put, .delete, .options]

        public var description: String { RequestTarget(head).redacted(showing: []) }

        public var customMirror: Mirror {
            Mirror(self, children: ["target": description, "isRepeatable": isRepeatable], displayStyle: .struct)
        }
    }
}
