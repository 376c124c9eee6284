import Accounts
import Contracts
import Foundation
import Household
import Support
import Testing

@Suite("Records of tokens", .tags(.medium))
struct AccessTokenRecordsTests {
    private func session(_ sample: Sample) throws -> StoredSession {
        let id: Session.ID = try sample.fresh()
        return StoredSession(
            id: id, digest: "digest of \(id)", device: Device(userAgent: "Firefox", address: "10.0.0.1"),
            at: sample.time(0), lifetime: SessionLifetime())
    }

    private func account(_ name: String, _ sample: Sample) throws -> NewAccount {
        NewAccount(id: try sample.fresh(), name: try AccountName(name), hash: "hash of \(name)")
    }

    private func link(
        _ kind: AccountLink.Kind, _ sample: Sample, role: Role? = nil, account: Account.ID? = nil, by: Account.ID? = nil
    ) throws -> AccountLink {
        let id: Invitation.ID = try sample.fresh()
        return AccountLink(
            id: id, kind: kind, digest: "link \(id)", role: role, account: account, by: by, madeAt: sample.time(0),
            expires: sample.time(9999))
    }

    private func owner(in records: any Records, _ sample: Sample) async throws -> Account {
        let link = try link(.setup, sample)
        try await records.add(link)
        return try await records.createOwner(
            account("Ada", sample), codes: ["code"], using: link.digest, session: session(sample))
    }

    private func member(by owner: Account, in records: any Records, _ sample: Sample) async throws -> Account {
        let link = try link(.invitation, sample, role: .member, by: owner.id)
        try await records.add(link)
        return try await records.join(account("Ben", sample), codes: [], using: link.digest, session: session(sample))
    }

    private func token(
        _ account: Account, _ sample: Sample, scopes: Set<TokenScope> = [.read], minute: Int = 0, until: Int = 1000
    ) throws -> StoredToken {
        let id: AccessToken.ID = try sample.fresh()
        return StoredToken(
            token: AccessToken(
                id: id, account: account.id, name: "Program \(id)", scopes: scopes, createdAt: sample.time(minute),
                expires: sample.time(until)), digest: "digest of \(id)", address: minute == 0 ? "10.0.0.1" : nil)
    }

