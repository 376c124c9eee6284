public import HTTPTransport

/// The state of the service.
public struct ServiceHealth: WireValue {
    public let raw: JSONValue

    public init(_ json: JSONValue) throws { raw = try json.object() }

    /// The overall status, for example `success`; the response's status is 500 if a check failed.
    public var status: String? { raw.words("status") }
    /// The checks.
    public var checks: [Check] { raw.values("results") }

    /// One check.
    public struct Check: WireValue {
        public let raw: JSONValue

        public init(_ json: JSONValue) throws { raw = try json.object() }

        /// The check's name, for example `check_redis`.
        public var name: String? { raw.words("checker") }
        /// Whether it passed.
        public var passed: Bool? { raw.flag("passed") }
        /// Its output.
        public var output: String? { raw.words("output") }
    }
}
