/// The state of the service: `{"status": "ok"}`.
public struct ServiceStatus: Codable, Sendable, Hashable {
    /// `ok`, or another word in case of a fault.
    public let status: String

    /// Whether the status is `ok`.
    public var isOK: Bool { status == "ok" }
}
