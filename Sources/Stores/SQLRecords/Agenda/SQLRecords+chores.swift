package import Agenda
package import Calendar
package import FoundationEssentials
package import Household
import Messages
package import Plants
import Recognition

extension SQLRecords {
    /// Chores with the values that a row of the agenda shows. Every table is accessed by a key or an index; a test
    /// checks the query plan. Without statistics SQLite takes a household for as selective as a plant, so a query that names
    /// a plant names its index, too.
    static func choreLines(_ index: String = "") -> String {
        """
        SELECT chore.*, plant.name AS plant_name, plant.scientific_name AS plant_scientific_name,
            plant.room AS plant_room, plant.family AS plant_family, plant.preferred_minute AS plant_time,
            picture.photograph_id AS plant_photograph
        FROM chore \(index)
        LEFT JOIN plant ON plant.household_id = chore.household_id AND plant.id = chore.plant_id
        LEFT JOIN plant_photograph AS picture
            ON picture.household_id = chore.household_id AND picture.plant_id = chore.plant_id AND picture.position = 0
        """
    }

    /// The index for a query of the chores of one plant.
    static func byPlant(_ dialect: Dialect) -> String { dialect.indexed("chore_by_plant") }

    package func chores(_ query: ChoreQuery) async throws -> [ChoreLine] {
        try await read { try Self.chores(query, of: household, in: $0) }
    }

    package func chores(of plants: [Plant.ID], through: LocalDay) async throws -> [ChoreLine] {
        try await read { transaction in
            let list = SQLList(plants)
            return try transaction.query(
                """
                \(Self.choreLines(Self.byPlant(transaction.dialect))) WHERE chore.household_id = ?
                    AND chore.plant_id IN \(list.sql) AND chore.due_day <= ? AND plant.archived_day IS NULL
                ORDER BY chore.due_day, chore.id
                """, [household.rawValue] + list.arguments + [through.number]
            ).map { try $0.choreLine() }
        }
    }

    static func chores(_ query: ChoreQuery, of household: Household.ID, in transaction: any SQLTransaction) throws
        -> [ChoreLine]
    {
        var conditions = ["chore.household_id = :household"]
        if !query.includesArchived { conditions.append("plant.archived_day IS NULL") }
        if query.through != nil { conditions.append("chore.due_day <= :through") }
        if query.plant != nil { conditions.append("chore.plant_id = :plant") }
        let sql = """
            \(Self.choreLines(query.plant == nil ? "" : byPlant(transaction.dialect))) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY chore.due_day NULLS FIRST, chore.id
            """
        var arguments: SQLArguments = ["household": household.rawValue]
        if let through = query.through { arguments += ["through": through.number] }
        if let plant = query.plant { arguments += ["plant": plant.rawValue] }
        // Thousands of chores have the same few recurrences.
        var recurrences: [String: Recurrence] = [:]
        var lines: [ChoreLine] = []
        try transaction.query(sql, arguments, limit: .max) { row in
            let text: String = try row.required("recurrence")
            let recurrence = recurrences[text] ?? Recurrence(text)
            recurrences[text] = recurrence
            lines.append(try row.choreLine(recurrence))
        }
        return lines
    }

    package func plantsWithoutChores() async throws -> [Plant.ID] {
        try await read { transaction in
            try transaction.query(
                """
                SELECT id FROM plant WHERE household_id = ? AND archived_day IS NULL AND NOT EXISTS (
                    SELECT 1 FROM chore
                    WHERE chore.household_id = plant.household_id AND chore.plant_id = plant.id)
                ORDER BY id
                """, [household.rawValue]
            ).map { try $0.identifier("id") }
        }
    }

    package func chore(_ id: Chore.ID) async throws -> Chore? {
        try await read { try Self.chore(id, of: household, in: $0) }
    }

    package func add(_ chore: Chore) async throws {
        try await plan(changing: .chores([chore.id]), once { try Self.insert(chore, for: household, in: $0) })
    }

    package func set(_ id: Chore.ID, to state: Chore.State) async throws {
        try await plan(changing: .chores([id])) { transaction in
            guard var chore = try Self.chore(id, of: household, in: transaction) else { throw Self.noChore }
            chore.state = state
            try Self.settle(chore, for: household, in: transaction)
        }
    }

    package func set(note: String?, of id: Chore.ID) async throws {
        try await write { transaction in
            let changed = try transaction.execute(
                "UPDATE chore SET note = ? WHERE household_id = ? AND id = ?",
                [note, household.rawValue, id.rawValue])
            guard changed > 0 else { throw Self.noChore }
        }
    }

