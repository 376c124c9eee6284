package import FoundationEssentials
package import Household
package import Larder
import Messages
import Recognition

extension SQLRecords {
    package func intend(_ vote: Vote) async throws -> Vote {
        let question = try Columns.json(vote.question)
        return try await write(
            once { transaction in
                let row = try transaction.first(
                    """
                    INSERT INTO vote
                        (household_id, insight_id, voter, code, kind, question, product_name, choice, asked_at,
                        not_before)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (household_id, insight_id, voter) WHERE state <> 'lost' DO NOTHING
                    RETURNING *
                    """,
                    [
                        household.rawValue, vote.question.id.rawValue, vote.voter, vote.question.code,
                        vote.question.kind, question, vote.productName, vote.choice.rawValue, vote.askedAt.milliseconds,
                        vote.notBefore.milliseconds,
                    ])
                guard let row else {
                    throw HouseholdError(.alreadyAnswered, localized("This question has been answered in this house."))
                }
                return try row.vote()
            })
    }

    package func undo(_ vote: Int) async throws -> Vote {
        try await write { transaction in
            let key: SQLArguments = [household.rawValue, vote]
            let row = try transaction.first("SELECT * FROM vote WHERE household_id = ? AND number = ?", key)
            guard let row else { throw HouseholdError(.notFound, localized("There is no such answer.")) }
            let found = try row.vote()
            guard found.state == .waiting else {
                throw HouseholdError(
                    .voteSent, localized("It is too late to take this answer back."), detail: found.state.rawValue)
            }
            try transaction.execute("DELETE FROM vote WHERE household_id = ? AND number = ?", key)
            return found
        }
    }

    package func claimVotes(
        limit: Int, at now: Date, until lease: Date
    ) async throws -> [Vote] {
        try await write { transaction in
            // Stored, so always in English.
            let remark = Localization.$current.withValue(.english) {
                localized("The house stopped while it was being sent.")
            }
            try transaction.execute(
                """
                UPDATE vote SET state = 'unknown', remark = ?
                WHERE household_id = ? AND state = 'sending' AND not_before <= ?
                """, [remark, household.rawValue, now.milliseconds])
            return try transaction.query(
                """
                UPDATE vote SET state = 'sending', sent_at = :now, not_before = :lease, fence = fence + 1
                WHERE number IN (
                    SELECT number FROM vote
                    WHERE household_id = :household AND state = 'waiting' AND not_before <= :now
                    ORDER BY number LIMIT :limit)
                RETURNING *
                """,
                [
                    "now": now.milliseconds, "lease": lease.milliseconds, "household": household.rawValue,
                    "limit": limit,
                ]
            ).map { try $0.vote() }.sorted { $0.number < $1.number }
        }
    }

    package func claimUnknownVotes(
        limit: Int, at now: Date, until lease: Date
    ) async throws -> [Vote] {
        try await write { transaction in
            try transaction.query(
                """
                UPDATE vote SET not_before = :lease, fence = fence + 1
                WHERE number IN (
                    SELECT number FROM vote
                    WHERE household_id = :household AND state = 'unknown' AND not_before <= :now
                    ORDER BY not_before, number LIMIT :limit)
                RETURNING *
                """,
                [
                    "now": now.milliseconds, "lease": lease.milliseconds, "household": household.rawValue,
                    "limit": limit,
                ]
            ).map { try $0.vote() }.sorted { $0.number < $1.number }
        }
    }

    package func settle(
        _ vote: Vote, _ outcome: Vote.Outcome, at now: Date
    ) async throws -> Bool {
        try await write { transaction in
            let changed = try transaction.execute(
                """
                UPDATE vote SET state = :state, remark = :remark, not_before = coalesce(:next, not_before),
                    attempts = attempts + :tried, sent_at = CASE WHEN :waits THEN NULL ELSE sent_at END,
                    settled_at = :settled
                WHERE household_id = :household AND number = :number AND fence = :fence
                    AND state IN ('sending', 'unknown')
                """,
                [
                    "state": outcome.state.rawValue, "remark": outcome.remark,
                    "next": outcome.notBefore?.milliseconds, "tried": outcome.state == .waiting ? 1 : 0,
                    "waits": outcome.state == .waiting,
                    "settled": outcome.state.isSettled ? now.milliseconds : nil, "household": household.rawValue,
                    "number": vote.number, "fence": vote.fence,
                ])
            return changed > 0
        }
    }

    package func hastenVotes(at now: Date) async throws {
        try await write { transaction in
            try transaction.execute(
                """
                UPDATE vote SET not_before = :now
                WHERE household_id = :household AND state = 'waiting' AND attempts > 0 AND not_before > :now
                """, ["now": now.milliseconds, "household": household.rawValue])
        }
    }

    package func votes(_ query: VoteQuery) async throws -> [Vote] {
        var terms = ["household_id = ?"]
        var arguments: SQLArguments = [household.rawValue]
        if let states = query.states {
            terms.append(states.isEmpty ? "FALSE" : "state IN (\(states.map { _ in "?" }.joined(separator: ", ")))")
            arguments += SQLArguments(states.map(\.rawValue.sqlValue))
        }
        for (column, value) in [("code", query.code), ("voter", query.voter), ("insight_id", query.insight?.rawValue)] {
            guard let value else { continue }
            terms.append("\(column) = ?")
            arguments += [value]
        }
        if let number = query.number {
            terms.append("number = ?")
            arguments += [number]
        }
        arguments += [query.limit]
        let sql = "SELECT * FROM vote WHERE \(terms.joined(separator: " AND ")) ORDER BY number DESC LIMIT ?"
        return try await read { [arguments] transaction in
            try transaction.query(sql, arguments).map { try $0.vote() }
        }
    }

    package func nextVote() async throws -> Date? {
        try await read { transaction in
            try transaction.value(
                Int64.self,
                """
                SELECT min(not_before) FROM vote
                WHERE household_id = ? AND state IN ('waiting', 'sending', 'unknown')
                """, [household.rawValue]
            ).map(Date.init(milliseconds:))
        }
    }

    package func voteCounts() async throws -> VoteCounts {
        try await read { transaction in
            var counts = VoteCounts()
            let rows = try transaction.query(
                """
                SELECT state, choice, kind, count(*) AS n FROM vote WHERE household_id = ?
                GROUP BY state, choice, kind
                """, [household.rawValue])
            for row in rows {
                let state: Vote.State = try row.word("state")
                let number: Int = try row.required("n")
                counts.byState[state, default: 0] += number
                guard state == .counted else { continue }
                counts.byChoice[try row.word("choice"), default: 0] += number
                counts.byKind[try row.required("kind"), default: 0] += number
            }
            return counts
        }
    }
}

extension SQLRow {
    fileprivate func vote() throws -> Vote {
        func time(_ column: String) -> Date? { (self[column] as Int64?).map(Date.init(milliseconds:)) }
        return Vote(
            number: try required("number"), question: try document(FoodQuestion.self, in: "question"),
            productName: self["product_name"], choice: try word("choice"), voter: try required("voter"),
            state: try word("state"), askedAt: Date(milliseconds: try required("asked_at")),
            notBefore: Date(milliseconds: try required("not_before")), attempts: try required("attempts"),
            sentAt: time("sent_at"), settledAt: time("settled_at"), remark: self["remark"],
            fence: try required("fence"))
    }
}
