import Accounts
import Contracts
import Foundation
import Household
import Messages
import Support
import Testing

@Suite("Records of accounts", .tags(.medium))
struct AccountRecordsTests {
    private func session(
        _ sample: Sample, minute: Int = 0, address: String = "10.0.0.1"
    ) throws -> StoredSession {
        let id: Session.ID = try sample.fresh()
        return StoredSession(
            id: id, digest: "digest of \(id)", device: Device(userAgent: "Firefox", address: address),
            at: sample.time(minute), lifetime: SessionLifetime())
    }

    private func account(_ name: String, _ sample: Sample) throws -> NewAccount {
        NewAccount(id: try sample.fresh(), name: try AccountName(name), hash: "hash of \(name)")
    }

    private func link(
        _ kind: AccountLink.Kind, _ sample: Sample, digest: String? = nil, role: Role? = nil,
        account: Account.ID? = nil, by: Account.ID? = nil, minute: Int = 0, minutes: Int = 60
    ) throws -> AccountLink {
        let id: Invitation.ID = try sample.fresh()
        return AccountLink(
            id: id, kind: kind, digest: digest ?? "link \(id)", role: role, account: account, by: by,
            madeAt: sample.time(minute), expires: sample.time(minute + minutes))
    }

    private func owner(
        _ name: String, in records: any Records, _ sample: Sample
    ) async throws -> (account: Account, session: StoredSession) {
        let link = try link(.setup, sample)
        try await records.add(link)
        let session = try session(sample)
        let account = try await records.createOwner(
            account(name, sample), codes: ["code 1", "code 2"], using: link.digest, session: session)
        return (account, session)
    }

    private func member(
        _ name: String, _ role: Role = .member, by owner: Account, in records: any Records, _ sample: Sample
    ) async throws -> (account: Account, session: StoredSession) {
        let link = try link(.invitation, sample, role: role, by: owner.id)
        try await records.add(link)
        let session = try session(sample)
        return (try await records.join(account(name, sample), codes: [], using: link.digest, session: session), session)
    }

    @Test(
        "A person's language and habits are stored, found with each way in, and can be taken back",
        arguments: RecordsStore.allCases)
    func habits(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let (ada, session) = try await owner("Ada", in: records, sample)
            #expect(ada.habits == .init() && ada.language == nil)
            let habits = LocalHabits.Choice(clock: .hours12, weekStart: .sunday, measures: .imperial)
            try await records.set(.german, habits, of: ada.id)
            for account in [
                try await records.accounts().first, try await records.session(digest: session.digest)?.account,
                try await records.credential(of: ada.id)?.account,
            ] { #expect(account?.habits == habits && account?.language == .german) }
            try await records.setLanguage(.french, of: ada.id)
            #expect(try await records.accounts().first?.habits == habits)
            try await records.set(nil, .init(clock: .hours24), of: ada.id)
            #expect(try await records.accounts().map(\.habits) == [.init(clock: .hours24)])
            #expect(try await records.accounts().map(\.language) == [nil])
            await refused(.notFound) { try await records.set(nil, .init(), of: try sample.fresh()) }
            await refused(.notFound) { try await records.bound(to: sample.away).set(nil, .init(), of: ada.id) }
        }
    }

    @Test("A link that two requests use at once works for one of them", arguments: RecordsStore.allCases)
    func oneWins(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let setup = try link(.setup, sample)
            try await records.add(setup)
            func race(_ use: @escaping @Sendable (any Records, Int) async throws -> Account) async throws -> [Account] {
                try await withThrowingTaskGroup(of: Account?.self) { group in
                    for number in 0..<8 {
                        group.addTask {
                            do { return try await use(number.isMultiple(of: 2) ? records : other, number) } catch let
                                error as HouseholdError where error.code == .linkRefused
                            { return nil }
                        }
                    }
                    return try await group.reduce(into: []) { if let one = $1 { $0.append(one) } }
                }
            }
            let owners = try await race { records, number in
                try await records.createOwner(
                    account("Owner \(number)", sample), codes: [], using: setup.digest, session: session(sample))
            }
            let owner = try #require(owners.first)
            #expect(owners.count == 1)
            #expect(try await records.accounts() == [owner])
            let invitation = try link(.invitation, sample, role: .guest, by: owner.id)
            try await records.add(invitation)
            let guests = try await race { records, number in
                try await records.join(
                    account("Guest \(number)", sample), codes: [], using: invitation.digest, session: session(sample))
            }
            #expect(guests.count == 1)
            let reset = try link(.reset, sample, account: owner.id)
            try await records.add(reset)
            let resets = try await race { records, number in
                try await records.reset(hash: "new \(number)", using: reset.digest, session: session(sample))
            }
            #expect(resets == [owner])
            #expect(try await records.sessions(of: owner.id).count == 1)
        }
    }
}

