package import Foundation
package import Recognition

/// A plant of the household's collection.
package struct Plant: Sendable, Hashable, Identifiable {
    package typealias ID = Identifier<Plant>

    package let id: ID
    /// What the household calls it: 1–120 code points.
    package let name: String
    /// What it is; nothing when the person kept it without a species.
    package let taxon: Taxon?
    package let photographs: [Photograph.ID]
    package let identification: Identification.ID
    package let addedAt: Date

    package init(
        id: ID, name: String, taxon: Taxon?, photographs: [Photograph.ID], identification: Identification.ID,
        addedAt: Date
    ) {
        self.id = id
        self.name = name
        self.taxon = taxon
        self.photographs = photographs
        self.identification = identification
        self.addedAt = addedAt
    }

    package static let nameLimit = 120

    /// A name as it is kept: one line, no spaces at its ends, at most 120 code points; nothing when nothing is left.
    package static func tidy(_ name: String) -> String? {
        let words = name.split {
            $0.isWhitespace || $0.isNewline || $0.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
                || isControl($0)
        }
        var tidied = words.joined(separator: " ")
        // Whole characters are cut, code points are counted: a flag is one character of two.
        while tidied.unicodeScalars.count > nameLimit { tidied.removeLast() }
        return tidied.isEmpty ? nil : tidied
    }

    static func isControl(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

/// What the person chose when an identification was confirmed.
package enum Choice: Sendable, Hashable {
    /// The candidate of that rank; with its name, the one of that name, because the list may have changed since.
    case candidate(rank: Int, named: String? = nil)
    /// None of these; under a name of the person's own where they gave one.
    case noneOfThese(name: String?)
}

extension Plant {
    package func renamed(to name: String) -> Plant {
        Plant(
            id: id, name: name, taxon: taxon, photographs: photographs, identification: identification,
            addedAt: addedAt)
    }

    /// What names are sorted by, whatever their case and accents.
    package var nameKey: String { Plant.folded(name) }

    /// What a search looks through.
    package var searchText: String {
        let words = [name, taxon?.scientificName ?? "", taxon?.family ?? ""] + (taxon?.commonNames ?? [])
        return words.map(Plant.folded).joined(separator: "\n")
    }

    /// Lower case, without accents: "Ström" and "strom" are the same to a person who searches.
    package static func folded(_ text: String) -> String {
        String(
            text.decomposedStringWithCanonicalMapping.unicodeScalars.filter { !$0.properties.isDiacritic }
                .map(Character.init)
        ).lowercased()
    }
}
