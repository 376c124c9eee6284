import Accounts
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Support
import Testing

@testable import Web

@Suite("Sessions of the web server", .tags(.medium), .timeLimit(.minutes(1)))
struct SessionTests {
    private let house: AccountHouse

    init() throws { house = try AccountHouse() }

    @Test("Without an owner every page is open and no cookie is set")
    func withoutOwner() async throws {
        try await house.visiting { visit in
            let today = try await visit.get(Site.today)
            #expect(today.status == .ok && today.headers[.setCookie] == nil)
            #expect(try await visit.get(Site.API.agenda, accept: "application/json").status == .ok)
            for address in [
                Site.signIn, Site.recovery, Site.account, Site.devices, Site.passphrase, Site.tokens, Site.people,
            ] {
                #expect(try await visit.get(address).status == .seeOther, "\(address)")
            }
            #expect(try await visit.get(Site.settings).text.contains("Signed in as") == false)
        }
    }

    @Test(
        "The cookie of a session is for this host alone, hidden from scripts, not sent by other sites, and ends with it"
    )
    func attributes() async throws {
        try await house.owned()
        try await house.visiting { visit in
            let answer = try await visit.signIn()
            let parts = try #require(answer.headers[.setCookie]).split(separator: "; ").map(String.init)
            #expect(parts.dropFirst() == ["Path=/", "Max-Age=15552000", "HttpOnly", "SameSite=Lax"])
            let value = try #require(parts.first).dropFirst(SessionCookie.name.count + 1)
            #expect(value.count == 43)
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }

    @Test("A signed-in person gets the page from which the server led to the sign-in page")
    func returning() async throws {
        try await house.owned()
        try await house.visiting { visit in
            let refused = try await visit.get("/plants?view=list")
            #expect(refused.status == .seeOther)
            let address = try #require(refused.headers[.location])
            #expect(address == "/sign-in?return=%2Fplants%3Fview%3Dlist")
            let page = try await visit.get(address)
            #expect(page.status == .ok && page.text.contains("name=\"return\" value=\"/plants?view=list\""))
            let answer = try await visit.signIn(back: "/plants?view=list")
            #expect(answer.status == .seeOther && answer.headers[.location] == "/plants?view=list")
            #expect(try await visit.get("/plants", cookie: answer.cookie).status == .ok)
        }
    }

    @Test(
        "After signing in a browser goes to a page of this site only",
        arguments: [
            "https://evil.example/", "//evil.example/", "/\\evil.example", "evil.example", "javascript:alert(1)",
            "/plants\r\nSet-Cookie: a=b", "",
        ])
    func foreignReturn(address: String) async throws {
        try await house.owned()
        try await house.visiting { visit in
            let answer = try await visit.signIn(back: address)
            #expect(answer.status == .seeOther && answer.headers[.location] == "/")
        }
    }

    @Test("A cookie that the server did not make is never adopted, and is removed")
    func fixation() async throws {
        try await house.owned()
        let planted = SessionCookie.name + "=" + String(repeating: "A", count: 43)
        try await house.visiting { visit in
            let page = try await visit.get(Site.signIn, cookie: planted)
            #expect(page.headers[.setCookie] == SessionCookie.removal)
            let answer = try await visit.signIn(cookie: planted)
            #expect(answer.cookie != nil && answer.cookie != planted)
            #expect(try await visit.get(Site.today, cookie: planted).status == .seeOther)
        }
    }
}

extension SessionTests {
    @Test("Signing in makes a new session and ends the session that the browser had")
    func renewal() async throws {
        let (first, _) = try await house.owned()
        try await house.visiting { visit in
            let second = try #require(try await visit.signIn(cookie: first).cookie)
            #expect(second != first)
            #expect(try await visit.get(Site.today, cookie: first).status == .seeOther)
            #expect(try await visit.get(Site.today, cookie: second).status == .ok)
        }
    }

