/// The number of growing seasons that a plant lives; a response may contain other values.
public struct LifeSpan: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value as the service writes it.
    public let rawValue: String

    /// A span with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// One season.
    public static let annual = LifeSpan(rawValue: "annual")
    /// Two seasons; most flower in the second.
    public static let biennial = LifeSpan(rawValue: "biennial")
    /// More than two seasons.
    public static let perennial = LifeSpan(rawValue: "perennial")
}
