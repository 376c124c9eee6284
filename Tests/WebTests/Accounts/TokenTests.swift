import Accounts
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import Support
import Testing

@testable import Web

@Suite("Tokens at the web server", .tags(.medium), .timeLimit(.minutes(2)))
struct TokenTests {
    private let house: AccountHouse
    private static let unknown = "sr_" + String(repeating: "A", count: 43)

    init() throws { house = try AccountHouse() }

    private func owner() async throws -> (cookie: String, person: SignedIn) {
        let (cookie, _) = try await house.owned()
        return (cookie, try #require(try await house.person(cookie)))
    }

    @Test("A program with a token reads the API, changes it with the scope write, and reads the metrics with admin")
    func use() async throws {
        let (_, person) = try await owner()
        let read = try await house.token([.read], by: person).secret.text
        let both = try await house.token([.read, .write], by: person).secret.text
        let admin = try await house.token([.admin], by: person).secret.text
        let chore = #"{"kind": "own", "title": "Wash the windows", "recurrence": "days 7"}"#
        try await house.visiting { (visit: AccountVisit) async throws in
            #expect(try await visit.ask(Site.API.agenda, token: read).status == .ok)
            #expect(try await visit.ask(Site.API.agenda, token: read).headers[.setCookie] == nil)
            let refused = try await visit.ask(.post, Site.API.chores, token: read, body: chore)
            #expect(refused.status == .forbidden)
            let made = try await visit.ask(.post, Site.API.chores, token: both, body: chore)
            #expect(made.status == .created, "\(made.status) \(made.text)")
            #expect(try await visit.ask(Site.metrics, token: admin).status == .ok)
            #expect(try await visit.ask(Site.metrics, token: read).status == .forbidden)
            // No photograph has this identifier.
            #expect(try await visit.ask("/photographs/x/thumbnail.jpg", token: read).status == .notFound)
            #expect(try await visit.ask("/photographs/x/thumbnail.jpg", token: admin).status == .forbidden)
            #expect(try await visit.ask("/api/no-such", token: read).status == .notFound)
        }
    }

    @Test(
        "A token that is unknown, expired, ended, empty or from another header gets 401 and the challenge of RFC 6750",
        arguments: ["unknown", "expired", "ended", "removed", "empty", "session"])
    func invalid(kind: String) async throws {
        let (cookie, person) = try await owner()
        let made = try await house.token([.read], days: 1, by: person)
        let secret: String
        switch kind {
        case "expired":
            secret = made.secret.text
            house.clock.pass(86_400)
        case "ended":
            secret = made.secret.text
            try await house.household.accounts.end(made.token.id, of: person.account.id)
        case "removed":
            let ben = try #require(
                try await house.person(house.joined("Ben", as: .member, invitedBy: person)))
            secret = try await house.token([.read], by: ben).secret.text
            try await house.household.accounts.remove(ben.account.id, by: person)
        case "empty": secret = ""
        case "session": secret = String(cookie.dropFirst(SessionCookie.name.count + 1))
        default: secret = Self.unknown
        }
        try await house.visiting { (visit: AccountVisit) async throws in
            // The cookie of a valid session does not help.
            for cookie in [nil, cookie] {
                for path in [Site.API.agenda, Site.metrics, Site.today] {
                    let answer = try await visit.ask(path, token: secret, cookie: cookie, accept: "text/html")
                    #expect(answer.status == .unauthorized)
                    #expect(
                        answer.headers[.wwwAuthenticate] == #"Bearer realm="Stillroom", error="invalid_token""#)
                    #expect(answer.headers[.contentType] == "application/problem+json")
                    #expect(answer.text.contains(#""code":"token-refused""#))
                    #expect(answer.headers[.setCookie] == nil && answer.headers[.cacheControl] == "no-store")
                    #expect(secret.isEmpty || !answer.text.contains(secret))
                }
            }
        }
    }

