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

@Suite("Pages of the sign-in service", .tags(.medium), .timeLimit(.minutes(1)))
struct OpenIDPagesTests {
    private let openID = DrawnOpenID()
    private let house: AccountHouse

    init() throws { house = try AccountHouse(openID: openID) }

    private func field(_ name: String, _ page: String) throws -> String {
        let pattern = try Regex("name=\"\(name)\" value=\"([^\"]*)\"")
        return String(try #require(page.firstMatch(of: pattern)?.output[1].substring))
    }

    /// The pair of name and value of the ticket's cookie; nil if the answer sets none.
    private func ticket(_ response: TestResponse) -> String? {
        response.headers[values: .setCookie].first { $0.hasPrefix("stillroom-openid=") && !$0.contains("Max-Age=0;") }?
            .split(separator: ";").first.map(String.init)
    }

    private func cookie(_ response: TestResponse) -> String? {
        response.headers[values: .setCookie].first {
            $0.hasPrefix("stillroom-session=") && !$0.hasPrefix("stillroom-session=;")
        }?.split(separator: ";").first.map(String.init)
    }

    private static func both(_ one: String?, _ other: String?) -> String {
        [one, other].compactMap(\.self).joined(separator: "; ")
    }

    /// Goes to the service and returns the ticket and its state.
    private func left(
        _ visit: AccountVisit, _ address: String, back: String? = nil, cookie: String? = nil
    ) async throws -> (ticket: String, state: String) {
        let response =
            if let back {
                try await visit.post(address, ["return": back], cookie: cookie)
            } else { try await visit.post(address, cookie: cookie) }
        #expect(response.status == .ok)
        let refresh = try #require(HTTPField.Name("Refresh").flatMap { response.headers[$0] })
        #expect(refresh.hasPrefix("0; url=https://auth.example/authorize?state="))
        let page = response.text
        #expect(page.contains("Continue at Authelia") && page.contains("href=\"https://auth.example/authorize?state="))
        #expect(response.headers[.cacheControl] == "no-store")
        return (try #require(ticket(response)), try #require(openID.requests.last).state)
    }

    /// Sends the form of the page to which the service leads back.
    private func back(
        _ visit: AccountVisit, _ left: (ticket: String, state: String), code: String = "code", error: String = "",
        cookie: String? = nil, accept: String = "text/html"
    ) async throws -> TestResponse {
        try await visit.post(
            Site.openIDCallback, ["code": code, "state": left.state, "error": error, "iss": DrawnOpenID.issuer],
            cookie: Self.both(cookie, left.ticket), accept: accept)
    }

    /// Connects the account of the cookie.
    private func connect(_ visit: AccountVisit, _ cookie: String) async throws {
        let page = try await back(visit, left(visit, Site.identities, cookie: cookie), cookie: cookie)
        #expect(page.status == .ok)
        let done = try await visit.post(
            Site.connectIdentity, ["proof": field("proof", page.text)], cookie: cookie)
        #expect(done.status == .seeOther && done.headers[.location] == Site.identities + "?note=connected")
    }

    @Test("Without a sign-in service no page offers it, and its addresses refuse")
    func none() async throws {
        let house = try AccountHouse()
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            for page in [Site.signIn, Site.account, Site.confirmPerson] {
                let text = try await visit.get(page, cookie: page == Site.signIn ? nil : cookie).text
                #expect(!text.contains("openid") && !text.contains("Sign-in service"))
            }
            let refused = try await visit.post(Site.openIDSignIn)
            #expect(refused.status == .forbidden && refused.text.contains("no sign-in service"))
            #expect(ticket(refused) == nil)
            #expect(try await visit.get(Site.openIDCallback + "?state=x&code=y").status == .seeOther)
            #expect(try await visit.get(Site.identities, cookie: cookie).text.contains("no sign-in service now"))
        }
    }
}

extension OpenIDPagesTests {
    @Test("A person connects the account after seeing the name, signs in, and disconnects")
    func roundTrip() async throws {
        let (cookie, _) = try await house.owned()
        openID.answer(
            .success(OpenIDPerson(issuer: DrawnOpenID.issuer, subject: "ben-1", name: "<b>ben</b>@example.net")))
        try await house.visiting { visit in
            #expect(try await visit.get(Site.account, cookie: cookie).text.contains("Authelia"))
            let left = try await left(visit, Site.identities, cookie: cookie)
            let page = try await back(visit, left, cookie: cookie)
            #expect(
                page.text.contains("Connect your account?") && page.text.contains("&lt;b&gt;ben&lt;/b&gt;@example.net"))
            #expect(page.text.contains(AccountHouse.name))
            #expect(try await !visit.get(Site.identities, cookie: cookie).text.contains("@example.net"))
            let proof = try field("proof", page.text)
            let done = try await visit.post(Site.connectIdentity, ["proof": proof], cookie: cookie)
            #expect(done.status == .seeOther)
            let list = try await visit.get(Site.identities, cookie: cookie).text
            #expect(list.contains("&lt;b&gt;ben&lt;/b&gt;@example.net") && list.contains("never used"))
            #expect(list.contains("At https://auth.example."))

            let door = try await visit.get(Site.signIn + "?return=%2Fplants").text
            #expect(door.contains("Sign in with Authelia") && door.contains("action=\"\(Site.openIDSignIn)\""))
            let signedIn = try await back(visit, self.left(visit, Site.openIDSignIn, back: "/plants?view=list"))
            #expect(signedIn.status == .seeOther && signedIn.headers[.location] == "/plants?view=list")
            let fresh = try #require(self.cookie(signedIn))
            #expect(signedIn.headers[values: .setCookie].contains { $0.hasPrefix("stillroom-openid=; ") })
            #expect(try await visit.get(Site.account, cookie: fresh).status == .ok)
            #expect(try await visit.get(Site.account, cookie: cookie).status == .ok, "another device stays")

            let action = try #require(list.firstMatch(of: /action="(\/account\/identities\/[^"]+\/remove)"/)).1
            #expect(
                try await visit.post(String(action), cookie: fresh).headers[.location]
                    == Site.identities + "?note=disconnected")
            let unknown = try await back(visit, self.left(visit, Site.openIDSignIn))
            #expect(unknown.status == .forbidden && unknown.text.contains("No account of this household is connected"))
            #expect(self.cookie(unknown) == nil && unknown.text.contains("<h1>Sign in</h1>"))
        }
    }

    @Test("The page to which the service leads back changes nothing and sends its values in a form")
    func callback() async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let left = try await left(visit, Site.openIDSignIn)
            let query = "?code=a%22%3E%3Cscript%3E&state=\(left.state)&iss=https%3A%2F%2Fauth.example&error="
            for _ in 0..<2 {
                let page = try await visit.get(Site.openIDCallback + query, cookie: left.ticket)
                #expect(page.status == .ok && page.headers[values: .setCookie].isEmpty)
                #expect(page.headers[.cacheControl] == "no-store")
                #expect(page.text.contains("a&quot;&gt;&lt;script&gt;") && !page.text.contains("\"><script>"))
                #expect(try field("state", page.text) == left.state)
                #expect(try field("iss", page.text) == "https://auth.example")
                #expect(page.text.contains("scripts/accounts/openid.js") && page.text.contains(">Continue</button>"))
            }
            #expect(openID.codes.isEmpty)
            for (address, next) in [
                (Site.openIDCallback, Site.signIn), (Site.openIDSignIn, Site.signIn),
                (Site.confirmOpenID, Site.confirmPerson), (Site.connectIdentity, Site.identities),
                (Site.openIDInvitation("x"), Site.invitation("x")), (Site.openIDJoin("x"), Site.invitation("x")),
            ] {
                let answer = try await visit.get(address, cookie: cookie)
                #expect(answer.status == .seeOther && answer.headers[.location] == next)
            }
        }
    }
}

