package import Plants
package import Recognition

/// A species, genus or family that a name may mean, as JSON; Docs/api.md describes it.
package struct SpeciesDocument: Codable, Sendable {
    /// Can be sent as a species: "species:Epipremnum aureum".
    package let id: String
    package let scientificName: String
    package let rank: String
    package let family: String?
    package let commonNames: [String]
    /// The name that is like the text.
    package let name: String
    package let match: String

    package init(_ match: SpeciesMatch) {
        id = match.id
        scientificName = match.taxon.scientificName
        rank = match.taxon.rank.rawValue
        family = match.taxon.family
        commonNames = match.taxon.commonNames
        name = match.name
        self.match =
            switch match.quality {
            case .exact: "exact"
            case .beginning: "beginning"
            case .wordBeginning: "word"
            case .typo: "typo"
            case .contained: "contained"
            }
    }
}

/// The answer of a search for species.
package struct SpeciesListDocument: Codable, Sendable {
    package let query: String
    /// The `id` of the taxon that the text means; nil if it may mean several, or none.
    package let resolved: String?
    package let species: [SpeciesDocument]

    package init(query: String, resolved: Taxon?, matches: [SpeciesMatch]) {
        self.query = query
        self.resolved = resolved?.typedName
        species = matches.map(SpeciesDocument.init)
    }
}
