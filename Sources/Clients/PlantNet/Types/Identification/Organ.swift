/// Which part of a plant a photograph shows. Requests take these seven; a response may contain others.
public struct Organ: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// As the service writes it.
    public let rawValue: String

    /// An organ of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The service recognises the organ; see ``Identification/predictedOrgans``.
    public static let auto = Organ(rawValue: "auto")
    /// A leaf.
    public static let leaf = Organ(rawValue: "leaf")
    /// A flower.
    public static let flower = Organ(rawValue: "flower")
    /// A fruit.
    public static let fruit = Organ(rawValue: "fruit")
    /// Bark.
    public static let bark = Organ(rawValue: "bark")
    /// The whole plant; only beside an image of one of those above.
    public static let habit = Organ(rawValue: "habit")
    /// Something else; only beside an image of one of those above.
    public static let other = Organ(rawValue: "other")

    static let primary: Set<Organ> = [.auto, .leaf, .flower, .fruit, .bark]
    static let secondary: Set<Organ> = [.habit, .other]
}