extension OpenIDPagesTests {
    @Test("The ticket is a cookie that scripts and other sites do not get, and over TLS belongs to this host alone")
    func cookies() throws {
        let plain = OpenIDCookie.set(Secret("a.b"), on: Connection())
        #expect(plain.value == "stillroom-openid=a.b; Path=/; Max-Age=600; HttpOnly; SameSite=Strict")
        let secure = OpenIDCookie.set(Secret("a.b"), on: Connection(isSecure: true))
        #expect(
            secure.value == "__Host-stillroom-openid=a.b; Path=/; Max-Age=600; HttpOnly; SameSite=Strict; Secure")
        let headers: HTTPFields = [.cookie: "stillroom-openid=x; __Host-stillroom-openid=y; stillroom-openid=x"]
        #expect(OpenIDCookie.values(headers, on: Connection()) == ["x"])
        #expect(OpenIDCookie.values(headers, on: Connection(isSecure: true)) == ["y"])
        let many = (0..<40).map { "stillroom-openid=\($0)" }.joined(separator: "; ")
        #expect(OpenIDCookie.values([.cookie: many], on: Connection()).count == 16)
    }

    @Test("A confirmation through the service returns to its page; a failed or declined one keeps the return")
    func confirmation() async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            try await connect(visit, cookie)
            house.clock.pass(700)
            let page = try await visit.get(Site.confirmPerson.with(["return": Site.passkeys]), cookie: cookie).text
            #expect(page.contains("Confirm with Authelia"))
            for (code, error, words) in [
                ("code", "access_denied", "did not sign you in"), ("", "", "does not confirm this sign-in"),
            ] {
                let failed = try await back(
                    visit, left(visit, Site.confirmOpenID, back: Site.passkeys, cookie: cookie), code: code,
                    error: error, cookie: cookie)
                #expect(failed.status == .forbidden && failed.text.contains(words))
                #expect(failed.text.contains("Confirm that it is you"))
                #expect(try field("return", failed.text) == Site.passkeys)
            }
            // Some services send no state with an error.
            let own = try await left(visit, Site.confirmOpenID, back: Site.passkeys, cookie: cookie)
            let stateless = try await back(visit, (own.ticket, ""), error: "access_denied", cookie: cookie)
            #expect(stateless.text.contains("did not sign you in"))
            #expect(try field("return", stateless.text) == Site.passkeys)
            #expect(self.cookie(stateless) == nil)
            openID.answer(.failure(.statementRefused(.notRecent)))
            let stale = try await back(
                visit, left(visit, Site.confirmOpenID, back: Site.passkeys, cookie: cookie), cookie: cookie)
            #expect(stale.text.contains("did not ask again who you are"))
            #expect(try field("return", stale.text) == Site.passkeys)
            openID.answer(.success(DrawnOpenID.ben))
            let done = try await back(
                visit, left(visit, Site.confirmOpenID, back: Site.passkeys, cookie: cookie), cookie: cookie)
            #expect(done.status == .seeOther && done.headers[.location] == Site.passkeys)
            let fresh = try #require(self.cookie(done))
            #expect(try await visit.get(Site.passkeys, cookie: fresh).text.contains("data-passkeys=\"add\""))
            #expect(try await visit.get(Site.account, cookie: cookie).status == .seeOther, "the earlier session ended")
        }
    }

    @Test("To connect, a person confirms first")
    func confirmsFirst() async throws {
        let (cookie, _) = try await house.owned()
        house.clock.pass(700)
        try await house.visiting { visit in
            #expect(try await visit.get(Site.identities, cookie: cookie).text.contains("Confirm first that it is you."))
            let answer = try await visit.post(Site.identities, cookie: cookie)
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.location] == Site.confirmPerson.with(["return": Site.identities]))
            #expect(openID.requests.isEmpty)
        }
    }
}

