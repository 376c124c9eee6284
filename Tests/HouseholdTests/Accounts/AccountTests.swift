import Accounts
import Contracts
import Foundation
import Household
import SQLRecords
import Support
import Testing

@Suite("Accounts, sign-in and sessions", .tags(.medium))
struct AccountTests {
    // MARK: The first owner

    @Test("The set-up link creates the first owner once, and then no link can be made")
    func setUp() async throws {
        let house = try AccountHouse()
        #expect(try await !house.accounts.hasOwner())
        let link = try await house.accounts.makeSetupLink()
        #expect(link.text.count == 43)
        #expect(try await house.accounts.isSetupLink(link.text))
        for other in ["", String(link.text.dropLast()), link.text + "a", String(link.text.reversed())] {
            #expect(try await !house.accounts.isSetupLink(other))
        }
        let (session, codes) = try await house.accounts.createOwner(
            link.text, name: AccountName("Ada"), passphrase: Passphrase(AccountHouse.word), on: house.phone)
        #expect(session.person.account.role == .owner && session.person.permits(.people))
        #expect(Set(codes.map(\.text)).count == RecoveryCode.count)
        #expect(codes.allSatisfy { $0.text.count == 19 })
        #expect(try await house.accounts.person(session: session.secret.text) == session.person)
        #expect(try await house.accounts.hasOwner())
        #expect(try await house.accounts.people().map(\.name.text) == ["Ada"])
        #expect(try await !house.accounts.isSetupLink(link.text))
        await refused(.linkRefused) {
            _ = try await house.accounts.createOwner(
                link.text, name: AccountName("Eve"), passphrase: Passphrase(AccountHouse.word), on: house.phone)
        }
        await refused(.notPermitted) { _ = try await house.accounts.makeSetupLink() }
    }

    @Test("A set-up link ends after an hour, and when another one is made")
    func setUpLinksEnd() async throws {
        let house = try AccountHouse()
        let first = try await house.accounts.makeSetupLink()
        let second = try await house.accounts.makeSetupLink()
        #expect(try await !house.accounts.isSetupLink(first.text))
        house.clock.pass(3599)
        #expect(try await house.accounts.isSetupLink(second.text))
        house.clock.pass(1)
        #expect(try await !house.accounts.isSetupLink(second.text))
        let hashes = house.hashes.value
        await refused(.linkRefused) {
            _ = try await house.accounts.createOwner(
                second.text, name: AccountName("Ada"), passphrase: Passphrase(AccountHouse.word), on: house.phone)
        }
        #expect(house.hashes.value == hashes, "an invalid link costs no hash")
        #expect(try await !house.accounts.hasOwner())
    }

    @Test("A common passphrase and the name as passphrase are refused, and the link stays valid")
    func passphrases() async throws {
        let house = try AccountHouse()
        let link = try await house.accounts.makeSetupLink()
        for text in ["password1", "ada lovelace"] {
            await refused(.passphraseRefused) {
                _ = try await house.accounts.createOwner(
                    link.text, name: AccountName("Ada Lovelace"), passphrase: Passphrase(text), on: house.phone)
            }
        }
        #expect(throws: HouseholdError.self) { try AccountDirectory.passphrase("short") }
        #expect(throws: HouseholdError.self) { try AccountDirectory.name(" ") }
        #expect(try await house.accounts.isSetupLink(link.text))
        _ = try await house.accounts.createOwner(
            link.text, name: AccountName("Ada"), passphrase: Passphrase(AccountHouse.word), on: house.phone)
    }

    // MARK: Sign-in

    @Test("A person signs in with name and passphrase, in any case of the name, with a new secret each time")
    func signIn() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner("Zoë")
        var secrets: Set = [owner.session.secret.text]
        for name in ["Zoë", "zoe\u{308}", " ZOË "] {
            let session = try await house.signIn(name)
            #expect(session.secret.text.count == 43)
            #expect(session.person.account == owner.session.person.account)
            #expect(session.expires == house.clock.now.addingTimeInterval(180 * 86_400))
            secrets.insert(session.secret.text)
        }
        #expect(secrets.count == 4)
        for secret in secrets { #expect(try await house.accounts.person(session: secret) != nil) }
        for secret in ["", "a", String(repeating: "a", count: 43), String(repeating: "a", count: 100_000)] {
            #expect(try await house.accounts.person(session: secret) == nil)
        }
    }
}

