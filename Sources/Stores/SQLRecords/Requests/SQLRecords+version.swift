import Household
import Recognition

extension SQLRecords {
    package func version() async throws -> Int64 {
        try await read { try Self.version(of: household, in: $0) }
    }

    /// Zero before the first change.
    static func version(of household: Household.ID, in transaction: any SQLTransaction) throws -> Int64 {
        try transaction.value(
            Int64.self, "SELECT version FROM household_version WHERE household_id = ?", [household.rawValue])
            ?? 0
    }

    static func countVersion(of household: Household.ID, in transaction: any SQLTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO household_version (household_id, version) VALUES (?, 1)
            ON CONFLICT (household_id) DO UPDATE SET version = household_version.version + 1
            """, [household.rawValue])
    }
}
