import Accounts
import Contracts
import Foundation
import Household
import Recognition
import SQLRecords
import Support
import Testing

@Suite("Passkeys of people", .tags(.medium))
struct PasskeyTests {
    private static func site(_ host: String = "localhost", _ origin: String = "http://localhost:8180") throws
        -> PasskeySite
    {
        try #require(PasskeySite(host: host, origin: origin, isSecure: true))
    }

    /// Adds a passkey and returns it as its device keeps it.
    private static func added(
        _ credential: String = "phone", to person: SignedIn, in house: AccountHouse
    ) async throws -> DrawnPasskey {
        var passkey = DrawnPasskey(credential)
        let creation = try await house.accounts.passkeyCreation(by: person, at: site())
        passkey.userHandle = creation.userHandle
        passkey.counter = 0
        _ = try await house.accounts.add(
            passkey.registration(creation.challenge), named: " My  \(credential)", by: person, at: site(),
            on: house.phone)
        passkey.counter = 1
        return passkey
    }

    private static func signIn(
        _ passkey: DrawnPasskey, in house: AccountHouse, on device: Device? = nil
    ) async throws -> NewSession {
        let asked = try await house.accounts.passkeyRequest(at: site())
        return try await house.accounts.signIn(
            passkey: passkey.assertion(asked.challenge), at: site(), on: device ?? house.phone)
    }

    // MARK: Add and use

    @Test("A person adds a passkey and signs in with it, and each sign-in begins a new session")
    func roundTrip() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        #expect(try await !house.accounts.hasPasskeys(at: Self.site()))
        var passkey = try await Self.added(to: owner, in: house)
        #expect(passkey.userHandle == Array(owner.account.id.rawValue.utf8))
        let stored = try #require(try await house.accounts.passkeys(of: owner.account.id).first)
        #expect((stored.name, stored.host, stored.lastUse) == ("My phone", "localhost", nil))
        #expect(try await house.accounts.hasPasskeys(at: Self.site()))
        #expect(try await !house.accounts.hasPasskeys(at: Self.site("pi.local", "https://pi.local")))
        house.clock.pass(60)
        let first = try await Self.signIn(passkey, in: house)
        #expect(first.person.account == owner.account && first.person.session != owner.session)
        #expect(try await house.accounts.person(session: first.secret.text) == first.person)
        passkey.counter = 2
        #expect(try await Self.signIn(passkey, in: house).secret != first.secret)
        #expect(try await house.accounts.passkeys(of: owner.account.id).first?.lastUse == house.clock.now)
        let kinds = try await house.accounts.events(by: owner).map(\.kind)
        #expect(kinds == [.passkeyUsed, .passkeyUsed, .passkeyAdded, .ownerCreated, .setupLinkMade])
    }

    @Test("A passkey without a counter is accepted again and again")
    func noCounter() async throws {
        let house = try AccountHouse()
        var passkey = try await Self.added(to: house.owner().session.person, in: house)
        passkey.counter = 0
        for _ in 0..<3 { _ = try await Self.signIn(passkey, in: house) }
    }

    @Test("A counter that does not grow is refused and is in the log, and the passkey works with a greater one")
    func counterWentBack() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        var passkey = try await Self.added(to: owner, in: house)
        passkey.counter = 9
        _ = try await Self.signIn(passkey, in: house)
        for counter in [9, 8, 1, 0] as [UInt32] {
            passkey.counter = counter
            await refused(.signInRefused) { _ = try await Self.signIn(passkey, in: house, on: house.stranger) }
        }
        let copied = try await house.accounts.events(by: owner).filter { $0.kind == .passkeyCopied }
        #expect(copied.count == 4 && copied.allSatisfy { $0.name == "Ada" && $0.address == house.stranger.address })
        passkey.counter = 10
        _ = try await Self.signIn(passkey, in: house)
    }
}

