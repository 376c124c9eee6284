package import Foundation
package import Household
import Recognition

extension MemoryRecords {
    package func channels(of household: Household.ID) async throws -> [StoredChannel] {
        with(household) { $0.channels }
    }

    package func add(_ stored: StoredChannel, limit: Int, for household: Household.ID) async throws -> Channel {
        let kept = try plan(household, fresh: { $0.isFresh ? $0.channel.id : nil }) {
            house -> (channel: Channel, isFresh: Bool) in
            guard let place = house.channels.firstIndex(where: { $0.fingerprint == stored.fingerprint }) else {
                let count = house.channels.count { $0.channel.kind != .page }
                guard count < limit else { throw HouseholdError.tooManyChannels(limit) }
                house.channels.append(stored)
                return (channel: stored.channel, isFresh: true)
            }
            let before = house.channels[place].channel
            let channel = Channel(
                id: before.id, kind: before.kind, name: stored.channel.name, isOn: true, addedAt: before.addedAt,
                toldAt: before.toldAt)
            house.channels[place] = StoredChannel(
                channel, sealedAddress: stored.sealedAddress, fingerprint: stored.fingerprint)
            return (channel: channel, isFresh: !before.isOn)
        }
        return kept.channel
    }

    package func change(
        _ channel: Channel.ID, name: String?, isOn: Bool?, for household: Household.ID
    ) async throws {
        _ = try plan(household, fresh: { $0 ? channel : nil }) { house -> Bool in
            guard let place = house.channels.firstIndex(where: { $0.channel.id == channel }) else {
                throw Self.notFound
            }
            let before = house.channels[place].channel
            let isTurnedOn = isOn == true && !before.isOn
            house.channels[place] = house.channels[place].with(
                Channel(
                    id: before.id, kind: before.kind, name: name ?? before.name, isOn: isOn ?? before.isOn,
                    addedAt: before.addedAt, toldAt: before.toldAt, failure: isTurnedOn ? nil : before.failure))
            return !before.isOn
        }
    }

    package func remove(_ channel: Channel.ID, for household: Household.ID) async throws {
        try with(household) { house in
            guard house.channels.contains(where: { $0.channel.id == channel && $0.channel.kind != .page }) else {
                throw Self.notFound
            }
            house.forget(channel)
        }
    }

    package func secret(_ name: String, of household: Household.ID) async throws -> [UInt8]? {
        with(household) { $0.secrets[name] }
    }

    package func replace(
        secret name: String, _ old: [UInt8]?, with fresh: [UInt8], of household: Household.ID
    ) async throws -> [UInt8] {
        with(household) { house in
            if let kept = house.secrets[name], kept != old { return kept }
            house.secrets[name] = fresh
            return fresh
        }
    }

    // MARK: - Calendars

    package func feeds(of household: Household.ID) async throws -> [FeedSubscription] {
        with(household) { house in
            house.feeds.sorted { ($0.addedAt, $0.id.rawValue) < ($1.addedAt, $1.id.rawValue) }
        }
    }

    package func add(_ feed: FeedSubscription, for household: Household.ID) async throws {
        with(household) { $0.feeds.append(feed) }
    }

    package func remove(_ feed: FeedSubscription.ID, for household: Household.ID) async throws {
        try with(household) { house in
            guard let place = house.feeds.firstIndex(where: { $0.id == feed }) else { throw Self.notFound }
            house.feeds.remove(at: place)
        }
    }

    package func feed(
        secret: String, at now: Date, of household: Household.ID
    ) async throws -> FeedSubscription? {
        with(household) { house in
            guard let place = house.feeds.firstIndex(where: { $0.secret == secret }) else { return nil }
            let feed = house.feeds[place]
            // A phone that reads often writes nothing each time.
            guard feed.fetchedAt.map({ abs(now.timeIntervalSince($0)) > 300 }) ?? true else { return feed }
            house.feeds[place] = FeedSubscription(
                id: feed.id, name: feed.name, secret: feed.secret, hidesMedicines: feed.hidesMedicines,
                addedAt: feed.addedAt, fetchedAt: now)
            return house.feeds[place]
        }
    }

    package func stamp(
        _ events: [String: String], at now: Date, of household: Household.ID
    ) async throws -> [String: EventStamp] {
        with(household) { house in
            for (uid, digest) in events {
                guard let known = house.events[uid] else {
                    house.events[uid] = .init(digest: digest, stamp: .init(sequence: 0, modified: now), seenAt: now)
                    continue
                }
                guard known.digest != digest || known.seenAt < now - 86_400 else { continue }
                let stamp =
                    known.digest == digest
                    ? known.stamp : EventStamp(sequence: known.stamp.sequence + 1, modified: now)
                house.events[uid] = .init(digest: digest, stamp: stamp, seenAt: now)
            }
            return events.keys.reduce(into: [:]) { $0[$1] = house.events[$1]?.stamp }
        }
    }
}

extension MemoryRecords.House {
    /// How an event of the calendar was last written and asked for.
    struct Event {
        let digest: String
        let stamp: EventStamp
        let seenAt: Date
    }

    /// The pages are always there.
    static var page: [StoredChannel] {
        guard let page = Channel.ID("page") else { return [] }
        return [
            StoredChannel(
                Channel(id: page, kind: .page, name: "In the app", addedAt: Date(timeIntervalSince1970: 0)),
                sealedAddress: [], fingerprint: "page")
        ]
    }
}

extension StoredChannel {
    /// The same address.
    func with(_ channel: Channel) -> StoredChannel {
        StoredChannel(channel, sealedAddress: sealedAddress, fingerprint: fingerprint)
    }
}
