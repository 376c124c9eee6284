/// A taxonomic group, from a model's label or a service's answer.
public struct Taxon: Sendable, Hashable {
    /// The rank of a name.
    public enum Rank: String, Sendable, CaseIterable {
        case species, genus, family
    }

    /// Without authors: "Rosa canina", "Rosa", "Fragaria × ananassa".
    public let scientificName: String
    /// Names in everyday language, the most usual first; empty if none is known.
    public let commonNames: [String]
    /// The name of the family; nil if unknown.
    public let family: String?
    /// Whether it is a species, a genus or a family.
    public let rank: Rank
    /// The identifier in Plants of the World Online ("254151-1"); nil if unknown.
    public let powo: String?
    /// The identifier at GBIF ("2878688"); nil if unknown.
    public let gbif: String?

    public init(
        scientificName: String, commonNames: [String] = [], family: String? = nil, rank: Rank = .species,
        powo: String? = nil, gbif: String? = nil
    ) {
        self.scientificName = scientificName
        self.commonNames = commonNames
        self.family = family
        self.rank = rank
        self.powo = powo
        self.gbif = gbif
    }

    /// The first word that is not a hybrid sign; nil for a family.
    public var genus: String? {
        guard rank != .family else { return nil }
        return scientificName.split(separator: " ").first { $0 != "×" && $0 != "x" }.map(String.init)
    }

    /// A key that is equal for spellings of one species: case, hybrid signs, spaces and authors are ignored. A group
    /// between genus and species, such as a section, keeps its own name.
    public var foldingKey: String {
        var words: [String] = []
        var wanted = 2
        for word in scientificName.split(whereSeparator: { $0.isWhitespace || $0 == "×" }) {
            let word = word.lowercased()
            if word == "x" { continue }
            if words.count >= wanted { break }
            if words.count == 1, Self.groupMarks.contains(word) { wanted = 3 }
            words.append(word)
        }
        return rank.rawValue + ":" + words.joined(separator: " ")
    }

    /// Abbreviations between a genus and the name of a group within it.
    private static let groupMarks: Set = ["sect.", "subsect.", "ser.", "subg.", "agg.", "cf.", "aff."]

    /// Returns true if both are the same by the first identifier that both have: POWO, then GBIF, then the folded name.
    public func isSame(as other: Taxon) -> Bool {
        if let powo, let its = other.powo { return powo == its }
        if let gbif, let its = other.gbif { return gbif == its }
        return foldingKey == other.foldingKey
    }
}
