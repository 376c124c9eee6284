package import FoundationEssentials
package import Household
package import Recognition

extension SQLRecords {
    package func reserve(
        _ reservation: Reservation, within budget: Int, at now: Date
    ) async throws -> Quota? {
        try await writeShared { transaction in
            let dialect = transaction.dialect
            try Self.countLost(at: now, in: transaction)
            let row = try transaction.first(
                """
                INSERT INTO quota (account, day, reserved) SELECT :account, :day, :units WHERE :units <= :budget
                ON CONFLICT (account, day) DO UPDATE SET reserved = quota.reserved + :units
                WHERE quota.used + quota.reserved + :units
                        <= \(dialect.least)(:budget, coalesce(quota.ceiling, :budget))
                    AND coalesce(quota.blocked_until, 0) <= :now
                RETURNING *
                """,
                [
                    "account": reservation.account, "day": reservation.day.number, "units": reservation.units,
                    "budget": budget, "now": now.milliseconds,
                ])
            guard let row else { return nil }
            try transaction.execute(
                "INSERT INTO reservation (id, account, day, units, deadline) VALUES (?, ?, ?, ?, ?)",
                [
                    reservation.id.rawValue, reservation.account, reservation.day.number, reservation.units,
                    reservation.deadline.milliseconds,
                ])
            return try Self.quota(row, within: budget)
        }
    }

    package func settle(
        _ reservation: Reservation, _ settlement: Settlement, remembering memory: RememberedAnswer?, at now: Date
    ) async throws {
        try await writeShared { transaction in
            let units = try transaction.value(
                Int.self, "DELETE FROM reservation WHERE id = ? RETURNING units",
                [reservation.id.rawValue])
            if let units {
                // A remaining quota that the service reports after midnight belongs to another day.
                let dialect = transaction.dialect
                let remaining = reservation.day == UTCDay(of: now) ? settlement.remaining : nil
                try transaction.execute(
                    """
                    UPDATE quota SET
                        reserved = reserved - :units, used = used + :spent,
                        ceiling = CASE WHEN CAST(:remaining AS BIGINT) IS NULL THEN ceiling
                            ELSE \(dialect.least)(coalesce(ceiling, 1099511627776), used + :spent + reserved - :units + :remaining) END,
                        blocked_until = CASE WHEN CAST(:blocked AS BIGINT) IS NULL THEN blocked_until
                            ELSE \(dialect.greatest)(coalesce(blocked_until, 0), :blocked) END
                    WHERE account = :account AND day = :day
                    """,
                    [
                        "units": units, "spent": settlement.isSpent ? units : 0, "remaining": remaining,
                        "blocked": settlement.blockedUntil?.milliseconds, "account": reservation.account,
                        "day": reservation.day.number,
                    ])
            }
            if let memory { try Self.write(memory, of: household, at: now, in: transaction) }
        }
    }

    package func quota(of account: String, within budget: Int, at now: Date) async throws -> Quota {
        let day = UTCDay(of: now)
        return try await read { transaction in
            // Expired reservations count as used, although they are booked as used only by the next reservation.
            try transaction.first(
                """
                SELECT account, day, used + lost AS used, reserved - lost AS reserved, ceiling, blocked_until
                FROM quota, (SELECT coalesce(sum(units), 0) AS lost FROM reservation
                    WHERE account = :account AND day = :day AND deadline < :now) AS held
                WHERE account = :account AND day = :day
                """,
                ["account": account, "day": day.number, "now": now.milliseconds]
            ).map { try Self.quota($0, within: budget) } ?? Quota(budget: budget, day: day)
        }
    }

    // MARK: - Questions that are being asked

    package func claimQuestion(
        _ key: String, holder: String, until end: Date, at now: Date
    ) async throws -> Bool {
        try await writeUnnoticed { transaction in
            try transaction.execute(
                "DELETE FROM running_question WHERE household_id = ? AND lease_until <= ?",
                [household.rawValue, now.milliseconds])
            return try transaction.execute(
                """
                INSERT INTO running_question (household_id, key, holder, lease_until) VALUES (?, ?, ?, ?)
                ON CONFLICT (household_id, key) DO UPDATE SET lease_until = excluded.lease_until
                WHERE running_question.holder = excluded.holder
                """, [household.rawValue, key, holder, end.milliseconds]) > 0
        }
    }

    package func releaseQuestion(_ key: String, holder: String) async throws {
        try await writeUnnoticed { transaction in
            try transaction.execute(
                "DELETE FROM running_question WHERE household_id = ? AND key = ? AND holder = ?",
                [household.rawValue, key, holder])
        }
    }

    /// Books the units of expired reservations, whose processes have ended, as used: the call may have been made.
    private static func countLost(at now: Date, in transaction: any SQLTransaction) throws {
        for lost in try transaction.query(
            "DELETE FROM reservation WHERE deadline < ? RETURNING account, day, units",
            [now.milliseconds])
        {
            try transaction.execute(
                "UPDATE quota SET reserved = reserved - :units, used = used + :units WHERE account = :account AND day = :day",
                [
                    "units": try lost.required("units", as: Int.self),
                    "account": try lost.required("account", as: String.self),
                    "day": try lost.required("day", as: Int.self),
                ])
        }
    }

    private static func quota(_ row: SQLRow, within budget: Int) throws -> Quota {
        Quota(
            budget: budget, used: try row.required("used"), reserved: try row.required("reserved"),
            ceiling: row["ceiling"], blockedUntil: (row["blocked_until"] as Int64?).map(Date.init(milliseconds:)),
            day: UTCDay(number: try row.required("day")))
    }
}
