/// The part of a plant that a photograph shows. Requests support these seven; a response may contain others.
public struct Organ: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value as the service writes it.
    public let rawValue: String

    /// An organ with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// Lets the service recognise the organ; see ``Identification/predictedOrgans``.
    public static let auto = Organ(rawValue: "auto")
    /// A leaf.
    public static let leaf = Organ(rawValue: "leaf")
    /// A flower.
    public static let flower = Organ(rawValue: "flower")
    /// A fruit.
    public static let fruit = Organ(rawValue: "fruit")
    /// Bark.
    public static let bark = Organ(rawValue: "bark")
    /// The whole plant; only together with an image of one of the organs above.
    public static let habit = Organ(rawValue: "habit")
    /// Something else; only together with an image of one of the organs above.
    public static let other = Organ(rawValue: "other")

    static let primary: Set<Organ> = [.auto, .leaf, .flower, .fruit, .bark]
    static let secondary: Set<Organ> = [.habit, .other]
}
