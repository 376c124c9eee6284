package import Agenda
package import FoundationEssentials
package import Household
import Messages
import Recognition
package import Reminders

extension SQLRecords {
    package func add(
        _ reminder: Reminder, to channel: Channel.ID
    ) async throws {
        try await write { transaction in
            guard let stored = try self.channel(channel, in: transaction) else { throw Self.noChannel }
            try Self.insert(reminder, to: stored.channel, of: household, in: transaction)
        }
    }

    package func claimNotices(
        limit: Int, at now: Date, until lease: Date
    ) async throws -> [Notice] {
        try await write { [planner] transaction in
            // The chores of a day are read when its notice is sent first, so that it says what is due then.
            let lacks = try transaction.value(
                Bool.self,
                """
                SELECT EXISTS (SELECT 1 FROM notice WHERE household_id = ? AND rank = 1 AND state = 'pending'
                    AND next_at <= ? AND sort = 'chores' AND subjects = '[]')
                """, [household.rawValue, now.milliseconds])
            if lacks == true, let planner { try Self.reconcile(household, by: planner, in: transaction) }
            var claimed: [Notice] = []
            // Two ranges of one index, so that the cost does not depend on the number of waiting notices.
            for rank in 0...1 {
                while claimed.count < limit {
                    let rows = try transaction.query(
                        Self.claim(transaction.dialect),
                        [
                            "household": household.rawValue, "rank": rank, "now": now.milliseconds,
                            "lease": lease.milliseconds, "limit": limit - claimed.count,
                        ]
                    ).map { try $0.notice() }
                    if rows.isEmpty { break }
                    let over = rows.filter { $0.reminder.until <= now }
                    for notice in over {
                        try transaction.execute(
                            "UPDATE notice SET state = 'expired', settled_at = ? WHERE number = ?",
                            [now.milliseconds, notice.number])
                    }
                    claimed += rows.filter { $0.reminder.until > now }
                }
            }
            return claimed.sorted {
                ($0.reminder.sort.rank(over: .webPush), $0.reminder.at, $0.number)
                    < ($1.reminder.sort.rank(over: .webPush), $1.reminder.at, $1.number)
            }
        }
    }

    /// Claims due notices, including those of a worker that died, after the end of its lease.
    static func claim(_ dialect: Dialect) -> String {
        """
        UPDATE notice SET next_at = :lease, tried_at = :now, fence = fence + 1, attempts = attempts + 1,
            failure = CASE WHEN is_leased THEN '\(Notice.doubt)' ELSE failure END, is_leased = TRUE
        WHERE number IN (
            SELECT number FROM notice \(dialect.indexed("notice_due"))
            WHERE household_id = :household AND rank = :rank AND state = 'pending' AND next_at <= :now
            ORDER BY next_at LIMIT :limit)
        RETURNING *
        """
    }

    package func settle(
        _ settlements: [Notice.Settlement], at now: Date
    ) async throws -> Int {
        try await write { [planner] transaction in
            var count = 0
            var failures: [Channel.ID: String?] = [:]
            for settlement in settlements {
                guard try Self.settle(settlement, at: now, for: household, in: transaction) else { continue }
                count += 1
                switch settlement.outcome {
                case .sent: failures[settlement.notice.channel] = .some(nil)
                case .dead(let reason), .later(let reason, _): failures[settlement.notice.channel] = reason
                case .released: break
                case .gone: try Self.leave(settlement.notice.channel, of: household, in: transaction)
                }
            }
            // The result of a notice that was still being sent does not replace the reason why a channel was turned
            // off.
            for (channel, failure) in failures {
                try transaction.execute(
                    """
                    UPDATE channel SET failure = CASE WHEN is_on THEN :failure ELSE failure END,
                        told_at = coalesce(:told, told_at)
                    WHERE household_id = :household AND id = :id
                    """,
                    [
                        "failure": failure, "told": failure == nil ? now.milliseconds : nil,
                        "household": household.rawValue, "id": channel.rawValue,
                    ])
            }
            // A subject that was dealt with during this attempt is not part of the next attempt.
            if let planner, settlements.contains(where: { $0.outcome.wantsAnotherLook }) {
                try Self.reconcile(household, by: planner, in: transaction)
            }
            return count
        }
    }

    /// Removes a browser's subscription, because one that is gone never comes back. Turns another channel off: its
    /// address may be gone only for a moment, so its owner sees the reason, and its secret is kept.
    private static func leave(_ channel: Channel.ID, of household: Household.ID, in transaction: any SQLTransaction)
        throws
    {
        let key: SQLArguments = [household.rawValue, channel.rawValue]
        try transaction.execute(
            "DELETE FROM channel WHERE household_id = ? AND id = ? AND kind = 'web-push'", key)
        // Stored, so always in English.
        let reason = Localization.$current.withValue(.english) {
            localized("It says that it is gone (410), and was turned off.")
        }
        try transaction.execute(
            "UPDATE channel SET is_on = FALSE, failure = ? WHERE household_id = ? AND id = ?",
            [reason, household.rawValue, channel.rawValue])
    }

    /// Returns whether the caller still held the notice. Thousands are settled in a second, so the statements are
    /// prepared once.
    private static func settle(
        _ settlement: Notice.Settlement, at now: Date, for household: Household.ID, in transaction: any SQLTransaction
    ) throws -> Bool {
        let change =
            switch settlement.outcome {
            case .sent: "state = 'sent', settled_at = ?, failure = NULL"
            case .dead: "state = 'dead', settled_at = ?, failure = ?"
            case .later: "next_at = ?, failure = ?"
            case .released: "next_at = at, attempts = attempts - 1"
            case .gone: "next_at = next_at"
            }
        let values: SQLArguments =
            switch settlement.outcome {
            case .sent: [now.milliseconds]
            case .dead(let reason): [now.milliseconds, reason]
            case .later(let reason, let at): [at.milliseconds, reason]
            case .released, .gone: []
            }
        let changed = try transaction.execute(
            """
            UPDATE notice SET is_leased = FALSE, \(change)
            WHERE number = ? AND fence = ? AND household_id = ? AND state = 'pending'
            """, values + [settlement.notice.number, settlement.notice.fence, household.rawValue])
        return changed > 0
    }

