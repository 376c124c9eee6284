package import FoundationEssentials
import GRDB
package import Household
package import Recognition

extension SQLiteRecords {
    package func remembered(
        _ key: InquiryKey, since: Date, likeness: Int?, of household: Household.ID
    ) async throws -> Recollection? {
        try await read { database in
            let exact = try String.fetchOne(
                database.cachedStatement(
                    sql: "SELECT answer FROM remembered_answer WHERE household_id = ? AND key = ? AND answered_at >= ?"),
                arguments: [household.rawValue, key.text, since.milliseconds])
            // One that cannot be read is as good as forgotten; the next answer takes its place.
            if let exact, let answer = try? AnswerText.read(exact) {
                return Recollection(answer: answer, name: key.text)
            }
            guard let likeness, let wanted = key.lookalike else { return nil }
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT number, lookalike FROM remembered_answer
                    WHERE household_id = ? AND scope = ? AND lookalike IS NOT NULL AND answered_at >= ?
                    """,
                arguments: [household.rawValue, key.scope, since.milliseconds])
            var nearest: (number: Int64, distance: Int)?
            while let row = try rows.next() {
                let bits = UInt64(bitPattern: try row.required("lookalike", as: Int64.self))
                let its = PerceptualHash(bits: bits)
                let distance = wanted.distance(to: its)
                if wanted.matches(its, within: likeness), distance < nearest?.distance ?? .max {
                    nearest = (try row.required("number"), distance)
                }
            }
            guard let nearest else { return nil }
            return try Row.fetchOne(
                database, sql: "SELECT key, answer FROM remembered_answer WHERE number = ?",
                arguments: [nearest.number]
            ).flatMap { row in
                guard let answer = try? AnswerText.read(try row.required("answer")) else { return nil }
                return Recollection(answer: answer, name: try row.required("key"))
            }
        }
    }

    package func noteLookUp(_ found: Recollection?, at now: Date, for household: Household.ID) async throws {
        try await write { database in
            try database.execute(
                sql: """
                    INSERT INTO look_up (household_id, hits, misses) VALUES (:household, :hits, :misses)
                    ON CONFLICT (household_id) DO UPDATE SET hits = hits + :hits, misses = misses + :misses
                    """,
                arguments: [
                    "household": household.rawValue, "hits": found == nil ? 0 : 1, "misses": found == nil ? 1 : 0,
                ])
            guard let found else { return }
            try database.execute(
                sql: "UPDATE remembered_answer SET used_at = ? WHERE household_id = ? AND key = ?",
                arguments: [now.milliseconds, household.rawValue, found.name])
        }
    }

    package func cacheStatistics(of household: Household.ID, since: Date) async throws -> CacheStatistics {
        try await read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT count(*) AS entries, coalesce(sum(answered_at < :since), 0) AS expired,
                        coalesce(sum(length(CAST(answer AS BLOB))), 0) AS bytes,
                        coalesce((SELECT hits FROM look_up WHERE household_id = :household), 0) AS hits,
                        coalesce((SELECT misses FROM look_up WHERE household_id = :household), 0) AS misses
                    FROM remembered_answer WHERE household_id = :household
                    """,
                arguments: ["since": since.milliseconds, "household": household.rawValue])
            guard let row else { return CacheStatistics() }
            return CacheStatistics(
                entries: try row.required("entries"), expired: try row.required("expired"),
                hits: try row.required("hits"), misses: try row.required("misses"), bytes: try row.required("bytes"))
        }
    }

    package func forgetAnswers(before: Date?, of household: Household.ID) async throws -> Int {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM remembered_answer WHERE household_id = ? AND (? IS NULL OR answered_at < ?)",
                arguments: [household.rawValue, before?.milliseconds, before?.milliseconds])
            return database.changesCount
        }
    }

    static func write(_ memory: RememberedAnswer, at now: Date, in database: Database) throws {
        let household = memory.household.rawValue
        if let version = memory.version {
            try database.execute(
                sql: "DELETE FROM remembered_answer WHERE household_id = ? AND version <> ?",
                arguments: [household, version])
        }
        try database.execute(
            sql: """
                INSERT INTO remembered_answer
                    (household_id, key, scope, lookalike, version, answer, answered_at, used_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (household_id, key) DO UPDATE
                SET version = excluded.version, answer = excluded.answer, answered_at = excluded.answered_at,
                    used_at = excluded.used_at, lookalike = excluded.lookalike
                """,
            arguments: [
                household, memory.key.text, memory.key.scope,
                memory.key.lookalike.map { Int64(bitPattern: $0.bits) }, memory.version,
                try AnswerText.written(memory.answer), memory.answer.answeredAt.milliseconds, now.milliseconds,
            ])
        try database.execute(
            sql: """
                DELETE FROM remembered_answer WHERE number IN (
                    SELECT number FROM remembered_answer WHERE household_id = ?
                    ORDER BY used_at DESC, number DESC LIMIT -1 OFFSET ?)
                """,
            arguments: [household, max(0, memory.limit)])
    }
}
