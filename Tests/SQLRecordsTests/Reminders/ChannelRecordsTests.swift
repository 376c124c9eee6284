import Agenda
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@Suite("Records of channels, links, secrets and feeds", .tags(.medium))
struct ChannelRecordsTests {
    @Test("The page channel cannot be removed and its notices are never claimed", arguments: RecordsStore.allCases)
    func thePageIsThere(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            for records in [records, NoticeRecordsFixture(records, sample).records] {
                let channels = try await records.channels()
                #expect(channels.map(\.channel.kind) == [.page])
                #expect(channels.map(\.channel.id) == [try sample.id("page")])
                try await records.reconcileNotices()
                await refused(.notFound) { try await records.remove(sample.id("page") as Channel.ID) }
                #expect(try await records.channels().count == 1)
            }
            // Notices of the page channel stay pending; no worker claims them.
            let house = NoticeRecordsFixture(records, sample)
            _ = try await house.keep("Rose", .watering)
            #expect(try await house.keys().count == 1)
            #expect(try await house.records.nextNotice() == nil)
            let claimed = try await house.records.claimNotices(
                limit: 9, at: sample.time(9), until: sample.time(10))
            #expect(claimed.isEmpty)
            let notice = try #require(try await house.records.notices(.init(states: [.pending])).first)
            try await house.records.settle([.init(notice, .sent)], at: sample.time(9))
            #expect(try await house.keys(.sent).count == 1)
        }
    }

    @Test("Channels are added, renamed, switched and removed", arguments: RecordsStore.allCases)
    func channelsAreKept(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let away = sample.away
            let house = NoticeRecordsFixture(records, sample)
            let kinds: [(Channel.Kind, String)] = [(.webPush, "Tablet"), (.ntfy, "Phone"), (.webhook, "Lamp")]
            for (kind, name) in kinds {
                let stored = try sample.stored(kind, named: name)
                #expect(try await house.records.add(stored, replacing: nil, limit: 32) == stored.channel)
                #expect(try await house.records.channels().last == stored)
            }
            #expect(
                try await house.records.channels().map(\.channel.name) == [
                    "In the app", "Tablet", "Phone", "Lamp",
                ])
            let tablet = try await house.records.channels()[1]
            try await house.records.change(tablet.channel.id, name: "Old tablet", isOn: false)
            let changed = try await house.records.channels()[1].channel
            #expect((changed.name, changed.isOn, changed.kind) == ("Old tablet", false, .webPush))
            // Adding the same device again replaces its keys and switches it on.
            let again = StoredChannel(
                Channel(id: try sample.fresh(), kind: .webPush, name: "Tablet again", addedAt: sample.time(5)),
                sealedAddress: [9], fingerprint: tablet.fingerprint)
            let kept = try await house.records.add(again, replacing: nil, limit: 32)
            #expect((kept.id, kept.name, kept.isOn) == (tablet.channel.id, "Tablet again", true))
            #expect(try await house.records.channels()[1].sealedAddress == [9])
            #expect(try await house.records.channels().count == 4)
            await refused(.notFound) {
                try await house.records.change(sample.id("nobody"), name: "x", isOn: nil)
            }
            await refused(.notFound) { try await house.records.bound(to: away).remove(tablet.channel.id) }
            try await house.records.remove(tablet.channel.id)
            await refused(.notFound) { try await house.records.remove(tablet.channel.id) }
            #expect(try await house.records.channels().map(\.channel.name) == ["In the app", "Phone", "Lamp"])
        }
    }
}

