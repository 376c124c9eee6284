import Accounts
import Doses
import FoundationEssentials
package import Household
import Recognition
import Reminders

extension SQLRecords {
    package func planning(_ planner: NoticePlanner) -> any Records {
        var records = self
        records.planner = planner
        return records
    }

    /// The time after which settled notices are deleted, except the latest ones: a clock that is far ahead for a moment
    /// would otherwise delete all of them, and they would be sent again.
    private static let remembered = 60.0 * 86_400
    private static let alwaysRemembered = 2_000
    /// The period before now in which settled notices are compared: no reminder is expected for an earlier time,
    /// whatever became of its notice.
    private static let looksBack = 4.0 * 86_400

    /// Two ranges of two indexes, so that settled notices of the last weeks cost nothing at each change.
    static func known(_ dialect: Dialect) -> String {
        """
        SELECT * FROM notice \(dialect.indexed("notice_by_channel"))
        WHERE household_id = :household AND channel_id = :channel AND at > :since
        UNION ALL
        SELECT * FROM notice \(dialect.indexed("notice_by_state"))
        WHERE household_id = :household AND state = 'pending' AND at <= :since AND channel_id = :channel
        """
    }

    package func reconcileNotices() async throws -> Int {
        guard let planner, try await read({ try Self.isBehind(household, planner, in: $0) }) else { return 0 }
        return try await write { transaction in
            let now = planner.now()
            // After a clock was set back, leases and pauses end much too late. The clocks of other machines may be
            // slightly ahead, so a minute is tolerated.
            try transaction.execute(
                """
                UPDATE notice SET next_at = \(transaction.dialect.greatest)(at, :now), tried_at = NULL,
                    failure = CASE WHEN is_leased THEN '\(Notice.doubt)' ELSE failure END, is_leased = FALSE
                WHERE household_id = :household AND state = 'pending' AND tried_at > :now + 60000
                """, ["household": household.rawValue, "now": now.milliseconds])
            // Notices that expired or were folded by the wrong clock are expected again; notices that the household
            // already knows of stay.
            try transaction.execute(
                """
                DELETE FROM notice
                WHERE household_id = :household AND settled_at > :now + 60000 AND state IN ('expired', 'folded')
                    AND failure IS DISTINCT FROM 'untold'
                """, ["household": household.rawValue, "now": now.milliseconds])
            let past = now.addingTimeInterval(-Self.remembered).milliseconds
            try transaction.execute(
                """
                DELETE FROM notice WHERE household_id = :household AND settled_at < :past
                    AND number <= (SELECT max(number) FROM notice) - :always
                """,
                ["household": household.rawValue, "past": past, "always": Self.alwaysRemembered])
            try transaction.execute(
                "DELETE FROM spent_link WHERE household_id = ? AND until < ?",
                [household.rawValue, past])
            try transaction.execute(
                """
                DELETE FROM calendar_event WHERE household_id = :household AND seen_at <
                    (SELECT max(seen_at) FROM calendar_event WHERE household_id = :household) - :days
                """,
                ["household": household.rawValue, "days": Int64(Self.remembered * 1000)])
            return try Self.reconcile(household, by: planner, in: transaction)
        }
    }

    /// Whether there is something to do: found out by reading, so that rounds without effect do not hold the writer.
    private static func isBehind(
        _ household: Household.ID, _ planner: NoticePlanner, in transaction: any SQLTransaction
    ) throws -> Bool {
        let now = planner.now()
        let key: SQLArguments = ["household": household.rawValue]
        let past: SQLArguments = [
            "household": household.rawValue, "past": now.addingTimeInterval(-remembered).milliseconds,
        ]
        let checks: [(sql: String, arguments: SQLArguments)] = [
            (
                "SELECT EXISTS (SELECT 1 FROM notice WHERE household_id = :household AND state = 'pending' AND tried_at > :soon)",
                key + ["soon": now.milliseconds + 60_000]
            ),
            (
                "SELECT EXISTS (SELECT 1 FROM notice WHERE household_id = :household AND settled_at > :soon)",
                key + ["soon": now.milliseconds + 60_000]
            ),
            ("SELECT EXISTS (SELECT 1 FROM notice WHERE household_id = :household AND settled_at < :past)", past),
            ("SELECT EXISTS (SELECT 1 FROM spent_link WHERE household_id = :household AND until < :past)", past),
            (
                """
                SELECT EXISTS (SELECT 1 FROM calendar_event WHERE household_id = :household AND seen_at <
                    (SELECT max(seen_at) FROM calendar_event WHERE household_id = :household) - :days)
                """, key + ["days": Int64(remembered * 1000)]
            ),
        ]
        for check in checks where try transaction.value(Bool.self, check.sql, check.arguments) == true { return true }
        guard try !lacksPages(household, in: transaction) else { return true }
        let expected = try expected(of: household, by: planner, in: transaction)
        return try changes(of: household, by: planner, to: expected, in: transaction).contains { !$0.changes.isEmpty }
    }

