import Calendar
import Foundation
import Messages
import Recognition

/// A collection in Simple Darwin Core (https://dwc.tdwg.org/simple/): a table with one occurrence per line and the
/// terms of the standard as columns.
///
/// `basisOfRecord` is LivingSpecimen, the standard's term for a plant that is kept alive; a HumanObservation would
/// claim an encounter in the field. `degreeOfEstablishment` is cultivated and `establishmentMeans` is empty, so that a
/// windowsill is not read as part of the species' range. `lifeStage` is unknown. `scientificName` is empty if it is
/// unknown; `vernacularName` is then the household's name for the plant.
///
/// Such files are meant to be shared. They contain no coordinates, address, country or person: `recordedBy` is empty.
/// Rooms and the diary are included as the household wrote them.
enum CollectionOccurrences {
    enum Term: String, CaseIterable {
        case occurrenceID, basisOfRecord, occurrenceStatus, eventDate, kingdom, family, genus, scientificName, taxonRank
        case taxonID, vernacularName, degreeOfEstablishment, recordedBy, identificationRemarks, occurrenceRemarks
        case dynamicProperties

        init(_ field: CollectionEntry.Field) {
            self =
                switch field {
                case .id: .occurrenceID
                case .name: .vernacularName
                case .scientificName: .scientificName
                case .taxonRank: .taxonRank
                case .family: .family
                case .powo, .gbif: .taxonID
                case .addedOn: .eventDate
                case .notes: .occurrenceRemarks
                case .commonNames, .room, .place, .potDiameter, .material, .isInGround, .spot, .hasGrowLamp,
                    .followsSeason, .repotted, .overruled, .archived, .log, .chores, .switchedOff, .learningSince,
                    .preferredTime, .choreNotes:
                    .dynamicProperties
                }
        }

        /// "occurrenceID", "dwc:occurrenceID" and "http://rs.tdwg.org/dwc/terms/occurrenceID" are equal.
        var key: String { CollectionOccurrences.key(rawValue) }
    }

    static func key(_ name: String) -> String {
        CollectionSheet.key(name.split { $0 == ":" || $0 == "/" }.last.map(String.init) ?? "")
    }

    static let powoAddress = "https://powo.science.kew.org/taxon/urn:lsid:ipni.org:names:"
    static let gbifAddress = "https://www.gbif.org/species/"
}

// MARK: - Writing

extension CollectionOccurrences {
    static func text(of entries: [CollectionEntry]) -> String {
        let rows = entries.lazy.map { entry in Term.allCases.map { $0.text(of: entry) } }
        return CollectionTable.text(of: [Term.allCases.map(\.rawValue)]) + CollectionTable.text(of: rows)
    }
}

extension CollectionOccurrences.Term {
    fileprivate func text(of entry: CollectionEntry) -> String {
        switch self {
        case .occurrenceID: entry.id ?? ""
        case .basisOfRecord: "LivingSpecimen"
        case .occurrenceStatus: "present"
        case .eventDate: entry.addedOn.description
        case .kingdom: "Plantae"
        case .family: entry.family ?? ""
        case .genus: entry.taxon?.genus ?? ""
        case .scientificName: entry.scientificName ?? ""
        case .taxonRank: entry.taxonRank ?? ""
        case .taxonID:
            entry.powo.map { CollectionOccurrences.powoAddress + $0 }
                ?? entry.gbif.map { CollectionOccurrences.gbifAddress + $0 } ?? ""
        // One name only: the term is not a list.
        case .vernacularName: entry.commonNames.first ?? entry.name
        case .degreeOfEstablishment: "cultivated"
        case .recordedBy: ""
        case .identificationRemarks: entry.scientificName == nil ? "" : "named by its keeper; no specimen was examined"
        case .occurrenceRemarks: CollectionOccurrences.remarks(of: entry.notes)
        case .dynamicProperties: CollectionWords.json(CollectionOccurrences.Properties(entry: entry))
        }
    }
}

extension CollectionOccurrences {
    /// Values without a term, as JSON with the names of `CollectionEntry.Field`.
    struct Properties: Codable {
        var entry: CollectionEntry

        private enum Mark: String, CodingKey {
            /// Identifies our properties.
            case stillroom
        }

        private static let mark = "plant"

        init(entry: CollectionEntry) { self.entry = entry }

        func encode(to encoder: any Encoder) throws {
            var marks = encoder.container(keyedBy: Mark.self)
            try marks.encode(Self.mark, forKey: .stillroom)
            var fields = encoder.container(keyedBy: CollectionEntry.Field.self)
            try entry.encodeKeeping(into: &fields)
        }

        init(from decoder: any Decoder) throws {
            entry = CollectionEntry(name: "", addedOn: .earliest)
            try entry.decodeKeeping(from: try decoder.container(keyedBy: CollectionEntry.Field.self))
        }