extension ChannelRecordsTests {
    @Test("A household has at most as many channels as the limit allows", arguments: RecordsStore.allCases)
    func channelsHaveALimit(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let away = sample.away
            func add(_ name: String, _ address: UInt8 = 1) async throws -> Channel {
                let stored = StoredChannel(
                    Channel(id: try sample.fresh(), kind: .webPush, name: name, addedAt: sample.time(0)),
                    sealedAddress: [address], fingerprint: "print of \(name)")
                return try await records.add(stored, replacing: nil, limit: 2)
            }
            let (tablet, phone) = (try await add("Tablet"), try await add("Phone"))
            await refused(.channelRefused) { _ = try await add("Lamp") }
            #expect(try await add("Tablet", 9).id == tablet.id, "one that is there is taken again at the limit")
            #expect(
                try await records.channels().map(\.sealedAddress) == [[], [9], [1]], "the page is not counted")
            // Each household has its own limit.
            _ = try await sample.channel(in: records, for: away)
            try await records.remove(phone.id)
            let kept = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<8 { group.addTask { (try? await add("Lamp \(number)")) != nil } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(kept == 1, "of several at once only as many as the limit allows")
        }
    }

    @Test(
        "The channel of a renewed subscription stays the same, with its notices, and only for its own person",
        arguments: RecordsStore.allCases)
    func subscriptionIsRenewed(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let house = NoticeRecordsFixture(records, sample)
            let first = try sample.stored(.webPush, named: "Tablet")
            _ = try await house.records.add(first, replacing: nil, limit: 1)
            _ = try await house.keep("Rose", .watering)
            let waiting = try await house.records.notices(.init(states: [.pending], channel: first.channel.id))
            #expect(waiting.count == 1)
            func renewed(_ print: String, replacing replaced: String) async throws -> Channel {
                try await house.records.add(
                    StoredChannel(
                        Channel(id: try sample.fresh(), kind: .webPush, name: "Tablet", addedAt: sample.time(5)),
                        sealedAddress: [7], fingerprint: print), replacing: replaced, limit: 1)
            }
            let kept = try await renewed("renewed", replacing: first.fingerprint)
            #expect(kept.id == first.channel.id)
            #expect(try await house.records.channels().last?.sealedAddress == [7])
            let still = try await house.records.notices(.init(states: [.pending], channel: kept.id))
            #expect(still.map(\.number) == waiting.map(\.number))
            // An unknown earlier subscription gives a new channel, for which there is no room.
            await refused(.channelRefused) { _ = try await renewed("other", replacing: first.fingerprint) }
            #expect(try await renewed("renewed", replacing: "renewed").id == kept.id)
            // One that is switched off stays so, with its name.
            try await house.records.change(kept.id, name: "Kitchen", isOn: false)
            let off = try await renewed("again", replacing: "renewed")
            #expect((off.id, off.name, off.isOn) == (kept.id, "Kitchen", false))
        }
    }

    @Test("A link in a notice works once", arguments: RecordsStore.allCases)
    func linksAreSpentOnce(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let rose = try sample.bare("Rose")
            let water = try sample.weekly(rose)
            try await records.keep(rose, chores: [water], correction: nil)
            func spend(_ digest: String, expecting day: Int? = nil) async throws -> [ChoreEntry]? {
                try await records.log(
                    [
                        .init(
                            .done, of: water.id, on: sample.day(1), at: sample.time(1),
                            expecting: day.map(sample.day), planned: nil)
                    ], spending: SpentLink(digest: digest, until: sample.time(99)))
            }
            let logged = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<12 { group.addTask { try await spend("a")?.count ?? 0 } }
                return try await group.reduce(0, +)
            }
            #expect(logged == 1)
            #expect(try await spend("a") == nil)
            #expect(try await !records.isSpent("stale"))
            #expect(try await spend("stale", expecting: 0) == [], "dealt with since; spent all the same")
            #expect(try await spend("stale") == nil)
            #expect(try await records.log(LogQuery()).count == 1)
        }
    }

    @Test("A secret is replaced only if the caller passes its current value", arguments: RecordsStore.allCases)
    func secretsAreKept(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let away = sample.away
            func keep(_ name: String, _ old: [UInt8]?, _ fresh: [UInt8]) async throws -> [UInt8] {
                try await records.replace(secret: name, old, with: fresh)
            }
            #expect(try await records.secret("a") == nil)
            #expect(try await keep("a", nil, [1, 0, 255]) == [1, 0, 255])
            #expect(try await keep("a", nil, [2]) == [1, 0, 255], "somebody was there before")
            #expect(try await keep("b", nil, [3]) == [3])
            #expect(try await keep("a", [9], [2]) == [1, 0, 255])
            #expect(try await keep("a", [1, 0, 255], [2]) == [2])
            #expect(try await records.secret("a") == [2])
            #expect(try await records.bound(to: away).secret("a") == nil)
            let kept = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for number: UInt8 in 0..<12 {
                    group.addTask { try await records.replace(secret: "c", nil, with: [number]) }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(kept.count == 1, "who comes first decides for all")
        }
    }
}