extension PasskeyTests {
    @Test("An unknown passkey, a wrong signature and a wrong account have the same answer")
    func sameAnswer() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let bea = try await house.joined("Bea", as: .member, by: owner).person
        let passkey = try await Self.added(to: owner, in: house)
        let asked = try await house.accounts.passkeyRequest(at: Self.site())
        let right = passkey.assertion(asked.challenge)
        func changed(
            credential: [UInt8]? = nil, clientData: [UInt8]? = nil, data: [UInt8]? = nil, signature: [UInt8]? = nil,
            userHandle: [UInt8]? = nil
        ) -> PasskeyAssertion {
            PasskeyAssertion(
                credential: credential ?? right.credential, clientData: clientData ?? right.clientData,
                authenticatorData: data ?? right.authenticatorData, signature: signature ?? right.signature,
                userHandle: userHandle ?? right.userHandle)
        }
        let wrong = [
            changed(credential: Array("unknown".utf8)), changed(credential: []),
            changed(credential: [UInt8](repeating: 65, count: 60_000)), changed(signature: []),
            changed(signature: right.signature + [0]), changed(userHandle: []),
            changed(userHandle: Array(bea.account.id.rawValue.utf8)), changed(clientData: []), changed(data: [1]),
        ]
        for assertion in wrong {
            do {
                _ = try await house.accounts.signIn(passkey: assertion, at: Self.site(), on: house.phone)
                Issue.record("accepted")
            } catch let error as HouseholdError {
                let expected = HouseholdError.passkeySignInRefused
                #expect((error.code, error.message, error.hint) == (expected.code, expected.message, expected.hint))
            }
        }
        // None of them has used up the challenge.
        _ = try await house.accounts.signIn(passkey: right, at: Self.site(), on: house.phone)
        await refused(.signInRefused) {
            _ = try await house.accounts.signIn(passkey: right, at: Self.site(), on: house.phone)
        }
    }

    @Test("A passkey works only under the name for which it was made, and from pages of that origin")
    func otherName() async throws {
        let house = try AccountHouse()
        var passkey = try await Self.added(to: house.owner().session.person, in: house)
        let elsewhere = try Self.site("pi.local", "https://pi.local")
        passkey.host = "pi.local"
        passkey.origin = "https://pi.local"
        await refused(.signInRefused) {
            let asked = await house.accounts.passkeyRequest(at: elsewhere)
            _ = try await house.accounts.signIn(
                passkey: passkey.assertion(asked.challenge), at: elsewhere, on: house.phone)
        }
        passkey.host = "localhost"
        passkey.origin = "http://localhost:9999"
        await refused(.signInRefused) { _ = try await Self.signIn(passkey, in: house) }
    }

    // MARK: Challenges

    @Test(
        "A challenge is different each time, ends after five minutes, and is for one purpose, session, name and household"
    )
    func challenges() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let passkey = try await Self.added(to: owner, in: house)
        var challenges: [[UInt8]] = []
        for _ in 0..<4 { challenges.append(try await house.accounts.passkeyRequest(at: Self.site()).challenge) }
        #expect(Set(challenges).count == 4 && challenges.allSatisfy { $0.count >= 32 })
        func signIn(_ challenge: [UInt8]) async throws {
            _ = try await house.accounts.signIn(passkey: passkey.assertion(challenge), at: Self.site(), on: house.phone)
        }
        house.clock.pass(300)
        await refused(.signInRefused) { try await signIn(challenges[0]) }
        house.clock.set(house.clock.now.addingTimeInterval(-400))
        await refused(.signInRefused) { try await signIn(challenges[1]) }
        house.clock.set(house.clock.now.addingTimeInterval(200))
        let foreign = try await AccountHouse().accounts.passkeyRequest(at: Self.site("pi.local", "https://pi.local"))
            .challenge
        let confirmation = try await house.accounts.passkeyRequest(by: owner, at: Self.site()).challenge
        for wrong in [[], challenges[2].dropLast() + [challenges[2][0] &+ 1], foreign, confirmation] as [[UInt8]] {
            await refused(.signInRefused) { try await signIn(wrong) }
        }
        try await signIn(challenges[3])
    }
}