extension AccountRecordsTests {
    @Test("A recovery code that two requests use at once works for one of them", arguments: RecordsStore.allCases)
    func oneCode(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let owner = try await owner("Ada", in: records, sample).account
            let used = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        do {
                            _ = try await (number.isMultiple(of: 2) ? records : other).recover(
                                owner.id, code: "code 1", hash: "new \(number)", session: session(sample))
                            return true
                        } catch let error as HouseholdError where error.code == .signInRefused { return false }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(used == 1)
            await refused(.signInRefused) {
                _ = try await records.recover(owner.id, code: "code 9", hash: "x", session: session(sample))
            }
            _ = try await records.recover(owner.id, code: "code 2", hash: "x", session: session(sample))
        }
    }

    @Test(
        "A link is valid for its kind, until its end, and stays valid if its use fails",
        arguments: RecordsStore.allCases)
    func links(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let setup = try link(.setup, sample)
            try await records.add(setup)
            #expect(try await records.link(.setup, digest: setup.digest, at: sample.time(59))?.link == setup)
            #expect(try await records.link(.setup, digest: setup.digest, at: sample.time(60)) == nil)
            #expect(try await records.link(.reset, digest: setup.digest, at: sample.time(0)) == nil)
            #expect(try await records.link(.invitation, digest: setup.digest, at: sample.time(0)) == nil)
            await refused(.linkRefused) {
                _ = try await records.createOwner(
                    account("Ada", sample), codes: [], using: setup.digest, session: session(sample, minute: 60))
            }
            await refused(.linkRefused) {
                _ = try await records.join(
                    account("Ada", sample), codes: [], using: setup.digest, session: session(sample))
            }
            let owner = try await records.createOwner(
                account("Ada", sample), codes: [], using: setup.digest, session: session(sample))
            await refused(.notPermitted) { try await records.add(link(.setup, sample)) }
            let invitation = try link(.invitation, sample, role: .member, by: owner.id)
            try await records.add(invitation)
            #expect(
                try await records.link(.invitation, digest: invitation.digest, at: sample.time(0))?.from?.text == "Ada")
            await refused(.nameTaken) {
                _ = try await records.join(
                    account("ADA", sample), codes: [], using: invitation.digest, session: session(sample))
            }
            #expect(try await records.invitations(at: sample.time(0)).map(\.id) == [invitation.id])
            try await records.withdraw(invitation.id, by: owner.id, at: sample.time(1))
            await refused(.notFound) { try await records.withdraw(invitation.id, by: owner.id, at: sample.time(1)) }
            #expect(try await records.invitations(at: sample.time(1)).isEmpty)
            for _ in 0..<AccountLink.limit {
                try await records.add(link(.invitation, sample, role: .guest, by: owner.id))
            }
            await refused(.notPermitted) {
                try await records.add(link(.invitation, sample, role: .guest, by: owner.id))
            }
            // Those that are over do not count.
            try await records.add(link(.invitation, sample, role: .guest, by: owner.id, minute: 60))
        }
    }
}

