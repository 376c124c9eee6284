package import Agenda
import Calendar
import FoundationEssentials
import GRDB
package import Household
package import Plants
import Recognition

extension SQLiteRecords {
    /// Chores with what a row of theirs shows. Every table is entered by a key or an index; a test looks at the plan.
    static let choreLines = """
        SELECT chore.*, plant.name AS plant_name, plant.scientific_name AS plant_scientific_name,
            plant.room AS plant_room, picture.photograph_id AS plant_photograph
        FROM chore
        LEFT JOIN plant ON plant.household_id = chore.household_id AND plant.id = chore.plant_id
        LEFT JOIN plant_photograph AS picture
            ON picture.household_id = chore.household_id AND picture.plant_id = chore.plant_id AND picture.position = 0
        """

    package func chores(_ query: ChoreQuery, of household: Household.ID) async throws -> [ChoreLine] {
        try await read { try Self.chores(query, of: household, in: $0) }
    }

    static func chores(_ query: ChoreQuery, of household: Household.ID, in database: Database) throws -> [ChoreLine] {
        var conditions = ["chore.household_id = :household"]
        if !query.includesArchived { conditions.append("plant.archived_day IS NULL") }
        if query.through != nil { conditions.append("chore.due_day <= :through") }
        if query.plant != nil { conditions.append("chore.plant_id = :plant") }
        let sql = """
            \(Self.choreLines) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY chore.due_day, chore.id
            """
        var arguments: StatementArguments = ["household": household.rawValue]
        if let through = query.through { arguments += ["through": through.number] }
        if let plant = query.plant { arguments += ["plant": plant.rawValue] }
        return try Row.fetchAll(database, sql: sql, arguments: arguments).map { try $0.choreLine() }
    }