extension PasskeyTests {
    @Test("The answer to a challenge of one session is refused in another")
    func otherSession() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let other = try await house.signIn().person
        let creation = try await house.accounts.passkeyCreation(by: owner, at: Self.site())
        await refused(.passkeyRefused) {
            _ = try await house.accounts.add(
                DrawnPasskey("phone").registration(creation.challenge), named: "x", by: other, at: Self.site(),
                on: house.phone)
        }
        // One challenge makes one passkey.
        for (credential, isFirst) in [("a", true), ("b", false)] {
            do {
                _ = try await house.accounts.add(
                    DrawnPasskey(credential).registration(creation.challenge), named: "x", by: owner, at: Self.site(),
                    on: house.phone)
                #expect(isFirst)
            } catch let error as HouseholdError { #expect(!isFirst && error.code == .passkeyRefused) }
        }
        #expect(try await house.accounts.passkeys(of: owner.account.id).count == 1)
    }

    // MARK: Limits

    @Test("Twenty refused passkeys from one address make the next one wait, and a familiar address does not")
    func attempts() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        var passkey = try await Self.added(to: owner, in: house)
        for number in 0..<20 {
            await refused(.signInRefused) {
                _ = try await Self.signIn(
                    DrawnPasskey("guess \(number)".replacing(" ", with: "-")), in: house, on: house.stranger)
            }
        }
        await refused(.tooManyAttempts) { _ = try await Self.signIn(passkey, in: house, on: house.stranger) }
        _ = try await Self.signIn(passkey, in: house, on: house.phone)
        house.clock.pass(900)
        passkey.counter = 2
        _ = try await Self.signIn(passkey, in: house, on: house.stranger)
    }

    @Test("An account has at most 20 passkeys, and a credential belongs to one account of all")
    func limit() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let bea = try await house.joined("Bea", as: .member, by: owner).person
        for number in 0..<Passkey.limit { _ = try await Self.added("key-\(number)", to: owner, in: house) }
        await refused(.passkeyRefused) { _ = try await Self.added("one-more", to: owner, in: house) }
        await refused(.passkeyRefused) { _ = try await Self.added("key-3", to: bea, in: house) }
        #expect(try await house.accounts.passkeys(of: bea.account.id).isEmpty)
        #expect(try await house.accounts.passkeyCreation(by: bea, at: Self.site()).known.isEmpty)
    }

    // MARK: Confirmation

    @Test("Acts that outlive a session need a sign-in of the last ten minutes")
    func fresh() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let passkey = try await Self.added(to: owner, in: house)
        let bea = try await house.joined("Bea", as: .member, by: owner).person.account.id
        house.clock.pass(601)
        await refused(.signInAgain) { try await house.accounts.remove(bea, by: owner) }
        #expect(!house.accounts.isFresh(owner))
        await refused(.signInAgain) { _ = try await house.accounts.passkeyCreation(by: owner, at: Self.site()) }
        await refused(.signInAgain) { _ = try await Self.added("other", to: owner, in: house) }
        await refused(.signInAgain) {
            _ = try await house.accounts.removePassphrase(by: owner, at: Self.site(), on: house.phone)
        }
        await refused(.signInAgain) { _ = try await house.accounts.makeRecoveryCodes(by: owner, on: house.phone) }
        await refused(.signInAgain) {
            _ = try await house.accounts.setPassphrase(Passphrase("four other words"), by: owner, on: house.phone)
        }
        await refused(.signInRefused) {
            _ = try await house.accounts.confirm(passphrase: "wrong passphrase", by: owner, on: house.phone)
        }
        let known = try await house.accounts.confirm(passphrase: AccountHouse.word, by: owner, on: house.phone).person
        #expect(house.accounts.isFresh(known) && known.session != owner.session)
        let asked = try await house.accounts.passkeyRequest(by: owner, at: Self.site())
        #expect(asked.known.map(\.transports) == [["internal"]])
        let shown = try await house.accounts.confirm(
            passkey: passkey.assertion(asked.challenge), by: owner, at: Self.site(), on: house.phone
        ).person
        #expect(house.accounts.isFresh(shown))
        // The clock was put back.
        house.clock.set(house.clock.now.addingTimeInterval(-61))
        #expect(!house.accounts.isFresh(shown))
    }
}

