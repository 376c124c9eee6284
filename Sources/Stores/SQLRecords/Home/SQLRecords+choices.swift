import GRDB
package import Household
import Recognition

extension SQLiteRecords {
    package func choices(of household: Household.ID) async throws -> [String: String] {
        try await read { try Self.choices(of: household, in: $0) }
    }

    static func choices(of household: Household.ID, in database: Database) throws -> [String: String] {
        try Row.fetchAll(
            database, sql: "SELECT name, value FROM choice WHERE household_id = ?", arguments: [household.rawValue]
        ).reduce(into: [:]) { choices, row in choices[try row.required("name")] = try row.required("value") }
    }

    package func choose(_ values: [String: String?], for household: Household.ID) async throws {
        try await plan(for: household) { database in
            for (name, value) in values {
                if let value {
                    try database.execute(
                        sql: """
                            INSERT INTO choice (household_id, name, value) VALUES (?, ?, ?)
                            ON CONFLICT (household_id, name) DO UPDATE SET value = excluded.value
                            """,
                        arguments: [household.rawValue, name, value])
                } else {
                    try database.execute(
                        sql: "DELETE FROM choice WHERE household_id = ? AND name = ?",
                        arguments: [household.rawValue, name])
                }
            }
        }
    }
}
