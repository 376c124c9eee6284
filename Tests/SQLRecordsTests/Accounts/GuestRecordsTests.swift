import Accounts
import Agenda
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@Suite("Records of guest links", .tags(.medium))
struct GuestRecordsTests {
    private func session(_ sample: Sample) throws -> StoredSession {
        let id: Session.ID = try sample.fresh()
        return StoredSession(
            id: id, digest: "digest of \(id)", device: Device(userAgent: "Firefox", address: "10.0.0.1"),
            at: sample.time(0), lifetime: SessionLifetime())
    }

    private func owner(in records: any Records, _ sample: Sample) async throws -> Account {
        let link = AccountLink(
            id: try sample.fresh(), kind: .setup, digest: "set-up", madeAt: sample.time(0), expires: sample.time(9999))
        try await records.add(link)
        return try await records.createOwner(
            NewAccount(id: sample.fresh(), name: AccountName("Ada"), hash: "hash"), codes: [], using: link.digest,
            session: session(sample))
    }

    private func member(by owner: Account, in records: any Records, _ sample: Sample) async throws -> Account {
        let link = AccountLink(
            id: try sample.fresh(), kind: .invitation, digest: "invitation", role: .member, by: owner.id,
            madeAt: sample.time(0), expires: sample.time(9999))
        try await records.add(link)
        return try await records.join(
            NewAccount(id: sample.fresh(), name: AccountName("Ben"), hash: "hash"), codes: [], using: link.digest,
            session: session(sample))
    }

    private func link(
        _ account: Account, _ sample: Sample, rooms: GuestLink.Rooms = .all, minute: Int = 0, until: Int = 1000
    ) throws -> StoredGuestLink {
        let id: GuestLink.ID = try sample.fresh()
        return StoredGuestLink(
            link: GuestLink(
                id: id, account: account.id, name: "Guest \(id)", rooms: rooms, madeAt: sample.time(minute),
                expires: sample.time(until)), digest: "digest of \(id)", address: "10.0.0.1")
    }

