/// The type of woody growth; a response may contain other values.
public struct LigneousType: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value as the service writes it.
    public let rawValue: String

    /// A type with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// A climber.
    public static let liana = LigneousType(rawValue: "liana")
    /// Woody only at the base.
    public static let subshrub = LigneousType(rawValue: "subshrub")
    /// A shrub.
    public static let shrub = LigneousType(rawValue: "shrub")
    /// A tree.
    public static let tree = LigneousType(rawValue: "tree")
    /// Lives on another plant.
    public static let parasite = LigneousType(rawValue: "parasite")
}
