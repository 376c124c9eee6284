package import FoundationEssentials
package import Household
import Recognition

extension SQLRecords {
    package func channels() async throws -> [StoredChannel] {
        let found = try await read { try Self.channels(of: household, in: $0) }
        if found.contains(where: { $0.channel.kind == .page }) { return found }
        // The page's channel has no row before the first planning.
        guard let page = Channel.ID("page") else { return found }
        return [
            StoredChannel(
                Channel(id: page, kind: .page, name: "In the app", addedAt: Date(timeIntervalSince1970: 0)),
                sealedAddress: [], fingerprint: "page")
        ] + found
    }

    static func channels(of household: Household.ID, in transaction: any SQLTransaction) throws -> [StoredChannel] {
        try transaction.query(
            "SELECT * FROM channel WHERE household_id = ? ORDER BY number, id",
            [household.rawValue]
        ).map { try $0.channel() }
    }

    static func channel(
        _ id: Channel.ID, of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> StoredChannel? {
        try transaction.first(
            "SELECT * FROM channel WHERE household_id = ? AND id = ?",
            [household.rawValue, id.rawValue]
        ).map { try $0.channel() }
    }

    package func add(_ stored: StoredChannel, limit: Int) async throws -> Channel {
        let kept = try await plan(fresh: { $0.isFresh ? $0.channel.id : nil }) {
            transaction -> (channel: Channel, isFresh: Bool) in
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
                    (household_id, id, number, kind, name, sealed_address, fingerprint, is_on, added_at)
                SELECT :household, :id, coalesce(max(number), 0) + 1, :kind, :name, :address, :fingerprint, :on,
                    :added
                FROM channel WHERE household_id = :household
                ON CONFLICT (household_id, fingerprint) DO UPDATE
                SET name = excluded.name, sealed_address = excluded.sealed_address, is_on = TRUE, failure = NULL
                RETURNING *
                """,
                [
                    "household": household.rawValue, "id": stored.channel.id.rawValue,
                    "kind": stored.channel.kind.rawValue, "name": stored.channel.name,
                    "address": stored.sealedAddress, "fingerprint": stored.fingerprint,
                    "on": stored.channel.isOn, "added": stored.channel.addedAt.milliseconds,
                ])
            guard let row else { throw Self.noChannel }
            return (channel: try row.channel().channel, isFresh: wasOn != true)
        }
        return kept.channel
    }

    package func change(
        _ channel: Channel.ID, name: String?, isOn: Bool?
    ) async throws {
        _ = try await plan(fresh: { $0 ? channel : nil }) { [planner] transaction -> Bool in
            // Planning creates the row of the page's channel if it is missing.
            if let planner { try Self.reconcile(household, by: planner, in: transaction) }
            let before = try Self.channel(channel, of: household, in: transaction)?.channel
            let changed = try transaction.execute(
                """
                UPDATE channel SET name = coalesce(:name, name), is_on = coalesce(:on, is_on),
                    failure = CASE WHEN :on AND NOT is_on THEN NULL ELSE failure END
                WHERE household_id = :household AND id = :id
                """,
                ["name": name, "on": isOn, "household": household.rawValue, "id": channel.rawValue])
            guard let before, changed > 0 else { throw Self.noChannel }
            return !before.isOn
        }
    }

    package func remove(_ channel: Channel.ID) async throws {
        try await write { transaction in
            let changed = try transaction.execute(
                "DELETE FROM channel WHERE household_id = ? AND id = ? AND kind <> 'page'",
                [household.rawValue, channel.rawValue])
            guard changed > 0 else { throw Self.noChannel }
        }
    }

    static var noChannel: HouseholdError { HouseholdError(.notFound, "There is no such channel.") }

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
            try transaction.query(
                "SELECT * FROM feed WHERE household_id = ? ORDER BY added_at, id",
                [household.rawValue]
            ).map { try $0.feed() }
        }
    }

    package func add(_ feed: FeedSubscription) async throws {
        try await write { transaction in
            try transaction.execute(
                """
                INSERT INTO feed (household_id, id, name, secret, hides_medicines, added_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    household.rawValue, feed.id.rawValue, feed.name, feed.secret, feed.hidesMedicines,
                    feed.addedAt.milliseconds,
                ])
        }
    }

    package func remove(_ feed: FeedSubscription.ID) async throws {
        try await write { transaction in
            let changed = try transaction.execute(
                "DELETE FROM feed WHERE household_id = ? AND id = ?",
                [household.rawValue, feed.rawValue])
            guard changed > 0 else {
                throw HouseholdError(.notFound, "There is no such calendar.")
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
        return try await write { transaction in
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
