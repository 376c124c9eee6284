package import Agenda
package import FoundationEssentials
package import Household
import Messages
package import Plants
package import Recognition

extension SQLRecords {
    package func keep(
        _ plant: Plant, chores: [Chore], correction: Correction?, drafts: [ChoreEntry.Draft]
    ) async throws {
        let body = once { (transaction: any SQLTransaction) in
            do {
                try Self.insert(plant, for: household, in: transaction)
            } catch let error as SQLError where error.kind == .notUnique {
                throw HouseholdError(.alreadyKept, localized("This plant is already in your collection."), cause: error)
            }
            for chore in chores { try Self.insert(chore, for: household, in: transaction) }
            _ = try Self.log(drafts, for: household, in: transaction)
            if let identification = plant.identification {
                try transaction.execute(
                    "DELETE FROM waiting WHERE household_id = ? AND identification_id = ?",
                    [household.rawValue, identification.rawValue])
            }
            if let correction {
                try transaction.execute(
                    """
                    INSERT INTO correction (household_id, number, identification_id, proposed, chosen, made_at)
                    SELECT :household, coalesce(max(number), 0) + 1, :identification, :proposed, :chosen, :made
                    FROM correction WHERE household_id = :household
                    """,
                    [
                        "household": household.rawValue, "identification": correction.identification.rawValue,
                        "proposed": correction.proposed, "chosen": correction.chosen,
                        "made": correction.madeAt.milliseconds,
                    ])
            }
        }
        try await plan(changing: .plants([plant.id]), body)
    }

    package func corrections() async throws -> [Correction] {
        try await read { transaction in
            try transaction.query(
                "SELECT * FROM correction WHERE household_id = ? ORDER BY number",
                [household.rawValue]
            ).map { row in
                Correction(
                    identification: try row.identifier("identification_id"), proposed: row["proposed"],
                    chosen: row["chosen"], madeAt: Date(milliseconds: try row.required("made_at")))
            }
        }
    }

    package func plant(_ id: Plant.ID) async throws -> Plant? {
        try await read { transaction in try Self.plant(id, of: household, in: transaction) }
    }

    package func plants(_ query: PlantQuery) async throws -> [Plant] {
        try await read { transaction in
            var (condition, arguments) = condition(query, transaction.dialect)
            if let limit = query.limit { arguments += ["limit": limit, "offset": query.offset] }
            let rows = try transaction.query(
                """
                SELECT * FROM plant WHERE \(condition)
                ORDER BY \(query.order == .newest ? "added_at DESC, id" : "name_key, id")
                \(query.limit == nil ? "" : "LIMIT :limit OFFSET :offset")
                """, arguments)
            let photographs = try Self.photographs(
                of: rows.count <= Self.fewPlants ? try rows.map { try $0.identifier("id") } : nil, household: household,
                in: transaction)
            return try rows.map { row in
                try row.plant(photographs: photographs[try row.required("id", as: String.self), default: []])
            }
        }
    }

    /// For so many plants, their photographs are read by the plants.
    private static let fewPlants = 100

    private func condition(_ query: PlantQuery, _ dialect: Dialect) -> (sql: String, arguments: SQLArguments) {
        var conditions = ["household_id = :household"]
        var arguments: SQLArguments = ["household": household.rawValue]
        let text = query.foldedText
        if !text.isEmpty {
            conditions.append("\(dialect.position)(search_text, :text) > 0")
            arguments += ["text": text]
        }
        if let room = query.room {
            conditions.append("room = :room")
            arguments += ["room": room]
        }
        if let isArchived = query.isArchived {
            conditions.append("archived_day IS " + (isArchived ? "NOT NULL" : "NULL"))
        }
        return (conditions.joined(separator: " AND "), arguments)
    }

    package func plantCount(_ query: PlantQuery) async throws -> Int {
        try await read { transaction in
            let (condition, arguments) = condition(query, transaction.dialect)
            return try transaction.value(Int.self, "SELECT count(*) FROM plant WHERE \(condition)", arguments) ?? 0
        }
    }

    package func plantCount() async throws -> Int {
        try await read { transaction in
            try transaction.value(
                Int.self, "SELECT count(*) FROM plant WHERE household_id = ? AND archived_day IS NULL",
                [household.rawValue]) ?? 0
        }
    }