    @Test(
        "A link is read as it was written, keeps its use, and is listed latest first", arguments: RecordsStore.allCases)
    func roundTrip(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ada = try await owner(in: records, sample)
            let first = try link(ada, sample, rooms: .chosen(["Hall", "", "\"Attic\""]))
            let second = try link(ada, sample, minute: 1)
            for link in [first, second] { try await records.add(link) }
            #expect(try await records.guestLink(digest: first.digest) == first.link)
            #expect(try await records.guestLink(digest: "digest") == nil)
            let listed = try await records.guestLinks(at: sample.time(2))
            #expect(listed.map(\.link) == [second.link, first.link] && listed.allSatisfy { $0.maker.text == "Ada" })
            try await records.touch(first.link.id, at: sample.time(3))
            #expect(try await records.guestLink(digest: first.digest)?.lastUse == sample.time(3))
            #expect(try await records.guestLink(digest: second.digest)?.lastUse == nil)
            try await records.end(first.link.id, by: ada.id, at: sample.time(4))
            #expect(try await records.guestLink(digest: first.digest)?.isValid(at: sample.time(4)) == false)
            #expect(try await records.guestLinks(at: sample.time(4)).map(\.link) == [second.link])
            await refused(.notFound) { try await records.end(first.link.id, by: ada.id, at: sample.time(5)) }
        }
    }

    @Test("Another household finds, uses and ends no link", arguments: RecordsStore.allCases)
    func otherHousehold(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ada = try await owner(in: records, sample)
            let stored = try link(ada, sample)
            try await records.add(stored)
            let away = records.bound(to: sample.away)
            #expect(try await away.guestLink(digest: stored.digest) == nil)
            #expect(try await away.guestLinks(at: sample.time(0)).isEmpty)
            try await away.touch(stored.link.id, at: sample.time(1))
            await refused(.notFound) { try await away.end(stored.link.id, by: ada.id, at: sample.time(1)) }
            await refused(.notPermitted) { try await away.add(try link(ada, sample)) }
            #expect(try await records.guestLink(digest: stored.digest) == stored.link)
        }
    }

    @Test("A link ends with the membership and with the role of its maker", arguments: RecordsStore.allCases)
    func maker(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ada = try await owner(in: records, sample)
            let ben = try await member(by: ada, in: records, sample)
            let (first, second) = (try link(ben, sample), try link(ben, sample))
            try await records.add(first)
            await refused(.notFound) {
                try await records.end(first.link.id, by: try sample.fresh(), at: sample.time(1))
            }
            try await records.change(role: .owner, of: ben.id, by: ada.id, at: sample.time(1))
            #expect(try await records.guestLink(digest: first.digest) == first.link)
            try await records.change(role: .guest, of: ben.id, by: ada.id, at: sample.time(2))
            #expect(try await records.guestLink(digest: first.digest) == nil)
            await refused(.notPermitted) { try await records.add(second) }
            try await records.change(role: .member, of: ben.id, by: ada.id, at: sample.time(3))
            #expect(try await records.guestLink(digest: first.digest) == nil)
            try await records.add(second)
            try await records.remove(ben.id, by: ada.id, at: sample.time(4))
            #expect(try await records.guestLink(digest: second.digest) == nil)
        }
    }

    @Test(
        "The channels and calendars of a person who becomes a guest end, and those of others stay",
        arguments: RecordsStore.allCases)
    func channels(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ada = try await owner(in: records, sample)
            let ben = try await member(by: ada, in: records, sample)
            for account in [ada.id, ben.id] {
                let channel = Channel(
                    id: try sample.fresh(), kind: .ntfy, name: "Phone", addedAt: sample.time(0), account: account)
                let stored = StoredChannel(channel, sealedAddress: [7], fingerprint: "print of \(channel.id)")
                _ = try await records.add(stored, replacing: nil, limit: 32)
                try await records.add(
                    FeedSubscription(
                        id: try sample.fresh(), name: "Phone", secret: "secret of \(account)", hidesMedicines: true,
                        addedAt: sample.time(0), account: account))
            }
            func owners() async throws -> [String] {
                try await
                    (records.channels().filter { $0.channel.kind == .ntfy }.map(\.channel.account)
                    + records.feeds().map(\.account)).map { $0 == ada.id ? "Ada" : $0 == ben.id ? "Ben" : "-" }.sorted()
            }
            try await records.change(role: .owner, of: ben.id, by: ada.id, at: sample.time(1))
            #expect(try await owners() == ["Ada", "Ada", "Ben", "Ben"])
            try await records.change(role: .guest, of: ben.id, by: ada.id, at: sample.time(2))
            #expect(try await owners() == ["Ada", "Ada"])
            // A request that began before the change.
            let late = StoredChannel(
                Channel(id: try sample.fresh(), kind: .ntfy, name: "Phone", addedAt: sample.time(3), account: ben.id),
                sealedAddress: [7], fingerprint: "late")
            await refused(.notPermitted) { _ = try await records.add(late, replacing: nil, limit: 32) }
            await refused(.notPermitted) {
                try await records.add(
                    FeedSubscription(
                        id: try sample.fresh(), name: "Phone", secret: "late", hidesMedicines: true,
                        addedAt: sample.time(3), account: ben.id))
            }
            #expect(try await owners() == ["Ada", "Ada"])
        }
    }

    @Test("A link stays known for 30 days after its end, and does not count as one of the valid ones")
    func memory() async throws {
        try await RecordsStore.memory.opened { records, sample in
            let ada = try await owner(in: records, sample)
            let old = try link(ada, sample, until: 1)
            try await records.add(old)
            for _ in 0..<GuestLink.limit { try await records.add(try link(ada, sample, minute: 1, until: 5)) }
            await refused(.valueRefused) { try await records.add(try link(ada, sample, minute: 1, until: 5)) }
            #expect(try await records.guestLink(digest: old.digest) != nil)
            try await records.add(try link(ada, sample, minute: 1 + 30 * 1440, until: 31 * 1440))
            #expect(try await records.guestLink(digest: old.digest) == nil)
        }
    }

    @Test("An entry keeps the link and the name of its guest, and is refused after the end of the link")
    func entries() async throws {
        try await RecordsStore.memory.opened { records, sample in
            let ada = try await owner(in: records, sample)
            let ben = try await member(by: ada, in: records, sample)
            let rose = try sample.bare("Rose", room: "Hall")
            let water = try sample.weekly(rose)
            try await records.keep(rose, chores: [water], correction: nil)
            let stored = try link(ben, sample, until: 10)
            try await records.add(stored)
            let guest = ChoreEntry.Guest(link: stored.link.id.rawValue, name: stored.link.name)
            func draft(_ minute: Int) -> ChoreEntry.Draft {
                ChoreEntry.Draft(.done, of: water.id, on: sample.day(0), at: sample.time(minute), guest: guest)
            }
            let entry = try #require(try await records.log([draft(1)]).first)
            #expect(entry.guest == guest)
            #expect(try await records.log(LogQuery()).first?.entry == entry)
            await refused(.linkRefused) { _ = try await records.log([draft(10)]) }
            await refused(.linkRefused) {
                try await records.undo([entry.number], by: (guest: guest, at: sample.time(10)))
            }
            #expect(try await records.log(LogQuery()).first?.entry.isUndone == false)
            #expect(try await records.log(LogQuery()).count == 1)
            // Undone entries count, too.
            for _ in 1..<GuestLink.entriesADay {
                let next = try #require(try await records.log([draft(1)]).first)
                try await records.undo([next.number])
            }
            await refused(.choreRefused) { _ = try await records.log([draft(1)]) }
            try await records.undo(records.log(LogQuery(limit: 1000)).dropLast().map(\.entry.number))
            // The log outlives the link.
            try await records.remove(ben.id, by: ada.id, at: sample.time(2))
            #expect(try await records.log(LogQuery(limit: 1000)).allSatisfy { $0.entry.guest == guest })
        }
    }
}