        /// Whether the properties are ours. Other software writes any text there, not only JSON.
        struct IsOurs: Decodable {
            init(from decoder: any Decoder) throws {
                let mark = try decoder.container(keyedBy: Mark.self).decode(String.self, forKey: .stillroom)
                guard mark == Properties.mark else {
                    throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: mark))
                }
            }
        }
    }

    /// Returns "2026-05-01: repotted", one note per line. Further lines of a note begin with a space, so that they are
    /// not read as new notes.
    static func remarks(of notes: [CollectionEntry.Note]) -> String {
        let lines = notes.flatMap { note in
            let lines = note.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return lines.enumerated().map { $0.offset == 0 ? "\(note.day): \($0.element)" : " \($0.element)" }
        }
        return lines.joined(separator: "\n")
    }

    /// Reads notes; remarks without a date get `day`.
    static func notes(in remarks: String, day: LocalDay) -> [CollectionEntry.Note] {
        var notes: [(day: LocalDay, lines: [Substring])] = []
        for line in remarks.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if let dated = LocalDay(String(line.prefix(10))), line.dropFirst(10).hasPrefix(": ") {
                notes.append((dated, [line.dropFirst(12)]))
            } else if notes.isEmpty {
                notes.append((day, [line]))
            } else {
                notes[notes.count - 1].lines.append(line)
            }
        }
        return notes.map { CollectionEntry.Note(day: $0.day, text: $0.lines.joined(separator: "\n")) }
    }
}

// MARK: - Reading

extension CollectionOccurrences {
    static func parse(_ text: ArraySlice<UInt8>, today: LocalDay) throws(CollectionError) -> CollectionFile {
        let tally = CollectionTally { Term($0).rawValue }
        return try CollectionRows(text, key: key).file(today: today, tally: tally) { header throws(CollectionError) in
            let places = header.places
            guard places[Term.scientificName.key] != nil || places[Term.vernacularName.key] != nil else {
                throw CollectionError(
                    .notCollection, line: header.line,
                    localized(
                        "there is no column of names; expected a header with scientificName or vernacularName"))
            }
            let used = Set(Term.allCases.compactMap { places[$0.key] })
            return CollectionRows.Reading(columns: used) { (cells: [Int: String]) throws(CollectionFlaw) in
                var values: [Term: String] = [:]
                for term in Term.allCases { values[term] = places[term.key].flatMap { cells[$0] } }
                return try entry(values, today: today)
            }
        }
    }

    private static func entry(_ values: [Term: String], today: LocalDay) throws(CollectionFlaw) -> CollectionEntry {
        let ours = try properties(in: values)
        var entry = ours ?? CollectionEntry(name: "", addedOn: today)
        entry.addedOn = today
        if let text = values[.eventDate] {
            guard let day = CollectionWords.day(text) else {
                throw CollectionFlaw(.addedOn, CollectionFlaw.noDay(text))
            }
            entry.addedOn = day
        }
        // Most occurrence identifiers are URLs and not ours.
        entry.id = values[.occurrenceID].flatMap { Plant.ID($0)?.rawValue }
        entry.scientificName = values[.scientificName]
        entry.taxonRank = values[.taxonRank].flatMap(rank)
        entry.family = values[.family]
        if entry.name.isEmpty { entry.name = values[.vernacularName] ?? "" }
        if ours == nil {
            entry.commonNames = values[.vernacularName].map { [$0] } ?? []
            let address = values[.taxonID] ?? ""
            if address.contains("ipni.org:names:") { entry.powo = address }
            if address.contains("gbif.org/species/") { entry.gbif = address }
        }
        entry.notes = values[.occurrenceRemarks].map { notes(in: $0, day: entry.addedOn) } ?? []
        return entry
    }

    private static func properties(in values: [Term: String]) throws(CollectionFlaw) -> CollectionEntry? {
        guard let text = values[.dynamicProperties] else { return nil }
        let data = Data(text.utf8)
        guard (try? JSONDecoder().decode(Properties.IsOurs.self, from: data)) != nil else { return nil }
        do {
            return try JSONDecoder().decode(Properties.self, from: data).entry
        } catch {
            let flaw = CollectionFlaw(decoding: error, below: 0)
            let message = "\(flaw.column ?? flaw.field.rawValue): \(flaw.message)"
            throw CollectionFlaw(flaw.field, column: Term.dynamicProperties.rawValue, message)
        }
    }

    /// Ranks below species count as species; other unknown ranks are ignored.
    private static func rank(_ text: String) -> String? {
        switch text.lowercased() {
        case "species", "subspecies", "variety", "form", "cultivar": Taxon.Rank.species.rawValue
        case let word: Taxon.Rank(rawValue: word)?.rawValue
        }
    }
}
