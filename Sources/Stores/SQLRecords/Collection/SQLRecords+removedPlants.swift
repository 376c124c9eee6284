package import FoundationEssentials
package import Household
import Messages
package import Plants
import Recognition

/// Plants that were removed and can be restored. The rows of such a plant are moved into one row of `removed_plant`, so that
/// no other statement can find them.
extension SQLRecords {
    /// The tables with rows of a plant, in the order in which the rows can be inserted, and the condition for its rows.
    private static let tablesOfPlant: [(name: String, index: String?, condition: String)] = [
        (name: "plant", index: nil, condition: "id = :plant"),
        (name: "plant_photograph", index: nil, condition: "plant_id = :plant"),
        (name: "plant_note", index: "plant_note_by_plant", condition: "plant_id = :plant"),
        (name: "chore", index: "chore_by_plant", condition: "plant_id = :plant"),
        (
            name: "chore_log", index: "chore_log_by_chore",
            condition: "chore_id IN (SELECT id FROM chore WHERE household_id = :household AND plant_id = :plant)"
        ),
    ]

    package func remove(_ id: Plant.ID, at now: Date, until: Date) async throws -> RemovedPlant {
        try await plan(changing: .plants([id])) { transaction in
            let key: SQLArguments = ["household": household.rawValue, "plant": id.rawValue]
            try Self.deleteRemoved(of: household, endedBy: now, in: transaction)
            guard let plant = try Self.plant(id, of: household, in: transaction) else {
                guard let known = try Self.removedPlant(id, of: household, in: transaction) else { throw Self.noPlant }
                return known
            }
            var contents: [String: [[String: StoredValue]]] = [:]
            for table in Self.tablesOfPlant {
                contents[table.name] = try transaction.query(
                    """
                    SELECT * FROM \(table.name) \(table.index.map(transaction.dialect.indexed) ?? "")
                    WHERE household_id = :household AND \(table.condition)
                    """, key
                ).map { row in
                    Dictionary(
                        row.columns.map { ($0.name, StoredValue($0.value)) }, uniquingKeysWith: { first, _ in first })
                }
            }
            // A plant that was removed before, and imported again, replaces the one of before.
            try transaction.execute("DELETE FROM removed_plant WHERE household_id = :household AND id = :plant", key)
            try transaction.execute(
                """
                INSERT INTO removed_plant (household_id, id, name, removed_at, until, contents)
                VALUES (:household, :plant, :name, :now, :until, :contents)
                """,
                key + [
                    "name": plant.name, "now": now.milliseconds, "until": until.milliseconds,
                    "contents": try Columns.json(contents),
                ])
            try transaction.execute(
                """
                INSERT INTO removed_plant_photograph (household_id, plant_id, photograph_id)
                SELECT household_id, plant_id, photograph_id FROM plant_photograph
                WHERE household_id = :household AND plant_id = :plant
                """, key)
            try transaction.execute("DELETE FROM plant WHERE household_id = :household AND id = :plant", key)
            return RemovedPlant(id: id, name: plant.name, removedAt: now, until: until)
        }
    }

    package func removedPlants(at now: Date) async throws -> [RemovedPlant] {
        try await read { transaction in
            try transaction.query(
                """
                SELECT id, name, removed_at, until FROM removed_plant AS removed WHERE household_id = ? AND until > ?
                    AND NOT EXISTS (SELECT 1 FROM plant
                        WHERE plant.household_id = removed.household_id AND plant.id = removed.id)
                ORDER BY removed_at DESC, id
                """, [household.rawValue, now.milliseconds]
            ).map { try $0.removedPlant() }
        }
    }

    package func restore(_ id: Plant.ID, at now: Date) async throws -> (plant: Plant, isRestored: Bool) {
        try await plan(changing: .plants([id])) { transaction in
            if let plant = try Self.plant(id, of: household, in: transaction) { return (plant, false) }
            let key: SQLArguments = ["household": household.rawValue, "plant": id.rawValue]
            let row = try transaction.first(
                """
                SELECT contents FROM removed_plant
                WHERE household_id = :household AND id = :plant AND until > :now
                """, key + ["now": now.milliseconds])
            guard let row else { throw Self.noRemovedPlant }
            let contents = try row.document([String: [[String: StoredValue]]].self, in: "contents")
            let tables = try transaction.tables()
            for table in Self.tablesOfPlant {
                let booleans = tables.first { $0.name == table.name }?.booleans ?? []
                for columns in contents[table.name] ?? [] {
                    var values = columns.mapValues(\.value)
                    // The plant may have been removed when the household was in a database without booleans.
                    for name in booleans {
                        if case .integer(let number)? = values[name] { values[name] = .boolean(number != 0) }
                    }
                    try Self.adapt(&values, of: table.name, for: household, in: transaction)
                    try Self.insert(values, into: table.name, in: transaction)
                }
            }
            try transaction.execute("DELETE FROM removed_plant WHERE household_id = :household AND id = :plant", key)
            guard let plant = try Self.plant(id, of: household, in: transaction) else {
                throw SQLRow.damaged("contents")
            }
            return (plant, true)
        }
    }

