import Accounts
import Contracts
import Foundation
import Household
import SQLRecords
import Support
import Testing

@Suite("Tokens of programs", .tags(.medium))
struct AccessTokenDirectoryTests {
    private func token(
        _ scopes: Set<TokenScope> = [.read], days: Int = 90, by person: SignedIn, in house: AccountHouse
    ) async throws -> NewToken {
        try await house.accounts.makeToken(
            named: "Home Assistant", scopes: scopes, days: days, by: person, on: house.phone)
    }

    private func program(_ token: NewToken, in house: AccountHouse) async throws -> SignedIn {
        try await house.accounts.person(bearer: token.secret.text, from: house.stranger.address)
    }

    @Test("A token is sr_ and 43 characters, opens no session, and is found with its scopes")
    func making() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let made = try await token([.read, .admin], by: owner, in: house)
        #expect(made.secret.text.hasPrefix("sr_") && made.secret.text.utf8.count == 46)
        #expect(made.token.expires == house.clock.now.addingTimeInterval(90 * 86_400))
        let program = try await program(made, in: house)
        #expect(program.account == owner.account && program.session == nil && program.token == made.token.id)
        #expect(program.permissions == [.read, .settings, .keys, .export])
        #expect(try await house.accounts.person(session: made.secret.text) == nil)
        #expect(try await house.accounts.person(session: String(made.secret.text.dropFirst(3))) == nil)
        let again = try await token(by: owner, in: house)
        #expect(again.secret != made.secret)
    }

    @Test("The secret of a session or of a link is no token")
    func otherSecrets() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session
        let invitation = try await house.accounts.invite(as: .member, by: owner.person)
        for secret in [owner.secret.text, invitation.text, "", "sr_", String(repeating: "a", count: 100_000)] {
            for text in [secret, "sr_" + secret] {
                await refused(.tokenRefused) { _ = try await house.accounts.person(bearer: text, from: "10.0.0.1") }
            }
            house.clock.pass(900)
        }
    }

    @Test("A token ends at its time, when it is ended, and with its account")
    func ending() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let ben = try await house.joined("Ben", as: .member, by: owner).person
        let short = try await token(days: 1, by: owner, in: house)
        let long = try await token(days: 365, by: owner, in: house)
        let bens = try await token(by: ben, in: house)
        house.clock.pass(86_399)
        _ = try await program(short, in: house)
        house.clock.pass(1)
        await refused(.tokenRefused) { _ = try await program(short, in: house) }
        #expect(try await house.accounts.tokens(of: owner.account.id).count == 2, "an expired token stays in the list")
        await refused(.notFound) { try await house.accounts.end(long.token.id, of: ben.account.id) }
        _ = try await program(long, in: house)
        try await house.accounts.end(long.token.id, of: owner.account.id)
        await refused(.tokenRefused) { _ = try await program(long, in: house) }
        _ = try await program(bens, in: house)
        let fresh = try await house.accounts.confirm(passphrase: AccountHouse.word, by: owner, on: house.phone).person
        try await house.accounts.remove(ben.account.id, by: fresh)
        await refused(.tokenRefused) { _ = try await program(bens, in: house) }
    }

    @Test("A token has what its scopes and the present role of the person both allow")
    func narrowing() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let ben = try await house.joined("Ben", as: .owner, by: owner).person
        let made = try await token(Set(TokenScope.allCases), by: ben, in: house)
        #expect(try await program(made, in: house).permissions == Role.owner.permissions.subtracting([.people]))
        for role in [Role.member, .guest, .owner] {
            try await house.accounts.change(role: role, of: ben.account.id, by: owner)
            #expect(try await program(made, in: house).permissions == role.permissions.subtracting([.people]))
        }
        // What a program may not do by its permissions, the verbs refuse, too.
        let person = try await program(made, in: house)
        await refused(.notPermitted) { _ = try await house.accounts.invite(as: .member, by: person) }
        await refused(.notPermitted) { _ = try await house.accounts.events(by: person) }
        await refused(.notPermitted) { _ = try await token(by: person, in: house) }
    }
}

