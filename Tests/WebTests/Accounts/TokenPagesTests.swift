import Accounts
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import NIOCore
import Support
import Testing

@testable import Web

@Suite("Pages of tokens", .tags(.medium), .timeLimit(.minutes(1)))
struct TokenPagesTests {
    private let house: AccountHouse

    init() throws { house = try AccountHouse() }

    private static var secret: Regex<(Substring, Substring)> { /value="(sr_[A-Za-z0-9_-]{43})"/ }

    @Test("A new token is shown once, works, and is listed with its scopes, its end and its last use until it is ended")
    func life() async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { (visit: AccountVisit) async throws in
            #expect(try await visit.get(Site.account, cookie: cookie).text.contains("No program uses the API"))
            let shown = try await visit.post(
                Site.tokens, ["name": "Home <Assistant>", "scope-read": "true", "scope-write": "true", "days": "30"],
                cookie: cookie)
            #expect(shown.status == .ok && shown.headers[.cacheControl] == "no-store")
            #expect(
                shown.text.contains("Home &lt;Assistant&gt;")
                    && shown.text.contains("Scopes: read, write, until 21 Dec 2026."))
            let secret = String(try #require(shown.text.firstMatch(of: Self.secret)).1)
            let list = try await visit.get(Site.tokens, cookie: cookie)
            #expect(!list.text.contains(secret))
            #expect(list.text.contains("Scopes: read, write. Made 21 Nov 2026, never used, valid until 21 Dec 2026."))
            #expect(try await visit.ask(Site.API.agenda, token: secret).status == .ok)
            #expect(try await visit.get(Site.tokens, cookie: cookie).text.contains("last used today at"))
            #expect(try await visit.get(Site.account, cookie: cookie).text.contains("One program has a token"))
            let end = try #require(list.text.firstMatch(of: /action="(\/account\/tokens\/[^"]+\/end)"/)).1
            let ended = try await visit.post(String(end), cookie: cookie)
            #expect(ended.status == .seeOther && ended.headers[.location] == "/account/tokens?note=ended")
            #expect(
                try await visit.get("/account/tokens?note=ended", cookie: cookie).text.contains(
                    "The token is not valid any more."))
            #expect(try await visit.ask(Site.API.agenda, token: secret).status == .unauthorized)
            let log = try await visit.get(Site.accountLog, cookie: cookie).text
            #expect(log.contains("Ada made a token for a program") && log.contains("A token of Ada was ended"))
        }
    }

    @Test(
        "A form that cannot be used is shown again with the reason and what was typed, and no token is made",
        arguments: [
            (["name": "", "scope-write": "true", "days": "7"], "A token needs the name of the program."),
            (["name": "Kettle", "days": "7"], "A token needs at least one scope."),
            (["name": "Kettle", "scope-write": "true", "days": "0"], "A token is valid for 1 to 365 days."),
            (["name": "Kettle", "scope-write": "true", "days": "400"], "A token is valid for 1 to 365 days."),
            (["name": "Kettle", "scope-write": "true", "days": "7 days"], "A token is valid for 1 to 365 days."),
            (["name": "Kettle", "scope-write": "true"], "A token is valid for 1 to 365 days."),
        ] as [([String: String], String)])
    func refused(form: [String: String], reason: String) async throws {
        let (cookie, _) = try await house.owned()
        let owner = try #require(try await house.person(cookie))
        try await house.visiting { (visit: AccountVisit) async throws in
            let body = form.map { "\($0.key)=\($0.value.replacing(" ", with: "+"))" }.joined(separator: "&")
            let answer = try await visit.client.execute(
                uri: Site.tokens, method: .post,
                headers: [
                    .accept: "text/html", .cookie: cookie, .contentType: "application/x-www-form-urlencoded",
                ], body: ByteBuffer(string: body))
            #expect(answer.status == .unprocessableContent && answer.text.contains(reason))
            #expect(answer.text.contains(#"value="\#(form["name"] ?? "")""#))
            let box = try #require(answer.text.firstMatch(of: /<input id="scope-write"[^>]*>/)).0
            #expect(box.contains(" checked") == (form["scope-write"] != nil))
            #expect(answer.text.firstMatch(of: Self.secret) == nil)
        }
        #expect(try await house.household.accounts.tokens(of: owner.account.id).isEmpty)
    }

    @Test("The 21st token is refused, and all tokens can be ended together")
    func many() async throws {
        let (cookie, _) = try await house.owned()
        let owner = try #require(try await house.person(cookie))
        let first = try await house.token([.read], by: owner).secret.text
        for _ in 1..<AccessToken.limit { _ = try await house.token([.read], by: owner) }
        try await house.visiting { (visit: AccountVisit) async throws in
            let answer = try await visit.post(
                Site.tokens, ["name": "Kettle", "scope-read": "true", "days": "7"], cookie: cookie)
            #expect(answer.status == .unprocessableContent && answer.text.contains("at most 20 tokens"))
            #expect(try await visit.ask(Site.API.agenda, token: first).status == .ok)
            let ended = try await visit.post(Site.endAllTokens, cookie: cookie)
            #expect(ended.headers[.location] == "/account/tokens?note=all-ended")
            #expect(try await visit.ask(Site.API.agenda, token: first).status == .unauthorized)
            #expect(try await visit.get(Site.tokens, cookie: cookie).text.contains("End all tokens") == false)
        }
    }

    @Test("A person sees and ends the own tokens only, and is offered the scopes that the role can use")
    func apart() async throws {
        let (own, _) = try await house.owned()
        let owner = try #require(try await house.person(own))
        let member = try await house.joined("Ben", as: .member, invitedBy: owner)
        let guest = try await house.joined("Gil", as: .guest, invitedBy: owner)
        let made = try await house.token([.read], by: owner)
        try await house.visiting { (visit: AccountVisit) async throws in
            let list = try await visit.get(Site.tokens, cookie: member)
            #expect(list.status == .ok && !list.text.contains(Site.endToken(made.token.id)))
            #expect(list.text.contains("scope-admin") && list.text.contains("Exports. Scope <code>admin</code>"))
            let guests = try await visit.get(Site.tokens, cookie: guest).text
            #expect(guests.contains("scope-read") && guests.contains("scope-photographs"))
            for scope in ["write", "medicines", "admin"] { #expect(!guests.contains("scope-\(scope)")) }
            #expect(try await visit.post(Site.endToken(made.token.id), cookie: member).status == .notFound)
            _ = try await visit.post(Site.endAllTokens, cookie: member)
            #expect(try await visit.ask(Site.API.agenda, token: made.secret.text).status == .ok)
            let forced = try await visit.post(
                Site.tokens, ["name": "P", "scope-write": "true", "days": "7"], cookie: guest)
            #expect(forced.status == .unprocessableContent)
        }
    }

    @Test("A changed passphrase keeps tokens, and the page says where they are ended; a recovery code ends them")
    func passphrase() async throws {
        let (cookie, codes) = try await house.owned()
        let owner = try #require(try await house.person(cookie))
        let words = "rain on the glass house roof"
        try await house.visiting { (visit: AccountVisit) async throws in
            let without = try await visit.post(
                Site.passphrase, ["current": AccountHouse.passphrase, "passphrase": words], cookie: cookie)
            let again = try #require(without.cookie)
            let note = "/account?note=passphrase"
            #expect(try await visit.get(note, cookie: again).text.contains("Tokens of programs") == false)
            let person = try #require(try await house.person(again))
            let secret = try await house.token([.read], by: person).secret.text
            let changed = try await visit.post(
                Site.passphrase, ["current": words, "passphrase": AccountHouse.passphrase], cookie: again)
            #expect(try await visit.get(note, cookie: changed.cookie).text.contains("Tokens of programs stay valid"))
            #expect(try await visit.ask(Site.API.agenda, token: secret).status == .ok)
            _ = try await visit.post(
                Site.recovery, ["name": "Ada", "code": try #require(codes.first), "passphrase": words])
            #expect(try await visit.ask(Site.API.agenda, token: secret).status == .unauthorized)
        }
        #expect(try await house.household.accounts.tokens(of: owner.account.id).isEmpty)
    }

    @Test("An expired token stays in the list as expired")
    func expired() async throws {
        let (cookie, _) = try await house.owned()
        let owner = try #require(try await house.person(cookie))
        _ = try await house.token([.read], days: 1, by: owner)
        house.clock.pass(86_400)
        try await house.visiting { (visit: AccountVisit) async throws in
            let list = try await visit.get(Site.tokens, cookie: cookie).text
            #expect(list.contains("<small>Expired</small>") && list.contains("was valid until 22 Nov 2026."))
            #expect(try await visit.get(Site.account, cookie: cookie).text.contains("No program uses the API"))
        }
    }
}
