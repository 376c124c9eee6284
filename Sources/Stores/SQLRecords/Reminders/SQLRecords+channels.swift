import Accounts
package import FoundationEssentials
package import Household
import Messages
import Recognition

extension SQLRecords {
    /// The name of the page's channel, as it is stored.
    static let pageName = "In the app"

    package func channels() async throws -> [StoredChannel] {
        let (found, account) = (try await read { try Self.channels(of: household, by: viewer, in: $0) }, viewer.account)
        if viewer == .noAccess || found.contains(where: { $0.channel.kind == .page }) { return found }
        // The page's channel has no row before the first planning.
        guard let page = Channel.ID(account.map { "page-\($0)" } ?? "page") else { return found }
        return [
            StoredChannel(
                Channel(
                    id: page, kind: .page, name: Channel.Kind.page.words, addedAt: Date(timeIntervalSince1970: 0),
                    account: account),
                sealedAddress: [], fingerprint: account.map { "page \($0)" } ?? "page")
        ] + found
    }

    static func channels(
        of household: Household.ID, by viewer: MedicineViewer = .machine, in transaction: any SQLTransaction
    ) throws -> [StoredChannel] {
        let condition = viewer.usesChannel("channel")
        return try transaction.query(
            "SELECT * FROM channel WHERE household_id = ? AND \(condition.sql) ORDER BY number, id",
            [household.rawValue] + condition.arguments
        ).map { try $0.channel() }
    }

    /// Returns a channel that the viewer uses.
    func channel(_ id: Channel.ID, in transaction: any SQLTransaction) throws -> StoredChannel? {
        let condition = viewer.usesChannel("channel")
        return try transaction.first(
            "SELECT * FROM channel WHERE household_id = ? AND id = ? AND \(condition.sql)",
            [household.rawValue, id.rawValue] + condition.arguments
        ).map { try $0.channel() }
    }

    /// Removes the channel of a browser that was another person's, with its notices: the browser belongs to the person
    /// who uses it now.
    private static func leaveOther(
        _ stored: StoredChannel, of household: Household.ID, in transaction: any SQLTransaction
    ) throws {
        guard stored.channel.kind == .webPush else { return }
        try transaction.execute(
            """
            DELETE FROM channel WHERE household_id = ? AND fingerprint = ? AND account_id IS NOT NULL
                AND account_id IS DISTINCT FROM ?
            """, [household.rawValue, stored.fingerprint, stored.channel.account?.rawValue])
    }