extension PasskeyTests {
    @Test("A person cannot confirm with the passkey of another person")
    func confirmOther() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let bea = try await house.joined("Bea", as: .member, by: owner).person
        let passkey = try await Self.added(to: bea, in: house)
        let asked = try await house.accounts.passkeyRequest(by: owner, at: Self.site())
        await refused(.signInRefused) {
            _ = try await house.accounts.confirm(
                passkey: passkey.assertion(asked.challenge), by: owner, at: Self.site(), on: house.phone)
        }
    }

    @Test("A program with a token adds no passkey and makes no recovery codes")
    func token() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let token = try await house.accounts.makeToken(
            named: "x", scopes: Set(TokenScope.allCases), days: 1, by: owner, on: house.phone)
        let program = try await house.accounts.person(bearer: token.secret.text, from: house.phone.address)
        await refused(.notPermitted) { _ = try await Self.added(to: program, in: house) }
        await refused(.notPermitted) { _ = try await house.accounts.makeRecoveryCodes(by: program, on: house.phone) }
        await refused(.notPermitted) { _ = try await house.accounts.passkeyRequest(by: program, at: Self.site()) }
    }

    // MARK: Without a passphrase

    @Test(
        "A person without a passphrase signs in only with a passkey, until a recovery code or a link sets a passphrase")
    func onlyPasskey() async throws {
        let house = try AccountHouse()
        let (first, codes) = try await house.owner()
        await refused(.passkeyRefused) {
            _ = try await house.accounts.removePassphrase(by: first.person, at: Self.site(), on: house.phone)
        }
        let passkey = try await Self.added(to: first.person, in: house)
        let other = try await house.signIn()
        let session = try await house.accounts.removePassphrase(by: first.person, at: Self.site(), on: house.phone)
        for ended in [first, other] { #expect(try await house.accounts.person(session: ended.secret.text) == nil) }
        #expect(try await !house.accounts.hasPassphrase(session.person.account.id))
        for passphrase in [AccountHouse.word, "", "-"] {
            let hashes = house.hashes.value
            await refused(.signInRefused) { _ = try await house.signIn("Ada", passphrase) }
            #expect(house.hashes.value == hashes + 1, "the time does not reveal that there is no passphrase")
        }
        await refused(.signInRefused) {
            _ = try await house.accounts.changePassphrase(
                from: "", to: Passphrase("four other words"), by: session.person, on: house.phone)
        }
        _ = try await Self.signIn(passkey, in: house)
        let only = try #require(try await house.accounts.passkeys(of: session.person.account.id).first)
        await refused(.passkeyRefused) { try await house.accounts.remove(only.id, by: session.person, on: house.phone) }
        #expect(try await house.accounts.passkeys(of: session.person.account.id).count == 1)

        let again = try await house.accounts.recover(
            name: "Ada", code: codes[0].text, passphrase: Passphrase("four other words"), on: house.phone)
        #expect(try await house.accounts.hasPassphrase(again.person.account.id))
        #expect(try await house.accounts.passkeys(of: again.person.account.id).isEmpty, "a lost device may have one")
        await refused(.signInRefused) { _ = try await Self.signIn(passkey, in: house) }
        _ = try await house.signIn("Ada", "four other words")
        let kinds = try await house.accounts.events(by: again.person).map(\.kind)
        #expect(kinds.contains(.passphraseRemoved) && kinds.contains(.recovered))
    }
}

