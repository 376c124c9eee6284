public import HTTPTransport

/// How the service is.
public struct ServiceHealth: WireValue {
    public let raw: JSONValue

    public init(_ json: JSONValue) throws { raw = try json.object() }

    /// As `success`; the answer's status is 500 where something is wrong.
    public var status: String? { raw.words("status") }
    /// What was looked at.
    public var checks: [Check] { raw.values("results") }

    /// One thing that was looked at.
    public struct Check: WireValue {
        public let raw: JSONValue

        public init(_ json: JSONValue) throws { raw = try json.object() }

        /// As `check_redis`.
        public var name: String? { raw.words("checker") }
        /// Whether it is well.
        public var passed: Bool? { raw.flag("passed") }
        /// What it said.
        public var output: String? { raw.words("output") }
    }
}
