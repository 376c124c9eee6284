package import FoundationEssentials
package import Household
package import Larder
import Recognition

// MARK: - Rate limits

extension SQLRecords {
    package func acquireRead(of service: String, limit: Int, seconds: Double, at now: Date) async throws -> Date? {
        let span = Int64(seconds * 1000)
        return try await writeShared { transaction in
            let instant = now.milliseconds
            // A pause from a clock that was set back must not hide another pause.
            try transaction.execute(
                "DELETE FROM service_pause WHERE service = ? AND until > ?",
                [service, now.addingTimeInterval(RateLimit.longestPause * 2).milliseconds])
            let pause = try Self.pause(of: service, at: now, in: transaction)
            // Reads with a later time than now come from a clock that was set back. They count as of now, so that they
            // expire as soon as possible.
            try transaction.execute(
                "UPDATE service_read SET at = :now WHERE service = :service AND at > :now",
                ["now": instant, "service": service])
            try transaction.execute(
                "DELETE FROM service_read WHERE service = ? AND at <= ?", [service, instant - span])
            let times = try transaction.values(
                Int64.self, "SELECT at FROM service_read WHERE service = ? ORDER BY at DESC LIMIT ?",
                [service, limit])
            guard times.count < limit else {
                let free = Date(milliseconds: (times.last ?? instant) + span)
                return max(free, pause ?? free)
            }
            if let pause { return pause }
            try transaction.execute(
                "INSERT INTO service_read (service, at) VALUES (?, ?)", [service, instant])
            return nil
        }
    }

    package func pauseReads(of service: String, until: Date) async throws {
        try await writeShared { transaction in
            try transaction.execute(
                """
                INSERT INTO service_pause (service, until) VALUES (:service, :until)
                ON CONFLICT (service) DO UPDATE
                SET until = \(transaction.dialect.greatest)(service_pause.until, :until)
                """,
                ["service": service, "until": until.milliseconds])
        }
    }

    package func readPause(of service: String, at now: Date) async throws -> Date? {
        try await read { try Self.pause(of: service, at: now, in: $0) }
    }

    private static func pause(of service: String, at now: Date, in transaction: any SQLTransaction) throws -> Date? {
        let until = try transaction.value(
            Int64.self, "SELECT until FROM service_pause WHERE service = ? AND until > ? AND until <= ?",
            [
                service, now.milliseconds, now.addingTimeInterval(RateLimit.longestPause * 2).milliseconds,
            ])
        return until.map(Date.init(milliseconds:))
    }
}

// MARK: - Questions

extension SQLRecords {
    package func remember(
        _ questions: [FoodQuestion], about code: String?, in language: String, at now: Date
    ) async throws {
        let documents = try questions.map { ($0, try Columns.json($0)) }
        let old = now.addingTimeInterval(-RememberedQuestions.days * 86_400).milliseconds
        try await write { transaction in
            try transaction.execute(
                "DELETE FROM food_question WHERE household_id = ? AND fetched_at < ?",
                [household.rawValue, old])
            try transaction.execute(
                "DELETE FROM questions_asked WHERE household_id = ? AND at < ?",
                [household.rawValue, old])
            if let code {
                let key: SQLArguments = [household.rawValue, code, language]
                try transaction.execute(
                    "DELETE FROM food_question WHERE household_id = ? AND code = ? AND language = ?",
                    key)
                try transaction.execute(
                    """
                    INSERT INTO questions_asked (household_id, code, language, at) VALUES (?, ?, ?, ?)
                    ON CONFLICT (household_id, code, language) DO UPDATE SET at = excluded.at
                    """,
                    key + [now.milliseconds])
            }
            for (position, (question, document)) in documents.enumerated() {
                try transaction.execute(
                    """
                    INSERT INTO food_question
                        (household_id, insight_id, language, code, position, document, fetched_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (household_id, insight_id, language) DO UPDATE
                    SET code = excluded.code, position = excluded.position, document = excluded.document,
                        fetched_at = excluded.fetched_at
                    """,
                    [
                        household.rawValue, question.id.rawValue, language, question.code, position, document,
                        now.milliseconds,
                    ])
            }
        }
    }

    package func questions(
        about code: String, in language: String
    ) async throws -> RememberedQuestions? {
        let key: SQLArguments = [household.rawValue, code, language]
        return try await read { transaction in
            let asked = try transaction.value(
                Int64.self, "SELECT at FROM questions_asked WHERE household_id = ? AND code = ? AND language = ?",
                key)
            guard let asked else { return nil }
            let questions = try transaction.query(
                """
                SELECT * FROM food_question WHERE household_id = ? AND code = ? AND language = ?
                ORDER BY position, insight_id
                """, key
            ).map { try $0.document(FoodQuestion.self) }
            return RememberedQuestions(questions: questions, fetchedAt: Date(milliseconds: asked))
        }
    }

    package func question(_ id: FoodQuestion.ID) async throws -> FoodQuestion? {
        try await read { transaction in
            try transaction.first(
                """
                SELECT * FROM food_question WHERE household_id = ? AND insight_id = ?
                ORDER BY fetched_at DESC LIMIT 1
                """,
                [household.rawValue, id.rawValue]
            ).map { try $0.document(FoodQuestion.self) }
        }
    }

    package func readAt(_ question: FoodQuestion.ID) async throws -> Date? {
        try await read { transaction in
            try transaction.value(
                Int64.self, "SELECT max(fetched_at) FROM food_question WHERE household_id = ? AND insight_id = ?",
                [household.rawValue, question.rawValue]
            ).map(Date.init(milliseconds:))
        }
    }

    package func openQuestions(
        for voter: String, in language: String, limit: Int
    ) async throws -> [FoodQuestion] {
        try await read { transaction in
            try transaction.query(
                """
                SELECT * FROM food_question WHERE household_id = :household AND language = :language
                    AND NOT EXISTS (
                        SELECT 1 FROM vote WHERE vote.household_id = :household
                            AND vote.insight_id = food_question.insight_id AND vote.voter = :voter
                            AND vote.state <> 'lost')
                ORDER BY fetched_at DESC, position, insight_id LIMIT :limit
                """,
                [
                    "household": household.rawValue, "language": language, "voter": voter, "limit": limit,
                ]
            ).map { try $0.document(FoodQuestion.self) }
        }
    }
}