    package func change(
        _ id: Plant.ID, _ body: @escaping @Sendable (inout Plant) throws -> Void
    ) async throws -> (before: Plant, after: Plant) {
        try await plan(changing: .plants([id])) { transaction in
            guard let before = try Self.plant(id, of: household, in: transaction) else { throw Self.noPlant }
            var plant = before
            try body(&plant)
            guard plant != before else { return (before, before) }
            let values = try Self.changeable(plant)
            let names = values.map(\.column)
            var arguments = SQLArguments(values.map(\.value))
            arguments += [household.rawValue, id.rawValue]
            try transaction.execute(
                """
                UPDATE plant SET \(names.map { "\($0) = ?" }.joined(separator: ", "))
                WHERE household_id = ? AND id = ?
                """, arguments)
            return (before, plant)
        }
    }

    package func remove(_ id: Plant.ID) async throws {
        try await plan(changing: .plants([id])) { transaction in
            let changed = try transaction.execute(
                "DELETE FROM plant WHERE household_id = ? AND id = ?",
                [household.rawValue, id.rawValue])
            guard changed == 1 else { throw Self.noPlant }
        }
    }

    package func add(
        _ photograph: Photograph.ID, to plant: Plant.ID
    ) async throws {
        try await write(once { try Self.add(photograph, to: plant, for: household, in: $0) })
    }

    static func add(
        _ photograph: Photograph.ID, to plant: Plant.ID, for household: Household.ID, in transaction: any SQLTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO plant_photograph (household_id, plant_id, position, photograph_id)
            SELECT :household, :plant, coalesce(max(position), -1) + 1, :photograph FROM plant_photograph
            WHERE household_id = :household AND plant_id = :plant
            ON CONFLICT (household_id, plant_id, photograph_id) DO NOTHING
            """,
            [
                "household": household.rawValue, "plant": plant.rawValue, "photograph": photograph.rawValue,
            ])
    }

    package func remove(_ photograph: Photograph.ID, from plant: Plant.ID) async throws {
        try await write { transaction in
            let key: SQLArguments = ["household": household.rawValue, "plant": plant.rawValue]
            let changed = try transaction.execute(
                """
                DELETE FROM plant_photograph
                WHERE household_id = :household AND plant_id = :plant AND photograph_id = :photograph
                """, key + ["photograph": photograph.rawValue])
            guard changed == 1 else {
                throw HouseholdError(.notFound, localized("The plant has no such photo."))
            }
            // Lists show the photograph in place 0.
            try transaction.execute(
                """
                UPDATE plant_photograph SET position = 0
                WHERE household_id = :household AND plant_id = :plant AND position =
                    (SELECT min(position) FROM plant_photograph WHERE household_id = :household AND plant_id = :plant)
                """, key)
        }
    }

    package func rooms() async throws -> [Room] {
        try await read { transaction in
            try transaction.query(
                """
                SELECT room, count(*) AS plants FROM plant
                WHERE household_id = ? AND room IS NOT NULL AND archived_day IS NULL GROUP BY room ORDER BY room
                """, [household.rawValue]
            ).map { Room(name: try $0.required("room"), plants: try $0.required("plants")) }
        }
    }

    package func notes(of plant: Plant.ID) async throws -> [PlantNote] {
        try await read { transaction in
            try transaction.query(
                """
                SELECT * FROM plant_note \(transaction.dialect.indexed("plant_note_by_plant"))
                WHERE household_id = ? AND plant_id = ? ORDER BY number DESC
                """,
                [household.rawValue, plant.rawValue]
            ).map { row in
                PlantNote(
                    number: try row.required("number"), text: try row.required("text"),
                    at: Date(milliseconds: try row.required("at")))
            }
        }
    }

    package func addNote(
        _ text: String, at time: Date, to plant: Plant.ID
    ) async throws -> PlantNote {
        try await write(once { try Self.addNote(text, at: time, to: plant, for: household, in: $0) })
    }

    static func addNote(
        _ text: String, at time: Date, to plant: Plant.ID, for household: Household.ID,
        in transaction: any SQLTransaction
    ) throws -> PlantNote {
        let number = try transaction.value(
            Int.self,
            """
            INSERT INTO plant_note (household_id, number, plant_id, text, at)
            SELECT :household, coalesce(max(number), 0) + 1, :plant, :text, :at FROM plant_note
            WHERE household_id = :household
            RETURNING number
            """,
            [
                "household": household.rawValue, "plant": plant.rawValue, "text": text, "at": time.milliseconds,
            ])
        return PlantNote(number: number ?? 0, text: text, at: time)
    }

    package func removeNote(_ number: Int, of plant: Plant.ID) async throws {
        try await write { transaction in
            try transaction.execute(
                "DELETE FROM plant_note WHERE household_id = ? AND number = ? AND plant_id = ?",
                [household.rawValue, number, plant.rawValue])
        }
    }

    static var noPlant: HouseholdError {
        HouseholdError(.notFound, localized("There is no such plant in the collection."))
    }
}
