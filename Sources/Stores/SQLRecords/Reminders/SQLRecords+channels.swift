package import FoundationEssentials
import GRDB
package import Household
import Recognition

extension SQLiteRecords {
    package func channels(of household: Household.ID) async throws -> [StoredChannel] {
        let found = try await read { try Self.channels(of: household, in: $0) }
        if found.contains(where: { $0.channel.kind == .page }) { return found }
        // Before anything was ever planned.
        guard let page = Channel.ID("page") else { return found }
        return [
            StoredChannel(
                Channel(id: page, kind: .page, name: "In the app", addedAt: Date(timeIntervalSince1970: 0)),
                sealedAddress: [], fingerprint: "page")
        ] + found
    }

    static func channels(of household: Household.ID, in database: Database) throws -> [StoredChannel] {
        try Row.fetchAll(
            database, sql: "SELECT * FROM channel WHERE household_id = ? ORDER BY number, id",
            arguments: [household.rawValue]
        ).map { try $0.channel() }
    }

    static func channel(
        _ id: Channel.ID, of household: Household.ID, in database: Database
    ) throws -> StoredChannel? {
        try Row.fetchOne(
            database, sql: "SELECT * FROM channel WHERE household_id = ? AND id = ?",
            arguments: [household.rawValue, id.rawValue]
        ).map { try $0.channel() }
    }

    package func add(_ stored: StoredChannel, limit: Int, for household: Household.ID) async throws -> Channel {
        let kept = try await plan(for: household, fresh: { $0.isFresh ? $0.channel.id : nil }) {
            database -> (channel: Channel, isFresh: Bool) in
            let wasOn = try Bool.fetchOne(
                database, sql: "SELECT is_on FROM channel WHERE household_id = ? AND fingerprint = ?",
                arguments: [household.rawValue, stored.fingerprint])
            if wasOn == nil {
                let count = try Int.fetchOne(
                    database, sql: "SELECT count(*) FROM channel WHERE household_id = ? AND kind <> 'page'",
                    arguments: [household.rawValue])
                guard count ?? 0 < limit else { throw HouseholdError.tooManyChannels(limit) }
            }
            let row = try Row.fetchOne(
                database,
                sql: """
                    INSERT INTO channel
                        (household_id, id, number, kind, name, sealed_address, fingerprint, is_on, added_at)
                    SELECT :household, :id, coalesce(max(number), 0) + 1, :kind, :name, :address, :fingerprint, :on,
                        :added
                    FROM channel WHERE household_id = :household
                    ON CONFLICT (household_id, fingerprint) DO UPDATE
                    SET name = excluded.name, sealed_address = excluded.sealed_address, is_on = 1, failure = NULL
                    RETURNING *
                    """,
                arguments: [
                    "household": household.rawValue, "id": stored.channel.id.rawValue,
                    "kind": stored.channel.kind.rawValue, "name": stored.channel.name,
                    "address": Data(stored.sealedAddress), "fingerprint": stored.fingerprint,
                    "on": stored.channel.isOn, "added": stored.channel.addedAt.milliseconds,
                ])
            guard let row else { throw Self.noChannel }
            return (channel: try row.channel().channel, isFresh: wasOn != true)
        }
        return kept.channel
    }

    package func change(
        _ channel: Channel.ID, name: String?, isOn: Bool?, for household: Household.ID
    ) async throws {
        _ = try await plan(for: household, fresh: { $0 ? channel : nil }) { [planner] database -> Bool in
            // The page's own row is there once something was planned.
            if let planner { try Self.reconcile(household, by: planner, in: database) }
            let before = try Self.channel(channel, of: household, in: database)?.channel
            try database.execute(
                sql: """
                    UPDATE channel SET name = coalesce(:name, name), is_on = coalesce(:on, is_on),
                        failure = CASE WHEN :on AND NOT is_on THEN NULL ELSE failure END
                    WHERE household_id = :household AND id = :id
                    """,
                arguments: ["name": name, "on": isOn, "household": household.rawValue, "id": channel.rawValue])
            guard let before, database.changesCount > 0 else { throw Self.noChannel }
            return !before.isOn
        }
    }

