package import FoundationEssentials
import Household
package import Plants
package import Recognition

extension SQLRecords {
    static func write(_ waiting: Waiting, for household: Household.ID, in transaction: any SQLTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO waiting (household_id, identification_id, because, obstacle, since, not_before)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (household_id, identification_id) DO UPDATE
            SET because = excluded.because, obstacle = excluded.obstacle, not_before = excluded.not_before,
                fence = waiting.fence + 1, lease_until = NULL
            """,
            [
                household.rawValue, waiting.identification.rawValue, waiting.because.rawValue,
                waiting.obstacle.rawValue, waiting.since.milliseconds, waiting.notBefore.milliseconds,
            ])
    }

    package func waiting() async throws -> [Waiting] {
        try await read { transaction in
            try transaction.query(
                "SELECT * FROM waiting WHERE household_id = ? ORDER BY since, identification_id",
                [household.rawValue]
            ).map(Self.waiting)
        }
    }

    package func claimWaiting(
        obstacle: ServiceCallRecord.Reason?, at now: Date, until lease: Date
    ) async throws -> Waiting? {
        try await write { transaction in
            try transaction.first(
                """
                UPDATE waiting SET lease_until = :lease, fence = fence + 1, attempts = attempts + 1
                WHERE household_id = :household AND identification_id = (
                    SELECT identification_id FROM waiting
                    WHERE household_id = :household AND not_before <= :now AND coalesce(lease_until, 0) <= :now
                        AND obstacle = coalesce(:obstacle, obstacle)
                    ORDER BY since, identification_id LIMIT 1)
                RETURNING *
                """,
                [
                    "lease": lease.milliseconds, "household": household.rawValue, "now": now.milliseconds,
                    "obstacle": obstacle?.rawValue,
                ]
            ).map(Self.waiting)
        }
    }

    package func release(
        _ claim: Waiting, obstacle: ServiceCallRecord.Reason, notBefore: Date, isTry: Bool
    ) async throws {
        try await write { transaction in
            try transaction.execute(
                """
                UPDATE waiting SET lease_until = NULL, obstacle = ?, not_before = ?,
                    attempts = CASE WHEN ? THEN attempts ELSE \(transaction.dialect.greatest)(0, attempts - 1) END
                WHERE household_id = ? AND identification_id = ? AND fence = ?
                """,
                [
                    obstacle.rawValue, notBefore.milliseconds, isTry, household.rawValue,
                    claim.identification.rawValue, claim.fence,
                ])
        }
    }

    package func stopWaiting(
        _ id: Identification.ID, claim: Waiting?
    ) async throws {
        try await write { transaction in
            try transaction.execute(
                """
                DELETE FROM waiting
                WHERE household_id = ? AND identification_id = ? AND fence = coalesce(?, fence)
                """,
                [household.rawValue, id.rawValue, claim?.fence])
        }
    }

    private static func waiting(_ row: SQLRow) throws -> Waiting {
        Waiting(
            identification: try row.identifier("identification_id"), because: try row.word("because"),
            obstacle: try row.word("obstacle"), since: Date(milliseconds: try row.required("since")),
            notBefore: Date(milliseconds: try row.required("not_before")), attempts: try row.required("attempts"),
            fence: try row.required("fence"))
    }
}
