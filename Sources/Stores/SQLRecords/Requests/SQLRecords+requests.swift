import Accounts
package import FoundationEssentials
package import Household
import Messages
import Recognition

extension SQLRecords {
    package func claim(
        _ claim: RequestClaim, at now: Date, leaseEnd: Date, removingBefore oldest: Date, keeping most: Int
    ) async throws -> RequestState {
        try await writeUnnoticed { transaction in
            try transaction.execute(
                "DELETE FROM request WHERE household_id = ? AND begun_at < ?",
                [household.rawValue, oldest.milliseconds])
            try transaction.execute(
                """
                DELETE FROM request
                WHERE household_id = :household AND account = :account AND begun_at < (
                    SELECT begun_at FROM request WHERE household_id = :household AND account = :account
                    ORDER BY begun_at DESC LIMIT 1 OFFSET :most)
                """, ["household": household.rawValue, "account": claim.account, "most": most - 1])
            // A row with an ended lease belongs to an attempt whose process ended before the effect.
            let changes = try transaction.execute(
                """
                INSERT INTO request (household_id, account, route, key, attempt, begun_at, lease_until)
                VALUES (:household, :account, :route, :key, :attempt, :now, :lease)
                ON CONFLICT (household_id, account, route, key) DO UPDATE
                SET attempt = excluded.attempt, begun_at = excluded.begun_at, lease_until = excluded.lease_until
                WHERE NOT request.is_performed AND request.lease_until <= :now
                """,
                Self.place(of: claim, in: household) + [
                    "now": now.milliseconds, "lease": leaseEnd.milliseconds,
                ])
            if changes > 0 { return .claimed }
            let row = try transaction.first(
                """
                SELECT * FROM request
                WHERE household_id = :household AND account = :account AND route = :route AND key = :key
                    AND attempt <> :attempt
                """, Self.place(of: claim, in: household))
            guard let row else { throw SQLRow.damaged("request") }
            return try row.requestState(at: now)
        }
    }

    package func settle(_ claim: RequestClaim, fingerprint: String, answer: StoredAnswer) async throws {
        try await writeUnnoticed { transaction in
            try transaction.execute(
                """
                UPDATE request SET is_performed = TRUE, fingerprint = :fingerprint, status = :status,
                    location = :location, type = :type, body = :body
                WHERE household_id = :household AND account = :account AND route = :route AND key = :key
                    AND attempt = :attempt
                """,
                Self.place(of: claim, in: household) + [
                    "fingerprint": fingerprint, "status": answer.status, "location": answer.location,
                    "type": answer.type, "body": answer.body,
                ])
        }
    }

    package func release(_ claim: RequestClaim) async throws {
        try await writeUnnoticed { transaction in
            try transaction.execute(
                """
                DELETE FROM request
                WHERE household_id = :household AND account = :account AND route = :route AND key = :key
                    AND attempt = :attempt AND NOT is_performed
                """, Self.place(of: claim, in: household))
            try transaction.execute(
                """
                UPDATE request SET lease_until = begun_at
                WHERE household_id = :household AND account = :account AND route = :route AND key = :key
                    AND attempt = :attempt
                """, Self.place(of: claim, in: household))
        }
    }

    /// Returns `body`, and marks the request of the current task as performed in its transaction. Without such a
    /// request, returns `body` unchanged. The transaction is rolled back if another attempt has the key.
    ///
    /// The request is read here and not in the body, which runs on a thread of the database.
    func once<Value>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) -> @Sendable (any SQLTransaction) throws -> Value {
        guard let claim = RequestClaim.current else { return body }
        return { transaction in
            let value = try body(transaction)
            guard try Self.mark(claim, of: household, isPerformed: true, in: transaction) else {
                throw HouseholdError(
                    .requestUnderWay, localized("Another attempt of this request has been performed meanwhile."))
            }
            return value
        }
    }

    /// Returns `body`, and removes the mark of the request of the current task: its effect is undone in the same
    /// transaction.
    func notYet<Value>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) -> @Sendable (any SQLTransaction) throws -> Value {
        guard let claim = RequestClaim.current else { return body }
        return { transaction in
            _ = try Self.mark(claim, of: household, isPerformed: false, in: transaction)
            return try body(transaction)
        }
    }

    /// Returns false if another attempt has the key.
    private static func mark(
        _ claim: RequestClaim, of household: Household.ID, isPerformed: Bool, in transaction: any SQLTransaction
    ) throws -> Bool {
        try transaction.execute(
            """
            UPDATE request SET is_performed = :performed
            WHERE household_id = :household AND account = :account AND route = :route AND key = :key
                AND attempt = :attempt
            """, place(of: claim, in: household) + ["performed": isPerformed]) > 0
    }

    /// Removes the answers to requests about medicines, because they can contain doses that their account may not see any
    /// more. The requests stay performed: who repeats one gets no answer. Without an account, those of all accounts.
    static func forgetDoseAnswers(
        of account: Account.ID? = nil, in household: Household.ID, _ transaction: any SQLTransaction
    ) throws {
        try forgetAnswers(like: "%/medicines%", of: account, in: household, transaction)
        try forgetAnswers(like: "%/labels%", of: account, in: household, transaction)
    }

    /// Removes what is left of the requests that made a label: the fingerprint of its text. The requests stay performed.
    static func forgetLabelAnswers(
        of account: Account.ID?, in household: Household.ID, _ transaction: any SQLTransaction
    ) throws {
        try forgetAnswers(like: "%/labels%", of: account, in: household, transaction)
    }

    private static func forgetAnswers(
        like routes: String, of account: Account.ID?, in household: Household.ID, _ transaction: any SQLTransaction
    ) throws {
        try transaction.execute(
            """
            UPDATE request SET fingerprint = NULL, status = NULL, location = NULL, type = NULL, body = NULL,
                lease_until = begun_at
            WHERE household_id = :household AND (account = :account OR :account IS NULL) AND is_performed
                AND status IS NOT NULL AND route LIKE :routes
            """,
            ["household": household.rawValue, "account": account?.rawValue, "routes": routes])
    }

    private static func place(of claim: RequestClaim, in household: Household.ID) -> SQLArguments {
        [
            "household": household.rawValue, "account": claim.account, "route": claim.route, "key": claim.key,
            "attempt": claim.attempt,
        ]
    }
}

extension SQLRow {
    fileprivate func requestState(at now: Date) throws -> RequestState {
        let lease: Int64 = self["lease_until"] ?? 0
        if let status: Int = self["status"] {
            let answer = StoredAnswer(
                status: status, location: self["location"], type: self["type"],
                body: (self["body"] as [UInt8]?) ?? [])
            return .performed(answer, fingerprint: self["fingerprint"])
        }
        if lease > now.milliseconds { return .underWay }
        return .performed(nil, fingerprint: nil)
    }
}