extension AccountTests {
    @Test("An unknown name and a wrong passphrase have the same error, and cost the same number of hashes and writes")
    func noEnumeration() async throws {
        let house = try AccountHouse()
        try await house.owner()
        var errors: Set<String> = []
        for (name, passphrase) in [
            ("Ada", "wrong words here"), ("Eve", "wrong words here"), ("Ada", ""), ("", ""), ("Eve", AccountHouse.word),
            ("Ada", String(repeating: "a", count: 100_000)), ("\u{0}", "x"),
            (String(repeating: "n", count: 100_000), "x"),
        ] {
            let hashes = house.hashes.value
            do {
                _ = try await house.signIn(name, passphrase)
                Issue.record("nothing was refused")
            } catch let error as HouseholdError {
                errors.insert("\(error.code.rawValue) \(error.message) \(error.hint ?? "") \(error.detail ?? "")")
            }
            #expect(house.hashes.value == hashes + 1, "\(name.prefix(9))")
            house.clock.pass(3600)
        }
        #expect(errors.count == 1)
        #expect(errors.first?.hasPrefix("sign-in-refused") == true)
    }

    @Test(
        "After five failures a sign-in waits; the error has the seconds; the right passphrase is not checked meanwhile")
    func limit() async throws {
        let house = try AccountHouse()
        try await house.owner()
        for _ in 0..<5 { await refused(.signInRefused) { _ = try await house.signIn("Ada", "wrong words here") } }
        let hashes = house.hashes.value
        do {
            _ = try await house.signIn()
            Issue.record("nothing was refused")
        } catch let error as HouseholdError {
            #expect(error.code == .tooManyAttempts && error.retryAfter == 1)
        }
        #expect(house.hashes.value == hashes)
        house.clock.pass(1)
        _ = try await house.signIn()
        _ = try await house.signIn()
    }

    @Test("1,000 attempts from one address lock out that address, and no other one")
    func lockOut() async throws {
        let house = try AccountHouse()
        try await house.owner()
        let hashes = house.hashes.value
        var codes: [HouseholdError.Code: Int] = [:]
        for number in 0..<1000 {
            do { _ = try await house.signIn("Ada \(number % 100)", "wrong words here", on: house.stranger) } catch {
                if let code = (error as? HouseholdError)?.code { codes[code, default: 0] += 1 }
            }
        }
        #expect(codes == [.signInRefused: 20, .tooManyAttempts: 980])
        #expect(house.hashes.value == hashes + 20)
        await refused(.tooManyAttempts) { _ = try await house.signIn(on: house.stranger) }
        _ = try await house.signIn()
    }

    @Test("Attempts at the same time do not pass the limit together")
    func together() async throws {
        let house = try AccountHouse()
        try await house.owner()
        let checked = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do { _ = try await house.signIn("Ada", "wrong words here", on: house.stranger) } catch let error
                        as HouseholdError
                    {
                        return error.code == .signInRefused
                    }
                    return true
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(checked == 5)
    }

    @Test("Strangers at many addresses cannot keep a person out at home")
    func familiar() async throws {
        let house = try AccountHouse()
        try await house.owner()
        for number in 0..<60 {
            let device = Device(userAgent: "", address: "203.0.113.\(number)")
            do { _ = try await house.signIn("Ada", "wrong words here", on: device) } catch {}
        }
        await refused(.tooManyAttempts) {
            _ = try await house.signIn(on: Device(userAgent: "", address: "198.51.100.1"))
        }
        _ = try await house.signIn()
        house.clock.pass(60)
        _ = try await house.signIn(on: Device(userAgent: "", address: "198.51.100.1"))
    }
}

