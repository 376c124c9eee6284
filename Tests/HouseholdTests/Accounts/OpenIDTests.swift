import Accounts
import Contracts
import Foundation
import Household
import Recognition
import SQLRecords
import Support
import Testing

@Suite("Sign-in through the sign-in service", .tags(.medium))
struct OpenIDTests {
    private static let site = OpenIDSite(
        origin: "https://home.example", redirect: "https://home.example/sign-in/openid/callback")

    private let openID = DrawnOpenID()
    private let house: AccountHouse

    init() throws { house = try AccountHouse(openID: openID) }

    private var accounts: AccountDirectory { house.accounts }

    /// Goes to the service and returns the ticket and its state.
    private func left(_ purpose: OpenIDPurpose, by person: SignedIn? = nil) async throws -> (
        text: String, state: String
    ) {
        let (address, ticket) = try await accounts.openIDRequest(for: purpose, by: person, at: Self.site)
        #expect(address.hasPrefix("https://auth.example/authorize?state="))
        return (ticket.text, try #require(openID.requests.last).state)
    }

    /// Comes back from the service.
    private func back(
        _ ticket: (text: String, state: String), code: String? = "code", isError: Bool = false, issuer: String? = nil,
        by person: SignedIn? = nil, on device: Device? = nil
    ) async throws -> OpenIDOutcome {
        try await accounts.finish(
            accounts.openIDTicket([ticket.text], state: ticket.state, at: Self.site),
            with: OpenIDAnswer(code: code, isError: isError, issuer: issuer), by: person, at: Self.site,
            on: device ?? house.phone)
    }

    private func session(_ outcome: OpenIDOutcome) throws -> NewSession {
        guard case .signedIn(let session, _) = outcome else { throw Missing() }
        return session
    }

    private struct Missing: Error {}

    /// Connects an account.
    private func connected(_ person: SignedIn) async throws {
        let session = try #require(person.session)
        let outcome = try await back(left(.connect(session), by: person), by: person)
        guard case .connecting(let shown, let proof) = outcome else { throw Missing() }
        #expect(shown == DrawnOpenID.ben)
        #expect(try await accounts.identities(of: person.account.id).isEmpty, "nothing is stored before the question")
        try await accounts.connect(proof.text, by: person, on: house.phone)
        #expect(await detail { try await accounts.connect(proof.text, by: person, on: house.phone) } == "too-late")
    }

    private func signedIn(on device: Device? = nil) async throws -> NewSession {
        try session(await back(left(.signIn(back: "/plants")), on: device))
    }

    private func detail(_ body: () async throws -> Void) async -> String? {
        do { try await body() } catch let error as HouseholdError { return error.detail ?? error.code.rawValue } catch {
        }
        return nil
    }

    // MARK: The whole way

    @Test("A person connects the account, signs in through the service, and confirms with it")
    func roundTrip() async throws {
        let owner = try await house.owner().session.person
        try await connected(owner)
        let identity = try #require(try await accounts.identities(of: owner.account.id).first)
        #expect((identity.issuer, identity.subject, identity.name) == (DrawnOpenID.issuer, "ben-1", "ben@example.net"))
        #expect(identity.lastUse == nil)
        house.clock.pass(60)
        let begun = try await signedIn()
        #expect(begun.person.account == owner.account && begun.person.session != owner.session)
        #expect(try await accounts.identities(of: owner.account.id).first?.lastUse == house.clock.now)
        // The service may know the browser from days before: what needs a fresh sign-in needs a confirmation.
        #expect(!accounts.isFresh(begun.person))
        let stored = try #require(try await accounts.person(session: begun.secret.text))
        #expect(!accounts.isFresh(stored))
        await refused(.signInAgain) { try await accounts.requireFresh(begun.person) }
        let id = try #require(begun.person.session)
        let outcome = try await back(left(.confirm(id, back: "/x"), by: begun.person), by: begun.person)
        guard case .signedIn(let confirmed, "/x") = outcome else { throw Missing() }
        #expect(accounts.isFresh(confirmed.person))
        let kinds = try await accounts.events(by: owner).map(\.kind)
        #expect(kinds == [.openIDUsed, .openIDUsed, .openIDAdded, .ownerCreated, .setupLinkMade])
    }
}

extension OpenIDTests {
    @Test("The service is asked with state, nonce and challenge of their own, which the ticket alone does not contain")
    func request() async throws {
        try await house.owner()
        var seen: Set<String> = []
        for _ in 0..<3 {
            let ticket = try await left(.signIn(back: "/"))
            let request = try #require(openID.requests.last)
            #expect(request.redirect == Self.site.redirect && !request.asksAgain)
            _ = await detail { _ = try await back(ticket) }
            let code = try #require(openID.codes.last)
            #expect((43...128).contains(code.verifier.utf8.count) && code.redirect == Self.site.redirect)
            let parts = [request.state, request.nonce, request.challenge, code.verifier]
            for part in parts { #expect(!ticket.text.contains(part)) }
            #expect(openID.expectations.last?.nonce == request.nonce)
            seen.formUnion(parts)
        }
        #expect(seen.count == 12)
    }

    @Test("A person of the service without an account gets no session and no account")
    func unknown() async throws {
        let owner = try await house.owner().session.person
        #expect(await detail { _ = try await signedIn() } == "unknown")
        #expect(try await accounts.people().count == 1)
        #expect(try await accounts.sessions(of: owner.account.id).count == 1)
    }

    @Test("Names and mail addresses decide nothing: another subject with the same name is unknown")
    func namesDecideNothing() async throws {
        try await connected(house.owner().session.person)
        for person in [
            OpenIDPerson(issuer: DrawnOpenID.issuer, subject: "ben-2", name: "ben@example.net"),
            OpenIDPerson(issuer: DrawnOpenID.issuer, subject: "BEN-1", name: "Ada"),
            OpenIDPerson(issuer: "https://other.example", subject: "ben-1", name: "Ada"),
        ] {
            openID.answer(.success(person))
            #expect(await detail { _ = try await signedIn() } == "unknown")
        }
    }

    // MARK: Connect and join

    @Test("To connect, to join and to confirm, the service asks the person again; to sign in it need not")
    func asksAgain() async throws {
        let owner = try await house.owner().session.person
        let id = try #require(owner.session)
        let link = try await accounts.invite(as: .member, by: owner)
        for (purpose, person, needsTime) in [
            (.connect(id), owner, false), (.confirm(id, back: "/"), owner, true),
            (.join(invitation: link.text), nil, false),
        ] as [(OpenIDPurpose, SignedIn?, Bool)] {
            let made = house.clock.now
            let ticket = try await left(purpose, by: person)
            #expect(try #require(openID.requests.last).asksAgain)
            house.clock.pass(30)
            _ = await detail { _ = try await back(ticket, by: person) }
            let expectation = try #require(openID.expectations.last)
            #expect(abs(try #require(expectation.since).timeIntervalSince(made)) < 0.01)
            #expect(expectation.needsTime == needsTime)
        }
        _ = try await left(.signIn(back: "/"))
        #expect(try #require(openID.requests.last).asksAgain == false)
    }
}

extension OpenIDTests {
    @Test("An invited person joins through the service, without a passphrase, and signs in with it from then on")
    func join() async throws {
        let owner = try await house.owner().session.person
        let link = try await accounts.invite(as: .member, by: owner)
        let ticket = try await left(.join(invitation: link.text))
        guard case .joining(let shown, let proof, let invitation) = try await back(ticket) else { throw Missing() }
        #expect(shown == DrawnOpenID.ben && invitation == link)
        #expect(try await accounts.people().count == 1, "nothing is stored before the question")
        await refused(.nameTaken) {
            _ = try await accounts.accept(
                link.text, name: AccountName("Ada"), proof: proof.text, tickets: [ticket.text], by: nil,
                on: house.phone)
        }
        let (session, codes) = try await accounts.accept(
            link.text, name: AccountName("Ben"), proof: proof.text, tickets: [ticket.text], by: nil, on: house.phone)
        #expect(session.person.account.role == .member && codes.count == 8)
        #expect(try await !accounts.hasPassphrase(session.person.account.id))
        #expect(try await signedIn().person.account == session.person.account)
        await refused(.signInRefused) { _ = try await house.signIn("Ben", "") }
        await refused(.linkRefused) {
            _ = try await accounts.accept(
                link.text, name: AccountName("Bea"), proof: proof.text, tickets: [ticket.text], by: nil,
                on: house.phone)
        }
        // A recovery code gives a passphrase, and ends the connection.
        _ = try await accounts.recover(
            name: "Ben", code: try #require(codes.first).text, passphrase: Passphrase(AccountHouse.word),
            on: house.phone)
        #expect(try await accounts.identities(of: session.person.account.id).isEmpty)
        #expect(await detail { _ = try await signedIn() } == "unknown")
    }