    /// Gives the channel of an earlier subscription the fingerprint of the new one, which then replaces its address.
    /// Returns false if there is no such channel.
    private static func replace(
        _ replaced: String, by stored: StoredChannel, of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> Bool {
        try transaction.execute(
            """
            UPDATE channel SET fingerprint = :new
            WHERE household_id = :household AND fingerprint = :old AND kind = :kind
                AND account_id IS NOT DISTINCT FROM :account
                AND NOT EXISTS (SELECT 1 FROM channel WHERE household_id = :household AND fingerprint = :new)
            """,
            [
                "new": stored.fingerprint, "old": replaced, "household": household.rawValue,
                "kind": Channel.Kind.webPush.rawValue, "account": stored.channel.account?.rawValue,
            ]) > 0
    }

    package func add(_ stored: StoredChannel, replacing replaced: String?, limit: Int) async throws -> Channel {
        let added = once { transaction -> (channel: Channel, isFresh: Bool) in
            try Self.require(.change, of: stored.channel.account, in: household, transaction)
            try Self.leaveOther(stored, of: household, in: transaction)
            let isRenewed =
                try replaced.map { try Self.replace($0, by: stored, of: household, in: transaction) } ?? false
            let wasOn = try transaction.value(
                Bool.self, "SELECT is_on FROM channel WHERE household_id = ? AND fingerprint = ?",
                [household.rawValue, stored.fingerprint])
            if wasOn == nil {
                let count = try transaction.value(
                    Int.self, "SELECT count(*) FROM channel WHERE household_id = ? AND kind <> 'page'",
                    [household.rawValue])
                guard count ?? 0 < limit else { throw HouseholdError.tooManyChannels(limit) }
            }
            let row = try transaction.first(
                """
                INSERT INTO channel
                    (household_id, id, number, kind, name, sealed_address, fingerprint, is_on, added_at, account_id)
                SELECT :household, :id, coalesce(max(number), 0) + 1, :kind, :name, :address, :fingerprint, :on,
                    :added, :account
                FROM channel WHERE household_id = :household
                ON CONFLICT (household_id, fingerprint) DO UPDATE
                SET name = CASE WHEN :renewed THEN channel.name ELSE excluded.name END,
                    sealed_address = excluded.sealed_address, is_on = NOT :renewed OR channel.is_on, failure = NULL,
                    account_id = coalesce(excluded.account_id, channel.account_id)
                RETURNING *
                """,
                [
                    "household": household.rawValue, "id": stored.channel.id.rawValue,
                    "kind": stored.channel.kind.rawValue, "name": stored.channel.name,
                    "address": stored.sealedAddress, "fingerprint": stored.fingerprint,
                    "on": stored.channel.isOn, "added": stored.channel.addedAt.milliseconds,
                    "account": stored.channel.account?.rawValue, "renewed": isRenewed,
                ])
            guard let row else { throw Self.noChannel }
            if wasOn == nil {
                try Self.noteAddition(
                    .channelAdded, stored.channel.name, by: stored.channel.account, at: stored.channel.addedAt,
                    of: household, in: transaction)
            }
            return (channel: try row.channel().channel, isFresh: wasOn != true)
        }
        return try await plan(fresh: { $0.isFresh ? $0.channel.id : nil }, added).channel
    }

    package func change(
        _ channel: Channel.ID, name: String?, isOn: Bool?
    ) async throws {
        _ = try await plan(fresh: { $0 ? channel : nil }) { [planner] transaction -> Bool in
            // Planning creates the row of the page's channel if it is missing.
            if let planner { try Self.reconcile(household, by: planner, in: transaction) }
            guard let before = try self.channel(channel, in: transaction)?.channel else { throw Self.noChannel }
            let changed = try transaction.execute(
                """
                UPDATE channel SET name = coalesce(:name, name), is_on = coalesce(:on, is_on),
                    failure = CASE WHEN :on AND NOT is_on THEN NULL ELSE failure END
                WHERE household_id = :household AND id = :id
                """,
                ["name": name, "on": isOn, "household": household.rawValue, "id": channel.rawValue])
            guard changed > 0 else { throw Self.noChannel }
            return !before.isOn
        }
    }

    package func remove(_ channel: Channel.ID) async throws {
        try await write { transaction in
            let condition = viewer.usesChannel("channel")
            let changed = try transaction.execute(
                "DELETE FROM channel WHERE household_id = ? AND id = ? AND kind <> 'page' AND \(condition.sql)",
                [household.rawValue, channel.rawValue] + condition.arguments)
            guard changed > 0 else { throw Self.noChannel }
        }
    }

    static var noChannel: HouseholdError { HouseholdError(.notFound, localized("There is no such channel.")) }

    package func secret(_ name: String) async throws -> [UInt8]? {
        try await read { try Self.secret(name, of: household, in: $0) }
    }

    private static func secret(
        _ name: String, of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> [UInt8]? {
        try transaction.value(
            [UInt8].self, "SELECT sealed FROM secret WHERE household_id = ? AND name = ?",
            [household.rawValue, name])
    }

    package func replace(
        secret name: String, _ old: [UInt8]?, with fresh: [UInt8]
    ) async throws -> [UInt8] {
        try await write { transaction in
            let kept = try Self.secret(name, of: household, in: transaction)
            if let kept, kept != old { return kept }
            try transaction.execute(
                """
                INSERT INTO secret (household_id, name, sealed) VALUES (?, ?, ?)
                ON CONFLICT (household_id, name) DO UPDATE SET sealed = excluded.sealed
                """,
                [household.rawValue, name, fresh])
            return fresh
        }
    }

    // MARK: Calendars

    package func feeds() async throws -> [FeedSubscription] {
        try await read { transaction in
            let condition = viewer.usesChannel("feed")
            return try transaction.query(
                "SELECT * FROM feed WHERE household_id = ? AND \(condition.sql) ORDER BY added_at, id",
                [household.rawValue] + condition.arguments
            ).map { try $0.feed() }
        }
    }

    package func add(_ feed: FeedSubscription) async throws {
        try await write(
            once { transaction in
                try Self.require(.change, of: feed.account, in: household, transaction)
                try transaction.execute(
                    """
                    INSERT INTO feed (household_id, id, name, secret, hides_medicines, added_at, account_id)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        household.rawValue, feed.id.rawValue, feed.name, feed.secret, feed.hidesMedicines,
                        feed.addedAt.milliseconds, feed.account?.rawValue,
                    ])
                try Self.noteAddition(
                    .feedAdded, feed.name, by: feed.account, at: feed.addedAt, of: household, in: transaction)
            })
    }

    /// Adds to the log that notices or doses go to another place, which outlives the session. Without accounts there is
    /// no log.
    private static func noteAddition(
        _ kind: AccountEvent.Kind, _ name: String, by account: Account.ID?, at now: Date, of household: Household.ID,
        in transaction: any SQLTransaction
    ) throws {
        guard let account, let person = try Self.account(account, of: household, in: transaction) else { return }
        try note(
            AccountEvent(at: now, kind: kind, name: person.name.text, subject: name), in: household, transaction)
    }

    package func remove(_ feed: FeedSubscription.ID) async throws {
        try await write { transaction in
            let condition = viewer.usesChannel("feed")
            let changed = try transaction.execute(
                "DELETE FROM feed WHERE household_id = ? AND id = ? AND \(condition.sql)",
                [household.rawValue, feed.rawValue] + condition.arguments)
            guard changed > 0 else {
                throw HouseholdError(.notFound, localized("There is no such calendar."))
            }
        }
    }

    package func feed(
        secret: String, at now: Date
    ) async throws -> FeedSubscription? {
        let key: SQLArguments = [household.rawValue, secret]
        let found = try await read { transaction in
            try transaction.first("SELECT * FROM feed WHERE household_id = ? AND secret = ?", key).map { try $0.feed() }
        }
        // A request with an unknown secret writes nothing; frequent requests write at most once in five minutes.
        guard let found, found.fetchedAt.map({ abs(now.timeIntervalSince($0)) > 300 }) ?? true else { return found }
        return try await writeUnnoticed { transaction in
            try transaction.first(
                "UPDATE feed SET fetched_at = ? WHERE household_id = ? AND secret = ? RETURNING *",
                [now.milliseconds] + key
            ).map { try $0.feed() }
        }
    }

    package func stamp(
        _ events: [String: String], at now: Date
    ) async throws -> [String: EventStamp] {
        // Most events have not changed since the calendar was read last, typically an hour ago; they are not written
        // again.
        let known = try await read { try Self.stamps(of: household, in: $0) }
        let old = now.addingTimeInterval(-86_400)
        let fresh = events.filter { uid, digest in known[uid].map { $0.digest != digest || $0.seen < old } ?? true }
        var stamps = events.keys.reduce(into: [String: EventStamp]()) { $0[$1] = known[$1]?.stamp }
        guard !fresh.isEmpty else { return stamps }
        let written = try await write { transaction in
            try fresh.reduce(into: [String: EventStamp]()) { stamps, event in
                stamps[event.key] = try Self.stamp(event.key, event.value, at: now, of: household, in: transaction)
            }
        }
        stamps.merge(written) { $1 }
        return stamps
    }

    private static func stamps(
        of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> [String: (digest: String, seen: Date, stamp: EventStamp)] {
        try transaction.query("SELECT * FROM calendar_event WHERE household_id = ?", [household.rawValue]).reduce(
            into: [:]) { stamps, row in
                stamps[try row.required("uid")] = (
                    try row.required("digest"), Date(milliseconds: try row.required("seen_at")), try row.stamp()
                )
            }
    }

    private static func stamp(
        _ uid: String, _ digest: String, at now: Date, of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> EventStamp? {
        try transaction.first(
            """
            INSERT INTO calendar_event (household_id, uid, digest, modified_at, seen_at)
            VALUES (:household, :uid, :digest, :now, :now)
            ON CONFLICT (household_id, uid) DO UPDATE SET seen_at = :now, digest = :digest,
                sequence = calendar_event.sequence + CASE WHEN calendar_event.digest <> :digest THEN 1 ELSE 0 END,
                modified_at = CASE WHEN calendar_event.digest <> :digest THEN :now ELSE calendar_event.modified_at END
            RETURNING *
            """,
            ["household": household.rawValue, "uid": uid, "digest": digest, "now": now.milliseconds]
        ).map { try $0.stamp() }
    }
}
