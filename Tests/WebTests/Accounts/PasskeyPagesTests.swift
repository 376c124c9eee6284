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

@Suite("Pages of passkeys", .tags(.medium), .timeLimit(.minutes(1)))
struct PasskeyPagesTests {
    private let house: AccountHouse

    init() throws { house = try AccountHouse() }

    private struct RequestOptions: Decodable {
        struct Known: Decodable { let id: String }
        struct Person: Decodable { let id: String }
        struct Party: Decodable { let id: String }

        let challenge: String
        let rpId: String?
        let rp: Party?
        let user: Person?
        let algorithms: [Int]?
        let known: [Known]

        var bytes: [UInt8] { Base64URL.bytes(challenge) ?? [] }
    }

    private static func send(
        _ visit: AccountVisit, _ uri: String, _ body: [String: Any] = [:], cookie: String? = nil,
        also: [(String, String)] = []
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.accept: "application/json", .contentType: "application/json"]
        headers[.cookie] = cookie
        for (name, value) in also { headers[try #require(HTTPField.Name(name))] = value }
        let data = try JSONSerialization.data(withJSONObject: body)
        return try await visit.client.execute(
            uri: uri, method: .post, headers: headers, body: ByteBuffer(bytes: Array(data)))
    }

    private static func asked(_ response: TestResponse) throws -> RequestOptions {
        #expect(response.status == .ok)
        return try JSONDecoder().decode(RequestOptions.self, from: Data(response.text.utf8))
    }

    private static func fields(_ used: PasskeyAssertion, back: String? = nil) -> [String: Any] {
        var fields: [String: Any] = [
            "id": Base64URL.text(used.credential), "clientData": Base64URL.text(used.clientData),
            "authenticatorData": Base64URL.text(used.authenticatorData),
            "signature": Base64URL.text(used.signature), "userHandle": Base64URL.text(used.userHandle),
        ]
        fields["return"] = back
        return fields
    }

    /// Adds a passkey over the page and returns it as the device keeps it.
    private static func added(
        _ visit: AccountVisit, cookie: String, name: String? = nil
    ) async throws -> DrawnPasskey {
        let asked = try asked(await send(visit, Site.passkeyOptions, cookie: cookie))
        var passkey = DrawnPasskey("phone")
        passkey.origin = "http://localhost"
        passkey.userHandle = Base64URL.bytes(try #require(asked.user).id) ?? []
        passkey.counter = 0
        let made = passkey.registration(asked.bytes)
        var body: [String: Any] = [
            "clientData": Base64URL.text(made.clientData), "attestation": Base64URL.text(made.attestation),
            "transports": made.transports,
        ]
        body["name"] = name
        let answer = try await send(visit, Site.passkeys, body, cookie: cookie)
        #expect(answer.status == .created && answer.text.contains("note=added"))
        passkey.counter = 1
        return passkey
    }

    @Test("A passkey is added, listed, renamed, used to sign in, and removed")
    func roundTrip() async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            #expect(try await !visit.get(Site.signIn).text.contains("data-passkeys"))
            let before = try await visit.get(Site.passkeys, cookie: cookie).text
            #expect(before.contains("data-passkeys=\"add\"") && before.contains("<b>localhost</b>"))
            let asked = try Self.asked(await Self.send(visit, Site.passkeyOptions, cookie: cookie))
            #expect(asked.rp?.id == "localhost" && asked.algorithms == [-8, -7, -257] && asked.known.isEmpty)
            var passkey = try await Self.added(visit, cookie: cookie, name: "My <b>phone</b>")
            let page = try await visit.get(Site.passkeys, cookie: cookie).text
            #expect(page.contains("My &lt;b&gt;phone&lt;/b&gt;") && page.contains("For localhost. Added"))
            #expect(try await visit.get(Site.account, cookie: cookie).text.contains("You have one passkey."))
            let door = try await visit.get(Site.signIn)
            #expect(door.text.contains("data-passkeys=\"sign-in\"") && door.text.contains("username webauthn"))
            #expect(door.headers[.cacheControl] == "no-store" && door.text.contains("hidden>"))

            let options = try await Self.send(visit, Site.passkeySignInOptions)
            #expect(options.headers[.setCookie] == nil && options.headers[.cacheControl] == "no-store")
            let question = try Self.asked(options)
            #expect(question.rpId == "localhost" && question.known.isEmpty)
            let used = passkey.assertion(question.bytes)
            let signedIn = try await Self.send(
                visit, Site.passkeySignIn, Self.fields(used, back: "/plants?view=list"), cookie: cookie)
            #expect(
                signedIn.status == .ok && signedIn.text.contains(#""location":"\/plants?view=list""#)
                    || signedIn.text.contains(#""location":"/plants?view=list""#))
            let fresh = try #require(signedIn.cookie)
            #expect(try await visit.get(Site.account, cookie: fresh).status == .ok)
            #expect(try await visit.get(Site.account, cookie: cookie).status == .seeOther, "the earlier session ended")
            #expect(try await Self.send(visit, Site.passkeySignIn, Self.fields(used)).status == .unauthorized)

            let action = try #require(
                try await visit.get(Site.passkeys, cookie: fresh).text.firstMatch(of: /action="([^"]+)\/rename"/)
            ).1
            #expect(
                try await visit.post(action + "/rename", ["name": ""], cookie: fresh).status == .unprocessableContent)
            #expect(try await visit.post(action + "/rename", ["name": "Pocket"], cookie: fresh).status == .seeOther)
            #expect(try await visit.get(Site.passkeys, cookie: fresh).text.contains("<bdi>Pocket</bdi>"))
            #expect(try await visit.post(action + "/remove", cookie: fresh).status == .seeOther)
            #expect(try await !visit.get(Site.signIn).text.contains("data-passkeys"))
            passkey.counter = 2
            let again = try Self.asked(await Self.send(visit, Site.passkeySignInOptions))
            let gone = try await Self.send(visit, Site.passkeySignIn, Self.fields(passkey.assertion(again.bytes)))
            #expect(gone.status == .unauthorized && gone.headers[.setCookie] == nil)
        }
    }
}