    package func deleteRemovedPlants(endedBy now: Date) async throws -> Int {
        try await write { try Self.deleteRemoved(of: household, endedBy: now, in: $0) }
    }

    @discardableResult
    private static func deleteRemoved(
        of household: Household.ID, endedBy now: Date, in transaction: any SQLTransaction
    ) throws -> Int {
        try transaction.execute(
            "DELETE FROM removed_plant WHERE household_id = ? AND until <= ?", [household.rawValue, now.milliseconds])
    }

    private static func removedPlant(
        _ id: Plant.ID, of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> RemovedPlant? {
        try transaction.first(
            "SELECT id, name, removed_at, until FROM removed_plant WHERE household_id = ? AND id = ?",
            [household.rawValue, id.rawValue]
        ).map { try $0.removedPlant() }
    }

    /// Changes what cannot be inserted as it was: an identification that another plant has or that is gone, and the number
    /// of a note that another note has.
    private static func adapt(
        _ values: inout [String: SQLValue], of table: String, for household: Household.ID,
        in transaction: any SQLTransaction
    ) throws {
        if table == "plant", let identification = values["identification_id"].flatMap(String.init(_:)) {
            let isFree = try transaction.value(
                Bool.self,
                """
                SELECT EXISTS (SELECT 1 FROM identification WHERE household_id = :household AND id = :identification)
                    AND NOT EXISTS
                        (SELECT 1 FROM plant WHERE household_id = :household AND identification_id = :identification)
                """, ["household": household.rawValue, "identification": identification])
            if isFree != true { values["identification_id"] = .null }
        }
        if table == "plant_note", let number = values["number"].flatMap(Int.init(_:)) {
            let isTaken = try transaction.value(
                Bool.self, "SELECT EXISTS (SELECT 1 FROM plant_note WHERE household_id = ? AND number = ?)",
                [household.rawValue, number])
            if isTaken == true {
                let last = try transaction.value(
                    Int.self, "SELECT max(number) FROM plant_note WHERE household_id = ?", [household.rawValue])
                values["number"] = ((last ?? 0) + 1).sqlValue
            }
        }
    }

    private static func insert(
        _ values: [String: SQLValue], into table: String, in transaction: any SQLTransaction
    ) throws {
        let columns = values.sorted { $0.key < $1.key }
        // The names become part of a statement.
        for (name, _) in columns where !name.utf8.allSatisfy({ (97...122).contains($0) || $0 == 95 }) {
            throw SQLRow.damaged("contents")
        }
        try transaction.execute(
            """
            INSERT INTO \(table) (\(columns.map(\.key).joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """, SQLArguments(columns.map(\.value)))
    }

    private static var noRemovedPlant: HouseholdError {
        HouseholdError(
            .notFound, localized("There is no such removed plant."),
            hint: localized("A removed plant can be restored for \(RemovedPlant.days, "count") days."))
    }
}

/// The value of a column as JSON. Columns of plants contain no blobs.
private struct StoredValue: Codable {
    let value: SQLValue

    init(_ value: SQLValue) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            value = .null
        } else if let bool = try? container.decode(Bool.self) {
            value = .boolean(bool)
        } else if let number = try? container.decode(Int64.self) {
            value = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            value = .real(number)
        } else {
            value = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .null: try container.encodeNil()
        case .integer(let number): try container.encode(number)
        case .real(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .boolean(let bool): try container.encode(bool)
        case .blob:
            throw EncodingError.invalidValue(
                value, .init(codingPath: container.codingPath, debugDescription: "no column of a plant is a blob"))
        }
    }
}

extension SQLRow {
    fileprivate func removedPlant() throws -> RemovedPlant {
        RemovedPlant(
            id: try identifier("id"), name: try required("name"),
            removedAt: Date(milliseconds: try required("removed_at")), until: Date(milliseconds: try required("until")))
    }
}