extension AccountRecordsTests {
    @Test("A household never finds another one's people, sessions, links and log", arguments: RecordsStore.allCases)
    func householdsAreApart(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let away = records.bound(to: sample.away)
            let (ada, session) = try await owner("Ada", in: records, sample)
            let invitation = try link(.invitation, sample, role: .member, by: ada.id)
            try await records.add(invitation)
            #expect(try await !away.hasOwner())
            #expect(try await away.accounts().isEmpty)
            #expect(try await away.events(limit: 9).isEmpty)
            #expect(try await away.session(digest: session.digest) == nil)
            #expect(try await away.sessions(of: ada.id).isEmpty)
            #expect(try await away.credential(name: "ada", address: "10.0.0.1") == nil)
            #expect(try await away.credential(of: ada.id) == nil)
            #expect(try await away.invitations(at: sample.time(0)).isEmpty)
            #expect(try await away.link(.invitation, digest: invitation.digest, at: sample.time(0)) == nil)
            await refused(.signInRefused) {
                _ = try await away.signIn(ada.id, verified: "hash of Ada", rehash: nil, session: self.session(sample))
            }
            await refused(.signInRefused) {
                _ = try await away.recover(ada.id, code: "code 1", hash: "x", session: self.session(sample))
            }
            await refused(.signInRefused) {
                _ = try await away.change(hash: "hash of Ada", to: "x", of: ada.id, session: self.session(sample))
            }
            await refused(.linkRefused) {
                _ = try await away.join(
                    account("Eve", sample), codes: [], using: invitation.digest, session: self.session(sample))
            }
            await refused(.notFound) { try await away.end(session.id, of: ada.id, at: sample.time(1)) }
            try await away.signOut(session.id, at: sample.time(1))
            try await away.touch(session.id, at: sample.time(1))
            try await away.endAll(of: ada.id, except: nil, at: sample.time(1))
            await refused(.notFound) { try await away.add(link(.reset, sample, account: ada.id)) }
            await refused(.notPermitted) { try await away.add(link(.invitation, sample, role: .guest, by: ada.id)) }
            await refused(.notPermitted) { try await away.withdraw(invitation.id, by: ada.id, at: sample.time(1)) }
            let (zoe, _) = try await owner("Zoe", in: away, sample)
            await refused(.notFound) { try await away.remove(ada.id, by: zoe.id, at: sample.time(1)) }
            await refused(.notFound) { try await away.change(role: .guest, of: ada.id, by: zoe.id, at: sample.time(1)) }
            await refused(.notPermitted) { try await away.remove(zoe.id, by: ada.id, at: sample.time(1)) }
            await refused(.notFound) { try await away.withdraw(invitation.id, by: zoe.id, at: sample.time(1)) }
            await refused(.nameTaken) { _ = try await member("ada", by: zoe, in: away, sample) }
            // All of it left the first household as it was.
            let found = try #require(try await records.session(digest: session.digest))
            #expect(found.account == ada && found.session.lastUsedAt == sample.time(0))
            #expect(try await records.credential(of: ada.id)?.hash == "hash of Ada")
            #expect(try await records.accounts() == [ada])
            #expect(try await records.events(limit: 99).map(\.kind) == [.invited, .ownerCreated, .setupLinkMade])
        }
    }
}

