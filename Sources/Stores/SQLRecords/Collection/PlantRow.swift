import Calendar
import Foundation
import Household
import Plants
import Recognition

// Conversion of plants to and from their rows.

extension SQLRecords {
    static func insert(_ plant: Plant, for household: Household.ID, in transaction: any SQLTransaction) throws {
        let values =
            [
                ("household_id", household.rawValue.sqlValue), ("id", plant.id.rawValue.sqlValue),
                ("identification_id", plant.identification?.rawValue.sqlValue ?? .null),
                ("added_at", plant.addedAt.milliseconds.sqlValue),
            ] + (try changeable(plant)).map { ($0.column, $0.value) }
        try transaction.execute(
            """
            INSERT INTO plant (\(values.map(\.0).joined(separator: ", ")))
            VALUES (\(values.map { _ in "?" }.joined(separator: ", ")))
            """, SQLArguments(values.map(\.1)))
        for (position, photograph) in plant.photographs.enumerated() {
            try transaction.execute(
                """
                INSERT INTO plant_photograph (household_id, plant_id, position, photograph_id) VALUES (?, ?, ?, ?)
                """, [household.rawValue, plant.id.rawValue, position, photograph.rawValue])
        }
    }

    /// The values that a person may change, by column.
    static func changeable(_ plant: Plant) throws -> [(column: String, value: SQLValue)] {
        let situation = plant.situation
        let overruled = Dictionary(
            plant.overruled.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first })
        return [
            ("name", plant.name.sqlValue), ("name_key", plant.nameKey.sqlValue),
            ("search_text", plant.searchText.sqlValue),
            ("scientific_name", plant.taxon?.scientificName.sqlValue ?? .null),
            ("taxon_rank", plant.taxon?.rank.rawValue.sqlValue ?? .null),
            ("taxon_key", plant.taxon?.foldingKey.sqlValue ?? .null),
            ("family", plant.taxon?.family?.sqlValue ?? .null),
            ("common_names", try Columns.json(plant.taxon?.commonNames ?? []).sqlValue),
            ("powo", plant.taxon?.powo?.sqlValue ?? .null),
            ("gbif", plant.taxon?.gbif?.sqlValue ?? .null),
            ("room", plant.room?.sqlValue ?? .null), ("place", situation.place.rawValue.sqlValue),
            ("pot_diameter", situation.potDiameter?.sqlValue ?? .null),
            ("pot_material", situation.material?.rawValue.sqlValue ?? .null),
            ("in_ground", situation.isInGround.sqlValue), ("spot", situation.spot.rawValue.sqlValue),
            ("grow_lamp", situation.hasGrowLamp.sqlValue),
            ("repotted_day", situation.repotted?.number.sqlValue ?? .null),
            ("follows_season", situation.followsSeason.sqlValue),
            ("overruled", try Columns.json(overruled).sqlValue),
            ("learning_since", plant.learningSince?.number.sqlValue ?? .null),
            ("archive_reason", plant.archive?.reason.rawValue.sqlValue ?? .null),
            ("archived_day", plant.archive?.day.number.sqlValue ?? .null),
            ("preferred_minute", plant.preferredTime.map { ($0.second / 60).sqlValue } ?? .null),
        ]
    }

    static func plant(_ id: Plant.ID, of household: Household.ID, in transaction: any SQLTransaction) throws -> Plant? {
        guard
            let row = try transaction.first(
                "SELECT * FROM plant WHERE household_id = ? AND id = ?",
                [household.rawValue, id.rawValue])
        else { return nil }
        let photographs = try photographs(of: [id], household: household, in: transaction)
        return try row.plant(photographs: photographs[id.rawValue, default: []])
    }

    /// Photographs by plant; only those of `plants` if it is not nil.
    static func photographs(
        of plants: [Plant.ID]?, household: Household.ID, in transaction: any SQLTransaction
    ) throws -> [String: [Photograph.ID]] {
        var found: [String: [Photograph.ID]] = [:]
        let list = plants.map(SQLList.init)
        let rows = try transaction.query(
            """
            SELECT plant_id, photograph_id FROM plant_photograph
            WHERE household_id = ? \(list.map { "AND plant_id IN \($0.sql)" } ?? "") ORDER BY plant_id, position
            """, [household.rawValue] + (list?.arguments ?? []))
        for row in rows {
            found[try row.required("plant_id"), default: []].append(try row.identifier("photograph_id"))
        }
        return found
    }
}

extension SQLRow {
    func day(_ column: String) -> LocalDay? { (self[column] as Int?).map(LocalDay.init(number:)) }

    /// The time of day of a column of minutes.
    func time(_ column: String) -> LocalTime? {
        (self[column] as Int?).flatMap { LocalTime(hour: $0 / 60, minute: $0 % 60) }
    }

    func requiredDay(_ column: String) throws -> LocalDay { LocalDay(number: try required(column)) }

    func plant(photographs: [Photograph.ID]) throws -> Plant {
        let overruled = (try? document([String: String].self, in: "overruled")) ?? [:]
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
            // A field that only a later release knows is skipped.
            overruled: Dictionary(
                overruled.compactMap { name, text in CareField(rawValue: name).map { ($0, text) } },
                uniquingKeysWith: { first, _ in first }),
            learningSince: day("learning_since"), archive: archive, preferredTime: time("preferred_minute"))
    }
}
