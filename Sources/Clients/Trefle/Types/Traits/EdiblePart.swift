/// An edible part of a plant; a response may contain other values. No guarantee that it is safe.
public struct EdiblePart: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value as the service writes it.
    public let rawValue: String

    /// A part with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The roots.
    public static let roots = EdiblePart(rawValue: "roots")
    /// The stem.
    public static let stem = EdiblePart(rawValue: "stem")
    /// The leaves.
    public static let leaves = EdiblePart(rawValue: "leaves")
    /// The flowers.
    public static let flowers = EdiblePart(rawValue: "flowers")
    /// The fruits.
    public static let fruits = EdiblePart(rawValue: "fruits")
    /// The seeds.
    public static let seeds = EdiblePart(rawValue: "seeds")
    /// The tubers.
    public static let tubers = EdiblePart(rawValue: "tubers")
}