    package func replan(_ wanted: [Plant.ID: [Chore]]) async throws {
        try await plan(changing: .plants(Array(wanted.keys))) { transaction in
            for (plant, chores) in wanted.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                let isThere = try transaction.value(
                    Bool.self, "SELECT EXISTS (SELECT 1 FROM plant WHERE household_id = ? AND id = ?)",
                    [household.rawValue, plant.rawValue])
                guard isThere == true else { continue }
                let existing = try transaction.query(
                    """
                    SELECT * FROM chore \(Self.byPlant(transaction.dialect))
                    WHERE household_id = ? AND plant_id = ? ORDER BY id
                    """,
                    [household.rawValue, plant.rawValue]
                ).map { try $0.chore() }
                let known = Dictionary(existing.map { ($0.id, $0) }) { first, _ in first }
                for chore in Chore.reconciled(existing, with: chores) {
                    if let before = known[chore.id] {
                        if chore != before { try Self.settle(chore, for: household, in: transaction) }
                    } else {
                        try Self.insert(chore, for: household, in: transaction)
                    }
                }
            }
        }
    }

    package func log(_ drafts: [ChoreEntry.Draft]) async throws -> [ChoreEntry] {
        try await plan(changing: .chores(drafts.map(\.chore)), once { try Self.log(drafts, for: household, in: $0) })
    }

    package func admit(_ arrivals: [Arrival]) async throws {
        try await plan(changing: .plants(arrivals.map(\.plant.id))) { transaction in
            for arrival in arrivals {
                try Self.insert(arrival.plant, for: household, in: transaction)
                for chore in arrival.chores { try Self.insert(chore, for: household, in: transaction) }
                for note in arrival.notes {
                    _ = try Self.addNote(
                        note.text, at: note.at, to: arrival.plant.id, for: household, in: transaction)
                }
                _ = try Self.log(arrival.drafts, for: household, in: transaction)
            }
        }
    }

    /// Numbers increase as long as the household exists, even if the latest entries were deleted with their plant.
    static func log(
        _ drafts: [ChoreEntry.Draft], for household: Household.ID, in transaction: any SQLTransaction
    ) throws -> [ChoreEntry] {
        var entries: [ChoreEntry] = []
        for draft in drafts {
            guard let chore = try chore(draft.chore, of: household, in: transaction) else { throw noChore }
            if let guest = draft.guest {
                try requireGuestLink(guest.link, at: draft.at, of: household, in: transaction)
                try requireAllowance(for: guest, at: draft.at, of: household, in: transaction)
            }
            let last = try transaction.value(
                Int.self, "SELECT last_entry FROM chore_count WHERE household_id = ?",
                [household.rawValue])
            guard let entry = ChoreEntry(draft, number: (last ?? 0) + 1, on: chore) else { continue }
            try transaction.execute(
                """
                INSERT INTO chore_count (household_id, last_entry) VALUES (?, ?)
                ON CONFLICT (household_id) DO UPDATE SET last_entry = excluded.last_entry
                """,
                [household.rawValue, entry.number])
            try insert(entry, for: household, in: transaction)
            try settle(chore, for: household, in: transaction)
            entries.append(entry)
        }
        return entries
    }

    package func undo(_ entries: [Int], by guest: (guest: ChoreEntry.Guest, at: Date)?) async throws {
        try await plan(changing: .entries(entries)) { transaction in
            if let guest {
                try Self.requireGuestLink(guest.guest.link, at: guest.at, of: household, in: transaction)
            }
            for number in entries {
                guard
                    let row = try transaction.first(
                        "SELECT * FROM chore_log WHERE household_id = ? AND number = ?",
                        [household.rawValue, number]), let entry = try? row.choreEntry(),
                    let chore = try Self.chore(entry.chore, of: household, in: transaction)
                else { throw HouseholdError(.notFound, localized("There is no such entry in the log.")) }
                try transaction.execute(
                    "UPDATE chore_log SET undone = TRUE WHERE household_id = ? AND number = ?",
                    [household.rawValue, number])
                try Self.settle(chore, for: household, in: transaction)
            }
        }
    }

    package func log(_ query: LogQuery) async throws -> [LogLine] {
        try await read { transaction in try Self.log(query, of: household, in: transaction) }
    }

    static func log(
        _ query: LogQuery, of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> [LogLine] {
        var arguments: SQLArguments = ["household": household.rawValue, "limit": query.limit]
        if let chore = query.chore { arguments += ["chore": chore.rawValue] }
        if let plant = query.plant { arguments += ["plant": plant.rawValue] }
        if let since = query.since { arguments += ["since": since.number] }
        if let through = query.through { arguments += ["through": through.number] }
        if let kind = query.kind { arguments += ["kind": kind.rawValue] }
        for (name, number) in numberNames(query.numbers ?? []) { arguments += [name: number] }
        return try transaction.query(logLines(query, transaction.dialect), arguments).map { row in
            LogLine(
                entry: try row.choreEntry(), kind: try row.word("kind"), title: row["title"],
                plant: (row["plant_id"] as String?) == nil ? nil : try row.identifier("plant_id"),
                plantName: row["plant_name"])
        }
    }

    /// One parameter per number, padded to the next power of two with the last number, so that there are few different
    /// statements. Empty if there are no numbers.
    private static func numberNames(_ numbers: [Int]) -> [(name: String, number: Int)] {
        guard let last = numbers.last else { return [] }
        var count = 1
        while count < numbers.count { count *= 2 }
        return (0..<count).map { ("number\($0)", $0 < numbers.count ? numbers[$0] : last) }
    }

    /// If the query names a plant or a chore, the search starts from that plant's chores or that chore, so that no
    /// other logs are read: SQLite would otherwise scan all entries, which are in the requested order (2026-11, 3.40).
    static func logLines(_ query: LogQuery, _ dialect: Dialect) -> String {
        let isOfOne = query.plant != nil || query.chore != nil
        let ofPlant = query.chore == nil ? byPlant(dialect) : ""
        let ofOne = "chore \(ofPlant) CROSS JOIN chore_log AS entry \(dialect.indexed("chore_log_by_chore"))"
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
            let names = numberNames(numbers).map { ":" + $0.name }.joined(separator: ", ")
            conditions.append(names.isEmpty ? "FALSE" : "entry.number IN (\(names))")
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
