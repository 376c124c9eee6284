import Accounts
import Contracts
import Foundation
import Household
import Support
import Testing

@Suite("Records of passkeys", .tags(.medium))
struct PasskeyRecordsTests {
    private func session(_ sample: Sample, minute: Int = 0) throws -> StoredSession {
        let id: Session.ID = try sample.fresh()
        return StoredSession(
            id: id, digest: "digest of \(id)", device: Device(userAgent: "Firefox", address: "10.0.0.1"),
            at: sample.time(minute), lifetime: SessionLifetime())
    }

    private func owner(in records: any Records, _ sample: Sample) async throws -> Account {
        let id: Invitation.ID = try sample.fresh()
        try await records.add(
            AccountLink(
                id: id, kind: .setup, digest: "link \(id)", madeAt: sample.time(0), expires: sample.time(9999)))
        return try await records.createOwner(
            NewAccount(id: sample.fresh(), name: AccountName("Ada"), hash: "hash"), codes: ["code"],
            using: "link \(id)", session: session(sample))
    }

    private func passkey(
        _ credential: String, of account: Account, _ sample: Sample, minute: Int = 0, counter: UInt32 = 0
    ) throws -> StoredPasskey {
        StoredPasskey(
            passkey: Passkey(
                id: try sample.fresh(), account: account.id, name: "Phone", host: "pi.local", isBackedUp: true,
                createdAt: sample.time(minute), lastUse: nil),
            credential: credential, publicKey: [1, 2, 0, 255], counter: counter, transports: ["internal", "hybrid"])
    }

    @Test(
        "A passkey is found by its credential with its account, and is listed in order",
        arguments: RecordsStore.allCases)
    func roundTrip(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ada = try await owner(in: records, sample)
            let second = try passkey("second", of: ada, sample, minute: 2, counter: .max)
            let first = try passkey(String(repeating: "x", count: 1364), of: ada, sample, minute: 1)
            for passkey in [second, first] { try await records.add(passkey, from: "10.0.0.1") }
            #expect(try await records.passkeys(of: ada.id) == [first, second])
            let found = try #require(try await records.passkey(credential: "second", address: "10.0.0.1"))
            #expect((found.stored, found.account, found.isFamiliar) == (second, ada, true))
            #expect(try await records.passkey(credential: "second", address: "10.0.0.2")?.isFamiliar == false)
            #expect(try await records.passkey(credential: "SECOND", address: "") == nil)
            #expect(try await records.hasPasskeys(host: "pi.local"))
            #expect(try await !records.hasPasskeys(host: "PI.local"))
            await refused(.passkeyRefused) {
                try await records.add(passkey("second", of: ada, sample, minute: 3), from: "10.0.0.1")
            }
            #expect(try await records.events(limit: 2).map(\.kind) == [.passkeyAdded, .passkeyAdded])
        }
    }

    @Test("A passkey of a person is not found in another household", arguments: RecordsStore.allCases)
    func otherHousehold(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ada = try await owner(in: records, sample)
            let stored = try passkey("first", of: ada, sample)
            try await records.add(stored, from: "10.0.0.1")
            let away = records.bound(to: sample.away)
            #expect(try await away.passkey(credential: "first", address: "10.0.0.1") == nil)
            #expect(try await away.passkeys(of: ada.id).isEmpty)
            #expect(try await !away.hasPasskeys(host: "pi.local"))
            await refused(.notFound) { try await away.add(passkey("other", of: ada, sample), from: "10.0.0.1") }
            await refused(.notFound) { try await away.rename(stored.passkey.id, of: ada.id, to: "x") }
            await refused(.notFound) {
                try await away.remove(
                    stored.passkey.id, of: ada.id, issuer: nil, address: "", at: sample.time(1))
            }
            await refused(.notFound) { _ = try await away.removePassphrase(of: ada.id, session: session(sample)) }
            await refused(.signInRefused) {
                _ = try await away.signIn(
                    ada.id, passkey: "first", used: .init(counter: 1, isBackedUp: false, challenge: []),
                    session: session(sample))
            }
        }
    }

    @Test("Of several uses at once with one counter, one begins a session", arguments: RecordsStore.allCases)
    func oneWins(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let ada = try await owner(in: records, sample)
            try await records.add(passkey("first", of: ada, sample, counter: 4), from: "10.0.0.1")
            let begun = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<8 {
                    let session = try session(sample, minute: 1)
                    group.addTask {
                        try await (number.isMultiple(of: 2) ? records : other).signIn(
                            ada.id, passkey: "first", used: .init(counter: 5, isBackedUp: false, challenge: []),
                            session: session) != nil
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(begun == 1)
            #expect(try await records.sessions(of: ada.id).count == 2)
            let stored = try #require(try await records.passkeys(of: ada.id).first)
            #expect(stored.counter == 5 && stored.passkey.lastUse == sample.time(1) && !stored.passkey.isBackedUp)
            #expect(try await records.events(limit: 20).filter { $0.kind == .passkeyCopied }.count == 7)
        }
    }
}
