/// The taxonomic rank of a species record; a response may contain others.
public struct SpeciesRank: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value as the service writes it.
    public let rawValue: String

    /// A rank with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// A species.
    public static let species = SpeciesRank(rawValue: "species")
    /// A subspecies.
    public static let subspecies = SpeciesRank(rawValue: "ssp")
    /// A variety.
    public static let variety = SpeciesRank(rawValue: "var")
    /// A form.
    public static let form = SpeciesRank(rawValue: "form")
    /// A hybrid.
    public static let hybrid = SpeciesRank(rawValue: "hybrid")
    /// A subvariety.
    public static let subvariety = SpeciesRank(rawValue: "subvar")
}