extension AccessTokenDirectoryTests {
    @Test("A name, scopes or days that cannot be used are refused, and no token is made")
    func refusals() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let guest = try await house.joined("Gil", as: .guest, by: owner).person
        for (name, scopes, days, person) in [
            ("", [.read], 90, owner), ("a\u{0}b", [.read], 90, owner),
            (String(repeating: "n", count: 65), [.read], 90, owner), ("P", [], 90, owner), ("P", [.read], 0, owner),
            ("P", [.read], 366, owner), ("P", [.read], -1, owner), ("P", [.read, .write], 90, guest),
            ("P", [.admin], 90, guest),
        ] as [(String, Set<TokenScope>, Int, SignedIn)] {
            await refused(.valueRefused) {
                _ = try await house.accounts.makeToken(
                    named: name, scopes: scopes, days: days, by: person, on: house.phone)
            }
        }
        for person in [owner, guest] { #expect(try await house.accounts.tokens(of: person.account.id).isEmpty) }
        await refused(.notFound) {
            _ = try await house.accounts.makeToken(named: "P", scopes: [.read], days: 1, inTheNameOf: "Eve")
        }
        await refused(.notFound) { _ = try await house.accounts.tokens(ofPersonNamed: "Eve") }
    }

    @Test("The command makes and lists tokens in the name of a person, and the log says so")
    func command() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let made = try await house.accounts.makeToken(
            named: "Prometheus", scopes: [.admin], days: 1, inTheNameOf: " ADA ")
        #expect(try await program(made, in: house).account == owner.account)
        #expect(try await house.accounts.tokens(ofPersonNamed: "ada").map(\.name) == ["Prometheus"])
        try await house.accounts.end(made.token.id, of: nil)
        let events = try await house.accounts.events(limit: 2, by: owner)
        #expect(events.map(\.kind) == [.tokenEnded, .tokenMade] && events.allSatisfy { $0.address == nil })
    }

    @Test("The time of use is stored at most once an hour")
    func use() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let made = try await token(by: owner, in: house)
        func lastUse() async throws -> Date? { try await house.accounts.tokens(of: owner.account.id).first?.lastUse }
        #expect(try await lastUse() == nil)
        _ = try await program(made, in: house)
        let first = house.clock.now
        #expect(try await lastUse() == first)
        house.clock.pass(3599)
        _ = try await program(made, in: house)
        #expect(try await lastUse() == first)
        house.clock.pass(1)
        _ = try await program(made, in: house)
        #expect(try await lastUse() == house.clock.now)
    }

    @Test("After 20 unknown tokens an address waits, but a valid token and a sign-in from there do not")
    func limit() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let made = try await token(by: owner, in: house)
        func unknown(from address: String) async throws {
            _ = try await house.accounts.person(bearer: "sr_unknown", from: address)
        }
        for _ in 0..<20 { await refused(.tokenRefused) { try await unknown(from: house.stranger.address) } }
        do {
            try await unknown(from: house.stranger.address)
            Issue.record("nothing was refused")
        } catch let error as HouseholdError {
            #expect(error.code == .tooManyAttempts && error.retryAfter == 900)
        }
        await refused(.tokenRefused) { try await unknown(from: "203.0.113.10") }
        _ = try await program(made, in: house)
        _ = try await house.signIn(on: house.stranger)
        house.clock.pass(900)
        await refused(.tokenRefused) { try await unknown(from: house.stranger.address) }
    }

    @Test("No description, reflection or row contains the secret of a token")
    func redacted() async throws {
        let house = try AccountHouse()
        let owner = try await house.owner().session.person
        let made = try await token(by: owner, in: house)
        var text = try await house.records.contents
        for value in [
            made, made.token, try await program(made, in: house), house.accounts,
            try await house.accounts.tokens(of: owner.account.id), try await house.accounts.events(by: owner),
            HouseholdError.tokenRefused,
        ] as [Any] {
            text += "\(value) \(String(reflecting: value))\n"
            dump(value, to: &text)
        }
        #expect(text.contains("Home Assistant"))
        #expect(!text.contains(made.secret.text) && !text.contains(made.secret.text.dropFirst(3)))
    }
}