extension PasskeyPagesTests {
    @Test("The name of a passkey without one is the name of the browser and its system")
    func unnamed() async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            _ = try await Self.added(visit, cookie: cookie, name: "  ")
            #expect(try await visit.get(Site.passkeys, cookie: cookie).text.contains("<bdi>Unknown device</bdi>"))
        }
    }

    @Test(
        "Under an address no passkey is offered, and the page names the address that offers one",
        arguments: [
            ("127.0.0.1:8180", "http://localhost:8180"), ("[::1]:8180", "http://localhost:8180"),
            ("127.0.0.1", "http://localhost"), ("[::1]", "http://localhost"), ("192.168.1.5:8443", nil),
        ])
    func address(authority: String, offered: String?) {
        let connection = Connection(authority: authority)
        #expect(PasskeySite(host: connection.host, origin: connection.origin, isSecure: true) == nil)
        let way = PasskeyWay(connection, nil)
        #expect(way.address == offered && way.words.contains(authority))
        for isFresh in [true, false] {
            let page = PasskeysPage(
                [], at: nil, way: way, isFresh: isFresh, hasPassphrase: true, codeCount: 0, now: house.clock.now,
                note: nil, problem: nil)
            #expect(!page.mayAdd && !page.mustConfirm && page.host == nil)
        }
    }

    @Test("An act that outlives the session leads to the confirmation, and from there back")
    func confirmation() async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let passkey = try await Self.added(visit, cookie: cookie)
            house.clock.pass(601)
            let page = try await visit.get(Site.passkeys, cookie: cookie).text
            #expect(!page.contains("data-passkeys") && page.contains("Confirm first that it is you."))
            #expect(!page.contains("Remove the passphrase"))
            #expect(try await Self.send(visit, Site.passkeyOptions, cookie: cookie).status == .forbidden)
            for address in [Site.removePassphrase, Site.recoveryCodes] {
                let answer = try await visit.post(address, cookie: cookie)
                #expect(answer.headers[.location]?.hasPrefix(Site.confirmPerson + "?return=") == true)
                #expect(try await visit.post(address, cookie: cookie, accept: "application/json").status == .forbidden)
            }
            let form = try await visit.get(Site.confirmPerson.with(["return": "//evil.test"]), cookie: cookie).text
            #expect(form.contains("data-passkeys=\"confirm\"") && !form.contains("evil"))
            let wrong = try await visit.post(
                Site.confirmPerson, ["passphrase": "wrong passphrase", "return": Site.passkeys], cookie: cookie)
            #expect(wrong.status == .unauthorized && wrong.headers[.setCookie] == nil)
            let right = try await visit.post(
                Site.confirmPerson, ["passphrase": AccountHouse.passphrase, "return": Site.passkeys], cookie: cookie)
            #expect(right.headers[.location] == Site.passkeys)
            let second = try #require(right.cookie)
            #expect(try await visit.get(Site.passkeys, cookie: second).text.contains("data-passkeys=\"add\""))

            house.clock.pass(601)
            let asked = try Self.asked(await Self.send(visit, Site.confirmPasskeyOptions, cookie: second))
            #expect(asked.known.map(\.id) == [Base64URL.text(Array("phone".utf8))])
            let done = try await Self.send(
                visit, Site.confirmPasskey, Self.fields(passkey.assertion(asked.bytes), back: Site.recoveryCodes),
                cookie: second)
            let third = try #require(done.cookie)
            #expect(done.status == .ok)
            let shown = try await visit.post(Site.recoveryCodes, cookie: third)
            #expect(shown.headers[.cacheControl] == "no-store")
            #expect(shown.text.matches(of: /<code>[0-9A-Z]{4}(-[0-9A-Z]{4}){3}<\/code>/).count == RecoveryCode.count)
        }
    }
}