extension PasskeyTests {
    @Test("A person without a passphrase sets one, and keeps the passkeys")
    func setPassphrase() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        await refused(.signInRefused) {
            _ = try await house.accounts.setPassphrase(Passphrase("four other words"), by: owner, on: house.phone)
        }
        _ = try await Self.added(to: owner, in: house)
        let without = try await house.accounts.removePassphrase(by: owner, at: Self.site(), on: house.phone).person
        await refused(.passphraseRefused) {
            _ = try await house.accounts.setPassphrase(Passphrase("password1"), by: without, on: house.phone)
        }
        let with = try await house.accounts.setPassphrase(Passphrase("four other words"), by: without, on: house.phone)
        _ = try await house.signIn("Ada", "four other words")
        #expect(try await house.accounts.passkeys(of: with.person.account.id).count == 1)
        let reset = try await house.accounts.makeResetLink(name: "Ada")
        _ = try await house.accounts.reset(reset.text, passphrase: Passphrase("four plain words"), on: house.phone)
        #expect(try await house.accounts.passkeys(of: with.person.account.id).isEmpty)
    }

    // MARK: Change and remove

    @Test("A person renames and removes only own passkeys, and removing the account removes them")
    func own() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let bea = try await house.joined("Bea", as: .member, by: owner).person
        let passkey = try await Self.added(to: bea, in: house)
        let id = try #require(try await house.accounts.passkeys(of: bea.account.id).first).id
        await refused(.notFound) { try await house.accounts.rename(id, to: "x", by: owner) }
        await refused(.notFound) { try await house.accounts.remove(id, by: owner, on: house.phone) }
        await refused(.valueRefused) { try await house.accounts.rename(id, to: " ", by: bea) }
        try await house.accounts.rename(id, to: "Pocket", by: bea)
        #expect(try await house.accounts.passkeys(of: bea.account.id).map(\.name) == ["Pocket"])
        try await house.accounts.remove(id, by: bea, on: house.phone)
        await refused(.notFound) { try await house.accounts.remove(id, by: bea, on: house.phone) }
        await refused(.signInRefused) { _ = try await Self.signIn(passkey, in: house) }
        let second = try await Self.added(to: bea, in: house)
        try await house.accounts.remove(bea.account.id, by: owner)
        await refused(.signInRefused) { _ = try await Self.signIn(second, in: house) }
        #expect(try await !house.accounts.hasPasskeys(at: Self.site()))
    }

    // MARK: Recovery codes

    @Test("New recovery codes end the earlier ones, and an invited person gets codes, too")
    func recoveryCodes() async throws {
        let house = try AccountHouse()
        let (session, codes) = try await house.owner()
        let bea = try await house.joined("Bea", as: .member, by: session.person).person
        #expect(try await house.accounts.recoveryCodeCount(of: bea.account.id) == RecoveryCode.count)
        let new = try await house.accounts.makeRecoveryCodes(by: session.person, on: house.phone)
        #expect(Set(new.map(\.text)).union(codes.map(\.text)).count == 2 * RecoveryCode.count)
        await refused(.signInRefused) {
            _ = try await house.accounts.recover(
                name: "Ada", code: codes[0].text, passphrase: Passphrase("four other words"), on: house.phone)
        }
        _ = try await house.accounts.recover(
            name: "Ada", code: new[0].text, passphrase: Passphrase("four other words"), on: house.phone)
        #expect(try await house.accounts.recoveryCodeCount(of: session.person.account.id) == RecoveryCode.count - 1)
    }

    // MARK: Attacks

    @Test("A recovery ends the invitations and the guest links that another person in the account has made")
    func recoveryEndsLinks() async throws {
        let house = try AccountHouse()
        let (session, codes) = try await house.owner()
        let invitation = try await house.accounts.invite(as: .owner, by: session.person)
        let guests = Household.drawn(
            records: house.records, environment: .at({ house.clock.now }, steady: { house.clock.steady })
        ).guests
        _ = try await guests.makeLink(
            named: "Eve", rooms: .all, days: 90, by: session.person, on: house.phone)
        #expect(try await guests.links(by: session.person).count == 1)
        let code = try #require(codes.first)
        let back = try await house.accounts.recover(
            name: "Ada", code: code.text, passphrase: Passphrase("another four plain words"), on: house.phone)
        #expect(try await house.accounts.invitation(invitation.text) == nil)
        #expect(try await guests.links(by: back.person).isEmpty)
    }
}