    @Test("Two valid sessions in one request are ambiguous, and an invalid one beside a valid one is ignored")
    func tossing() async throws {
        let (own, _) = try await house.owned()
        let owner = try #require(try await house.person(own))
        let other = try await house.joined("Ben", as: .member, invitedBy: owner)
        try await house.visiting { (visit: AccountVisit) async throws in
            #expect(try await visit.get(Site.today, cookie: "\(own); \(other)").status == .seeOther)
            #expect(try await visit.get(Site.today, cookie: "\(other); \(own)").status == .seeOther)
            let junk = "theme=dark; \(SessionCookie.name)=junk; \(own)"
            #expect(try await visit.get(Site.today, cookie: junk).status == .ok)
            #expect(try await visit.get(Site.today, cookie: "\(own); \(own)").status == .ok)
        }
    }

    @Test("Signing out ends the session and makes the browser forget the cookie and what it keeps of this site")
    func signingOut() async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let answer = try await visit.post(Site.signOut, cookie: cookie)
            #expect(answer.status == .seeOther && answer.headers[.location] == "/sign-in?note=signed-out")
            #expect(answer.headers[.setCookie] == SessionCookie.removal)
            let name = try #require(HTTPField.Name("Clear-Site-Data"))
            #expect(answer.headers[name] == "\"cache\", \"storage\"")
            #expect(try await visit.get(Site.today, cookie: cookie).status == .seeOther)
            #expect(try await visit.get("/sign-in?note=signed-out").text.contains("You are signed out."))
        }
    }

    @Test("A session that another device ends is refused at the next request, by pages and by the API")
    func revocation() async throws {
        let (here, _) = try await house.owned()
        try await house.visiting { visit in
            let there = try #require(try await visit.signIn().cookie)
            let session = try #require(try await house.person(there)?.session)
            #expect(try await visit.get(Site.devices, cookie: here).text.contains(Site.endDevice(session)))
            let ended = try await visit.post(Site.endDevice(session), cookie: here)
            #expect(ended.headers[.location] == "/account/devices?note=ended")
            let page = try await visit.get(Site.today, cookie: there)
            #expect(page.headers[.location] == Site.signIn)
            #expect(page.headers[.setCookie] == SessionCookie.removal)
            let state = try await visit.get(Site.API.state, cookie: there, accept: "application/json")
            #expect(state.status == .unauthorized && state.text.contains("\"signed-out\""))
            #expect(state.headers[.setCookie] == nil, "a late answer must not remove the cookie of a new session")
            let junk = (0..<5).map { "\(SessionCookie.name)=junk\($0)" }.joined(separator: "; ")
            #expect(try await visit.get(Site.today, cookie: junk + "; " + here).status == .ok)
            #expect(try await visit.get(Site.today, cookie: here).status == .ok)
        }
    }

    @Test("A session ends after 30 days without use, and after 180 days in any case")
    func expiry() async throws {
        let (idle, _) = try await house.owned()
        try await house.visiting { visit in
            house.clock.pass(31 * 86_400)
            #expect(try await visit.get(Site.today, cookie: idle).status == .seeOther)
            let used = try #require(try await visit.signIn().cookie)
            for _ in 1...8 {
                house.clock.pass(20 * 86_400)
                #expect(try await visit.get(Site.today, cookie: used).status == .ok)
            }
            house.clock.pass(20 * 86_400)
            #expect(try await visit.get(Site.today, cookie: used).status == .seeOther)
        }
    }
}

extension SessionTests {
    @Test("Signing out everywhere ends all sessions, and all other devices all but this one")
    func everywhere() async throws {
        let (first, _) = try await house.owned()
        try await house.visiting { visit in
            let second = try #require(try await visit.signIn().cookie)
            let third = try #require(try await visit.signIn().cookie)
            _ = try await visit.post(Site.endOtherDevices, cookie: third)
            #expect(try await visit.get(Site.today, cookie: first).status == .seeOther)
            #expect(try await visit.get(Site.today, cookie: second).status == .seeOther)
            #expect(try await visit.get(Site.today, cookie: third).status == .ok)
            let fourth = try #require(try await visit.signIn().cookie)
            let answer = try await visit.post(Site.endAllDevices, cookie: third)
            #expect(answer.headers[.setCookie] == SessionCookie.removal)
            for cookie in [third, fourth] {
                #expect(try await visit.get(Site.today, cookie: cookie).status == .seeOther)
            }
        }
    }

