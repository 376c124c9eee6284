import FoundationEssentials
import GRDB
package import Household
import Recognition
import Reminders

extension SQLiteRecords {
    package func planning(_ planner: NoticePlanner) -> any Records {
        var records = self
        records.planner = planner
        return records
    }

    /// What was settled so long ago is forgotten, but for the latest: a clock that is far ahead for a moment would have
    /// all be forgotten, and told again.
    private static let remembered = 60.0 * 86_400
    private static let alwaysRemembered = 2_000
    /// No reminder is expected at a time so long ago, whatever became of it.
    private static let looksBack = 4.0 * 86_400

    /// Two ranges of two indexes, so that what was told in the last weeks costs nothing at each change.
    static let state = """
        SELECT * FROM notice INDEXED BY notice_by_channel
        WHERE household_id = :household AND channel_id = :channel AND at > :since
        UNION ALL
        SELECT * FROM notice INDEXED BY notice_by_state
        WHERE household_id = :household AND state = 'pending' AND at <= :since AND channel_id = :channel
        """

    package func reconcileNotices(of household: Household.ID) async throws -> Int {
        guard let planner else { return 0 }
        return try await write { database in
            let now = planner.now()
            // A clock that was put back leaves leases and pauses that end long after they should. Those of other
            // machines may go a little ahead.
            try database.execute(
                sql: """
                    UPDATE notice SET next_at = max(at, :now), tried_at = NULL,
                        failure = CASE WHEN is_leased = 1 THEN '\(Notice.doubt)' ELSE failure END, is_leased = 0
                    WHERE household_id = :household AND state = 'pending' AND tried_at > :now + 60000
                    """, arguments: ["household": household.rawValue, "now": now.milliseconds])
            // What was worth nothing any more by that clock is expected again; what somebody knows of stays known.
            try database.execute(
                sql: """
                    DELETE FROM notice
                    WHERE household_id = :household AND settled_at > :now + 60000 AND state IN ('expired', 'folded')
                        AND failure IS NOT 'untold'
                    """, arguments: ["household": household.rawValue, "now": now.milliseconds])
            let past = now.addingTimeInterval(-Self.remembered).milliseconds
            try database.execute(
                sql: """
                    DELETE FROM notice WHERE household_id = :household AND settled_at < :past
                        AND number <= (SELECT max(number) FROM notice) - :always
                    """,
                arguments: ["household": household.rawValue, "past": past, "always": Self.alwaysRemembered])
            try database.execute(
                sql: "DELETE FROM spent_link WHERE household_id = ? AND until < ?",
                arguments: [household.rawValue, past])
            try database.execute(
                sql: """
                    DELETE FROM calendar_event WHERE household_id = :household AND seen_at <
                        (SELECT max(seen_at) FROM calendar_event WHERE household_id = :household) - :days
                    """,
                arguments: ["household": household.rawValue, "days": Int64(Self.remembered * 1000)])
            return try Self.reconcile(household, by: planner, in: database)
        }
    }

    /// What is to be told, as the rows are now.
    static func expected(
        of household: Household.ID, by planner: NoticePlanner, in database: Database
    ) throws -> [Reminder] {
        let choices = try choices(of: household, in: database)
        return planner.expected(
            choices, try chores(ChoreQuery(through: planner.reach(choices)), of: household, in: database),
            try courses(of: household, at: planner.now(), in: database))
    }