    /// Whether `addPages` would change something.
    private static func lacksPages(_ household: Household.ID, in transaction: any SQLTransaction) throws -> Bool {
        try transaction.value(
            Bool.self,
            """
            SELECT NOT EXISTS (SELECT 1 FROM channel WHERE household_id = :household AND kind = 'page')
                OR EXISTS (SELECT 1 FROM membership AS person WHERE household_id = :household AND role IN (\(alerted)) AND NOT EXISTS (
                    SELECT 1 FROM channel WHERE channel.household_id = :household AND channel.kind = 'page'
                        AND channel.account_id = person.account_id))
                OR (EXISTS (SELECT 1 FROM membership WHERE household_id = :household)
                    AND EXISTS (SELECT 1 FROM channel WHERE household_id = :household AND kind = 'page'
                        AND account_id IS NULL))
            """, ["household": household.rawValue]) == true
    }

    /// Returns the reminders that should be sent over each channel, according to the current rows: all chores, all
    /// food whose date is near, and the doses of the medicines that the person of the channel sees. Channels with the same medicines share one computation.
    /// A dose of another person names this person.
    static func expected(
        of household: Household.ID, by planner: NoticePlanner, in transaction: any SQLTransaction
    ) throws -> [Channel.ID: [Reminder]] {
        let choices = try choices(of: household, in: transaction)
        return try expected(
            of: household, by: planner,
            chores: try chores(ChoreQuery(through: planner.reach(choices)), of: household, in: transaction),
            food: planner.ofFood(choices, try datedStock(of: household, in: transaction)), in: transaction)
    }

    /// As the other function, from the due chores and the reminders of food.
    static func expected(
        of household: Household.ID, by planner: NoticePlanner, chores: [ChoreLine], food: [Reminder],
        in transaction: any SQLTransaction
    ) throws -> [Channel.ID: [Reminder]] {
        let choices = try choices(of: household, in: transaction)
        let courses = try courses(of: household, at: planner.now(), in: transaction)
        var byMedicines: [Set<String>: [Reminder]] = [:]
        var expected: [Channel.ID: [Reminder]] = [:]
        let channels = try channels(of: household, in: transaction).map(\.channel)
        for (account, channels) in Dictionary(grouping: channels, by: \.account) {
            let (medicines, owners) =
                try courses.isEmpty ? ([], [:]) : reminded(account, of: household, in: transaction)
            let own = courses.filter { medicines.contains($0.kept.id.rawValue) }
            let key = Set(own.map(\.kept.id.rawValue))
            let reminders = byMedicines[key] ?? planner.expected(choices, chores, own) + food
            byMedicines[key] = reminders
            let named = owners.isEmpty ? reminders : reminders.map { $0.naming(owners) }
            for channel in channels { expected[channel.id] = named }
        }
        return expected
    }

    /// The roles whose pages show notices: their buttons log tasks.
    private static let alerted = Role.allCases.filter { $0.permits(.change) }.map { "'\($0.rawValue)'" }.sorted()
        .joined(separator: ", ")

    /// Adds the channel of the pages for each account, or for the household if it has no accounts.
    static func addPages(
        of household: Household.ID, by planner: NoticePlanner, in transaction: any SQLTransaction
    ) throws {
        let added = planner.now().milliseconds
        try transaction.execute(
            """
            INSERT INTO channel (household_id, id, number, kind, name, sealed_address, fingerprint, added_at)
            SELECT :household, 'page', 0, 'page', :name, :address, 'page', :added
            WHERE NOT EXISTS (SELECT 1 FROM membership WHERE household_id = :household)
            ON CONFLICT DO NOTHING
            """, ["household": household.rawValue, "name": pageName, "address": [UInt8](), "added": added])
        try transaction.execute(
            """
            INSERT INTO channel
                (household_id, id, number, kind, name, sealed_address, fingerprint, added_at, account_id)
            SELECT :household, 'page-' || account_id, 0, 'page', :name, :address, 'page ' || account_id, :added,
                account_id
            FROM membership AS person WHERE household_id = :household AND role IN (\(alerted)) AND NOT EXISTS (
                SELECT 1 FROM channel WHERE channel.household_id = :household AND channel.kind = 'page'
                    AND channel.account_id = person.account_id)
            """, ["household": household.rawValue, "name": pageName, "address": [UInt8](), "added": added])
        // The pages of the time before accounts, in a household whose owner an earlier release created.
        try transaction.execute(
            """
            DELETE FROM channel WHERE household_id = :household AND kind = 'page' AND account_id IS NULL
                AND EXISTS (SELECT 1 FROM membership WHERE household_id = :household)
            """, ["household": household.rawValue])
    }

    /// Replaces the waiting notices by the expected ones; returns the number of changes. `before` are the reminders
    /// that were expected before a person changed something; a `fresh` channel, and one that did not exist, has none of them.
    @discardableResult
    static func reconcile(
        _ household: Household.ID, by planner: NoticePlanner, before: [Channel.ID: [Reminder]]? = nil,
        fresh: Channel.ID? = nil,
        in transaction: any SQLTransaction
    ) throws -> Int {
        try addPages(of: household, by: planner, in: transaction)
        let expected = try expected(of: household, by: planner, in: transaction)
        return try reconcile(household, by: planner, to: expected, before: before, fresh: fresh, in: transaction)
    }