extension AccountRecordsTests {
    @Test(
        "The last owner cannot be removed or get another role, also by two requests at once",
        arguments: RecordsStore.allCases)
    func lastOwner(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let ada = try await owner("Ada", in: records, sample).account
            await refused(.lastOwner) { try await records.remove(ada.id, by: ada.id, at: sample.time(1)) }
            await refused(.lastOwner) {
                try await records.change(role: .guest, of: ada.id, by: ada.id, at: sample.time(1))
            }
            let bea = try await member("Bea", .owner, by: ada, in: records, sample).account
            // Each owner removes the other one.
            let removed = try await withThrowingTaskGroup(of: Bool.self) { group in
                for (records, account, person) in [(records, ada, bea), (other, bea, ada)] {
                    group.addTask {
                        do {
                            try await records.remove(account.id, by: person.id, at: sample.time(1))
                            return true
                        } catch let error as HouseholdError where error.code == .notPermitted { return false }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(removed == 1)
            #expect(try await records.accounts().map(\.role) == [.owner])
        }
    }

    @Test(
        "A removal ends sessions and links and frees the name; a new role ends sessions",
        arguments: RecordsStore.allCases)
    func removal(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ada = try await owner("Ada", in: records, sample).account
            let (bea, session) = try await member("Bea", .owner, by: ada, in: records, sample)
            let invitation = try link(.invitation, sample, role: .guest, by: bea.id)
            let reset = try link(.reset, sample, account: bea.id)
            for link in [invitation, reset] { try await records.add(link) }
            try await records.change(role: .owner, of: bea.id, by: ada.id, at: sample.time(1))
            #expect(try await records.session(digest: session.digest) != nil)
            try await records.change(role: .member, of: bea.id, by: ada.id, at: sample.time(1))
            #expect(try await records.session(digest: session.digest) == nil)
            #expect(try await records.link(.invitation, digest: invitation.digest, at: sample.time(1)) == nil)
            #expect(try await records.link(.reset, digest: reset.digest, at: sample.time(1)) != nil)
            try await records.remove(bea.id, by: ada.id, at: sample.time(2))
            #expect(try await records.link(.reset, digest: reset.digest, at: sample.time(2)) == nil)
            #expect(try await records.credential(name: "bea", address: "") == nil)
            await refused(.notFound) { try await records.remove(bea.id, by: ada.id, at: sample.time(2)) }
            let again = try await member("bea", by: ada, in: records, sample).account
            #expect(try await records.accounts().map(\.id) == [ada.id, again.id])
        }
    }

    @Test("A sign-in with a passphrase that was changed meanwhile is refused", arguments: RecordsStore.allCases)
    func staleHash(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ada = try await owner("Ada", in: records, sample).account
            let signedIn = try await records.signIn(
                ada.id, verified: "hash of Ada", rehash: "better", session: session(sample, address: "10.0.0.9"))
            #expect(signedIn == ada)
            #expect(try await records.credential(of: ada.id)?.hash == "better")
            #expect(try await records.credential(name: "ada", address: "10.0.0.9")?.isFamiliar == true)
            #expect(try await records.credential(name: "ada", address: "10.0.0.8")?.isFamiliar == false)
            #expect(try await records.credential(name: "ada", address: "::ffff:10.0.0.9")?.isFamiliar == true)
            await refused(.signInRefused) {
                _ = try await records.signIn(ada.id, verified: "hash of Ada", rehash: nil, session: session(sample))
            }
            await refused(.signInRefused) {
                _ = try await records.change(hash: "hash of Ada", to: "x", of: ada.id, session: session(sample))
            }
            _ = try await records.change(hash: "better", to: "new", of: ada.id, session: session(sample))
            #expect(try await records.sessions(of: ada.id).count == 1)
            #expect(try await records.credential(name: "ada", address: "10.0.0.9")?.isFamiliar == false)
        }
    }
}