extension OpenIDPagesTests {
    @Test("An invited person joins through the service after seeing the name, and has no passphrase")
    func join() async throws {
        let (owner, _) = try await house.owned()
        let person = try #require(try await house.person(owner))
        let link = try await house.household.accounts.invite(as: .member, by: person)
        try await house.visiting { visit in
            let invitation = Site.invitation(link.text)
            let invited = try await visit.get(invitation).text
            #expect(invited.contains("Join with Authelia"))
            let left = try await left(visit, Site.openIDInvitation(link.text))
            let page = try await back(visit, left)
            #expect(page.text.contains("ben@example.net") && page.text.contains("This is another person"))
            #expect(try await house.household.accounts.people().count == 1)
            let proof = try field("proof", page.text)
            let action = Site.openIDJoin(link.text)
            let taken = try await visit.post(action, ["name": "ada", "proof": proof], cookie: left.ticket)
            #expect(taken.status == .conflict && taken.text.contains("Another account has this name"))
            #expect(try field("proof", taken.text) == proof)
            let stolen = try await visit.post(action, ["name": "Eve", "proof": proof])
            #expect(stolen.status == .forbidden && stolen.text.contains("Join with Authelia"))
            let signedIn = try await visit.post(
                action, ["name": "Eve", "proof": proof], cookie: Self.both(owner, left.ticket))
            #expect(signedIn.status == .forbidden && cookie(signedIn) == nil)
            let joined = try await visit.post(action, ["name": "Ben", "proof": proof], cookie: left.ticket)
            #expect(joined.status == .ok && joined.text.contains("Save your recovery codes"))
            let ben = try #require(cookie(joined))
            let account = try await visit.get(Site.account, cookie: ben).text
            #expect(account.contains("You have none and sign in only through Authelia."))
            #expect(account.contains("connected with ben@example.net") && !account.contains("only with a passkey"))
            let passkeys = try await visit.get(Site.passkeys, cookie: ben).text
            #expect(passkeys.contains("You sign in only through Authelia."))
            house.clock.pass(700)
            let confirm = try await visit.get(Site.confirmPerson, cookie: ben).text
            #expect(confirm.contains("Confirm with Authelia") && !confirm.contains("work only under"))
            let list = try await visit.get(Site.identities, cookie: ben).text
            let remove = try #require(list.firstMatch(of: /action="(\/account\/identities\/[^"]+\/remove)"/)).1
            let last = try await visit.post(String(remove), cookie: ben)
            #expect(last.status == .forbidden && last.text.contains("your only way to sign in here"))
        }
    }

