package import Agenda
package import FoundationEssentials
import GRDB
package import Household
package import Plants
package import Recognition

extension SQLiteRecords {
    package func keep(
        _ plant: Plant, chores: [Chore], correction: Correction?, for household: Household.ID
    ) async throws {
        try await plan(for: household) { database in
            do {
                try Self.insert(plant, for: household, in: database)
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
                throw HouseholdError(.alreadyKept, "This one is in the collection already.", cause: error)
            }
            for chore in chores { try Self.insert(chore, for: household, in: database) }
            if let identification = plant.identification {
                try database.execute(
                    sql: "DELETE FROM waiting WHERE household_id = ? AND identification_id = ?",
                    arguments: [household.rawValue, identification.rawValue])
            }
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
        try await read { database in try Self.plant(id, of: household, in: database) }
    }

    package func plants(_ query: PlantQuery, of household: Household.ID) async throws -> [Plant] {
        let order = query.order == .newest ? "added_at DESC, id" : "name_key, id"
        var conditions = ["household_id = :household", "instr(search_text, :text) > 0"]
        if query.room != nil { conditions.append("room = :room") }
        if let isArchived = query.isArchived {
            conditions.append("archived_day IS " + (isArchived ? "NOT NULL" : "NULL"))
        }
        let sql = """
            SELECT * FROM plant WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order)
            LIMIT \(query.limit ?? -1)
            """
        return try await read { database in
            let statement = try database.makeStatement(sql: sql)
            var arguments: StatementArguments = ["household": household.rawValue, "text": query.foldedText]
            if let room = query.room { arguments += ["room": room] }
            let rows = try Row.fetchAll(statement, arguments: arguments)
            let photographs = try Self.photographs(
                of: rows.count == 1 ? try rows[0].identifier("id") : nil, household: household, in: database)
            return try rows.map { row in
                try row.plant(photographs: photographs[try row.required("id", as: String.self), default: []])
            }
        }
    }

    package func plantCount(of household: Household.ID) async throws -> Int {
        try await read { database in
            try Int.fetchOne(
                database, sql: "SELECT count(*) FROM plant WHERE household_id = ? AND archived_day IS NULL",
                arguments: [household.rawValue]) ?? 0
        }
    }

    package func change(
        _ id: Plant.ID, for household: Household.ID, _ body: @escaping @Sendable (inout Plant) throws -> Void
    ) async throws -> (before: Plant, after: Plant) {
        try await plan(for: household) { database in
            guard let before = try Self.plant(id, of: household, in: database) else { throw Self.noPlant }
            var plant = before
            try body(&plant)
            guard plant != before else { return (before, before) }
            let values = try Self.changeable(plant)
            let names = values.map(\.column)
            var arguments = StatementArguments(values.map(\.value))
            arguments += [household.rawValue, id.rawValue]
            try database.execute(
                sql: """
                    UPDATE plant SET \(names.map { "\($0) = ?" }.joined(separator: ", "))
                    WHERE household_id = ? AND id = ?
                    """, arguments: arguments)
            return (before, plant)
        }
    }

    package func remove(_ id: Plant.ID, for household: Household.ID) async throws {
        try await plan(for: household) { database in
            try database.execute(
                sql: "DELETE FROM plant WHERE household_id = ? AND id = ?",
                arguments: [household.rawValue, id.rawValue])
            guard database.changesCount == 1 else { throw Self.noPlant }
        }
    }

    package func add(
        _ photograph: Photograph.ID, to plant: Plant.ID, for household: Household.ID
    ) async throws {
        try await write { try Self.add(photograph, to: plant, for: household, in: $0) }
    }

    static func add(
        _ photograph: Photograph.ID, to plant: Plant.ID, for household: Household.ID, in database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT INTO plant_photograph (household_id, plant_id, position, photograph_id)
                SELECT :household, :plant, coalesce(max(position), -1) + 1, :photograph FROM plant_photograph
                WHERE household_id = :household AND plant_id = :plant
                ON CONFLICT (household_id, plant_id, photograph_id) DO NOTHING
                """,
            arguments: [
                "household": household.rawValue, "plant": plant.rawValue, "photograph": photograph.rawValue,
            ])
    }

    package func rooms(of household: Household.ID) async throws -> [Room] {
        try await read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT room, sum(archived_day IS NULL) AS plants FROM plant
                    WHERE household_id = ? AND room IS NOT NULL GROUP BY room HAVING plants > 0 ORDER BY room
                    """, arguments: [household.rawValue]
            ).map { Room(name: try $0.required("room"), plants: try $0.required("plants")) }
        }
    }

    package func notes(of plant: Plant.ID, household: Household.ID) async throws -> [PlantNote] {
        try await read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT * FROM plant_note WHERE household_id = ? AND plant_id = ? ORDER BY number DESC",
                arguments: [household.rawValue, plant.rawValue]
            ).map { row in
                PlantNote(
                    number: try row.required("number"), text: try row.required("text"),
                    at: Date(milliseconds: try row.required("at")))
            }
        }
    }

    package func addNote(
        _ text: String, at time: Date, to plant: Plant.ID, for household: Household.ID
    ) async throws -> PlantNote {
        try await write { try Self.addNote(text, at: time, to: plant, for: household, in: $0) }
    }

    static func addNote(
        _ text: String, at time: Date, to plant: Plant.ID, for household: Household.ID, in database: Database
    ) throws -> PlantNote {
        let number = try Int.fetchOne(
            database,
            sql: """
                INSERT INTO plant_note (household_id, number, plant_id, text, at)
                SELECT :household, coalesce(max(number), 0) + 1, :plant, :text, :at FROM plant_note
                WHERE household_id = :household
                RETURNING number
                """,
            arguments: [
                "household": household.rawValue, "plant": plant.rawValue, "text": text, "at": time.milliseconds,
            ])
        return PlantNote(number: number ?? 0, text: text, at: time)
    }

    package func removeNote(_ number: Int, of plant: Plant.ID, for household: Household.ID) async throws {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM plant_note WHERE household_id = ? AND number = ? AND plant_id = ?",
                arguments: [household.rawValue, number, plant.rawValue])
        }
    }

    static var noPlant: HouseholdError {
        HouseholdError(.notFound, "There is no such plant in the collection.")
    }
}