    package func remove(_ channel: Channel.ID, for household: Household.ID) async throws {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM channel WHERE household_id = ? AND id = ? AND kind <> 'page'",
                arguments: [household.rawValue, channel.rawValue])
            guard database.changesCount > 0 else { throw Self.noChannel }
        }
    }

    static var noChannel: HouseholdError { HouseholdError(.notFound, "There is no such channel.") }

    package func secret(_ name: String, of household: Household.ID) async throws -> [UInt8]? {
        try await read { try Self.secret(name, of: household, in: $0) }
    }

    private static func secret(
        _ name: String, of household: Household.ID, in database: Database
    ) throws -> [UInt8]? {
        try Data.fetchOne(
            database, sql: "SELECT sealed FROM secret WHERE household_id = ? AND name = ?",
            arguments: [household.rawValue, name]
        ).map { [UInt8]($0) }
    }

    package func replace(
        secret name: String, _ old: [UInt8]?, with fresh: [UInt8], of household: Household.ID
    ) async throws -> [UInt8] {
        try await write { database in
            let kept = try Self.secret(name, of: household, in: database)
            if let kept, kept != old { return kept }
            try database.execute(
                sql: "INSERT OR REPLACE INTO secret (household_id, name, sealed) VALUES (?, ?, ?)",
                arguments: [household.rawValue, name, Data(fresh)])
            return fresh
        }
    }

    // MARK: Calendars

    package func feeds(of household: Household.ID) async throws -> [FeedSubscription] {
        try await read { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM feed WHERE household_id = ? ORDER BY added_at, id",
                arguments: [household.rawValue]
            ).map { try $0.feed() }
        }
    }

    package func add(_ feed: FeedSubscription, for household: Household.ID) async throws {
        try await write { database in
            try database.execute(
                sql: """
                    INSERT INTO feed (household_id, id, name, secret, hides_medicines, added_at)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    household.rawValue, feed.id.rawValue, feed.name, feed.secret, feed.hidesMedicines,
                    feed.addedAt.milliseconds,
                ])
        }
    }

    package func remove(_ feed: FeedSubscription.ID, for household: Household.ID) async throws {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM feed WHERE household_id = ? AND id = ?",
                arguments: [household.rawValue, feed.rawValue])
            guard database.changesCount > 0 else {
                throw HouseholdError(.notFound, "There is no such calendar.")
            }
        }
    }

    package func feed(
        secret: String, at now: Date, of household: Household.ID
    ) async throws -> FeedSubscription? {
        let key: StatementArguments = [household.rawValue, secret]
        let found = try await read { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM feed WHERE household_id = ? AND secret = ?", arguments: key
            ).map { try $0.feed() }
        }
        // A stranger who tries writes nothing, and a phone that reads often not each time.
        guard let found, found.fetchedAt.map({ abs(now.timeIntervalSince($0)) > 300 }) ?? true else { return found }
        return try await write { database in
            try Row.fetchOne(
                database, sql: "UPDATE feed SET fetched_at = ? WHERE household_id = ? AND secret = ? RETURNING *",
                arguments: [now.milliseconds] + key
            ).map { try $0.feed() }
        }
    }

    package func stamp(
        _ events: [String: String], at now: Date, of household: Household.ID
    ) async throws -> [String: EventStamp] {
        // Most look as they did when the calendar was read last, an hour ago: then nothing is written.
        let known = try await read { try Self.stamps(of: household, in: $0) }
        let old = now.addingTimeInterval(-86_400)
        let fresh = events.filter { uid, digest in known[uid].map { $0.digest != digest || $0.seen < old } ?? true }
        var stamps = events.keys.reduce(into: [String: EventStamp]()) { $0[$1] = known[$1]?.stamp }
        guard !fresh.isEmpty else { return stamps }
        let written = try await write { database in
            try fresh.reduce(into: [String: EventStamp]()) { stamps, event in
                stamps[event.key] = try Self.stamp(event.key, event.value, at: now, of: household, in: database)
            }
        }
        stamps.merge(written) { $1 }
        return stamps
    }

    private static func stamps(
        of household: Household.ID, in database: Database
    ) throws -> [String: (digest: String, seen: Date, stamp: EventStamp)] {
        try Row.fetchAll(
            database, sql: "SELECT * FROM calendar_event WHERE household_id = ?", arguments: [household.rawValue]
        ).reduce(into: [:]) { stamps, row in
            stamps[try row.required("uid")] = (
                try row.required("digest"), Date(milliseconds: try row.required("seen_at")), try row.stamp()
            )
        }
    }

    private static func stamp(
        _ uid: String, _ digest: String, at now: Date, of household: Household.ID, in database: Database
    ) throws -> EventStamp? {
        try Row.fetchOne(
            database,
            sql: """
                INSERT INTO calendar_event (household_id, uid, digest, modified_at, seen_at)
                VALUES (:household, :uid, :digest, :now, :now)
                ON CONFLICT (household_id, uid) DO UPDATE SET seen_at = :now, digest = :digest,
                    sequence = sequence + (digest <> :digest),
                    modified_at = CASE WHEN digest <> :digest THEN :now ELSE modified_at END
                RETURNING *
                """,
            arguments: ["household": household.rawValue, "uid": uid, "digest": digest, "now": now.milliseconds]
        ).map { try $0.stamp() }
    }
}
