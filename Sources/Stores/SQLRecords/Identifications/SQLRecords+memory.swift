package import FoundationEssentials
package import Household
package import Recognition

extension SQLRecords {
    package func remembered(
        _ key: InquiryKey, since: Date, likeness: Int?
    ) async throws -> Recollection? {
        try await read { transaction in
            let exact = try transaction.value(
                String.self,
                "SELECT answer FROM remembered_answer WHERE household_id = ? AND key = ? AND answered_at >= ?",
                [household.rawValue, key.text, since.milliseconds])
            // An answer that cannot be read counts as forgotten; the next answer replaces it.
            if let exact, let answer = try? AnswerText.read(exact) {
                return Recollection(answer: answer, name: key.text)
            }
            guard let likeness, let wanted = key.lookalike else { return nil }
            var nearest: (number: Int64, distance: Int)?
            try transaction.query(
                """
                SELECT number, lookalike FROM remembered_answer
                WHERE household_id = ? AND scope = ? AND lookalike IS NOT NULL AND answered_at >= ?
                """,
                [household.rawValue, key.scope, since.milliseconds], limit: .max
            ) { row in
                let its = PerceptualHash(bits: UInt64(bitPattern: try row.required("lookalike", as: Int64.self)))
                let distance = wanted.distance(to: its)
                if wanted.matches(its, within: likeness), distance < nearest?.distance ?? .max {
                    nearest = (try row.required("number"), distance)
                }
            }
            guard let nearest else { return nil }
            return try transaction.first(
                "SELECT key, answer FROM remembered_answer WHERE number = ?",
                [nearest.number]
            ).flatMap { row in
                guard let answer = try? AnswerText.read(try row.required("answer")) else { return nil }
                return Recollection(answer: answer, name: try row.required("key"))
            }
        }
    }

    package func noteLookUp(_ found: Recollection?, at now: Date) async throws {
        try await write { transaction in
            try transaction.execute(
                """
                INSERT INTO look_up (household_id, hits, misses) VALUES (:household, :hits, :misses)
                ON CONFLICT (household_id) DO UPDATE
                SET hits = look_up.hits + :hits, misses = look_up.misses + :misses
                """,
                [
                    "household": household.rawValue, "hits": found == nil ? 0 : 1, "misses": found == nil ? 1 : 0,
                ])
            guard let found else { return }
            try transaction.execute(
                "UPDATE remembered_answer SET used_at = ? WHERE household_id = ? AND key = ?",
                [now.milliseconds, household.rawValue, found.name])
        }
    }

    package func cacheStatistics(since: Date) async throws -> CacheStatistics {
        try await read { transaction in
            let row = try transaction.first(
                """
                SELECT count(*) AS entries, count(*) FILTER (WHERE answered_at < :since) AS expired,
                    coalesce(sum(\(transaction.dialect.byteCount("answer"))), 0) AS bytes,
                    coalesce((SELECT hits FROM look_up WHERE household_id = :household), 0) AS hits,
                    coalesce((SELECT misses FROM look_up WHERE household_id = :household), 0) AS misses
                FROM remembered_answer WHERE household_id = :household
                """,
                ["since": since.milliseconds, "household": household.rawValue])
            guard let row else { return CacheStatistics() }
            return CacheStatistics(
                entries: try row.required("entries"), expired: try row.required("expired"),
                hits: try row.required("hits"), misses: try row.required("misses"), bytes: try row.required("bytes"))
        }
    }

    package func forgetAnswers(before: Date?) async throws -> Int {
        try await write { transaction in
            try transaction.execute(
                """
                DELETE FROM remembered_answer
                WHERE household_id = :household AND (CAST(:before AS BIGINT) IS NULL OR answered_at < :before)
                """, ["household": household.rawValue, "before": before?.milliseconds])
        }
    }

    static func write(
        _ memory: RememberedAnswer, of household: Household.ID, at now: Date, in transaction: any SQLTransaction
    ) throws {
        let household = household.rawValue
        if let version = memory.version {
            try transaction.execute(
                "DELETE FROM remembered_answer WHERE household_id = ? AND version <> ?",
                [household, version])
        }
        try transaction.execute(
            """
            INSERT INTO remembered_answer
                (household_id, key, scope, lookalike, version, answer, answered_at, used_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (household_id, key) DO UPDATE
            SET version = excluded.version, answer = excluded.answer, answered_at = excluded.answered_at,
                used_at = excluded.used_at, lookalike = excluded.lookalike
            """,
            [
                household, memory.key.text, memory.key.scope,
                memory.key.lookalike.map { Int64(bitPattern: $0.bits) }, memory.version,
                try AnswerText.written(memory.answer), memory.answer.answeredAt.milliseconds, now.milliseconds,
            ])
        try transaction.execute(
            """
            DELETE FROM remembered_answer WHERE number IN (
                SELECT number FROM remembered_answer WHERE household_id = ?
                ORDER BY used_at DESC, number DESC LIMIT ? OFFSET ?)
            """,
            [household, Int64.max, max(0, memory.limit)])
    }
}
