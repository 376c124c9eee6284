/// A named group of organisms, as a model's label or a service's answer gives it.
package struct Taxon: Sendable, Hashable {
    package enum Rank: String, Sendable, CaseIterable {
        case species, genus, family
    }

    /// Without author: "Rosa canina", "Rosa", "Fragaria × ananassa".
    package let scientificName: String
    package let commonNames: [String]
    package let family: String?
    package let rank: Rank

    package init(scientificName: String, commonNames: [String] = [], family: String? = nil, rank: Rank = .species) {
        self.scientificName = scientificName
        self.commonNames = commonNames
        self.family = family
        self.rank = rank
    }

    /// The first word that is not a hybrid sign; a family has no genus.
    package var genus: String? {
        guard rank != .family else { return nil }
        return scientificName.split(separator: " ").first { $0 != "×" && $0 != "x" }.map(String.init)
    }

    /// What two spellings of one species have in common: case, hybrid signs, spaces and authors do not count.
    package var foldingKey: String {
        var words: [Substring] = []
        for word in scientificName.split(whereSeparator: { $0.isWhitespace || $0 == "×" }) {
            if word == "x" || word == "X" { continue }
            if words.count >= 2 { break }
            words.append(word)
        }
        return rank.rawValue + ":" + words.joined(separator: " ").lowercased()
    }
}
