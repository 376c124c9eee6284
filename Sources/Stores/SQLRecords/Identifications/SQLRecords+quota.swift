package import FoundationEssentials
import GRDB
package import Household
package import Recognition

extension SQLiteRecords {
    package func reserve(
        _ reservation: Reservation, within budget: Int, at now: Date
    ) async throws -> Quota? {
        try await write { database in
            try Self.countLost(at: now, in: database)
            let row = try Row.fetchOne(
                database,
                sql: """
                    INSERT INTO quota (account, day, reserved) SELECT :account, :day, :units WHERE :units <= :budget
                    ON CONFLICT (account, day) DO UPDATE SET reserved = reserved + :units
                    WHERE used + reserved + :units <= min(:budget, coalesce(ceiling, :budget))
                        AND coalesce(blocked_until, 0) <= :now
                    RETURNING *
                    """,
                arguments: [
                    "account": reservation.account, "day": reservation.day.number, "units": reservation.units,
                    "budget": budget, "now": now.milliseconds,
                ])
            guard let row else { return nil }
            try database.execute(
                sql: "INSERT INTO reservation (id, account, day, units, deadline) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    reservation.id.rawValue, reservation.account, reservation.day.number, reservation.units,
                    reservation.deadline.milliseconds,
                ])
            return try Self.quota(row, within: budget)
        }
    }

    package func settle(
        _ reservation: Reservation, _ settlement: Settlement, remembering memory: RememberedAnswer?, at now: Date
    ) async throws {
        try await write { database in
            let units = try Int.fetchOne(
                database, sql: "DELETE FROM reservation WHERE id = ? RETURNING units",
                arguments: [reservation.id.rawValue])
            if let units {
                // What the service tells after midnight is of another day.
                let remaining = reservation.day == UTCDay(of: now) ? settlement.remaining : nil
                try database.execute(
                    sql: """
                        UPDATE quota SET
                            reserved = reserved - :units, used = used + :spent,
                            ceiling = CASE WHEN :remaining IS NULL THEN ceiling
                                ELSE min(coalesce(ceiling, 1 << 40), used + :spent + reserved - :units + :remaining) END,
                            blocked_until = CASE WHEN :blocked IS NULL THEN blocked_until
                                ELSE max(coalesce(blocked_until, 0), :blocked) END
                        WHERE account = :account AND day = :day
                        """,
                    arguments: [
                        "units": units, "spent": settlement.isSpent ? units : 0, "remaining": remaining,
                        "blocked": settlement.blockedUntil?.milliseconds, "account": reservation.account,
                        "day": reservation.day.number,
                    ])
            }
            if let memory { try Self.write(memory, at: now, in: database) }
        }
    }

    package func quota(of account: String, within budget: Int, at now: Date) async throws -> Quota {
        let day = UTCDay(of: now)
        return try await read { database in
            // Those that are past their time count as used before the next reservation makes them so.
            try Row.fetchOne(
                database,
                sql: """
                    SELECT account, day, used + lost AS used, reserved - lost AS reserved, ceiling, blocked_until
                    FROM quota, (SELECT coalesce(sum(units), 0) AS lost FROM reservation
                        WHERE account = :account AND day = :day AND deadline < :now)
                    WHERE account = :account AND day = :day
                    """,
                arguments: ["account": account, "day": day.number, "now": now.milliseconds]
            ).map { try Self.quota($0, within: budget) } ?? Quota(budget: budget, day: day)
        }
    }

    /// Units held by processes that are gone: the call may have been made, so they count as spent.
    private static func countLost(at now: Date, in database: Database) throws {
        for lost in try Row.fetchAll(
            database, sql: "DELETE FROM reservation WHERE deadline < ? RETURNING account, day, units",
            arguments: [now.milliseconds])
        {
            try database.execute(
                sql:
                    "UPDATE quota SET reserved = reserved - :units, used = used + :units WHERE account = :account AND day = :day",
                arguments: ["units": lost["units"], "account": lost["account"], "day": lost["day"]])
        }
    }

    private static func quota(_ row: Row, within budget: Int) throws -> Quota {
        Quota(
            budget: budget, used: try row.required("used"), reserved: try row.required("reserved"),
            ceiling: row["ceiling"], blockedUntil: (row["blocked_until"] as Int64?).map(Date.init(milliseconds:)),
            day: UTCDay(number: try row.required("day")))
    }
}
