import Accounts
import Contracts
import Foundation
import Household
import Support
import Testing

@Suite("Records of people of the sign-in service", .tags(.medium))
struct IdentityRecordsTests {
    private static let issuer = "https://auth.example"

    private func session(_ sample: Sample, minute: Int = 0, isConfirmed: Bool = true) throws -> StoredSession {
        let id: Session.ID = try sample.fresh()
        return StoredSession(
            id: id, digest: "digest of \(id)", device: Device(userAgent: "Firefox", address: "10.0.0.1"),
            at: sample.time(minute), lifetime: SessionLifetime(), isConfirmed: isConfirmed)
    }

    /// The owner, whose session began at minute 0.
    private func owner(in records: any Records, _ sample: Sample) async throws -> (Account, Session.ID) {
        let id: Invitation.ID = try sample.fresh()
        let session = try session(sample)
        try await records.add(
            AccountLink(
                id: id, kind: .setup, digest: "link \(id)", madeAt: sample.time(0), expires: sample.time(9999)))
        let owner = try await records.createOwner(
            NewAccount(id: sample.fresh(), name: AccountName("Ada"), hash: "hash"), codes: ["code"],
            using: "link \(id)", session: session)
        return (owner, session.id)
    }

    private func identity(
        _ subject: String, of account: Account.ID, _ sample: Sample, minute: Int = 0, issuer: String = issuer
    ) throws -> OpenIDIdentity {
        OpenIDIdentity(
            id: try sample.fresh(), account: account, issuer: issuer, subject: subject, name: "ben",
            createdAt: sample.time(minute), lastUse: nil)
    }