    @Test("A proof is good for its session, its browser and its invitation only, and for ten minutes")
    func proofs() async throws {
        let owner = try await house.owner().session.person
        let id = try #require(owner.session)
        guard case .connecting(_, let proof) = try await back(left(.connect(id), by: owner), by: owner) else {
            throw Missing()
        }
        let bea = try await house.joined("Bea", as: .member, by: owner).person
        #expect(await detail { try await accounts.connect(proof.text, by: bea, on: house.phone) } == "too-late")
        for text in ["", "x", proof.text + "x", String(proof.text.dropLast()), "." + proof.text] {
            #expect(await detail { try await accounts.connect(text, by: owner, on: house.phone) } == "too-late")
        }
        let link = try await accounts.invite(as: .member, by: owner)
        let other = try await accounts.invite(as: .owner, by: owner)
        let ticket = try await left(.join(invitation: link.text))
        guard case .joining(_, let joining, _) = try await back(ticket) else { throw Missing() }
        let stranger = try await left(.join(invitation: link.text))
        for (secret, tickets) in [(other, [ticket.text]), (link, []), (link, [stranger.text]), (link, ["x"])] {
            #expect(
                await detail {
                    _ = try await accounts.accept(
                        secret.text, name: AccountName("Ben"), proof: joining.text, tickets: tickets, by: nil,
                        on: house.phone)
                } == "too-late")
        }
        #expect(
            await detail {
                _ = try await accounts.accept(
                    link.text, name: AccountName("Ben"), proof: proof.text, tickets: [ticket.text], by: nil,
                    on: house.phone)
            } == "too-late")
        house.clock.pass(601)
        #expect(
            await detail {
                _ = try await accounts.accept(
                    link.text, name: AccountName("Ben"), proof: joining.text, tickets: [ticket.text], by: nil,
                    on: house.phone)
            } == "too-late")
        #expect(try await accounts.people().count == 2)
    }
}

