package import Calendar
package import Foundation
package import Recognition

/// A plant of the household's collection.
package struct Plant: Sendable, Hashable, Identifiable {
    package typealias ID = Identifier<Plant>

    /// When and why the plant was archived.
    package struct Archive: Sendable, Hashable {
        package enum Reason: String, Sendable, CaseIterable {
            case died, sold, other
            case givenAway = "given-away"
        }

        package let reason: Reason
        package let day: LocalDay

        package init(_ reason: Reason, on day: LocalDay) {
            self.reason = reason
            self.day = day
        }
    }

    package let id: ID
    /// The household's name for it: 1–120 code points.
    package var name: String
    /// nil if the person kept it without a species.
    package var taxon: Taxon?
    /// In the order they were added, those of its identification first.
    package let photographs: [Photograph.ID]
    /// nil if it was added without a photograph, from a list or by hand.
    package let identification: Identification.ID?
    package let addedAt: Date
    /// The room; nil if not set.
    package var room: String?
    package var situation: Situation
    /// The household's own values, by field.
    package var overruled: [CareField: String]
    /// Waterings before this day are ignored by the adjustment.
    package var learningSince: LocalDay?
    package var archive: Archive?
    /// When its chores are due on their day, for reminders; nil for the time of the household.
    package var preferredTime: LocalTime?

    package init(
        id: ID, name: String, taxon: Taxon?, photographs: [Photograph.ID], identification: Identification.ID?,
        addedAt: Date, room: String? = nil, situation: Situation = Situation(), overruled: [CareField: String] = [:],
        learningSince: LocalDay? = nil, archive: Archive? = nil, preferredTime: LocalTime? = nil
    ) {
        self.id = id
        self.name = name
        self.taxon = taxon
        self.photographs = photographs
        self.identification = identification
        self.addedAt = addedAt
        self.room = room
        self.situation = situation
        self.overruled = overruled
        self.learningSince = learningSince
        self.archive = archive
        self.preferredTime = preferredTime
    }

    package static let nameLimit = 120

    /// Normalises a name: one line, trimmed, at most 120 code points; nil if nothing is left.
    package static func tidy(_ name: String) -> String? { tidy(name, limit: nameLimit) }

    /// The same with another limit.
    package static func tidy(_ text: String, limit: Int) -> String? {
        // Text far beyond the limit is not processed: untrusted input may have any length.
        let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit * 8)))
        let words = start.split {
            $0.isWhitespace || $0.isNewline || $0.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
                || isControl($0)
        }
        // Whole characters are kept and code points are counted: a flag is one character of two code points.
        var tidied = ""
        var count = 0
        for character in words.joined(separator: " ") {
            count += character.unicodeScalars.count
            if count > limit { break }
            tidied.append(character)
        }
        if tidied.hasSuffix(" ") { tidied.removeLast() }
        return tidied.isEmpty ? nil : tidied
    }

    static func isControl(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

/// A person's choice when an identification is confirmed.
package enum Choice: Sendable, Hashable {
    /// The candidate of this rank. If `named` is given, the candidate of that name, because the list may have changed.
    case candidate(rank: Int, named: String? = nil)
    /// None of the candidates; `name` is a name typed by the person, and `taxon` the plant that the name means.
    case noneOfThese(name: String?, taxon: Taxon? = nil)
}

extension Plant {
    /// The key for sorting by name, regardless of case and accents.
    package var nameKey: String { Plant.folded(name) }

    /// The text that a search matches.
    package var searchText: String {
        let words = [name, room ?? "", taxon?.scientificName ?? "", taxon?.family ?? ""] + (taxon?.commonNames ?? [])
        return words.map(Plant.folded).joined(separator: "\n")
    }

    /// Returns lower case without accents: a search for "strom" finds "Ström".
    package static func folded(_ text: String) -> String {
        // Names of only these characters are frequent, and lists sort thousands of them.
        if text.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "^") && $0 != UInt8(ascii: "`") }) {
            return text.lowercased()
        }
        return String(
            text.decomposedStringWithCanonicalMapping.unicodeScalars.filter { !$0.properties.isDiacritic }
                .map(Character.init)
        ).lowercased()
    }
}

/// An entry of a plant's diary.
package struct PlantNote: Sendable, Hashable {
    /// Assigned in ascending order within a household.
    package let number: Int
    package let text: String
    package let at: Date

    package init(number: Int, text: String, at: Date) {
        self.number = number
        self.text = text
        self.at = at
    }

    package static let lengthLimit = 2_000

    /// Normalises a note: lines without control characters, no empty lines at the ends; nil if nothing is left.
    package static func tidy(_ text: String) -> String? {
        guard text.unicodeScalars.count <= lengthLimit else { return nil }
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            Plant.tidy(String($0), limit: lengthLimit) ?? ""
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        let kept = lines.drop(while: \.isEmpty)
        return kept.isEmpty ? nil : kept.joined(separator: "\n")
    }
}