    @Test("If a cookie and a token come together, the token counts alone")
    func alone() async throws {
        let (cookie, person) = try await owner()
        let read = try await house.token([.read], by: person).secret.text
        try await house.visiting { (visit: AccountVisit) async throws in
            #expect(try await visit.get(Site.metrics, cookie: cookie, accept: "*/*").status == .ok)
            #expect(try await visit.ask(Site.metrics, token: read, cookie: cookie).status == .forbidden)
            #expect(try await visit.ask(Site.account, token: read, cookie: cookie).status == .forbidden)
            #expect(try await visit.ask(.delete, Site.API.pause, token: read, cookie: cookie).status == .forbidden)
        }
    }
}

extension TokenTests {
    @Test("A token with every scope opens no page and no route of accounts; each answers 403 without data")
    func pages() async throws {
        let (cookie, person) = try await owner()
        let secret = try await house.token(Set(TokenScope.allCases), by: person).secret.text
        let before = try await house.household.accounts.events(by: person)
        try await house.visiting { (visit: AccountVisit) async throws in
            for route in try Route.all().sorted() {
                let method = try #require(HTTPRequest.Method(route.method))
                guard Access(to: route.path, method) != .open, !Access.acceptsTokens(route.path) else { continue }
                let answer = try await visit.ask(
                    method, TokenTests.address(route), token: secret, cookie: cookie, accept: "text/html")
                #expect(answer.status == .forbidden, "\(route)")
                #expect(answer.headers[.contentType] == "application/problem+json", "\(route)")
                #expect(answer.text.contains("A token is not accepted here."), "\(route)")
            }
        }
        #expect(try await house.household.accounts.events(by: person) == before)
    }

    @Test("Exactly the API, the tools of assistants, the metrics and the pictures of photographs accept tokens")
    func accepted() throws {
        let beside = Set(
            try Route.all().filter { Access.acceptsTokens($0.path) && !$0.path.hasPrefix("/api/") }.map(\.description))
        #expect(
            beside == [
                "POST /mcp", "GET /metrics", "GET /photographs/{id}/{file}",
                "GET /medicines/labels/{label}/pictures/{file}",
            ])
        #expect(try Route.all().filter { $0.path.hasPrefix("/api/") }.allSatisfy { Access.acceptsTokens($0.path) })
        for path in ["/", "/api", "/apix", "/account", "/account/tokens", "/people", "/sign-in", "/settings"] {
            #expect(!Access.acceptsTokens(path), "\(path)")
        }
    }

    @Test("A token without a scope is refused exactly the routes that need it, with the name of the scope")
    func scopes() async throws {
        let (_, person) = try await owner()
        let reminders = ["/api/reminders", "/api/alerts", "/api/channels", "/api/feeds", "/api/push-key"]
        try await house.visiting { (visit: AccountVisit) async throws in
            for scope in TokenScope.allCases {
                let secret = try await house.token(Set(TokenScope.allCases).subtracting([scope]), by: person).secret
                    .text
                var count = 0
                for route in try Route.all().sorted() where Access.acceptsTokens(route.path) {
                    let method = try #require(HTTPRequest.Method(route.method))
                    guard case .permission(let permission) = Access(to: route.path, method) else { continue }
                    let isReminder = reminders.contains { route.path == $0 || route.path.hasPrefix($0 + "/") }
                    let isMedicineExport = route.path == Site.API.medicineExport && scope == .medicines
                    guard
                        scope.permissions.contains(permission) || isMedicineExport
                            || (isReminder && [.write, .medicines].contains(scope))
                    else { continue }
                    count += 1
                    let answer = try await visit.ask(method, TokenTests.address(route), token: secret)
                    #expect(answer.status == .forbidden, "\(route) without \(scope)")
                    #expect(answer.text.contains(#""code":"scope-missing""#), "\(route) without \(scope)")
                    #expect(answer.text.contains(#""scope":"\#(scope.rawValue)""#), "\(route) without \(scope)")
                    #expect(
                        answer.headers[.wwwAuthenticate]
                            == #"Bearer realm="Stillroom", error="insufficient_scope", scope="\#(scope.rawValue)""#)
                }
                #expect(count > 3, "\(scope)")
            }
        }
    }

    @Test("The notices of a household, which contain links that need no session, need the scopes write and medicines")
    func notices() async throws {
        let (_, person) = try await owner()
        let read = try await house.token([.read], by: person).secret.text
        let some = try await house.token([.read, .write], by: person).secret.text
        let all = try await house.token([.write, .medicines, .read], by: person).secret.text
        try await house.visiting { (visit: AccountVisit) async throws in
            for path in [Site.API.alerts, Site.API.reminders, Site.API.channels, Site.API.feeds] {
                #expect(try await visit.ask(path, token: read).status == .forbidden, "\(path)")
                #expect(try await visit.ask(path, token: some).status == .forbidden, "\(path)")
                #expect(try await visit.ask(path, token: all).status == .ok, "\(path)")
            }
        }
    }
}