extension AccountTests {
    @Test("A hash of less effort is made again at the next sign-in")
    func rehash() async throws {
        let house = try AccountHouse(cost: "cheap")
        try await house.owner()
        let dearer = try AccountHouse(records: house.records, cost: "dear")
        let id = try await dearer.signIn().person.account.id
        #expect(try await house.records.credential(of: id)?.hash?.hasPrefix("dear ") == true)
        let hashes = dearer.hashes.value
        _ = try await dearer.signIn()
        #expect(dearer.hashes.value == hashes + 1)
    }

    // MARK: Sessions

    @Test("A session ends after 30 days without use; use is stored once an hour; after 180 days it ends in any case")
    func lifetime() async throws {
        let house = try AccountHouse()
        let secret = try await house.owner().session.secret.text
        func used() async throws -> Date? {
            guard let person = try await house.accounts.person(session: secret) else { return nil }
            return try await house.accounts.sessions(of: person.account.id).first?.lastUsedAt
        }
        let start = house.clock.now
        house.clock.pass(3599)
        #expect(try await used() == start)
        house.clock.pass(1)
        #expect(try await used() == house.clock.now)
        for _ in 0..<6 {
            house.clock.pass(29 * 86_400)
            #expect(try await used() == house.clock.now)
        }
        house.clock.pass(6 * 86_400)
        #expect(try await used() == nil)
        let fresh = try await house.signIn()
        house.clock.pass(30 * 86_400)
        #expect(try await house.accounts.person(session: fresh.secret.text) == nil)
        #expect(try await house.accounts.sessions(of: fresh.person.account.id).isEmpty)
    }