    @Test("A person who is signed in can neither sign in through the service nor lose the session to a planted ticket")
    func planted() async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            try await connect(visit, cookie)
            let begun = try await visit.post(Site.openIDSignIn, cookie: cookie)
            #expect(begun.status == .forbidden && begun.text.contains("You are signed in already."))
            let planted = try await left(visit, Site.openIDSignIn)
            let before = openID.codes.count
            let answer = try await back(visit, planted, cookie: cookie)
            #expect(answer.status == .forbidden && self.cookie(answer) == nil && openID.codes.count == before)
            #expect(try await visit.get(Site.account, cookie: cookie).status == .ok)
            let own = try await left(visit, Site.openIDSignIn)
            let several = try await back(visit, own, cookie: planted.ticket)
            #expect(several.status == .forbidden && several.text.contains("several sign-ins"))
        }
    }
}

extension OpenIDPagesTests {
    @Test("Posts without a ticket, with a wrong state or from another site have no effect and block no person")
    func requestsWithoutTicket() async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            try await connect(visit, cookie)
            let before = openID.codes.count
            for number in 0..<30 {
                let answer = try await visit.post(Site.openIDCallback, ["state": "\(number)", "code": "x"])
                #expect(answer.status == .forbidden && answer.text.contains("<h1>Sign in</h1>"))
            }
            let own = try await left(visit, Site.openIDSignIn)
            let wrong = try await visit.post(
                Site.openIDCallback, ["state": "x", "code": "x"], cookie: own.ticket, accept: "application/json")
            #expect(wrong.status == .forbidden && wrong.text.contains("\"openid-refused\""))
            let foreign = try await visit.post(
                Site.openIDCallback, ["state": own.state, "code": "x"], cookie: own.ticket,
                also: [("Sec-Fetch-Site", "cross-site")])
            #expect(foreign.status == .forbidden && foreign.text.contains("Another site"))
            #expect(openID.codes.count == before)
            #expect(try await back(visit, own).status == .seeOther)
        }
    }

    @Test("Without the service a person sees why, can still sign in with a passphrase, and a program gets the code")
    func unavailable() async throws {
        try await house.owned()
        openID.failAddress(.unavailable(wasSent: false))
        try await house.visiting { visit in
            let page = try await visit.post(Site.openIDSignIn, ["return": "/plants"])
            #expect(page.status == .serviceUnavailable && page.text.contains("Authelia cannot be reached"))
            #expect(try field("return", page.text) == "/plants" && ticket(page) == nil)
            let program = try await visit.post(Site.openIDSignIn, accept: "application/json")
            #expect(program.status == .serviceUnavailable && program.text.contains("\"openid-unavailable\""))
            #expect(try await visit.signIn().status == .seeOther)
        }
    }

    @Test("The return of a person who signs in is a page of this site")
    func returns() async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            try await connect(visit, cookie)
            for back in ["//evil.example", "https://evil.example", "/\\evil.example"] {
                let answer = try await self.back(visit, left(visit, Site.openIDSignIn, back: back))
                #expect(answer.headers[.location] == Site.today)
            }
        }
    }

    @Test(
        "The service leads back over TLS or to this machine, and only to the port of the request",
        arguments: [
            (
                Connection(isSecure: true, authority: "Home.example:8443", localPort: 8443),
                "https://home.example:8443/sign-in/openid/callback"
            ),
            (
                Connection(isSecure: true, authority: "home.example", localPort: 443),
                "https://home.example/sign-in/openid/callback"
            ),
            (
                Connection(authority: "127.0.0.1:8180", localPort: 8180),
                "http://127.0.0.1:8180/sign-in/openid/callback"
            ),
            (Connection(authority: "localhost:9999", localPort: 8180), nil),
            (Connection(authority: "192.168.1.5:8180", localPort: 8180), nil),
        ] as [(Connection, String?)])
    func redirect(connection: Connection, address: String?) {
        #expect((try? connection.openIDSite())?.redirect == address)
    }

    @Test("A person without a passphrase is shown the ways that exist")
    func ways() {
        #expect(SignInWording.onlyWays(hasPasskeys: true, service: nil) == "only with a passkey")
        #expect(SignInWording.onlyWays(hasPasskeys: false, service: "Authelia") == "only through Authelia")
        #expect(
            SignInWording.onlyWays(hasPasskeys: true, service: "Authelia")
                == "only with a passkey or through Authelia")
        #expect(SignInWording.onlyWays(hasPasskeys: false, service: nil) == "only with a recovery code")
        #expect(SignInWording.noWay(hosts: ["pi.local"]).contains("work only under: pi.local."))
        #expect(!SignInWording.noWay(hosts: []).contains("under"))
    }
}