extension OpenIDTests {
    @Test("A person of the service is connected with one account, and an account with at most five people")
    func oneAccount() async throws {
        let owner = try await house.owner().session.person
        try await connected(owner)
        let bea = try await house.joined("Bea", as: .member, by: owner).person
        #expect(await detail { try await connected(bea) } == "known")
        let id = try #require(bea.session)
        for number in 0..<5 {
            openID.answer(.success(OpenIDPerson(issuer: DrawnOpenID.issuer, subject: "\(number)", name: "x")))
            guard case .connecting(_, let proof) = try await back(left(.connect(id), by: bea), by: bea) else {
                throw Missing()
            }
            try await accounts.connect(proof.text, by: bea, on: house.phone)
        }
        #expect(await detail { _ = try await left(.connect(id), by: bea) } == "too-many")
    }

    @Test("To connect needs a fresh sign-in at the beginning and at the end, and a session that has not ended")
    func fresh() async throws {
        let owner = try await house.owner().session.person
        let id = try #require(owner.session)
        house.clock.pass(500)
        guard case .connecting(_, let proof) = try await back(left(.connect(id), by: owner), by: owner) else {
            throw Missing()
        }
        house.clock.pass(200)
        await refused(.signInAgain) { try await accounts.connect(proof.text, by: owner, on: house.phone) }
        await refused(.signInAgain) { _ = try await left(.connect(id), by: owner) }
        let again = try await house.signIn().person
        let session = try #require(again.session)
        guard case .connecting(_, let next) = try await back(left(.connect(session), by: again), by: again) else {
            throw Missing()
        }
        try await accounts.signOut(session)
        await refused(.signedOut) { try await accounts.connect(next.text, by: again, on: house.phone) }
        #expect(try await accounts.identities(of: owner.account.id).isEmpty)
    }

    // MARK: Tickets

