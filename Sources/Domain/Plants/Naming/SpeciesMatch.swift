public import Recognition

/// A species, genus or family of the care table that a search found.
public struct SpeciesMatch: Sendable, Hashable {
    /// How a name of the taxon fits the text, the best first.
    public enum Quality: Int, Sendable, Comparable {
        case exact, beginning, wordBeginning, typo
        /// The text contains the name: "Kitchen basil".
        case contained

        public static func < (left: Quality, right: Quality) -> Bool { left.rawValue < right.rawValue }
    }

    /// The species, genus or family that was found.
    public let taxon: Taxon
    /// The name that fits, as the table writes it: "Bogenhanf".
    public let name: String
    /// How well the text matches.
    public let quality: Quality

    /// `Taxon.typedName`.
    public var id: String { taxon.typedName }

    public init(taxon: Taxon, name: String, quality: Quality) {
        self.taxon = taxon
        self.name = name
        self.quality = quality
    }
}

extension Taxon {
    /// A text that means exactly this taxon wherever a name is typed: "genus:Geranium". The name alone may be that of
    /// another plant, too.
    public var typedName: String { "\(rank.rawValue):\(scientificName)" }
}

/// What is known of the plant that a person means with a typed name.
public enum SpeciesResolution: Sendable, Hashable {
    /// The name is one of exactly this taxon.
    case known(Taxon)
    /// The name is a Latin one of a species that the table lacks, but its genus is there: `taxon` has that name, and
    /// the care is that of `genus`.
    case member(taxon: Taxon, genus: String)
    /// The name may be meant as one of these; the best first, never empty.
    case unclear([SpeciesMatch])
    /// No name of the table is similar.
    case unknown

    /// The taxon if it is clear which one is meant.
    public var taxon: Taxon? {
        switch self {
        case .known(let taxon), .member(let taxon, _): taxon
        case .unclear, .unknown: nil
        }
    }

    /// The plants that the text may mean; empty if it means one or none.
    public var choices: [SpeciesMatch] {
        if case .unclear(let choices) = self { choices } else { [] }
    }
}