extension PasskeyTests {
    @Test("An old session must confirm before it makes an invitation, an owner, a token or a guest link")
    func oldSession() async throws {
        let house = try AccountHouse()
        let session = try await house.owner().session
        let guest = try await house.joined("Ben", as: .member, by: session.person)
        house.clock.pass(AccountDirectory.freshSeconds + 1)
        let owner = try #require(try await house.accounts.person(session: session.secret.text))
        let guests = Household.drawn(
            records: house.records, environment: .at({ house.clock.now }, steady: { house.clock.steady })
        ).guests
        let acts: [() async throws -> Void] = [
            { _ = try await house.accounts.invite(as: .member, by: owner) },
            { try await house.accounts.change(role: .owner, of: guest.person.account.id, by: owner) },
            {
                _ = try await house.accounts.makeToken(
                    named: "Script", scopes: [.read], days: 9, by: owner, on: house.phone)
            },
            { _ = try await guests.makeLink(named: "Eve", rooms: .all, days: 9, by: owner, on: house.phone) },
        ]
        for act in acts {
            await #expect { try await act() } throws: { ($0 as? HouseholdError)?.code == .signInAgain }
        }
        let fresh = try await house.accounts.confirm(passphrase: AccountHouse.word, by: owner, on: house.phone)
        _ = try await house.accounts.invite(as: .member, by: fresh.person)
    }

    @Test("A request whose session ends before its last byte adds no passkey, token or invitation")
    func endedSession() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let creation = try await house.accounts.passkeyCreation(by: owner, at: Self.site())
        let other = try await house.signIn().person
        try await house.accounts.endAll(of: owner.account.id, except: other.session)
        var passkey = DrawnPasskey("thief")
        passkey.userHandle = creation.userHandle
        let registration = passkey.registration(creation.challenge)
        let acts: [() async throws -> Void] = [
            {
                _ = try await house.accounts.add(
                    registration, named: "Thief", by: owner, at: Self.site(), on: house.stranger)
            },
            { _ = try await house.accounts.invite(as: .owner, by: owner) },
            {
                _ = try await house.accounts.makeToken(
                    named: "Thief", scopes: [.read], days: 9, by: owner, on: house.stranger)
            },
        ]
        for act in acts {
            await #expect { try await act() } throws: { ($0 as? HouseholdError)?.code == .signedOut }
        }
        #expect(try await house.accounts.passkeys(of: owner.account.id).isEmpty)
    }

    @Test("A request whose session ends before its last byte sets or removes no passphrase and makes no recovery codes")
    func endedSessionOfPassphrase() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let passkey = try await Self.added(to: owner, in: house)
        let thief = try await house.accounts.removePassphrase(by: owner, at: Self.site(), on: house.phone).person
        let other = try await Self.signIn(passkey, in: house).person
        try await house.accounts.endAll(of: owner.account.id, except: other.session)
        let acts: [() async throws -> Void] = [
            {
                _ = try await house.accounts.setPassphrase(
                    Passphrase("four other words"), by: thief, on: house.stranger)
            },
            { _ = try await house.accounts.removePassphrase(by: thief, at: Self.site(), on: house.stranger) },
            { _ = try await house.accounts.makeRecoveryCodes(by: thief, on: house.stranger) },
        ]
        for act in acts {
            await #expect { try await act() } throws: { ($0 as? HouseholdError)?.code == .signedOut }
        }
        #expect(try await !house.accounts.hasPassphrase(owner.account.id))
    }

    @Test("The passphrase stays if there is no passkey for the present name")
    func noPasskeyForThisName() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        _ = try await Self.added(to: owner, in: house)
        for site in [nil, try Self.site("pi.local", "https://pi.local")] {
            await #expect {
                _ = try await house.accounts.removePassphrase(by: owner, at: site, on: house.phone)
            } throws: {
                ($0 as? HouseholdError)?.code == .passkeyRefused
            }
        }
        #expect(try await house.accounts.hasPassphrase(owner.account.id))
    }
}

extension PasskeyTests {
    @Test("A challenge for one origin is not valid for another port of the same name")
    func otherPort() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let passkey = try await Self.added(to: owner, in: house)
        let asked = try await house.accounts.passkeyRequest(at: Self.site())
        await #expect(throws: HouseholdError.self) {
            _ = try await house.accounts.signIn(
                passkey: passkey.assertion(asked.challenge), at: Self.site("localhost", "http://localhost:9999"),
                on: house.phone)
        }
    }
}