    @Test("A person cannot end the session of another person")
    func foreignSession() async throws {
        let (own, _) = try await house.owned()
        let owner = try #require(try await house.person(own))
        let other = try await house.joined("Ben", as: .member, invitedBy: owner)
        try await house.visiting { visit in
            let answer = try await visit.post(Site.endDevice(try #require(owner.session)), cookie: other)
            #expect(answer.status == .notFound)
            #expect(try await visit.get(Site.today, cookie: own).status == .ok)
        }
    }

    @Test("An unknown name and a wrong passphrase get the same answer")
    func enumeration() async throws {
        try await house.owned()
        try await house.visiting { visit in
            let known = try await visit.signIn("Ada", "not the passphrase")
            let unknown = try await visit.signIn("Eve", "not the passphrase")
            #expect(known.status == .unauthorized && unknown.status == .unauthorized)
            #expect(known.text.replacing("Ada", with: "Eve") == unknown.text)
            #expect(known.headers == unknown.headers)
            #expect(known.headers[.setCookie] == nil)
            let code = try await visit.post(
                Site.recovery, ["name": "Ada", "code": "0000", "passphrase": "another long passphrase"])
            let unknownCode = try await visit.post(
                Site.recovery, ["name": "Eve", "code": "0000", "passphrase": "another long passphrase"])
            #expect(code.status == unknownCode.status && code.status == .unauthorized)
            #expect(code.text.replacing("Ada", with: "Eve") == unknownCode.text)
        }
    }

    @Test("After many failures the answer is 429 with Retry-After, and after the wait the right passphrase works")
    func rateLimit() async throws {
        try await house.owned()
        try await house.visiting { visit in
            var answers: [TestResponse] = []
            for _ in 1...8 { answers.append(try await visit.signIn("Ada", "wrong passphrase")) }
            let limited = try #require(answers.first { $0.status == .tooManyRequests })
            let wait = try #require(limited.headers[.retryAfter].flatMap { Int($0) })
            #expect((1...900).contains(wait))
            #expect(limited.text.contains("Too many attempts"))
            #expect(try await visit.signIn().status == .tooManyRequests, "also with the right passphrase")
            let asked = try await visit.post(
                Site.signIn, ["name": "Ada", "passphrase": "x"], accept: "application/json")
            #expect(asked.status == .tooManyRequests && asked.headers[.retryAfter] != nil)
            house.clock.pass(900)
            #expect(try await visit.signIn().status == .seeOther)
        }
    }

    @Test(
        "A sign-in that another site sends is refused",
        arguments: [
            ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"), ("Origin", "http://evil.example"),
        ])
    func crossSite(name: String, value: String) async throws {
        try await house.owned()
        try await house.visiting { visit in
            let answer = try await visit.post(
                Site.signIn, ["name": "Ada", "passphrase": AccountHouse.passphrase], also: [(name, value)])
            #expect(answer.status == .forbidden && answer.headers[.setCookie] == nil)
            #expect(!answer.text.contains(Site.API.state), "the page shows nothing of the household")
        }
    }
}

extension SessionTests {
    @Test("The public name opens no address of accounts")
    func publicName() {
        for address in [Site.signIn, Site.recovery, Site.setup("x"), Site.invitation("x"), Site.reset("x")] {
            #expect(!OriginMiddleware.carriesSecret(address), "\(address)")
        }
    }

    @Test("A request that waits for a change of the state gets 401 if its session ends meanwhile")
    func waiting() async throws {
        let pauses = Pauses()
        let house = try AccountHouse(pauses: pauses)
        let (cookie, _) = try await house.owned()
        let person = try #require(try await house.person(cookie))
        try await house.visiting { visit in
            let first = try await visit.get(Site.API.state, cookie: cookie, accept: "application/json")
            var headers: HTTPFields = [.accept: "application/json", .cookie: cookie]
            headers[.ifNoneMatch] = first.headers[.eTag]
            headers[try #require(HTTPField.Name("Prefer"))] = "wait=50"
            async let answer = visit.client.execute(uri: Site.API.state, method: .get, headers: headers)
            await pauses.until(.seconds(50))
            try await house.household.accounts.endAll(of: person.account.id, except: nil)
            house.clock.pass(50)
            pauses.end(.seconds(50))
            #expect(try await answer.status == .unauthorized)
        }
    }
}
