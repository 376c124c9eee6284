import Household
import Recognition

extension SQLRecords {
    package func choices() async throws -> [String: String] {
        try await read { try Self.choices(of: household, in: $0) }
    }

    static func choices(of household: Household.ID, in transaction: any SQLTransaction) throws -> [String: String] {
        try transaction.query("SELECT name, value FROM choice WHERE household_id = ?", [household.rawValue]).reduce(
            into: [:]) { choices, row in choices[try row.required("name")] = try row.required("value") }
    }

    package func choose(_ values: [String: String?]) async throws {
        try await plan { transaction in
            for (name, value) in values {
                if let value {
                    try transaction.execute(
                        """
                        INSERT INTO choice (household_id, name, value) VALUES (?, ?, ?)
                        ON CONFLICT (household_id, name) DO UPDATE SET value = excluded.value
                        """,
                        [household.rawValue, name, value])
                } else {
                    try transaction.execute(
                        "DELETE FROM choice WHERE household_id = ? AND name = ?",
                        [household.rawValue, name])
                }
            }
        }
    }
}
