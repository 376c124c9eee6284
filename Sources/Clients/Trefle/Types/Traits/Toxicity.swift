/// The toxicity of a species for people or animals, relative to others; a response may contain other values.
///
/// A missing value means unknown, which is different from ``none``.
public struct Toxicity: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value as the service writes it.
    public let rawValue: String

    /// A degree with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// Not poisonous, according to the source.
    public static let none = Toxicity(rawValue: "none")
    /// Slightly poisonous.
    public static let low = Toxicity(rawValue: "low")
    /// Poisonous.
    public static let medium = Toxicity(rawValue: "medium")
    /// Very poisonous.
    public static let high = Toxicity(rawValue: "high")
}