    @discardableResult
    static func reconcile(
        _ household: Household.ID, by planner: NoticePlanner, to expected: [Channel.ID: [Reminder]],
        before: [Channel.ID: [Reminder]]? = nil, fresh: Channel.ID? = nil, in transaction: any SQLTransaction
    ) throws -> Int {
        var count = 0
        for (channel, changes) in try changes(
            of: household, by: planner, to: expected, before: before, fresh: fresh, in: transaction)
        {
            for change in changes { try apply(change, to: channel, of: household, at: planner.now(), in: transaction) }
            count += changes.count
        }
        return count
    }

    /// Returns the changes that turn the notices into the expected ones; writes nothing.
    private static func changes(
        of household: Household.ID, by planner: NoticePlanner, to expected: [Channel.ID: [Reminder]],
        before: [Channel.ID: [Reminder]]? = nil, fresh: Channel.ID? = nil, in transaction: any SQLTransaction
    ) throws -> [(channel: Channel, changes: [Reminder.Change])] {
        try channels(of: household, in: transaction).map { stored in
            let known = try transaction.query(
                Self.known(transaction.dialect),
                [
                    "household": household.rawValue, "channel": stored.channel.id.rawValue,
                    "since": planner.now().addingTimeInterval(-Self.looksBack).milliseconds,
                ]
            ).map { try $0.notice(withSubjects: $0["state"] == Notice.State.pending.rawValue) }
            return (
                stored.channel,
                planner.changes(
                    for: stored.channel, expected: expected[stored.channel.id] ?? [],
                    before: before.map { stored.channel.id == fresh ? [] : $0[stored.channel.id] ?? [] },
                    known: known)
            )
        }
    }

    private static func apply(
        _ change: Reminder.Change, to channel: Channel, of household: Household.ID, at now: Date,
        in transaction: any SQLTransaction
    ) throws {
        let key: SQLArguments = ["household": household.rawValue, "channel": channel.id.rawValue]
        let dialect = transaction.dialect
        let here = "household_id = :household AND channel_id = :channel AND key = :key AND state = 'pending'"
        let foldedSilently = "household_id = :household AND channel_id = :channel AND key = :key AND failure = 'untold'"
        switch change {
        case .add(let reminder):
            try insert(reminder, to: channel, of: household, in: transaction)
            guard reminder.isSummary else { return }
            // A notice that was just folded into the summary may have a later time for its next attempt; the summary
            // takes it over.
            try transaction.execute(
                """
                UPDATE notice SET next_at = \(dialect.greatest)(next_at, coalesce((
                    SELECT max(part.next_at) FROM notice AS part \(dialect.indexed("notice_settled"))
                    WHERE part.household_id = :household AND part.settled_at = :now AND part.state = 'folded'
                        AND part.channel_id = :channel AND part.failure IS NULL), 0))
                WHERE \(here)
                """, key + ["key": reminder.key.rawValue, "now": now.milliseconds])
        case .alter(let reminder):
            try transaction.execute(
                """
                UPDATE notice SET state = 'pending', settled_at = NULL, failure = NULL
                WHERE \(foldedSilently) AND state = 'folded'
                """, key + ["key": reminder.key.rawValue])
            try transaction.execute(
                """
                UPDATE notice SET at = :at, until = :until, subjects = :subjects,
                    next_at = CASE WHEN attempts = 0 AND NOT :waits THEN :at ELSE \(dialect.greatest)(next_at, :at) END
                WHERE \(here)
                """,
                key + [
                    "key": reminder.key.rawValue, "waits": reminder.isSummary, "at": reminder.at.milliseconds,
                    "until": reminder.until.milliseconds, "subjects": try SubjectsText.text(reminder.subjects),
                ])
        case .drop(let name):
            try transaction.execute(
                "DELETE FROM notice WHERE \(here)", key + ["key": name.rawValue])
        case .fold(let reminder), .hush(let reminder):
            try insert(reminder, to: channel, of: household, in: transaction)
            let isHushed = change == .hush(reminder)
            try transaction.execute(
                "UPDATE notice SET state = 'folded', settled_at = :now, failure = :why WHERE \(here)",
                key + [
                    "key": reminder.key.rawValue, "now": now.milliseconds,
                    "why": isHushed ? Notice.foldedSilently : nil,
                ])
        }
    }

    /// Idempotent: a second insertion with the same key changes nothing.
    static func insert(
        _ reminder: Reminder, to channel: Channel, of household: Household.ID, in transaction: any SQLTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO notice
                (household_id, channel_id, key, sort, rank, at, until, subjects, next_at)
            VALUES (:household, :channel, :key, :sort, :rank, :at, :until, :subjects, :at)
            ON CONFLICT DO NOTHING
            """,
            [
                "household": household.rawValue, "channel": channel.id.rawValue, "key": reminder.key.rawValue,
                "sort": reminder.sort.rawValue, "rank": reminder.sort.rank(over: channel.kind),
                "at": reminder.at.milliseconds, "until": reminder.until.milliseconds,
                "subjects": try SubjectsText.text(reminder.subjects),
            ])
    }
}
