/// Which generation of floras an id belongs to.
public struct ProjectType: RawRepresentable, Hashable, Sendable, Codable {
    /// As the service writes it.
    public let rawValue: String

    /// A type of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The floras of Kew's Plants of the World Online, `k-…`: the service's default.
    public static let kt = ProjectType(rawValue: "kt")
    /// The floras of before, as `weurope`.
    public static let legacy = ProjectType(rawValue: "legacy")
}