extension ChannelRecordsTests {
    @Test("A calendar feed is found by its secret until it is removed", arguments: RecordsStore.allCases)
    func feedsAreKept(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let away = sample.away
            func feed(_ secret: String, minute: Int = 0) throws -> FeedSubscription {
                FeedSubscription(
                    id: try sample.fresh(), name: "Anna", secret: secret, hidesMedicines: minute == 0,
                    addedAt: sample.time(minute))
            }
            let (late, early) = (try feed("late", minute: 2), try feed("early"))
            for feed in [late, early] { try await records.add(feed) }
            #expect(try await records.feeds() == [early, late])
            #expect(try await records.feed(secret: "nothing", at: sample.time(3)) == nil)
            #expect(try await records.bound(to: away).feed(secret: "late", at: sample.time(3)) == nil)
            let read = try #require(try await records.feed(secret: "late", at: sample.time(3)))
            #expect((read.id, read.fetchedAt) == (late.id, sample.time(3)))
            #expect(try await records.feeds().map(\.fetchedAt) == [nil, sample.time(3)])
            #expect(try await records.feed(secret: "late", at: sample.time(5))?.fetchedAt == sample.time(3))
            #expect(try await records.feed(secret: "late", at: sample.time(9))?.fetchedAt == sample.time(9))
            await refused(.notFound) { try await records.bound(to: away).remove(late.id) }
            try await records.remove(late.id)
            #expect(try await records.feed(secret: "late", at: sample.time(19)) == nil)
            await refused(.notFound) { try await records.remove(late.id) }
            #expect(try await records.feeds() == [early])
        }
    }

    @Test("A calendar event has a new sequence number after a change", arguments: RecordsStore.allCases)
    func eventsAreStamped(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let away = sample.away
            func stamp(_ events: [String: String], at minute: Int) async throws -> [String: EventStamp] {
                try await records.stamp(events, at: sample.time(minute))
            }
            let fresh = EventStamp(sequence: 0, modified: sample.time(1))
            #expect(try await stamp(["a": "1", "b": "1"], at: 1) == ["a": fresh, "b": fresh])
            #expect(try await stamp(["a": "1", "b": "1"], at: 2) == ["a": fresh, "b": fresh])
            let changed = EventStamp(sequence: 1, modified: sample.time(3))
            #expect(try await stamp(["a": "2"], at: 3) == ["a": changed])
            #expect(try await stamp(["a": "2", "b": "1"], at: 4) == ["a": changed, "b": fresh])
            #expect(
                try await stamp(["a": "1"], at: 5) == ["a": EventStamp(sequence: 2, modified: sample.time(5))],
                "as it once was is another look than the last")
            #expect(try await stamp([:], at: 6).isEmpty)
            let others = try await records.bound(to: away).stamp(["a": "9"], at: sample.time(7))
            #expect(others["a"]?.sequence == 0)
        }
    }

    @Test("A household never reads or changes another household's notices", arguments: RecordsStore.allCases)
    func noticesDoNotMeet(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let away = sample.away
            // The notices of the two households are separate.
            let house = NoticeRecordsFixture(records, sample)
            let phone = try await sample.channel(in: house.records)
            let (_, chores) = try await house.keep("Rose", .watering)
            #expect(try await house.records.bound(to: away).channels().map(\.channel.kind) == [.page])
            #expect(try await house.keys(in: away).isEmpty)
            #expect(
                try await house.records.bound(to: away).claimNotices(
                    limit: 9, at: sample.time(9), until: sample.time(10)
                )
                .isEmpty)
            #expect(try await house.records.bound(to: away).nextNotice() == nil)
            await refused(.notFound) {
                try await house.records.bound(to: away).add(sample.reminder("x"), to: phone)
            }
            await refused(.notFound) { try await house.records.bound(to: away).change(phone, name: "x", isOn: nil) }
            let same = try await house.records.bound(to: away).add(sample.stored(), replacing: nil, limit: 32)
            #expect(same.id != phone, "the same device in two households is two channels")
            try await house.records.bound(to: away).reconcileNotices()
            #expect(try await house.keys(of: phone) == ["\(chores[0].id) 5"])
            let link = SpentLink(digest: "d", until: sample.time(99))
            _ = try await house.records.bound(to: away).log([], spending: link)
            #expect(try await house.records.log([], spending: link) == [])
        }
    }
}
