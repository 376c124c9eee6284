/// The part of a plant that an image shows; a response may contain others.
public struct PlantPart: RawRepresentable, Hashable, Sendable, Codable, CodingKeyRepresentable,
    CustomStringConvertible
{
    /// The value as the service writes it.
    public let rawValue: String

    /// A part with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// A flower.
    public static let flower = PlantPart(rawValue: "flower")
    /// A leaf.
    public static let leaf = PlantPart(rawValue: "leaf")
    /// The whole plant.
    public static let habit = PlantPart(rawValue: "habit")
    /// A fruit.
    public static let fruit = PlantPart(rawValue: "fruit")
    /// Bark.
    public static let bark = PlantPart(rawValue: "bark")
    /// Something else.
    public static let other = PlantPart(rawValue: "other")
    /// Unknown; the service writes it this way since 2.3 (September 2026).
    public static let unknown = PlantPart(rawValue: "unknown")
    /// Unknown; older versions of the service use the empty key.
    public static let unsorted = PlantPart(rawValue: "")
}