    @Test("A person sees the devices, ends one of them, all others, or this one")
    func devices() async throws {
        let house = try AccountHouse()
        let first = try await house.owner().session
        house.clock.pass(60)
        let second = try await house.signIn(on: house.stranger)
        let account = first.person.account.id
        let sessions = try await house.accounts.sessions(of: account)
        #expect(sessions.map(\.id) == [second.person.session, first.person.session])
        #expect(sessions.map(\.device) == [house.stranger, house.phone])
        #expect(sessions.map(\.device.place) == [.internet, .localNetwork])
        let own = try #require(first.person.session)
        try await house.accounts.end(try #require(second.person.session), of: account)
        #expect(try await house.accounts.person(session: second.secret.text) == nil)
        await refused(.notFound) { try await house.accounts.end(try #require(second.person.session), of: account) }
        _ = try await house.signIn()
        try await house.accounts.endAll(of: account, except: own)
        #expect(try await house.accounts.sessions(of: account).map(\.id) == [own])
        try await house.accounts.signOut(own)
        try await house.accounts.signOut(own)
        #expect(try await house.accounts.person(session: first.secret.text) == nil)
    }

    @Test("A session of another account cannot be ended")
    func foreignSessions() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session
        let guest = try await house.joined("Bea", as: .guest, by: owner.person)
        await refused(.notFound) {
            try await house.accounts.end(try #require(owner.person.session), of: guest.person.account.id)
        }
        try await house.accounts.endAll(of: guest.person.account.id, except: nil)
        #expect(try await house.accounts.person(session: owner.secret.text) != nil)
        #expect(try await house.accounts.person(session: guest.secret.text) == nil)
    }
}

extension AccountTests {
    // MARK: Passphrases

    @Test("A new passphrase needs the old one, ends all sessions, and begins a new one")
    func changePassphrase() async throws {
        let house = try AccountHouse()
        let first = try await house.owner().session
        let second = try await house.signIn(on: house.stranger)
        await refused(.signInRefused) {
            _ = try await house.accounts.changePassphrase(
                from: "wrong words here", to: Passphrase("other plain words"), by: first.person, on: house.phone)
        }
        await refused(.passphraseRefused) {
            _ = try await house.accounts.changePassphrase(
                from: AccountHouse.word, to: Passphrase("password1"), by: first.person, on: house.phone)
        }
        let third = try await house.accounts.changePassphrase(
            from: AccountHouse.word, to: Passphrase("other plain words"), by: first.person, on: house.phone)
        #expect(try await house.accounts.person(session: third.secret.text) == third.person)
        for old in [first, second] { #expect(try await house.accounts.person(session: old.secret.text) == nil) }
        await refused(.signInRefused) { _ = try await house.signIn() }
        _ = try await house.signIn("Ada", "other plain words")
    }

    @Test("A recovery code sets a new passphrase once, and is limited like a sign-in")
    func recovery() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner()
        let code = try #require(owner.codes.first).text
        func recover(_ name: String, _ code: String, on device: Device? = nil) async throws -> NewSession {
            try await house.accounts.recover(
                name: name, code: code, passphrase: Passphrase("other plain words"), on: device ?? house.phone)
        }
        for (name, code) in [("Ada", "0000-0000-0000-0000"), ("Ada", ""), ("Eve", code)] {
            let hashes = house.hashes.value
            await refused(.signInRefused) { _ = try await recover(name, code) }
            #expect(house.hashes.value == hashes + 1)
        }
        let session = try await recover("ada", " " + code.lowercased().replacing("-", with: ""))
        #expect(session.person.account == owner.session.person.account)
        #expect(try await house.accounts.person(session: owner.session.secret.text) == nil)
        await refused(.signInRefused) { _ = try await recover("Ada", code) }
        await refused(.signInRefused) { _ = try await house.signIn() }
        _ = try await house.signIn("Ada", "other plain words")
        _ = try await recover("Ada", try #require(owner.codes.last).text)
        var codes: [HouseholdError.Code] = []
        for _ in 0..<7 {
            do { _ = try await recover("Ada", "0000-0000-0000-0001", on: house.stranger) } catch let error
                as HouseholdError
            { codes.append(error.code) }
        }
        #expect(codes == Array(repeating: .signInRefused, count: 5) + [.tooManyAttempts, .tooManyAttempts])
    }

    @Test("A reset link of the command sets a new passphrase once, within an hour")
    func reset() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session
        await refused(.notFound) { _ = try await house.accounts.makeResetLink(name: "Eve") }
        let late = try await house.accounts.makeResetLink(name: "ada")
        house.clock.pass(3600)
        #expect(try await !house.accounts.isResetLink(late.text))
        let replaced = try await house.accounts.makeResetLink(name: "ada")
        let link = try await house.accounts.makeResetLink(name: "ADA")
        #expect(try await !house.accounts.isResetLink(replaced.text))
        #expect(try await house.accounts.isResetLink(link.text))
        #expect(try await !house.accounts.isSetupLink(link.text), "a link is good for one use only")
        #expect(try await house.accounts.invitation(link.text) == nil)
        await refused(.passphraseRefused) {
            _ = try await house.accounts.reset(link.text, passphrase: Passphrase("password1"), on: house.phone)
        }
        let session = try await house.accounts.reset(
            link.text, passphrase: Passphrase("other plain words"), on: house.phone)
        #expect(session.person.account == owner.person.account)
        #expect(try await house.accounts.person(session: owner.secret.text) == nil)
        await refused(.linkRefused) {
            _ = try await house.accounts.reset(link.text, passphrase: Passphrase(AccountHouse.word), on: house.phone)
        }
        _ = try await house.signIn("Ada", "other plain words")
    }
}

extension AccountTests {
    @Test("A reset link ends the recovery codes, because another person in the account can have made them")
    func resetCodes() async throws {
        let house = try AccountHouse()
        let intruder = try await house.owner().session.person
        let codes = try await house.accounts.makeRecoveryCodes(by: intruder, on: house.stranger)
        let link = try await house.accounts.makeResetLink(name: "Ada")
        let person = try await house.accounts.reset(
            link.text, passphrase: Passphrase("other plain words"), on: house.phone
        ).person
        await refused(.signInRefused) {
            _ = try await house.accounts.recover(
                name: "Ada", code: codes[0].text, passphrase: Passphrase("third plain words"), on: house.stranger)
        }
        #expect(try await house.accounts.recoveryCodeCount(of: person.account.id) == 0)
        #expect(try await house.accounts.makeRecoveryCodes(by: person, on: house.phone).count == RecoveryCode.count)
    }

    // MARK: People

    @Test("An invited person joins with the role of the invitation, once, within seven days")
    func invitations() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let link = try await house.accounts.invite(as: .member, by: owner)
        let invitation = try #require(try await house.accounts.invitation(link.text))
        #expect((invitation.role, invitation.from.text) == (.member, "Ada"))
        #expect(invitation.expires == house.clock.now.addingTimeInterval(7 * 86_400))
        #expect(try await house.accounts.invitations(by: owner) == [invitation])
        await refused(.nameTaken) {
            _ = try await house.accounts.accept(
                link.text, name: AccountName("ADA"), passphrase: Passphrase(AccountHouse.word), on: house.phone)
        }
        let (member, codes) = try await house.accounts.accept(
            link.text, name: AccountName("Bea"), passphrase: Passphrase(AccountHouse.word), on: house.phone)
        #expect(member.person.account.role == .member && !member.person.permits(.people))
        #expect(Set(codes.map(\.text)).count == RecoveryCode.count)
        #expect(try await house.accounts.invitation(link.text) == nil)
        #expect(try await house.accounts.people().map(\.name.text) == ["Ada", "Bea"])
        await refused(.linkRefused) {
            _ = try await house.accounts.accept(
                link.text, name: AccountName("Cyd"), passphrase: Passphrase(AccountHouse.word), on: house.phone)
        }
        let late = try await house.accounts.invite(as: .guest, by: owner)
        house.clock.pass(7 * 86_400)
        #expect(try await house.accounts.invitation(late.text) == nil)
        #expect(try await house.accounts.invitations(by: owner).isEmpty)
    }

    @Test("Only an owner invites, removes, changes roles and reads the log; a stale permission does not help")
    func permissions() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let member = try await house.joined("Bea", as: .member, by: owner).person
        let guest = try await house.joined("Cyd", as: .guest, by: owner).person
        for person in [member, guest] {
            await refused(.notPermitted) { _ = try await house.accounts.invite(as: .guest, by: person) }
            await refused(.notPermitted) { try await house.accounts.remove(guest.account.id, by: person) }
            await refused(.notPermitted) {
                try await house.accounts.change(role: .owner, of: person.account.id, by: person)
            }
            await refused(.notPermitted) { _ = try await house.accounts.events(by: person) }
            await refused(.notPermitted) { _ = try await house.accounts.invitations(by: person) }
        }
        // An owner who became a member a moment ago, and whose request still has the earlier role.
        try await house.accounts.change(role: .owner, of: member.account.id, by: owner)
        let second = try await house.signIn("Bea").person
        let open = try await house.accounts.invite(as: .owner, by: second)
        let id = try #require(try await house.accounts.invitations(by: owner).first).id
        try await house.accounts.change(role: .member, of: member.account.id, by: owner)
        await refused(.signedOut) { _ = try await house.accounts.invite(as: .guest, by: second) }
        await refused(.signedOut) { try await house.accounts.remove(guest.account.id, by: second) }
        await refused(.signedOut) {
            try await house.accounts.change(role: .owner, of: second.account.id, by: second)
        }
        await refused(.notPermitted) { try await house.accounts.withdraw(id, by: second) }
        #expect(try await house.accounts.invitation(open.text) == nil, "the invitations of a former owner end")
    }
}

extension AccountTests {
    @Test("A change of role ends the sessions of the account; the last owner keeps the role and stays")
    func lastOwner() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session
        let member = try await house.joined("Bea", as: .member, by: owner.person)
        await refused(.lastOwner) {
            try await house.accounts.change(role: .member, of: owner.person.account.id, by: owner.person)
        }
        await refused(.lastOwner) { try await house.accounts.remove(owner.person.account.id, by: owner.person) }
        try await house.accounts.change(role: .member, of: member.person.account.id, by: owner.person)
        #expect(try await house.accounts.person(session: member.secret.text) != nil, "the same role changes nothing")
        try await house.accounts.change(role: .owner, of: member.person.account.id, by: owner.person)
        #expect(try await house.accounts.person(session: member.secret.text) == nil)
        let second = try await house.signIn("Bea")
        #expect(second.person.account.role == .owner)
        try await house.accounts.remove(owner.person.account.id, by: second.person)
        #expect(try await house.accounts.person(session: owner.secret.text) == nil)
        await refused(.signInRefused) { _ = try await house.signIn("Ada") }
        await refused(.signedOut) { try await house.accounts.remove(second.person.account.id, by: owner.person) }
        await refused(.lastOwner) { try await house.accounts.remove(second.person.account.id, by: second.person) }
        // The name is free again.
        _ = try await house.joined("Ada", as: .guest, by: second.person)
        await refused(.notFound) { try await house.accounts.remove(owner.person.account.id, by: second.person) }
    }

