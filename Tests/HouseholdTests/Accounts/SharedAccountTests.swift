import Accounts
import Contracts
import Foundation
import Household
import SQLRecords
import Support
import Testing

@Suite("Sign-ins at two nodes of a household", .tags(.medium))
struct SharedAccountTests {
    private let records = SQLRecords.inMemory()

    /// Two processes with one store. The identifiers that they make are the same, so each test makes rows at one of them.
    private func nodes(openID: DrawnOpenID? = nil) throws -> (one: AccountHouse, two: AccountHouse) {
        (try AccountHouse(records: records, openID: openID), try AccountHouse(records: records, openID: openID))
    }

    private func code(_ body: () async throws -> Void) async -> HouseholdError.Code? {
        do { try await body() } catch { return (error as? HouseholdError)?.code }
        return nil
    }

    @Test("Failed attempts at two nodes count together")
    func attempts() async throws {
        let (one, two) = try nodes()
        try await one.owner()
        for number in 0..<20 {
            let node = number.isMultiple(of: 2) ? one : two
            let refused = await code { _ = try await node.signIn("name \(number)", "wrong words", on: node.stranger) }
            #expect(refused == .signInRefused)
        }
        for node in [one, two] {
            let refused = await code { _ = try await node.signIn("another", "wrong words", on: node.stranger) }
            #expect(refused == .tooManyAttempts)
        }
    }

    @Test("Failures of one node survive the clean-up of another node that has just started")
    func cleanUp() async throws {
        let (one, two) = try nodes()
        try await one.owner()
        _ = await code { _ = try await one.signIn("name", "wrong words", on: one.stranger) }
        one.clock.pass(2 * 86_400)
        let late = try AccountHouse(records: records)
        late.clock.pass(2 * 86_400)
        two.clock.pass(2 * 86_400)
        // The first attempt at the new node is about a token, so that the entries of sign-ins are stored later.
        _ = await code {
            _ = try await late.accounts.person(bearer: "sr_" + String(repeating: "a", count: 43), from: "192.0.2.7")
        }
        for number in 0..<20 {
            _ = await code { _ = try await two.signIn("name \(number)", "wrong words", on: two.stranger) }
        }
        _ = await code { _ = try await late.signIn("Ada", "wrong words") }
        for node in [two, late] {
            let refused = await code { _ = try await node.signIn("another", "wrong words", on: node.stranger) }
            #expect(refused == .tooManyAttempts)
        }
    }

    @Test("As many used tickets as are remembered do not refuse a passkey")
    func fullTickets() async throws {
        let (one, _) = try nodes()
        let now = one.clock.now
        for number in 0..<3 {
            let isNew = try await records.useTicket(
                "ticket \(number)", kind: .ticket, until: now.addingTimeInterval(600), keeping: 2, at: now)
            #expect(isNew == (number < 2))
        }
        #expect(
            try await records.useTicket(
                "challenge", kind: .challenge, until: now.addingTimeInterval(300), keeping: nil, at: now))
        let later = now.addingTimeInterval(601)
        #expect(
            try await records.useTicket(
                "ticket 3", kind: .ticket, until: later.addingTimeInterval(600), keeping: 2, at: later))
        #expect(
            try await !records.useTicket(
                "ticket 0", kind: .ticket, until: later.addingTimeInterval(600), keeping: 9, at: later))
    }

    @Test("A challenge of a node whose clock is half a second ahead is accepted")
    func clocks() async throws {
        let (one, two) = try nodes()
        let site = try #require(PasskeySite(host: "localhost", origin: "http://localhost:8180", isSecure: false))
        let owner = try await one.owner().session.person
        var passkey = DrawnPasskey("phone")
        two.clock.pass(0.5)
        let creation = try await two.accounts.passkeyCreation(by: owner, at: site)
        passkey.userHandle = creation.userHandle
        passkey.counter = 0
        _ = try await one.accounts.add(
            passkey.registration(creation.challenge), named: "My phone", by: owner, at: site, on: one.phone)
    }

    @Test("A success at one node ends the wait at the other one")
    func success() async throws {
        let (one, two) = try nodes()
        try await one.owner()
        for _ in 0..<5 { #expect(await code { _ = try await two.signIn("Ada", "wrong words") } == .signInRefused) }
        #expect(await code { _ = try await two.signIn("Ada", "wrong words") } == .tooManyAttempts)
        one.clock.pass(2)
        _ = try await one.signIn()
        #expect(await code { _ = try await two.signIn("Ada", "wrong words") } == .signInRefused)
    }

    @Test("A passkey challenge of one node is accepted by the other one, and only once")
    func passkeys() async throws {
        let (one, two) = try nodes()
        let site = try #require(PasskeySite(host: "localhost", origin: "http://localhost:8180", isSecure: false))
        let owner = try await one.owner().session.person
        var passkey = DrawnPasskey("phone")
        let creation = try await two.accounts.passkeyCreation(by: owner, at: site)
        passkey.userHandle = creation.userHandle
        passkey.counter = 0
        let registration = passkey.registration(creation.challenge)
        _ = try await one.accounts.add(registration, named: "My phone", by: owner, at: site, on: one.phone)
        let again = await code {
            _ = try await two.accounts.add(registration, named: "Again", by: owner, at: site, on: two.phone)
        }
        #expect(again == .passkeyRefused)
        passkey.counter = 1
        let challenge = await two.accounts.passkeyRequest(at: site).challenge
        _ = try await one.accounts.signIn(passkey: passkey.assertion(challenge), at: site, on: one.phone)
        passkey.counter = 2
        let repeated = passkey.assertion(challenge)
        for node in [two, one] {
            #expect(
                await code { _ = try await node.accounts.signIn(passkey: repeated, at: site, on: node.phone) }
                    == .signInRefused)
        }
    }

    @Test("A ticket of the sign-in service is accepted by another node, and only once")
    func tickets() async throws {
        let openID = DrawnOpenID()
        let (one, two) = try nodes(openID: openID)
        let site = OpenIDSite(origin: "https://home.example", redirect: "https://home.example/sign-in/service")
        let owner = try await one.owner().session.person
        let session = try #require(owner.session)
        let (_, secret) = try await one.accounts.openIDRequest(for: .connect(session), by: owner, at: site)
        let state = try #require(openID.requests.last).state
        let ticket = try await two.accounts.openIDTicket([secret.text], state: state, at: site)
        let outcome = try await two.accounts.finish(
            ticket, with: OpenIDAnswer(code: "code"), by: owner, at: site, on: two.phone)
        guard case .connecting(_, let proof) = outcome else {
            Issue.record("the person is not shown")
            return
        }
        let again = await code {
            _ = try await one.accounts.finish(
                ticket, with: OpenIDAnswer(code: "code"), by: owner, at: site, on: one.phone)
        }
        #expect(again == .openIDRefused)
        try await one.accounts.connect(proof.text, by: owner, on: one.phone)
        #expect(await code { try await two.accounts.connect(proof.text, by: owner, on: two.phone) } == .openIDRefused)
    }
}
