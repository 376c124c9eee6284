/// How poisonous a species is for people or animals, relative to others; a response may contain other words.
///
/// A missing value means not known, which is not ``none``.
public struct Toxicity: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// As the service writes it.
    public let rawValue: String

    /// A degree of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// Not poisonous, according to the source.
    public static let none = Toxicity(rawValue: "none")
    /// A little.
    public static let low = Toxicity(rawValue: "low")
    /// Poisonous.
    public static let medium = Toxicity(rawValue: "medium")
    /// Very poisonous.
    public static let high = Toxicity(rawValue: "high")
}