    @Test("A ticket is good once, for ten minutes, under its origin and with its state")
    func tickets() async throws {
        try await connected(house.owner().session.person)
        let ticket = try await left(.signIn(back: "/"))
        let elsewhere = OpenIDSite(origin: "https://other.example", redirect: "https://other.example/x")
        await #expect(throws: HouseholdError.self) {
            _ = try await accounts.openIDTicket([ticket.text], state: ticket.state, at: elsewhere)
        }
        for text in ["", ticket.text + "A", String(ticket.text.dropFirst()), String(repeating: ".", count: 4096)] {
            await #expect(throws: HouseholdError.self) {
                _ = try await accounts.openIDTicket([text], state: ticket.state, at: Self.site)
            }
        }
        for state in ["", "x", ticket.state + "A"] {
            await #expect(throws: HouseholdError.self) {
                _ = try await accounts.openIDTicket([ticket.text], state: state, at: Self.site)
            }
        }
        _ = try await back(ticket)
        #expect(await detail { _ = try await back(ticket) } == "too-late")
        let late = try await left(.signIn(back: "/"))
        house.clock.pass(600)
        #expect(await detail { _ = try await back(late) } == "too-late")
        #expect(openID.codes.count == 2, "none of these reached the service")
    }

    @Test("Of several callbacks with one ticket at once, one reaches the service")
    func oneUse() async throws {
        try await connected(house.owner().session.person)
        let ticket = try await left(.signIn(back: "/"))
        let before = openID.codes.count
        let begun = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { (try? await back(ticket)) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(begun == 1 && openID.codes.count == before + 1)
    }

    @Test("Several valid tickets of one browser are refused, because a stranger may have set one")
    func severalTickets() async throws {
        try await connected(house.owner().session.person)
        let (own, planted) = (try await left(.signIn(back: "/")), try await left(.signIn(back: "/")))
        for state in [own.state, planted.state] {
            #expect(
                await detail {
                    _ = try await accounts.openIDTicket([own.text, planted.text], state: state, at: Self.site)
                } == "several")
        }
        // The same value twice, and values that are no tickets, are not several.
        _ = try await accounts.openIDTicket(["x", own.text, own.text, ""], state: own.state, at: Self.site)
    }
}

extension OpenIDTests {
    @Test("A person who is signed in can neither sign in nor join: a planted ticket replaces no session")
    func sessionStays() async throws {
        let owner = try await house.owner().session.person
        try await connected(owner)
        let link = try await accounts.invite(as: .member, by: owner)
        for purpose in [.signIn(back: "/"), .join(invitation: link.text)] as [OpenIDPurpose] {
            #expect(await detail { _ = try await left(purpose, by: owner) } == "signed-in")
            let ticket = try await left(purpose)
            let before = openID.codes.count
            #expect(await detail { _ = try await back(ticket, by: owner) } == "signed-in")
            #expect(openID.codes.count == before)
        }
        #expect(
            await detail {
                _ = try await accounts.accept(
                    link.text, name: AccountName("Ben"), proof: "x", tickets: [], by: owner, on: house.phone)
            } == "signed-in")
        let bea = try await house.joined("Bea", as: .member, by: owner).person
        let id = try #require(owner.session)
        for purpose in [.connect(id), .confirm(id, back: "/")] as [OpenIDPurpose] {
            #expect(await detail { _ = try await left(purpose, by: bea) } == "session")
            let ticket = try await left(purpose, by: owner)
            #expect(await detail { _ = try await back(ticket, by: bea) } == "session")
            #expect(await detail { _ = try await back(ticket) } == "session")
        }
    }

    @Test("A confirmation as another person of the service is refused, also if that person has an account")
    func confirmAsOther() async throws {
        let owner = try await house.owner().session.person
        try await connected(owner)
        let bea = try await house.joined("Bea", as: .member, by: owner).person
        let id = try #require(bea.session)
        let ticket = try await left(.confirm(id, back: "/"), by: bea)
        #expect(await detail { _ = try await back(ticket, by: bea) } == "other-person")
        #expect(try await accounts.sessions(of: owner.account.id).count == 1)
    }

    // MARK: Codes and attempts

    @Test(
        "A code of another size or with other characters does not reach the service",
        arguments: ["", " ", "a b", "ä", "a\n", "a\u{0}", "a\u{7F}", String(repeating: "a", count: 2049), nil])
    func codes(code: String?) async throws {
        try await house.owner()
        let ticket = try await left(.signIn(back: "/"))
        #expect(await detail { _ = try await back(ticket, code: code) } == "code")
        #expect(openID.codes.isEmpty)
        // It was no attempt, and the ticket is still good.
        #expect(await detail { _ = try await back(ticket, code: String(repeating: "~", count: 2048)) } == "unknown")
        #expect(openID.codes.count == 1)
    }

    @Test("Requests without a ticket, with a wrong state or with an impossible code count as no attempts")
    func requestsWithoutTicket() async throws {
        try await connected(house.owner().session.person)
        for _ in 0..<40 {
            _ = await detail { _ = try await accounts.openIDTicket([], state: "", at: Self.site) }
            let ticket = try await left(.signIn(back: "/"))
            _ = await detail { _ = try await back((ticket.text, "x")) }
            _ = await detail { _ = try await back(ticket, code: "") }
            _ = await detail { _ = try await back(ticket, isError: true) }
        }
        _ = try await signedIn()
    }

    @Test("Twenty codes that the service refuses block the address for a while, and no passphrase and no other address")
    func refusedCodes() async throws {
        let owner = try await house.owner().session.person
        try await connected(owner)
        openID.answer(.failure(.codeRefused))
        for _ in 0..<20 { #expect(await detail { _ = try await signedIn() } == "code") }
        openID.answer(.success(DrawnOpenID.ben))
        let before = openID.codes.count
        await refused(.tooManyAttempts) { _ = try await signedIn() }
        #expect(openID.codes.count == before)
        _ = try await signedIn(on: house.stranger)
        _ = try await house.signIn()
        // A person with a session is not held up by strangers at the same address.
        let id = try #require(owner.session)
        _ = try session(await back(left(.confirm(id, back: "/"), by: owner), by: owner))
        house.clock.pass(901)
        _ = try await signedIn()
        let failed = try await accounts.events(by: owner).filter { $0.kind == .signInFailed }
        #expect(failed.reduce(0) { $0 + $1.count } == 20)
    }
}

