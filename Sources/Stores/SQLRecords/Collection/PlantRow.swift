import Calendar
import Foundation
import GRDB
import Household
import Plants
import Recognition

// A plant in its row, and back.

extension SQLiteRecords {
    static func insert(_ plant: Plant, for household: Household.ID, in database: Database) throws {
        let values =
            [
                ("household_id", household.rawValue.databaseValue), ("id", plant.id.rawValue.databaseValue),
                ("identification_id", plant.identification?.rawValue.databaseValue ?? .null),
                ("added_at", plant.addedAt.milliseconds.databaseValue),
            ] + (try changeable(plant)).map { ($0.column, $0.value) }
        try database.execute(
            sql: """
                INSERT INTO plant (\(values.map(\.0).joined(separator: ", ")))
                VALUES (\(values.map { _ in "?" }.joined(separator: ", ")))
                """, arguments: StatementArguments(values.map(\.1)))
        for (position, photograph) in plant.photographs.enumerated() {
            try database.execute(
                sql: """
                    INSERT INTO plant_photograph (household_id, plant_id, position, photograph_id) VALUES (?, ?, ?, ?)
                    """, arguments: [household.rawValue, plant.id.rawValue, position, photograph.rawValue])
        }
    }

    /// What a person may change, column by column.
    static func changeable(_ plant: Plant) throws -> [(column: String, value: DatabaseValue)] {
        let situation = plant.situation
        let overruled = Dictionary(
            plant.overruled.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first })
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return [
            ("name", plant.name.databaseValue), ("name_key", plant.nameKey.databaseValue),
            ("search_text", plant.searchText.databaseValue),
            ("scientific_name", plant.taxon?.scientificName.databaseValue ?? .null),
            ("taxon_rank", plant.taxon?.rank.rawValue.databaseValue ?? .null),
            ("taxon_key", plant.taxon?.foldingKey.databaseValue ?? .null),
            ("family", plant.taxon?.family?.databaseValue ?? .null),
            ("common_names", try Columns.names(plant.taxon?.commonNames ?? []).databaseValue),
            ("powo", plant.taxon?.powo?.databaseValue ?? .null),
            ("gbif", plant.taxon?.gbif?.databaseValue ?? .null),
            ("room", plant.room?.databaseValue ?? .null), ("place", situation.place.rawValue.databaseValue),
            ("pot_diameter", situation.potDiameter?.databaseValue ?? .null),
            ("pot_material", situation.material?.rawValue.databaseValue ?? .null),
            ("in_ground", situation.isInGround.databaseValue), ("spot", situation.spot.rawValue.databaseValue),
            ("grow_lamp", situation.hasGrowLamp.databaseValue),
            ("repotted_day", situation.repotted?.number.databaseValue ?? .null),
            ("follows_season", situation.followsSeason.databaseValue),
            ("overruled", String(decoding: try encoder.encode(overruled), as: UTF8.self).databaseValue),
            ("learning_since", plant.learningSince?.number.databaseValue ?? .null),
            ("archive_reason", plant.archive?.reason.rawValue.databaseValue ?? .null),
            ("archived_day", plant.archive?.day.number.databaseValue ?? .null),
        ]
    }

    static func plant(_ id: Plant.ID, of household: Household.ID, in database: Database) throws -> Plant? {
        guard
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM plant WHERE household_id = ? AND id = ?",
                arguments: [household.rawValue, id.rawValue])
        else { return nil }
        let photographs = try photographs(of: id, household: household, in: database)
        return try row.plant(photographs: photographs[id.rawValue, default: []])
    }

    /// By plant; of one plant where one is named.
    static func photographs(
        of plant: Plant.ID?, household: Household.ID, in database: Database
    ) throws -> [String: [Photograph.ID]] {
        var found: [String: [Photograph.ID]] = [:]
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT plant_id, photograph_id FROM plant_photograph
                WHERE household_id = ? \(plant == nil ? "" : "AND plant_id = ?") ORDER BY plant_id, position
                """, arguments: StatementArguments([household.rawValue] + (plant.map { [$0.rawValue] } ?? [])))
        while let row = try rows.next() {
            found[try row.required("plant_id"), default: []].append(try row.identifier("photograph_id"))
        }
        return found
    }
}

extension Row {
    func day(_ column: String) -> LocalDay? { (self[column] as Int?).map(LocalDay.init(number:)) }

    func requiredDay(_ column: String) throws -> LocalDay { LocalDay(number: try required(column)) }

    func plant(photographs: [Photograph.ID]) throws -> Plant {
        let overruled =
            (try? JSONDecoder().decode([String: String].self, from: Data((try required("overruled") as String).utf8)))
            ?? [:]
        var archive: Plant.Archive?
        if let day = day("archived_day") { archive = .init(try word("archive_reason"), on: day) }
        return Plant(
            id: try identifier("id"), name: try required("name"),
            taxon: (self["scientific_name"] as String?) == nil ? nil : try taxon(), photographs: photographs,
            identification: (self["identification_id"] as String?) == nil ? nil : try identifier("identification_id"),
            addedAt: Date(milliseconds: try required("added_at")), room: self["room"],
            situation: Situation(
                place: try word("place"), potDiameter: self["pot_diameter"],
                material: (self["pot_material"] as String?) == nil ? nil : try word("pot_material"),
                isInGround: try required("in_ground"), spot: try word("spot"), hasGrowLamp: try required("grow_lamp"),
                repotted: day("repotted_day"), followsSeason: try required("follows_season")),
            // A field that a later release knows and this one does not is passed over.
            overruled: Dictionary(
                overruled.compactMap { name, text in CareField(rawValue: name).map { ($0, text) } },
                uniquingKeysWith: { first, _ in first }),
            learningSince: day("learning_since"), archive: archive)
    }
}