    package func nextNotice() async throws -> Date? {
        try await read { transaction in
            var next: Int64?
            for rank in 0...1 {
                let soonest = try transaction.value(
                    Int64.self, Self.soonest(transaction.dialect), ["household": household.rawValue, "rank": rank])
                next = [next, soonest].compactMap(\.self).min()
            }
            return next.map(Date.init(milliseconds:))
        }
    }

    static func soonest(_ dialect: Dialect) -> String {
        """
        SELECT min(next_at) FROM notice \(dialect.indexed("notice_due"))
        WHERE household_id = :household AND rank = :rank AND state = 'pending'
        """
    }

    package func notices(_ query: NoticeQuery) async throws -> [Notice] {
        var conditions = ["household_id = ?"]
        var arguments: SQLArguments = [household.rawValue]
        if let number = query.number {
            conditions.append("number = ?")
            arguments += [number]
        } else {
            let states = query.states.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
            conditions.append(states.isEmpty ? "FALSE" : "state IN (\(states))")
        }
        if let channel = query.channel {
            conditions.append("channel_id = ?")
            arguments += [channel.rawValue]
        }
        if let through = query.through {
            conditions.append("at <= ?")
            arguments += [through.milliseconds]
        }
        if let mine = overChannels {
            conditions.append(mine.sql)
            arguments += mine.arguments
        }
        let sql = "SELECT * FROM notice WHERE \(conditions.joined(separator: " AND ")) ORDER BY at, number LIMIT ?"
        let all = arguments + [query.limit]
        return try await read { [planner] transaction in
            let notices = try transaction.query(sql, all).map { try $0.notice() }
                .filter { query.states.contains($0.state) }
            guard let planner else { return notices }
            let now = planner.now()
            // One that is due gets its chores in a moment, when the worker notices it.
            func isWanted(_ notice: Notice) -> Bool {
                notice.awaitsSubjects && (query.hasContents || notice.reminder.at <= now)
            }
            guard notices.contains(where: isWanted) else { return notices }
            let expected = try Self.expected(of: household, by: planner, in: transaction)
            return notices.map { notice in
                guard isWanted(notice) else { return notice }
                let reminder = expected[notice.channel]?.first { $0.key == notice.reminder.key }
                return notice.with(reminder?.subjects ?? [])
            }
        }
    }

    /// The condition of notices over channels that the viewer uses; nil for all notices.
    private var overChannels: SQLCondition? {
        guard viewer != .machine else { return nil }
        let condition = viewer.usesChannel("channel")
        return SQLCondition(
            sql: """
                EXISTS (SELECT 1 FROM channel WHERE channel.household_id = notice.household_id
                    AND channel.id = notice.channel_id AND \(condition.sql))
                """, arguments: condition.arguments)
    }

    package func retry(_ notice: Int, at now: Date) async throws {
        let mine = overChannels ?? .always
        try await write { [planner] transaction in
            let changed = try transaction.execute(
                """
                UPDATE notice SET state = 'pending', settled_at = NULL, attempts = 0, is_leased = FALSE,
                    fence = fence + 1, next_at = ?
                WHERE household_id = ? AND number = ? AND state = 'dead' AND until > ? AND \(mine.sql)
                """,
                [now.milliseconds, household.rawValue, notice, now.milliseconds] + mine.arguments)
            if changed > 0 {
                // Subjects that were dealt with since then are not part of the next attempt.
                if let planner { try Self.reconcile(household, by: planner, in: transaction) }
                return
            }
            let isThere = try transaction.value(
                Bool.self,
                """
                SELECT EXISTS (SELECT 1 FROM notice
                    WHERE household_id = ? AND number = ? AND state = 'dead' AND \(mine.sql))
                """, [household.rawValue, notice] + mine.arguments)
            throw isThere == true
                ? HouseholdError(
                    .reminderPast, localized("It is too late for this notice."),
                    hint: localized("What it was about is on Today."))
                : HouseholdError(.notFound, localized("There is no such notice that was given up."))
        }
    }

    package func dismissDead() async throws {
        let mine = overChannels ?? .always
        try await write { transaction in
            try transaction.execute(
                "UPDATE notice SET state = 'expired' WHERE household_id = ? AND state = 'dead' AND \(mine.sql)",
                [household.rawValue] + mine.arguments)
        }
    }

    package func isSpent(_ digest: String) async throws -> Bool {
        try await read { transaction in
            try transaction.value(
                Bool.self, "SELECT EXISTS (SELECT 1 FROM spent_link WHERE household_id = ? AND digest = ?)",
                [household.rawValue, digest]) ?? false
        }
    }

    package func log(
        _ drafts: [ChoreEntry.Draft], spending link: SpentLink
    ) async throws -> [ChoreEntry]? {
        try await plan(changing: .chores(drafts.map(\.chore))) { transaction in
            let changed = try transaction.execute(
                "INSERT INTO spent_link (household_id, digest, until) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [household.rawValue, link.digest, link.until.milliseconds])
            guard changed > 0 else { return nil }
            return try Self.log(drafts, for: household, in: transaction)
        }
    }
}
