package import Foundation
import GRDB
package import Household
import Plants
package import Recognition

extension SQLiteRecords {
    package func facts(about key: String, of service: String) async throws -> RememberedFacts? {
        try await read { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM remembered_facts WHERE service = ? AND key = ?",
                arguments: [service, key]
            ).map { row in
                // What cannot be read, because a later release wrote it, is fetched again when its time comes.
                let facts = (row["facts"] as String?).flatMap { text in
                    try? JSONDecoder().decode(ReportedFacts.self, from: Data(text.utf8))
                }
                return RememberedFacts(
                    key: key, facts: facts, validator: facts == nil ? nil : row["validator"],
                    fetchedAt: (row["fetched_at"] as Int64?).map(Date.init(milliseconds:)),
                    notBefore: Date(milliseconds: try row.required("not_before")),
                    attempts: try row.required("attempts"))
            }
        }
    }

    package func remember(_ facts: RememberedFacts, of service: String) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = try facts.facts.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        try await write { database in
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO remembered_facts
                        (service, key, facts, validator, fetched_at, not_before, attempts)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    service, facts.key, text, facts.validator, facts.fetchedAt?.milliseconds,
                    facts.notBefore.milliseconds, facts.attempts,
                ])
        }
    }

    package func taxonToStudy(
        for service: String, stale: Date, at now: Date, of household: Household.ID
    ) async throws -> Taxon? {
        try await read { database in
            try Row.fetchOne(
                database,
                sql: """
                    SELECT plant.* FROM plant
                    LEFT JOIN remembered_facts AS facts ON facts.service = :service AND facts.key = plant.taxon_key
                    WHERE plant.household_id = :household AND plant.taxon_key IS NOT NULL
                        AND plant.archived_day IS NULL AND coalesce(facts.fetched_at < :stale, 1)
                        AND coalesce(facts.not_before <= :now, 1)
                    ORDER BY facts.fetched_at, plant.taxon_key LIMIT 1
                    """,
                arguments: [
                    "service": service, "household": household.rawValue, "stale": stale.milliseconds,
                    "now": now.milliseconds,
                ]
            ).map { try $0.taxon() }
        }
    }
}