    // MARK: The log, and secrets

    @Test("The log names sensitive acts with their people, and counts failures in one line an hour")
    func log() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let member = try await house.joined("Bea", as: .member, by: owner).person
        for passphrase in ["wrong 1", "wrong 2", "wrong 3"] {
            await refused(.signInRefused) { _ = try await house.signIn("Bea", passphrase, on: house.stranger) }
        }
        await refused(.signInRefused) { _ = try await house.signIn("my secret passphrase", "x", on: house.stranger) }
        house.clock.pass(3601)
        await refused(.signInRefused) { _ = try await house.signIn("Bea", "wrong 4", on: house.stranger) }
        let fresh = try await house.accounts.confirm(passphrase: AccountHouse.word, by: owner, on: house.phone).person
        try await house.accounts.change(role: .guest, of: member.account.id, by: fresh)
        try await house.accounts.remove(member.account.id, by: fresh)
        let events = try await house.accounts.events(by: owner)
        let lines = events.map { event in
            [event.kind.rawValue, event.name, event.by, event.role?.rawValue, event.address, "\(event.count)"]
                .compactMap(\.self)
                .joined(separator: " ")
        }
        #expect(
            lines == [
                "removed Bea Ada guest 1", "role-changed Bea Ada guest 1", "signed-in Ada 192.168.1.2 1",
                "sign-in-failed Bea 203.0.113.9 1",
                "sign-in-failed 203.0.113.9 1", "sign-in-failed Bea 203.0.113.9 3",
                "joined Bea Ada member 192.168.1.2 1", "invited Ada member 1", "owner-created Ada 192.168.1.2 1",
                "setup-link-made 1",
            ])
        #expect(try await house.accounts.events(limit: 2, by: owner) == Array(events.prefix(2)))
    }
}

