import Agenda
package import Foundation
package import Household
package import Plants
package import Recognition

extension SQLRecords {
    package func facts(about key: String, of service: String) async throws -> RememberedFacts? {
        try await read { transaction in try Self.facts(about: key, of: service, in: transaction) }
    }

    private static func facts(
        about key: String, of service: String, in transaction: any SQLTransaction
    ) throws -> RememberedFacts? {
        try transaction.first(
            "SELECT * FROM remembered_facts WHERE service = ? AND key = ?",
            [service, key]
        ).map { row in
            // Facts that cannot be read, because a later release wrote them, are fetched again when they are due.
            let facts = try? row.document(ReportedFacts.self, in: "facts")
            return RememberedFacts(
                key: key, facts: facts, validator: facts == nil ? nil : row["validator"],
                fetchedAt: (row["fetched_at"] as Int64?).map(Date.init(milliseconds:)),
                notBefore: Date(milliseconds: try row.required("not_before")),
                attempts: try row.required("attempts"))
        }
    }

    package func careBases(of plants: [Plant.ID], factsOf service: String, limit: Int) async throws -> [CareBasis] {
        try await read { transaction in
            try plants.compactMap { id in
                guard let plant = try Self.plant(id, of: household, in: transaction) else { return nil }
                let waterings = try Self.log(
                    LogQuery(plant: id, kind: .watering, since: plant.learningSince, limit: limit), of: household,
                    in: transaction)
                return CareBasis(
                    plant: plant, waterings: waterings.map(\.entry),
                    facts: try plant.taxon.flatMap {
                        try Self.facts(about: $0.foldingKey, of: service, in: transaction)
                    })
            }
        }
    }

    package func remember(_ facts: RememberedFacts, of service: String) async throws {
        let text = try facts.facts.map(Columns.json)
        try await writeShared { transaction in
            try transaction.execute(
                """
                INSERT INTO remembered_facts
                    (service, key, facts, validator, fetched_at, not_before, attempts)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (service, key) DO UPDATE
                SET facts = excluded.facts, validator = excluded.validator, fetched_at = excluded.fetched_at,
                    not_before = excluded.not_before, attempts = excluded.attempts
                """,
                [
                    service, facts.key, text, facts.validator, facts.fetchedAt?.milliseconds,
                    facts.notBefore.milliseconds, facts.attempts,
                ])
        }
    }

    package func taxonToStudy(
        for service: String, stale: Date, at now: Date
    ) async throws -> Taxon? {
        try await read { transaction in
            try transaction.first(
                """
                SELECT plant.* FROM plant
                LEFT JOIN remembered_facts AS facts ON facts.service = :service AND facts.key = plant.taxon_key
                WHERE plant.household_id = :household AND plant.taxon_key IS NOT NULL
                    AND plant.archived_day IS NULL AND coalesce(facts.fetched_at < :stale, TRUE)
                    AND coalesce(facts.not_before <= :now, TRUE)
                ORDER BY facts.fetched_at NULLS FIRST, plant.taxon_key LIMIT 1
                """,
                [
                    "service": service, "household": household.rawValue, "stale": stale.milliseconds,
                    "now": now.milliseconds,
                ]
            ).map { try $0.taxon() }
        }
    }
}