extension TokenTests {
    @Test("A role that was taken away narrows the token at the next request, and the answer names no scope")
    func role() async throws {
        let (_, person) = try await owner()
        let ben = try #require(try await house.person(house.joined("Ben", as: .member, invitedBy: person)))
        let secret = try await house.token([.read, .write], by: ben).secret.text
        try await house.visiting { (visit: AccountVisit) async throws in
            #expect(try await visit.ask(.delete, Site.API.pause, token: secret).status != .forbidden)
            try await house.household.accounts.change(role: .guest, of: ben.account.id, by: person)
            #expect(try await visit.ask(Site.API.agenda, token: secret).status == .ok)
            let refused = try await visit.ask(.delete, Site.API.pause, token: secret)
            #expect(refused.status == .forbidden && refused.text.contains(#""code":"not-permitted""#))
            #expect(refused.headers[.wwwAuthenticate] == nil)
        }
    }

    @Test("An open address does not look at the token")
    func open() async throws {
        let (cookie, person) = try await owner()
        let valid = try await house.token([.read], by: person).secret.text
        try await house.visiting { (visit: AccountVisit) async throws in
            for token in [valid, Self.unknown] {
                #expect(try await visit.ask(Site.live, token: token).status == .ok)
                #expect(try await visit.ask(Site.manifest, token: token).status == .ok)
                let page = try await visit.ask(Site.signIn, token: token, cookie: cookie, accept: "text/html")
                #expect(page.status == .ok && page.headers[.wwwAuthenticate] == nil)
                // The token does not sign the person out.
                _ = try await visit.ask(.post, Site.signOut, token: token, cookie: cookie)
            }
            #expect(try await visit.get(Site.today, cookie: cookie).status == .ok)
        }
    }

    @Test("The scheme is read without regard to case, and other schemes are left to the session")
    func schemes() async throws {
        let (cookie, person) = try await owner()
        let secret = try await house.token([.read], by: person).secret.text
        let field = try #require(HTTPField.Name("Authorization"))
        try await house.visiting { (visit: AccountVisit) async throws in
            for (value, status) in [
                ("bearer \(secret)", 200), ("BEARER  \(secret)", 200), ("Bearer \(secret) x", 401), ("Bearer", 401),
                ("Bearer \(secret), Bearer \(secret)", 401), ("Bearer \(secret.dropFirst(3))", 401),
            ] {
                let answer = try await visit.client.execute(
                    uri: Site.API.agenda, method: .get, headers: [field: value])
                #expect(answer.status.code == status, "\(value)")
            }
            for value in ["Basic QWRhOng=", "Bearer\(secret)", secret] {
                var headers: HTTPFields = [field: value]
                #expect(
                    try await visit.client.execute(uri: Site.API.agenda, method: .get, headers: headers).text.contains(
                        "signed-out"))
                headers[.cookie] = cookie
                #expect(
                    try await visit.client.execute(uri: Site.API.agenda, method: .get, headers: headers).status == .ok)
            }
        }
    }

    @Test("A page of another site cannot use a token: forms are refused, and no header permits its scripts")
    func crossSite() async throws {
        let (_, person) = try await owner()
        let secret = try await house.token(Set(TokenScope.allCases), by: person).secret.text
        let allowed = try #require(HTTPField.Name("Access-Control-Allow-Origin"))
        try await house.visiting { (visit: AccountVisit) async throws in
            let answer = try await visit.ask(
                .delete, Site.API.pause, token: secret, also: [("Origin", "https://evil.example")])
            #expect(answer.status == .forbidden && answer.text.contains("foreign-origin"))
            for method in [HTTPRequest.Method.get, .options] {
                let asked = try await visit.ask(
                    method, Site.API.agenda, token: secret,
                    also: [("Origin", "https://evil.example"), ("Access-Control-Request-Headers", "authorization")])
                #expect(asked.headers[allowed] == nil)
            }
        }
    }
}