extension AccountRecordsTests {
    @Test(
        "An account has at most 100 sessions; those that are over are removed at the next sign-in",
        arguments: RecordsStore.allCases)
    func manySessions(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ada = try await owner("Ada", in: records, sample).account
            func signIn(_ minute: Int) async throws -> StoredSession {
                let session = try session(sample, minute: minute)
                _ = try await records.signIn(ada.id, verified: "hash of Ada", rehash: nil, session: session)
                return session
            }
            let first = try await signIn(1)
            for minute in 2..<110 { _ = try await signIn(minute) }
            let sessions = try await records.sessions(of: ada.id)
            #expect(sessions.count == 100)
            #expect(sessions.first?.lastUsedAt == sample.time(109) && sessions.last?.lastUsedAt == sample.time(10))
            #expect(try await records.session(digest: first.digest) == nil)
            _ = try await signIn(109 + 30 * 1440)
            #expect(try await records.sessions(of: ada.id).count == 1)
        }
    }

    @Test(
        "The log keeps the latest 5,000 events, and failures of strangers push out none of them",
        arguments: RecordsStore.allCases)
    func longLog(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ada = try await owner("Ada", in: records, sample).account
            for number in 0..<310 {
                try await records.countFailure(
                    of: nil, address: "10.0.\(number / 250).\(number % 250)", at: sample.time(1))
            }
            for _ in 0..<3 { try await records.countFailure(of: ada.id, address: "10.9.9.9", at: sample.time(2)) }
            let events = try await records.events(limit: 9999)
            #expect(events.count == 302)
            #expect(events.suffix(2).map(\.kind) == [.ownerCreated, .setupLinkMade])
            #expect(events.first.map { ($0.name == "Ada") && $0.count == 3 && $0.address == "10.9.9.9" } == true)
            #expect(try await records.events(limit: 1).count == 1)
            #expect(try await records.events(limit: -1).isEmpty)
        }
    }

    @Test("Events that a member can repeat push out no other ones, and those about access stay for sign-ins, too")
    func groups() async throws {
        try await RecordsStore.memory.opened { records, sample in
            let ada = try await owner("Ada", in: records, sample).account
            func note(_ kind: AccountEvent.Kind, minute: Int) async throws {
                try await records.note(AccountEvent(at: sample.time(minute), kind: kind, name: ada.name.text))
            }
            for kind in [.passkeyAdded, .keySet, .roleChanged, .passkeyCopied] as [AccountEvent.Kind] {
                try await note(kind, minute: 0)
            }
            // The address of each differs, so that no two are counted in one row.
            for number in 0..<2100 {
                for kind in [.everythingRemoved, .exported] as [AccountEvent.Kind] where number < 1100 {
                    try await records.note(
                        AccountEvent(at: sample.time(1), kind: kind, name: "Ben", address: "fd00::\(number)"))
                }
                try await note(.signedIn, minute: 1)
            }
            let events = try await records.events(limit: 99_999)
            for kind in [.exported, .everythingRemoved] as [AccountEvent.Kind] {
                #expect(events.count { $0.kind == kind } == 500)
            }
            #expect(events.count { $0.kind == .signedIn } == 2000)
            #expect(
                events.suffix(6).map(\.kind) == [
                    .passkeyCopied, .roleChanged, .keySet, .passkeyAdded, .ownerCreated, .setupLinkMade,
                ])
        }
    }
}

extension AccountRecordsTests {
    @Test("An export that the same person repeats at the same address within an hour is counted in one row")
    func repeated() async throws {
        try await RecordsStore.memory.opened { records, sample in
            func note(_ name: String, _ subject: String, minute: Int, from address: String = "10.0.0.1") async throws {
                try await records.note(
                    AccountEvent(
                        at: sample.time(minute), kind: .exported, name: name, address: address, subject: subject))
            }
            for minute in 0..<3 { try await note("Ada", "the plants", minute: minute) }
            try await note("Ada", "the medicines", minute: 3)
            try await note("Ben", "the plants", minute: 4)
            try await note("Ada", "the plants", minute: 5, from: "10.0.0.2")
            try await note("Ada", "the plants", minute: 61)
            #expect(try await records.events(limit: 9).map(\.count) == [1, 1, 1, 1, 3])
            // Other events are not counted together.
            for _ in 0..<2 {
                try await records.note(AccountEvent(at: sample.time(62), kind: .keySet, name: "Ada", subject: "Trefle"))
            }
            #expect(try await records.events(limit: 2).map(\.count) == [1, 1])
        }
    }

    @Test("The log is read in parts, from the latest event to the first", arguments: RecordsStore.allCases)
    func parts(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            for minute in 0..<5 {
                try await records.note(AccountEvent(at: sample.time(minute), kind: .keySet, name: "Ada"))
            }
            let first = try await records.events(before: nil, limit: 2)
            let next = try #require(first.next)
            let second = try await records.events(before: next, limit: 2)
            let last = try #require(second.next)
            let third = try await records.events(before: last, limit: 2)
            let all = try await records.events(limit: 9)
            #expect(first.events + second.events + third.events == all && all.count == 5)
            #expect(third.next == nil)
            #expect(try await records.events(before: nil, limit: 5).next == nil)
            #expect(try await records.events(before: 0, limit: 5).events.isEmpty)
            #expect(try await records.bound(to: sample.away).events(before: 4, limit: 5).events.isEmpty)
        }
    }
}