extension AccountTests {
    @Test("No description, reflection, error or row contains a secret")
    func redacted() async throws {
        let house = try AccountHouse()
        let link = try await house.accounts.makeSetupLink()
        let (session, codes) = try await house.accounts.createOwner(
            link.text, name: AccountName("Ada"), passphrase: Passphrase("hunter2-hunter2"), on: house.phone)
        let invitation = try await house.accounts.invite(as: .guest, by: session.person)
        let reset = try await house.accounts.makeResetLink(name: "Ada")
        do { _ = try await house.signIn("hunter2-hunter3", "hunter2-hunter4") } catch {}
        var text = ""
        for value in [
            session, codes, link, invitation, reset, house.accounts, session.person,
            try await house.accounts.invitations(by: session.person), try await house.accounts.people(),
            try await house.accounts.sessions(of: session.person.account.id),
            try await house.accounts.events(by: session.person),
            try #require(try await house.records.credential(of: session.person.account.id)),
            HouseholdError(PassphraseError.common), HouseholdError.signInRefused, CredentialServices.drawn(),
        ] as [Any] {
            text += "\(value) \(String(reflecting: value))\n"
            dump(value, to: &text)
        }
        // The hash of the double contains the passphrase in base 64, so the rows are searched for the other secrets.
        text += try await house.records.contents.replacing(Base64URL.text(Array("hunter2-hunter2".utf8)), with: "")
        let secrets =
            [session.secret, link, invitation, reset].map(\.text)
            + codes.flatMap { [$0.text, $0.text.replacing("-", with: "")] }
            + ["hunter2", Base64URL.text(Array("hunter2-hunter2".utf8))]
        for secret in secrets { #expect(!text.contains(secret), "\(secret)") }
    }
}