    /// Makes the notices that wait those that are expected; how many changed. `before` is what was expected before a
    /// person changed something; a `fresh` channel knows of nothing before it.
    @discardableResult
    static func reconcile(
        _ household: Household.ID, by planner: NoticePlanner, before: [Reminder]? = nil, fresh: Channel.ID? = nil,
        in database: Database
    ) throws -> Int {
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO channel
                    (household_id, id, number, kind, name, sealed_address, fingerprint, added_at)
                VALUES (?, 'page', 0, 'page', 'In the app', x'', 'page', ?)
                """, arguments: [household.rawValue, planner.now().milliseconds])
        let expected = try expected(of: household, by: planner, in: database)
        var count = 0
        for stored in try channels(of: household, in: database) {
            let state = try Row.fetchAll(
                database, sql: Self.state,
                arguments: [
                    "household": household.rawValue, "channel": stored.channel.id.rawValue,
                    "since": planner.now().addingTimeInterval(-Self.looksBack).milliseconds,
                ]
            ).map { try $0.notice(withSubjects: $0["state"] == Notice.State.pending.rawValue) }
            let changes = planner.changes(
                for: stored.channel, expected: expected, before: stored.channel.id == fresh ? [] : before,
                known: state)
            for change in changes {
                try apply(change, to: stored.channel, of: household, at: planner.now(), in: database)
            }
            count += changes.count
        }
        return count
    }

    private static func apply(
        _ change: Reminder.Change, to channel: Channel, of household: Household.ID, at now: Date,
        in database: Database
    ) throws {
        let key: StatementArguments = ["household": household.rawValue, "channel": channel.id.rawValue]
        let here = "household_id = :household AND channel_id = :channel AND key = :key AND state = 'pending'"
        let untold = "household_id = :household AND channel_id = :channel AND key = :key AND failure = 'untold'"
        switch change {
        case .add(let reminder):
            try insert(reminder, to: channel, of: household, in: database)
            guard reminder.isSummary else { return }
            // What was folded into it just now may have been asked to wait.
            try database.execute(
                sql: """
                    UPDATE notice SET next_at = max(next_at, coalesce((
                        SELECT max(part.next_at) FROM notice AS part INDEXED BY notice_settled
                        WHERE part.household_id = :household AND part.settled_at = :now AND part.state = 'folded'
                            AND part.channel_id = :channel AND part.failure IS NULL), 0))
                    WHERE \(here)
                    """, arguments: key + ["key": reminder.key.rawValue, "now": now.milliseconds])
        case .alter(let reminder):
            try database.execute(
                sql: """
                    UPDATE notice SET state = 'pending', settled_at = NULL, failure = NULL
                    WHERE \(untold) AND state = 'folded'
                    """, arguments: key + ["key": reminder.key.rawValue])
            try database.execute(
                sql: """
                    UPDATE notice SET at = :at, until = :until, subjects = :subjects,
                        next_at = CASE WHEN attempts = 0 AND NOT :waits THEN :at ELSE max(next_at, :at) END
                    WHERE \(here)
                    """,
                arguments: key + [
                    "key": reminder.key.rawValue, "waits": reminder.isSummary, "at": reminder.at.milliseconds,
                    "until": reminder.until.milliseconds, "subjects": try SubjectsText.text(reminder.subjects),
                ])
        case .drop(let name):
            try database.execute(
                sql: "DELETE FROM notice WHERE \(here)", arguments: key + ["key": name.rawValue])
        case .fold(let reminder), .hush(let reminder):
            try insert(reminder, to: channel, of: household, in: database)
            let isHushed = change == .hush(reminder)
            try database.execute(
                sql: "UPDATE notice SET state = 'folded', settled_at = :now, failure = :why WHERE \(here)",
                arguments: key + [
                    "key": reminder.key.rawValue, "now": now.milliseconds, "why": isHushed ? Notice.untold : nil,
                ])
        }
    }

    /// The same key again changes nothing.
    static func insert(
        _ reminder: Reminder, to channel: Channel, of household: Household.ID, in database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO notice
                    (household_id, channel_id, key, sort, rank, at, until, subjects, next_at)
                VALUES (:household, :channel, :key, :sort, :rank, :at, :until, :subjects, :at)
                """,
            arguments: [
                "household": household.rawValue, "channel": channel.id.rawValue, "key": reminder.key.rawValue,
                "sort": reminder.sort.rawValue, "rank": reminder.sort.rank(over: channel.kind),
                "at": reminder.at.milliseconds, "until": reminder.until.milliseconds,
                "subjects": try SubjectsText.text(reminder.subjects),
            ])
    }
}