    package func plantsWithoutChores(of household: Household.ID) async throws -> [Plant.ID] {
        try await read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT id FROM plant WHERE household_id = ? AND archived_day IS NULL AND NOT EXISTS (
                        SELECT 1 FROM chore
                        WHERE chore.household_id = plant.household_id AND chore.plant_id = plant.id)
                    ORDER BY id
                    """, arguments: [household.rawValue]
            ).map { try $0.identifier("id") }
        }
    }

    package func chore(_ id: Chore.ID, of household: Household.ID) async throws -> Chore? {
        try await read { try Self.chore(id, of: household, in: $0) }
    }

    package func add(_ chore: Chore, for household: Household.ID) async throws {
        try await plan(for: household) { try Self.insert(chore, for: household, in: $0) }
    }

    package func set(_ id: Chore.ID, to state: Chore.State, for household: Household.ID) async throws {
        try await plan(for: household) { database in
            guard var chore = try Self.chore(id, of: household, in: database) else { throw Self.noChore }
            chore.state = state
            try Self.settle(chore, for: household, in: database)
        }
    }

    package func replan(_ wanted: [Plant.ID: [Chore]], for household: Household.ID) async throws {
        try await plan(for: household) { database in
            for (plant, chores) in wanted.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                let isThere = try Bool.fetchOne(
                    database, sql: "SELECT EXISTS (SELECT 1 FROM plant WHERE household_id = ? AND id = ?)",
                    arguments: [household.rawValue, plant.rawValue])
                guard isThere == true else { continue }
                let existing = try Row.fetchAll(
                    database, sql: "SELECT * FROM chore WHERE household_id = ? AND plant_id = ? ORDER BY id",
                    arguments: [household.rawValue, plant.rawValue]
                ).map { try $0.chore() }
                let known = Set(existing.map(\.id))
                for chore in Chore.reconciled(existing, with: chores) {
                    if known.contains(chore.id) {
                        try Self.settle(chore, for: household, in: database)
                    } else {
                        try Self.insert(chore, for: household, in: database)
                    }
                }
            }
        }
    }

    package func log(_ drafts: [ChoreEntry.Draft], for household: Household.ID) async throws -> [ChoreEntry] {
        try await plan(for: household) { try Self.log(drafts, for: household, in: $0) }
    }

    package func admit(_ arrivals: [Arrival], for household: Household.ID) async throws {
        try await plan(for: household) { database in
            for arrival in arrivals {
                try Self.insert(arrival.plant, for: household, in: database)
                for chore in arrival.chores { try Self.insert(chore, for: household, in: database) }
                for note in arrival.notes {
                    _ = try Self.addNote(
                        note.text, at: note.at, to: arrival.plant.id, for: household, in: database)
                }
                _ = try Self.log(arrival.drafts, for: household, in: database)
            }
        }
    }

    /// Numbers go up for as long as the household lives, also where the latest entries went with their plant.
    static func log(
        _ drafts: [ChoreEntry.Draft], for household: Household.ID, in database: Database
    ) throws -> [ChoreEntry] {
        var entries: [ChoreEntry] = []
        for draft in drafts {
            guard let chore = try chore(draft.chore, of: household, in: database) else { throw noChore }
            let last = try Int.fetchOne(
                database, sql: "SELECT last_entry FROM chore_count WHERE household_id = ?",
                arguments: [household.rawValue])
            guard let entry = ChoreEntry(draft, number: (last ?? 0) + 1, on: chore) else { continue }
            try database.execute(
                sql: "INSERT OR REPLACE INTO chore_count (household_id, last_entry) VALUES (?, ?)",
                arguments: [household.rawValue, entry.number])
            try insert(entry, for: household, in: database)
            try settle(chore, for: household, in: database)
            entries.append(entry)
        }
        return entries
    }

    package func undo(_ entries: [Int], for household: Household.ID) async throws {
        try await plan(for: household) { database in
            for number in entries {
                guard
                    let row = try Row.fetchOne(
                        database, sql: "SELECT * FROM chore_log WHERE household_id = ? AND number = ?",
                        arguments: [household.rawValue, number]), let entry = try? row.choreEntry(),
                    let chore = try Self.chore(entry.chore, of: household, in: database)
                else { throw HouseholdError(.notFound, "There is no such entry in the log.") }
                try database.execute(
                    sql: "UPDATE chore_log SET undone = 1 WHERE household_id = ? AND number = ?",
                    arguments: [household.rawValue, number])
                try Self.settle(chore, for: household, in: database)
            }
        }
    }

    package func log(_ query: LogQuery, of household: Household.ID) async throws -> [LogLine] {
        let sql = Self.logLines(query)
        return try await read { database in
            var arguments: StatementArguments = ["household": household.rawValue, "limit": query.limit]
            if let chore = query.chore { arguments += ["chore": chore.rawValue] }
            if let plant = query.plant { arguments += ["plant": plant.rawValue] }
            if let since = query.since { arguments += ["since": since.number] }
            if let through = query.through { arguments += ["through": through.number] }
            if let kind = query.kind { arguments += ["kind": kind.rawValue] }
            return try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
                LogLine(
                    entry: try row.choreEntry(), kind: try row.word("kind"), title: row["title"],
                    plant: (row["plant_id"] as String?) == nil ? nil : try row.identifier("plant_id"),
                    plantName: row["plant_name"])
            }
        }
    }

    /// Entered by the plant's chores or by the chore where one is named, so that nobody else's log is read: SQLite would
    /// rather walk through all entries, which are in the wanted order (2026-11, 3.40).
    static func logLines(_ query: LogQuery) -> String {
        let isOfOne = query.plant != nil || query.chore != nil
        let ofOne = "chore CROSS JOIN chore_log AS entry INDEXED BY chore_log_by_chore"
        var conditions = [
            "entry.household_id = chore.household_id", "entry.chore_id = chore.id",
            (isOfOne ? "chore" : "entry") + ".household_id = :household",
        ]
        if query.chore != nil { conditions.append("chore.id = :chore") }
        if query.plant != nil { conditions.append("chore.plant_id = :plant") }
        if query.kind != nil { conditions.append("chore.kind = :kind") }
        if query.since != nil { conditions.append("entry.day >= :since") }
        if query.through != nil { conditions.append("entry.day <= :through") }
        if let numbers = query.numbers {
            conditions.append("entry.number IN (\(numbers.map(String.init).joined(separator: ", ")))")
        }
        return """
            SELECT entry.*, chore.kind AS kind, chore.title AS title, chore.plant_id AS plant_id,
                plant.name AS plant_name
            FROM \(isOfOne ? ofOne : "chore_log AS entry CROSS JOIN chore")
            LEFT JOIN plant ON plant.household_id = chore.household_id AND plant.id = chore.plant_id
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY entry.number DESC LIMIT :limit
            """
    }
}
