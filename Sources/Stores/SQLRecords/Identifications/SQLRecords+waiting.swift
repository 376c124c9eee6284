package import FoundationEssentials
import GRDB
package import Household
package import Plants
package import Recognition

extension SQLiteRecords {
    static func write(_ waiting: Waiting, for household: Household.ID, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO waiting (household_id, identification_id, because, obstacle, since, not_before)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (household_id, identification_id) DO UPDATE
                SET because = excluded.because, obstacle = excluded.obstacle, not_before = excluded.not_before,
                    fence = fence + 1, lease_until = NULL
                """,
            arguments: [
                household.rawValue, waiting.identification.rawValue, waiting.because.rawValue,
                waiting.obstacle.rawValue, waiting.since.milliseconds, waiting.notBefore.milliseconds,
            ])
    }

    package func waiting(of household: Household.ID) async throws -> [Waiting] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM waiting WHERE household_id = ? ORDER BY since, identification_id",
                arguments: [household.rawValue]
            ).map(Self.waiting)
        }
    }

    package func claimWaiting(
        of household: Household.ID, obstacle: ServiceCallRecord.Reason?, at now: Date, until lease: Date
    ) async throws -> Waiting? {
        try await write { database in
            try Row.fetchOne(
                database,
                sql: """
                    UPDATE waiting SET lease_until = :lease, fence = fence + 1, attempts = attempts + 1
                    WHERE household_id = :household AND identification_id = (
                        SELECT identification_id FROM waiting
                        WHERE household_id = :household AND not_before <= :now AND coalesce(lease_until, 0) <= :now
                            AND obstacle = coalesce(:obstacle, obstacle)
                        ORDER BY since, identification_id LIMIT 1)
                    RETURNING *
                    """,
                arguments: [
                    "lease": lease.milliseconds, "household": household.rawValue, "now": now.milliseconds,
                    "obstacle": obstacle?.rawValue,
                ]
            ).map(Self.waiting)
        }
    }

    package func release(
        _ claim: Waiting, obstacle: ServiceCallRecord.Reason, notBefore: Date, isTry: Bool, for household: Household.ID
    ) async throws {
        try await write { database in
            try database.execute(
                sql: """
                    UPDATE waiting SET lease_until = NULL, obstacle = ?, not_before = ?,
                        attempts = CASE WHEN ? THEN attempts ELSE max(0, attempts - 1) END
                    WHERE household_id = ? AND identification_id = ? AND fence = ?
                    """,
                arguments: [
                    obstacle.rawValue, notBefore.milliseconds, isTry, household.rawValue,
                    claim.identification.rawValue, claim.fence,
                ])
        }
    }

    package func stopWaiting(
        _ id: Identification.ID, claim: Waiting?, for household: Household.ID
    ) async throws {
        try await write { database in
            try database.execute(
                sql: """
                    DELETE FROM waiting
                    WHERE household_id = ? AND identification_id = ? AND fence = coalesce(?, fence)
                    """,
                arguments: [household.rawValue, id.rawValue, claim?.fence])
        }
    }

    private static func waiting(_ row: Row) throws -> Waiting {
        Waiting(
            identification: try row.identifier("identification_id"), because: try row.word("because"),
            obstacle: try row.word("obstacle"), since: Date(milliseconds: try row.required("since")),
            notBefore: Date(milliseconds: try row.required("not_before")), attempts: try row.required("attempts"),
            fence: try row.required("fence"))
    }
}