    @Test("An identity is stored, listed in order, and begins sessions", arguments: RecordsStore.allCases)
    func roundTrip(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let (ada, session) = try await owner(in: records, sample)
            let second = try identity("two", of: ada.id, sample, minute: 2)
            let first = try identity(String(repeating: "x", count: 255), of: ada.id, sample, minute: 1)
            for identity in [second, first] {
                try await records.add(identity, session: session, since: sample.time(0), from: "10.0.0.1")
            }
            #expect(try await records.identities(of: ada.id) == [first, second])
            let begun = try await records.signIn(
                issuer: Self.issuer, subject: "two", confirming: nil, session: self.session(sample, minute: 5))
            #expect(begun == ada)
            #expect(try await records.identities(of: ada.id).last?.lastUse == sample.time(5))
            for (issuer, subject) in [
                (Self.issuer, "TWO"), (Self.issuer, "two "), (Self.issuer + "/", "two"), ("", ""),
            ] {
                #expect(
                    try await records.signIn(
                        issuer: issuer, subject: subject, confirming: nil, session: self.session(sample, minute: 6))
                        == nil)
            }
            await refused(.signedOut) {
                _ = try await records.signIn(
                    issuer: Self.issuer, subject: "two", confirming: sample.fresh(),
                    session: self.session(sample, minute: 6))
            }
            #expect(try await records.sessions(of: ada.id).count == 2)
            let events = try await records.events(limit: 3)
            #expect(events.map(\.kind) == [.openIDUsed, .openIDAdded, .openIDAdded])
            #expect(events.last?.subject == "ben" && events.first?.address == "10.0.0.1")
        }
    }

    @Test("An identity needs a session of its account that began after a time", arguments: RecordsStore.allCases)
    func session(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let (ada, session) = try await owner(in: records, sample)
            let new = try identity("one", of: ada.id, sample)
            await refused(.signInAgain) {
                try await records.add(new, session: session, since: sample.time(1), from: "10.0.0.1")
            }
            await refused(.signedOut) {
                try await records.add(new, session: sample.fresh(), since: sample.time(0), from: "10.0.0.1")
            }
            let silent = try self.session(sample, minute: 5, isConfirmed: false)
            try await records.add(new, session: session, since: sample.time(0), from: "10.0.0.1")
            _ = try await records.signIn(issuer: Self.issuer, subject: "one", confirming: nil, session: silent)
            let second = try identity("two", of: ada.id, sample)
            await refused(.signInAgain) {
                try await records.add(second, session: silent.id, since: sample.time(0), from: "10.0.0.1")
            }
            #expect(try await records.session(digest: silent.digest)?.session.isConfirmed == false)
            try await records.signOut(session, at: sample.time(1))
            await refused(.signedOut) {
                try await records.add(second, session: session, since: sample.time(0), from: "10.0.0.1")
            }
            #expect(try await records.identities(of: ada.id).map(\.subject) == ["one"])
        }
    }

    @Test("An identity of a person is not found in another household", arguments: RecordsStore.allCases)
    func otherHousehold(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let (ada, session) = try await owner(in: records, sample)
            let stored = try identity("one", of: ada.id, sample)
            try await records.add(stored, session: session, since: sample.time(0), from: "10.0.0.1")
            let away = records.bound(to: sample.away)
            #expect(try await away.identities(of: ada.id).isEmpty)
            #expect(
                try await away.signIn(
                    issuer: Self.issuer, subject: "one", confirming: nil, session: self.session(sample)) == nil)
            await refused(.signedOut) {
                try await away.add(
                    identity("two", of: ada.id, sample), session: session, since: sample.time(0), from: "10.0.0.1")
            }
            await refused(.notFound) {
                try await away.remove(
                    stored.id, of: ada.id, issuer: Self.issuer, host: nil, address: "", at: sample.time(1))
            }
        }
    }

    @Test(
        "An account without a passphrase keeps a way in for the place of the request", arguments: RecordsStore.allCases)
    func lastWay(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let (ada, owners) = try await owner(in: records, sample)
            let link: Invitation.ID = try sample.fresh()
            try await records.add(
                AccountLink(
                    id: link, kind: .invitation, digest: "invited", role: .member, by: ada.id, madeAt: sample.time(0),
                    expires: sample.time(9999)))
            let id: Account.ID = try sample.fresh()
            let first = try identity("one", of: id, sample)
            let ben = try await records.join(
                NewAccount(id: id, name: AccountName("Ben"), hash: ""), identity: first, codes: ["b"],
                using: "invited", session: session(sample))
            #expect(try await records.credential(of: ben.id)?.hash == nil)
            func remove(_ identity: OpenIDIdentity, issuer: String? = Self.issuer, host: String?) async throws {
                try await records.remove(
                    identity.id, of: ben.id, issuer: issuer, host: host, address: "10.0.0.1", at: sample.time(3))
            }
            #expect(
                try await records.signIn(
                    issuer: Self.issuer, subject: "one", confirming: owners, session: session(sample)) == nil,
                "another person confirms")
            await refused(.openIDRefused) { try await remove(first, host: nil) }
            try await records.add(
                StoredPasskey(
                    passkey: Passkey(
                        id: sample.fresh(), account: ben.id, name: "Phone", host: "pi.local", isBackedUp: false,
                        createdAt: sample.time(1), lastUse: nil), credential: "c", publicKey: [1], counter: 0,
                    transports: []), from: "10.0.0.1")
            await refused(.openIDRefused) { try await remove(first, host: "other.local") }
            #expect(try await records.identities(of: ben.id).count == 1, "the removal was taken back")
            let old = try identity("old", of: ben.id, sample, issuer: "https://old.example")
            let begun = try session(sample, minute: 2)
            _ = try await records.signIn(issuer: Self.issuer, subject: "one", confirming: nil, session: begun)
            try await records.add(old, session: begun.id, since: sample.time(0), from: "10.0.0.1")
            await refused(.openIDRefused) { try await remove(first, host: nil) }
            try await remove(old, host: nil)
            try await remove(first, host: "pi.local")
            #expect(try await records.identities(of: ben.id).isEmpty)
            // Now the passkey is the only way in.
            let passkey = try #require(try await records.passkeys(of: ben.id).first).passkey
            await refused(.passkeyRefused) {
                try await records.remove(
                    passkey.id, of: ben.id, issuer: Self.issuer, address: "10.0.0.1", at: sample.time(4))
            }
        }
    }

    @Test("Of two accounts at once, one gets the identity", arguments: RecordsStore.allCases)
    func oneWins(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let (ada, session) = try await owner(in: records, sample)
            let identities = try (0..<4).map { _ in try identity("one", of: ada.id, sample) }
            let stored = await withTaskGroup(of: Bool.self) { group in
                for (number, identity) in identities.enumerated() {
                    group.addTask {
                        let store = number.isMultiple(of: 2) ? records : other
                        let since = sample.time(0)
                        return
                            (try? await store.add(identity, session: session, since: since, from: "10.0.0.1")) != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(stored == 1)
            #expect(try await records.identities(of: ada.id).count == 1)
        }
    }
}
