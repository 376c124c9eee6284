/// Whether the service is up: `{"status": "ok"}`.
public struct ServiceStatus: Codable, Sendable, Hashable {
    /// `ok`, or another word.
    public let status: String

    /// Whether it is `ok`.
    public var isOK: Bool { status == "ok" }
}