extension OpenIDTests {
    @Test("People of the service without an account are refused after twenty attempts, too")
    func unknownPeople() async throws {
        try await house.owner()
        for _ in 0..<20 { #expect(await detail { _ = try await signedIn() } == "unknown") }
        await refused(.tooManyAttempts) { _ = try await signedIn() }
    }

    @Test("A confirmation ends with the session that began it")
    func endedWhileConfirming() async throws {
        let owner = try await house.owner().session.person
        try await connected(owner)
        let id = try #require(owner.session)
        let ticket = try await left(.confirm(id, back: "/"), by: owner)
        try await accounts.signOut(id)
        await refused(.signedOut) { _ = try await back(ticket, by: owner) }
        #expect(try await accounts.sessions(of: owner.account.id).isEmpty)
    }

    @Test("Statements that are refused count as attempts, and successes do not")
    func countsStatements() async throws {
        try await connected(house.owner().session.person)
        for _ in 0..<30 { _ = try await signedIn() }
        openID.answer(.failure(.statementRefused(.wrongNonce)))
        for _ in 0..<20 { #expect(await detail { _ = try await signedIn() } == "statement") }
        await refused(.tooManyAttempts) { _ = try await signedIn() }
    }

    @Test("If nothing was sent, the attempt and the ticket are given back; if something was, they are not")
    func unavailable() async throws {
        try await connected(house.owner().session.person)
        openID.answer(.failure(.unavailable(wasSent: false)))
        let ticket = try await left(.signIn(back: "/"))
        for _ in 0..<30 { await refused(.openIDUnavailable) { _ = try await back(ticket) } }
        openID.answer(.failure(.unavailable(wasSent: true)))
        await refused(.openIDUnavailable) { _ = try await back(ticket) }
        #expect(await detail { _ = try await back(ticket) } == "too-late")
        openID.answer(.failure(.clientRefused))
        await refused(.openIDUnavailable) { _ = try await signedIn() }
        openID.answer(.success(DrawnOpenID.ben))
        _ = try await signedIn()
        openID.failAddress(.unavailable(wasSent: false))
        await refused(.openIDUnavailable) { _ = try await left(.signIn(back: "/")) }
        _ = try await house.signIn()
    }

    @Test("An error of the service and an answer of another service end the sign-in without a request")
    func declined() async throws {
        try await house.owner()
        let ticket = try await left(.signIn(back: "/"))
        #expect(await detail { _ = try await back(ticket, issuer: "https://evil.example") } == "service")
        #expect(await detail { _ = try await back(ticket, isError: true) } == "declined")
        #expect(openID.codes.isEmpty)
        // Any page can lead here with an error, so that does not end a sign-in that is in progress.
        #expect(await detail { _ = try await back(ticket) } == "unknown")
        #expect(await detail { _ = try await back(ticket) } == "too-late")
        #expect(openID.codes.count == 1)
        let next = try await left(.signIn(back: "/"))
        #expect(await detail { _ = try await back(next, issuer: DrawnOpenID.issuer) } == "unknown")
    }
}

extension OpenIDTests {
    // MARK: Disconnect

    @Test("The last way in at this place cannot be disconnected: passkeys of other names do not count")
    func lastWay() async throws {
        let owner = try await house.owner().session.person
        let link = try await accounts.invite(as: .member, by: owner)
        let ticket = try await left(.join(invitation: link.text))
        guard case .joining(_, let proof, _) = try await back(ticket) else { throw Missing() }
        let ben = try await accounts.accept(
            link.text, name: AccountName("Ben"), proof: proof.text, tickets: [ticket.text], by: nil, on: house.phone
        ).session.person
        let identity = try #require(try await accounts.identities(of: ben.account.id).first)
        let here = try #require(PasskeySite(host: "pi.local", origin: "https://pi.local", isSecure: true))
        let there = try #require(
            PasskeySite(host: "localhost", origin: "http://localhost:8180", isSecure: false))
        func remove(at site: PasskeySite?) async throws {
            try await accounts.remove(identity.id, by: ben, at: site, on: house.phone)
        }
        #expect(await detail { try await remove(at: here) } == "only")
        var passkey = DrawnPasskey("phone")
        let creation = try await accounts.passkeyCreation(by: ben, at: there)
        passkey.userHandle = creation.userHandle
        _ = try await accounts.add(
            passkey.registration(creation.challenge), named: "Phone", by: ben, at: there, on: house.phone)
        #expect(await detail { try await remove(at: here) } == "only")
        #expect(await detail { try await remove(at: nil) } == "only")
        // The passkey can go, because the connection is a way in.
        let stored = try #require(try await accounts.passkeys(of: ben.account.id).first)
        try await accounts.remove(stored.id, by: ben, on: house.phone)
        #expect(await detail { try await remove(at: there) } == "only")
        await refused(.notFound) { try await accounts.remove(identity.id, by: owner, at: here, on: house.phone) }
        _ = try await accounts.setPassphrase(Passphrase(AccountHouse.word), by: ben, on: house.phone)
        try await remove(at: nil)
        #expect(try await accounts.identities(of: ben.account.id).isEmpty)
    }

    @Test("Without a sign-in service an identity that is left lets no person in")
    func serviceGone() async throws {
        let records = SQLRecords.inMemory()
        let before = try AccountHouse(records: records, openID: openID)
        let owner = try await before.owner().session.person
        let id = try #require(owner.session)
        let (_, ticket) = try await before.accounts.openIDRequest(for: .connect(id), by: owner, at: Self.site)
        let state = try #require(openID.requests.last).state
        let outcome = try await before.accounts.finish(
            before.accounts.openIDTicket([ticket.text], state: state, at: Self.site),
            with: OpenIDAnswer(code: "code"), by: owner, at: Self.site, on: before.phone)
        guard case .connecting(_, let proof) = outcome else { throw Missing() }
        try await before.accounts.connect(proof.text, by: owner, on: before.phone)
        #expect(try await before.accounts.canUseOpenID(owner.account.id))
        let after = try AccountHouse(records: records)
        #expect(try await !after.accounts.canUseOpenID(owner.account.id))
        #expect(try await after.accounts.identities(of: owner.account.id).count == 1)
        await refused(.openIDRefused) {
            _ = try await after.accounts.openIDRequest(for: .signIn(back: "/"), by: nil, at: Self.site)
        }
    }

    @Test("A reset link and the end of the account end the connection")
    func ends() async throws {
        let owner = try await house.owner().session.person
        let bea = try await house.joined("Bea", as: .member, by: owner).person
        try await connected(bea)
        let link = try await accounts.makeResetLink(name: "Bea")
        let next = try await accounts.reset(link.text, passphrase: Passphrase(AccountHouse.word), on: house.phone)
        #expect(await detail { _ = try await signedIn() } == "unknown")
        try await connected(next.person)
        _ = try await signedIn()
        try await accounts.remove(bea.account.id, by: owner)
        #expect(await detail { _ = try await signedIn() } == "unknown")
        try await connected(house.signIn().person)
    }
}

extension OpenIDTests {
    @Test("Neither a description nor a mirror of a code, an answer or a ticket has the secret")
    func secrets() async throws {
        try await house.owner()
        let code = OpenIDCode(code: "geheim", verifier: "geheim", redirect: "r")
        let answer = OpenIDAnswer(code: "geheim")
        let (_, ticket) = try await accounts.openIDRequest(for: .signIn(back: "/"), by: nil, at: Self.site)
        for text in ["\(code)", String(reflecting: code), "\(answer)", String(reflecting: answer), "\(ticket)"] {
            #expect(!text.contains("geheim") && !text.contains(ticket.text))
        }
    }
}
