/// The growth rate relative to other plants; a response may contain other values.
public struct GrowthRate: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value as the service writes it.
    public let rawValue: String

    /// A rate with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// Slow.
    public static let slow = GrowthRate(rawValue: "Slow")
    /// Moderate.
    public static let moderate = GrowthRate(rawValue: "Moderate")
    /// Fast.
    public static let rapid = GrowthRate(rawValue: "Rapid")
}
