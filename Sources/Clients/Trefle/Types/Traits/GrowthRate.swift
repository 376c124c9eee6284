/// How fast a plant grows, relative to others; a response may contain other words.
public struct GrowthRate: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// As the service writes it.
    public let rawValue: String

    /// A rate of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// Slowly.
    public static let slow = GrowthRate(rawValue: "Slow")
    /// Neither slowly nor fast.
    public static let moderate = GrowthRate(rawValue: "Moderate")
    /// Fast.
    public static let rapid = GrowthRate(rawValue: "Rapid")
}
