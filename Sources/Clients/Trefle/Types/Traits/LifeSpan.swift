/// How many growing seasons a plant lives; a response may contain other words.
public struct LifeSpan: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// As the service writes it.
    public let rawValue: String

    /// A span of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// One.
    public static let annual = LifeSpan(rawValue: "annual")
    /// Two: it mostly flowers in the second.
    public static let biennial = LifeSpan(rawValue: "biennial")
    /// More than two.
    public static let perennial = LifeSpan(rawValue: "perennial")
}
