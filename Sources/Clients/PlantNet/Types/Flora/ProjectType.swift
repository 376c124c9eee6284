/// The generation of floras to which an id belongs.
public struct ProjectType: RawRepresentable, Hashable, Sendable, Codable {
    /// The value as the service writes it.
    public let rawValue: String

    /// A type with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The floras of Kew's Plants of the World Online, `k-…`: the service's default.
    public static let kt = ProjectType(rawValue: "kt")
    /// The earlier floras, for example `weurope`.
    public static let legacy = ProjectType(rawValue: "legacy")
}