extension TokenTests {
    @Test("After 20 unknown tokens the answer is 429 with Retry-After; a valid token and a sign-in still work")
    func limit() async throws {
        let (_, person) = try await owner()
        let secret = try await house.token([.read], by: person).secret.text
        try await house.visiting { (visit: AccountVisit) async throws in
            for _ in 0..<20 {
                #expect(try await visit.ask(Site.API.agenda, token: Self.unknown).status == .unauthorized)
            }
            let limited = try await visit.ask(Site.API.agenda, token: Self.unknown)
            #expect(limited.status == .tooManyRequests && limited.headers[.retryAfter] == "900")
            #expect(try await visit.ask(Site.API.agenda, token: secret).status == .ok)
            #expect(try await visit.signIn().status == .seeOther)
        }
    }

    @Test("In a household without an owner a token changes nothing")
    func withoutOwner() async throws {
        try await house.visiting { (visit: AccountVisit) async throws in
            #expect(try await visit.ask(Site.API.agenda, token: Self.unknown).status == .ok)
            #expect(try await visit.ask(Site.tokens, token: Self.unknown).status == .seeOther)
        }
    }

    @Test("A request that waits for a change of the state gets 401 if its token ends meanwhile")
    func waiting() async throws {
        let pauses = Pauses()
        let house = try AccountHouse(pauses: pauses)
        let (cookie, _) = try await house.owned()
        let person = try #require(try await house.person(cookie))
        let made = try await house.token([.read], by: person)
        try await house.visiting { (visit: AccountVisit) async throws in
            let first = try await visit.ask(Site.API.state, token: made.secret.text)
            #expect(first.status == .ok)
            let tag = try #require(first.headers[.eTag])
            async let answer = visit.ask(
                Site.API.state, token: made.secret.text, also: [("If-None-Match", tag), ("Prefer", "wait=50")])
            await pauses.until(.seconds(50))
            try await house.household.accounts.endTokens(of: person.account.id)
            house.clock.pass(50)
            pauses.end(.seconds(50))
            #expect(try await answer.status == .unauthorized)
        }
    }

    @Test("No line of the log contains a token, whether it is valid or not")
    func log() async throws {
        let (cookie, person) = try await owner()
        let secret = try await house.token([.read], by: person).secret.text
        let log = RecordedLog()
        let logger = Logger(label: "test") { _ in RecordedLog.Handler(log: log) }
        let server = try WebServer(house.household, settings: .init(version: "test"), logger: logger)
        let house = house
        try await Application(router: server.router(), logger: logger).test(.router) { client in
            let visit = AccountVisit(client: client, house: house)
            for token in [secret, Self.unknown, "sr_short-canary", "canary-of-another-kind"] {
                for path in [Site.API.agenda, Site.metrics, Site.today, Site.tokens] {
                    let answer = try await visit.ask(path, token: token, accept: "text/html")
                    #expect(!answer.text.contains(token))
                }
            }
            _ = try await visit.post(Site.tokens, ["name": "canary-name", "scope-read": "true"], cookie: cookie)
        }
        #expect(log.text.contains("request"))
        for text in [secret, String(secret.dropFirst(3)), Self.unknown, "canary"] {
            #expect(!log.text.contains(text), "\(text)")
        }
    }

    /// An address of the route. The values of its parameters do not matter to a request that is refused.
    private static func address(_ route: Route) -> String {
        "/" + route.parts.map { $0.hasPrefix("{") || $0 == "**" ? "x" : String($0) }.joined(separator: "/")
    }
}
