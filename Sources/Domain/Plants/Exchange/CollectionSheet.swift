import Calendar
import Foundation
import Messages
import Recognition

/// A collection as a spreadsheet: one plant per line, with the columns of `Column` in that order.
///
/// Days are 2026-11-21, Booleans are yes or no. Several common names share a cell, separated by ` | `; `\|` is a bar
/// within a name. Overruled values and own chores are JSON in their cells. Diary and log are not included, except the
/// last watering.
///
/// Reading accepts columns in any order, names unknown ones in `CollectionFile.unknownColumns`, and knows the names that other software uses, regardless
/// of case, spaces and hyphens. A column of notes becomes a diary entry on the day the plant was added.
enum CollectionSheet {
    enum Column: String, CaseIterable {
        case id, name
        case scientificName = "scientific_name"
        case taxonRank = "taxon_rank"
        case family
        case commonNames = "common_names"
        case powo, gbif, room, place
        case potDiameter = "pot_diameter_cm"
        case material
        case isInGround = "in_ground"
        case spot
        case hasGrowLamp = "grow_lamp"
        case followsSeason = "follows_season"
        case repotted = "repotted_on"
        case addedOn = "added_on"
        case archivedReason = "archived_reason"
        case archivedOn = "archived_on"
        case lastWatered = "last_watered"
        case overruled, chores
        case preferredTime = "preferred_time"
    }

    static func text(of entries: [CollectionEntry]) -> String {
        let rows = entries.lazy.map { entry in Column.allCases.map { $0.text(of: entry) } }
        return CollectionTable.text(of: [Column.allCases.map(\.rawValue)])
            + CollectionTable.text(of: rows)
    }

    static func parse(_ text: ArraySlice<UInt8>, today: LocalDay) throws(CollectionError) -> CollectionFile {
        let tally = CollectionTally { Column($0)?.rawValue ?? $0.rawValue }
        return try CollectionRows(text, key: key).file(today: today, tally: tally) { header throws(CollectionError) in
            let columns = Self.columns(in: header)
            guard columns.values.contains(.name) || columns.values.contains(.scientificName) else {
                throw CollectionError(
                    .notCollection, line: header.line,
                    localized("there is no column of names; expected a header with name or scientific_name"))
            }
            let used = Set(columns.keys).union(header.note.map { [$0] } ?? [])
            return CollectionRows.Reading(columns: used) { (cells: [Int: String]) throws(CollectionFlaw) in
                var values: [Column: String] = [:]
                for (place, column) in columns { values[column] = cells[place] }
                return try entry(values, notes: header.note.flatMap { cells[$0] }, today: today)
            }
        }
    }

    /// "Scientific name" and "scientific_name" are equal.
    static func key(_ name: String) -> String { String(name.lowercased().filter { $0.isLetter || $0.isNumber }) }

    /// Returns the field of each column. Our own names take precedence; each column of the file is used once.
    private static func columns(in header: CollectionRows.Header) -> [Int: Column] {
        var columns: [Int: Column] = [:]
        var found: Set<Column> = []
        for names in [{ [key($0.rawValue)] }, { $0.otherNames }] as [(Column) -> [String]] {
            for column in Column.allCases where !found.contains(column) {
                let places = names(column).compactMap { header.places[$0] }
                guard let place = places.first(where: { columns[$0] == nil }) else { continue }
                columns[place] = column
                found.insert(column)
            }
        }
        return columns
    }
}

extension CollectionSheet.Column {
    /// Returns nil for the diary and for fields without a column.
    init?(_ field: CollectionEntry.Field) {
        let column: Self? =
            switch field {
            case .id: .id
            case .name: .name
            case .scientificName: .scientificName
            case .taxonRank: .taxonRank
            case .family: .family
            case .commonNames: .commonNames
            case .powo: .powo
            case .gbif: .gbif
            case .room: .room
            case .place: .place
            case .potDiameter: .potDiameter
            case .material: .material
            case .isInGround: .isInGround
            case .spot: .spot
            case .hasGrowLamp: .hasGrowLamp
            case .followsSeason: .followsSeason
            case .repotted: .repotted
            case .overruled: .overruled
            case .addedOn: .addedOn
            case .notes, .switchedOff, .learningSince, .choreNotes: nil
            case .preferredTime: .preferredTime
            case .archived: .archivedReason
            case .log: .lastWatered
            case .chores: .chores
            }
        guard let column else { return nil }
        self = column
    }

    /// The names that other software uses, normalised by `CollectionSheet.key`; the most likely first.
    var otherNames: [String] {
        switch self {
        case .name: ["nickname", "plantname", "plant", "commonname", "vernacularname", "label", "title"]
        case .scientificName:
            ["species", "latin", "latinname", "botanicalname", "botanical", "scientific", "taxon", "taxonname"]
        case .taxonRank: ["rank"]
        case .commonNames: ["commonname", "vernacularname", "vernacularnames"]
        case .powo: ["powoid"]
        case .gbif: ["gbifid"]
        case .room: ["location", "where", "roomname"]
        case .potDiameter: ["potdiameter", "potsizecm"]
        case .material: ["potmaterial"]
        case .isInGround: ["inground"]
        case .hasGrowLamp: ["growlight"]
        case .repotted: ["repotted", "lastrepotted", "daterepotted"]
        case .addedOn:
            [
                "dateadded", "added", "dateacquired", "acquired", "acquiredon", "acquisitiondate", "purchasedate",
                "datepurchased", "purchased", "bought", "dateplanted", "planted", "date", "since",
            ]
        case .lastWatered: ["watered", "lastwatering", "lastwateredon"]
        case .id, .family, .place, .spot, .followsSeason, .archivedReason, .archivedOn, .overruled, .chores,
            .preferredTime:
            []
        }
    }
}
