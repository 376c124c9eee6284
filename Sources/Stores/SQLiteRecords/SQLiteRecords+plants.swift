import FoundationEssentials
import GRDB
package import Household
package import Plants
import Recognition

extension SQLiteRecords {
    package func keep(_ plant: Plant, correction: Correction?, for household: Household.ID) async throws {
        try await write { database in
            do {
                try database.execute(
                    sql: """
                        INSERT INTO plant
                            (household_id, id, name, scientific_name, taxon_rank, family, common_names,
                             identification_id, added_at, name_key, search_text, powo, gbif)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        household.rawValue, plant.id.rawValue, plant.name, plant.taxon?.scientificName,
                        plant.taxon?.rank.rawValue, plant.taxon?.family,
                        try Columns.names(plant.taxon?.commonNames ?? []), plant.identification.rawValue,
                        plant.addedAt.milliseconds, plant.nameKey, plant.searchText, plant.taxon?.powo,
                        plant.taxon?.gbif,
                    ])
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
                throw HouseholdError(.alreadyKept, "This one is in the collection already.", cause: error)
            }
            try database.execute(
                sql: "DELETE FROM waiting WHERE household_id = ? AND identification_id = ?",
                arguments: [household.rawValue, plant.identification.rawValue])
            if let correction {
                try database.execute(
                    sql: """
                        INSERT INTO correction (household_id, number, identification_id, proposed, chosen, made_at)
                        SELECT :household, coalesce(max(number), 0) + 1, :identification, :proposed, :chosen, :made
                        FROM correction WHERE household_id = :household
                        """,
                    arguments: [
                        "household": household.rawValue, "identification": correction.identification.rawValue,
                        "proposed": correction.proposed, "chosen": correction.chosen,
                        "made": correction.madeAt.milliseconds,
                    ])
            }
        }
    }

    package func corrections(of household: Household.ID) async throws -> [Correction] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM correction WHERE household_id = ? ORDER BY number",
                arguments: [household.rawValue]
            ).map { row in
                Correction(
                    identification: try row.identifier("identification_id"), proposed: row["proposed"],
                    chosen: row["chosen"], madeAt: Date(milliseconds: try row.required("made_at")))
            }
        }
    }

    package func plant(_ id: Plant.ID, of household: Household.ID) async throws -> Plant? {
        try await read { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM plant WHERE household_id = ? AND id = ?",
                arguments: [household.rawValue, id.rawValue]
            ).map { try Self.plant($0, of: household, in: database) }
        }
    }

    package func plants(_ query: PlantQuery, of household: Household.ID) async throws -> [Plant] {
        let order = query.order == .newest ? "added_at DESC, id" : "name_key, id"
        return try await read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT * FROM plant WHERE household_id = ? AND instr(search_text, ?) > 0 ORDER BY \(order)",
                arguments: [household.rawValue, query.foldedText]
            ).map { try Self.plant($0, of: household, in: database) }
        }
    }

    package func plantCount(of household: Household.ID) async throws -> Int {
        try await read { database in
            try Int.fetchOne(
                database, sql: "SELECT count(*) FROM plant WHERE household_id = ?", arguments: [household.rawValue])
                ?? 0
        }
    }

    package func rename(_ id: Plant.ID, to name: String, for household: Household.ID) async throws {
        try await write { database in
            guard
                let row = try Row.fetchOne(
                    database, sql: "SELECT * FROM plant WHERE household_id = ? AND id = ?",
                    arguments: [household.rawValue, id.rawValue])
            else { throw Self.noPlant }
            let renamed = try Self.plant(row, of: household, in: database).renamed(to: name)
            try database.execute(
                sql: """
                    UPDATE plant SET name = ?, name_key = ?, search_text = ? WHERE household_id = ? AND id = ?
                    """,
                arguments: [name, renamed.nameKey, renamed.searchText, household.rawValue, id.rawValue])
        }
    }

    package func remove(_ id: Plant.ID, for household: Household.ID) async throws {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM plant WHERE household_id = ? AND id = ?",
                arguments: [household.rawValue, id.rawValue])
            guard database.changesCount == 1 else { throw Self.noPlant }
        }
    }

    private static func plant(_ row: Row, of household: Household.ID, in database: Database) throws -> Plant {
        let identification: Identification.ID = try row.identifier("identification_id")
        let photographs: [Photograph.ID] = try Row.fetchAll(
            database,
            sql: """
                SELECT photograph_id FROM identification_photograph
                WHERE household_id = ? AND identification_id = ? ORDER BY position
                """,
            arguments: [household.rawValue, identification.rawValue]
        ).map { try $0.identifier("photograph_id") }
        return Plant(
            id: try row.identifier("id"), name: try row.required("name"),
            taxon: (row["scientific_name"] as String?) == nil ? nil : try row.taxon(), photographs: photographs,
            identification: identification, addedAt: Date(milliseconds: try row.required("added_at")))
    }

    private static var noPlant: HouseholdError {
        HouseholdError(.notFound, "There is no such plant in the collection.")
    }
}
