public import HTTPTransport

/// The state of the service.
public struct ServiceHealth: WireValue {
    public let raw: JSONValue

    public init(_ json: JSONValue) throws { raw = try json.object() }

    /// As `success`; the answer's status is 500 if something is wrong.
    public var status: String? { raw.words("status") }
    /// The checks.
    public var checks: [Check] { raw.values("results") }

    /// One check.
    public struct Check: WireValue {
        public let raw: JSONValue

        public init(_ json: JSONValue) throws { raw = try json.object() }

        /// As `check_redis`.
        public var name: String? { raw.words("checker") }
        /// Whether it passed.
        public var passed: Bool? { raw.flag("passed") }
        /// Its output.
        public var output: String? { raw.words("output") }
    }
}