    @Test(
        "A token is found by its digest with its account, keeps the time of its use, and is listed latest first",
        arguments: RecordsStore.allCases)
    func roundTrip(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ada = try await owner(in: records, sample)
            let first = try token(ada, sample, scopes: Set(TokenScope.allCases))
            let second = try token(ada, sample, scopes: [.write, .read], minute: 1)
            try await records.add(first)
            try await records.add(second)
            let found = try #require(try await records.token(digest: first.digest))
            #expect(found.token == first.token && found.account == ada)
            #expect(try await records.token(digest: "digest") == nil)
            #expect(try await records.tokens(of: ada.id) == [second.token, first.token])
            try await records.touch(first.token.id, at: sample.time(5))
            #expect(try await records.token(digest: first.digest)?.token.lastUse == sample.time(5))
            #expect(try await records.token(digest: second.digest)?.token.lastUse == nil)
            let events = try await records.events(limit: 2)
            #expect(events.map(\.kind) == [.tokenMade, .tokenMade])
            #expect(events.map(\.name) == ["Ada", "Ada"] && events.map(\.address) == [nil, "10.0.0.1"])
        }
    }

    @Test("Another household finds, changes and ends no token", arguments: RecordsStore.allCases)
    func otherHousehold(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ada = try await owner(in: records, sample)
            let stored = try token(ada, sample)
            try await records.add(stored)
            let away = records.bound(to: sample.away)
            #expect(try await away.token(digest: stored.digest) == nil)
            #expect(try await away.tokens(of: ada.id).isEmpty)
            try await away.touch(stored.token.id, at: sample.time(9))
            try await away.endTokens(of: ada.id, at: sample.time(9))
            await refused(.notFound) { try await away.end(stored.token.id, of: nil, at: sample.time(9)) }
            await refused(.notFound) { try await away.add(token(ada, sample)) }
            #expect(try await records.tokens(of: ada.id) == [stored.token])
        }
    }

    @Test(
        "A token is ended by its own person or by the command, and not by another person",
        arguments: RecordsStore.allCases)
    func ending(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ada = try await owner(in: records, sample)
            let ben = try await member(by: ada, in: records, sample)
            let tokens = try (0..<4).map { try token(ada, sample, minute: $0) }
            for token in tokens { try await records.add(token) }
            let other = try token(ben, sample)
            try await records.add(other)
            await refused(.notFound) { try await records.end(tokens[0].token.id, of: ben.id, at: sample.time(5)) }
            try await records.end(tokens[0].token.id, of: ada.id, at: sample.time(5))
            await refused(.notFound) { try await records.end(tokens[0].token.id, of: ada.id, at: sample.time(5)) }
            try await records.end(tokens[1].token.id, of: nil, at: sample.time(6))
            #expect(try await records.tokens(of: ada.id).count == 2)
            try await records.endTokens(of: ada.id, at: sample.time(7))
            try await records.endTokens(of: ada.id, at: sample.time(8))
            #expect(try await records.tokens(of: ada.id).isEmpty)
            #expect(try await records.token(digest: tokens[3].digest) == nil)
            #expect(try await records.tokens(of: ben.id) == [other.token])
            let events = try await records.events(limit: 9).filter { $0.kind == .tokenEnded }
            #expect(events.map(\.count) == [2, 1, 1] && events.allSatisfy { $0.name == "Ada" })
        }
    }

    @Test(
        "An account has at most 20 tokens; those that are over are removed when another one is made",
        arguments: RecordsStore.allCases)
    func limit(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ada = try await owner(in: records, sample)
            for minute in 0..<20 { try await records.add(token(ada, sample, minute: minute, until: 100 + minute)) }
            await refused(.valueRefused) { try await records.add(token(ada, sample, minute: 99)) }
            #expect(try await records.tokens(of: ada.id).count == 20)
            try await records.add(token(ada, sample, minute: 100))
            #expect(try await records.tokens(of: ada.id).count == 20)
            try await records.add(token(ada, sample, minute: 110))
            #expect(try await records.tokens(of: ada.id).count == 11)
        }
    }

    @Test("Twenty tokens that two connections make at the same time are twenty", arguments: RecordsStore.allCases)
    func race(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let ada = try await owner(in: records, sample)
            let made = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<30 {
                    group.addTask {
                        do {
                            try await (number.isMultiple(of: 2) ? records : other).add(token(ada, sample))
                            return true
                        } catch let error as HouseholdError where error.code == .valueRefused { return false }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(made == 20)
            #expect(try await records.tokens(of: ada.id).count == 20)
        }
    }

    @Test(
        "Tokens end with the account, with a reset link and with a recovery code; a changed passphrase and role keep them",
        arguments: RecordsStore.allCases)
    func lives(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ada = try await owner(in: records, sample)
            let ben = try await member(by: ada, in: records, sample)
            func held(by account: Account) async throws -> Int { try await records.tokens(of: account.id).count }
            for account in [ada, ben] { try await records.add(token(account, sample)) }
            _ = try await records.change(hash: "hash of Ada", to: "new", of: ada.id, session: session(sample))
            try await records.change(role: .guest, of: ben.id, by: ada.id, at: sample.time(1))
            #expect(try await held(by: ada) == 1)
            #expect(try await held(by: ben) == 1)
            let reset = try link(.reset, sample, account: ada.id)
            try await records.add(reset)
            #expect(try await held(by: ada) == 1)
            _ = try await records.reset(hash: "newer", using: reset.digest, session: session(sample))
            #expect(try await held(by: ada) == 0)
            try await records.add(token(ada, sample))
            // The reset ended the recovery codes.
            try await records.replaceRecoveryCodes(["code"], of: ada.id, address: "", at: sample.time(2))
            _ = try await records.recover(ada.id, code: "code", hash: "newest", session: session(sample))
            #expect(try await held(by: ada) == 0)
            #expect(try await held(by: ben) == 1)
            try await records.remove(ben.id, by: ada.id, at: sample.time(2))
            #expect(try await held(by: ben) == 0)
        }
    }
}