extension PasskeyPagesTests {
    @Test("A person removes the passphrase, signs in only with the passkey, and sets a passphrase again")
    func onlyPasskey() async throws {
        let (cookie, _) = try await house.owned()
        try await house.visiting { visit in
            let none = try await visit.post(Site.removePassphrase, cookie: cookie)
            #expect(none.status == .unprocessableContent && none.text.contains("you have none"))
            _ = try await Self.added(visit, cookie: cookie)
            let removed = try await visit.post(Site.removePassphrase, cookie: cookie)
            let only = try #require(removed.cookie)
            #expect(try await visit.signIn().status == .unauthorized)
            let account = try await visit.get(Site.account, cookie: only).text
            #expect(account.contains("sign in only with a passkey") && account.contains("Set a passphrase"))
            let list = try await visit.get(Site.passkeys, cookie: only).text
            let action = try #require(list.firstMatch(of: /action="([^"]+)\/remove"/)).1
            let last = try await visit.post(action + "/remove", cookie: only)
            #expect(last.status == .unprocessableContent && last.text.contains("This is your only passkey"))
            let form = try await visit.get(Site.passphrase, cookie: only).text
            #expect(form.contains("Set a passphrase") && !form.contains("name=\"current\""))
            house.clock.pass(601)
            let late = try await visit.get(Site.passphrase, cookie: only)
            #expect(late.headers[.location]?.hasPrefix(Site.confirmPerson) == true)
            #expect(
                try await visit.post(Site.passphrase, ["passphrase": "rain on the roof"], cookie: only).status
                    == .seeOther)
            #expect(try await visit.signIn("Ada", "rain on the roof").status == .unauthorized)
            house.clock.set(house.clock.now.addingTimeInterval(-601))
            let set = try await visit.post(Site.passphrase, ["passphrase": "rain on the roof"], cookie: only)
            #expect(set.headers[.location] == Site.account.with(["note": "passphrase"]))
            #expect(try await visit.signIn("Ada", "rain on the roof").status == .seeOther)
        }
    }

    @Test("Requests of other sites, damaged requests and requests of programs begin no session and add nothing")
    func refused() async throws {
        let (cookie, _) = try await house.owned()
        let owner = try #require(try await house.person(cookie))
        let token = try await house.token(Set(TokenScope.allCases), by: owner).secret.text
        try await house.visiting { visit in
            let passkey = try await Self.added(visit, cookie: cookie)
            let asked = try Self.asked(await Self.send(visit, Site.passkeySignInOptions))
            let used = Self.fields(passkey.assertion(asked.bytes))
            for address in [Site.passkeySignIn, Site.passkeys, Site.confirmPasskey, Site.passkeyOptions] {
                let foreign = try await Self.send(
                    visit, address, used, cookie: cookie, also: [("Sec-Fetch-Site", "cross-site")])
                #expect(foreign.status == .forbidden && foreign.headers[.setCookie] == nil, "\(address)")
            }
            for key in used.keys where key != "userHandle" {
                var body = used
                body[key] = nil
                let missing = try await Self.send(visit, Site.passkeySignIn, body)
                #expect(missing.status == .badRequest, "\(key)")
                body[key] = "not base 64!"
                #expect(try await Self.send(visit, Site.passkeySignIn, body).status == .badRequest, "\(key)")
            }
            for address in [Site.passkeyOptions, Site.confirmPasskeyOptions, Site.recoveryCodes] {
                let program = try await visit.ask(.post, address, token: token)
                #expect(program.status == .forbidden, "\(address)")
            }
            let huge = try await Self.send(visit, Site.passkeySignIn, ["id": String(repeating: "A", count: 70_000)])
            #expect(huge.status == .contentTooLarge)
            // The answer was not used up.
            #expect(try await Self.send(visit, Site.passkeySignIn, used).status == .ok)
        }
    }
}

extension PasskeyPagesTests {
    @Test("An invited person gets recovery codes and the choice to add a passkey")
    func invited() async throws {
        let (cookie, _) = try await house.owned()
        let owner = try #require(try await house.person(cookie))
        let link = Site.invitation(try await house.household.accounts.invite(as: .member, by: owner).text)
        try await house.visiting { visit in
            let joined = try await visit.post(link, ["name": "Ben", "passphrase": "rain on the roof"])
            #expect(joined.status == .ok && joined.headers[.cacheControl] == "no-store")
            #expect(joined.text.matches(of: /<code>[0-9A-Z]{4}(-[0-9A-Z]{4}){3}<\/code>/).count == RecoveryCode.count)
            #expect(joined.text.contains("Add a passkey") && joined.text.contains("href=\"\(Site.today)\""))
            // No further confirmation is needed.
            let page = try await visit.get(Site.passkeys, cookie: joined.cookie).text
            #expect(page.contains("data-passkeys=\"add\""))
        }
    }
}
