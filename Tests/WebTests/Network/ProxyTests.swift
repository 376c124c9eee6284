import Accounts
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Support
import Testing

@testable import Web

@Suite("The server behind a reverse proxy", .tags(.medium), .timeLimit(.minutes(1)))
struct ProxyTests {
    private let house: AccountHouse

    init() throws { house = try AccountHouse() }

    /// Requests come from 127.0.0.1.
    private func visiting(
        proxies: String = "127.0.0.1", host: String = "127.0.0.1", names: [String] = ["home.example"],
        publicAccess: PublicAccess = .links,
        _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let server = try WebServer(
            house.household,
            settings: .init(
                host: host, version: "test", publicAuthority: "public.example:8443", publicAccess: publicAccess,
                names: names, proxies: try #require(AddressRanges(proxies))),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await Application(router: server.router()).test(.live, body)
    }

    private func fields(_ pairs: KeyValuePairs<String, String>) throws -> HTTPFields {
        var fields: HTTPFields = [.accept: "text/html"]
        for (name, value) in pairs { fields[try #require(HTTPField.Name(name))] = value }
        return fields
    }

    private func signIn(
        _ client: any TestClientProtocol, _ pairs: KeyValuePairs<String, String>
    ) async throws -> TestResponse {
        var headers = try fields(pairs)
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await client.execute(
            uri: Site.signIn, method: .post, headers: headers,
            body: ByteBuffer(string: "name=Ada&passphrase=a+quiet+still+in+the+pantry"))
    }

    @Test("A person signs in through a trusted proxy that speaks TLS, with the cookie of TLS")
    func throughProxy() async throws {
        try await house.owned()
        try await visiting { client in
            let answer = try await signIn(
                client,
                [
                    "X-Forwarded-For": "192.168.1.7", "X-Forwarded-Proto": "https",
                    "X-Forwarded-Host": "home.example", "Origin": "https://home.example",
                ])
            #expect(answer.status == .seeOther)
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.hasPrefix(SessionCookie.secureName + "=") && cookie.hasSuffix("; Secure"))
            let pair = String(cookie.prefix { $0 != ";" })
            let owner = try #require(
                try await house.household.accounts.person(session: String(pair.split(separator: "=")[1])))
            let sessions = try await house.household.accounts.sessions(of: owner.account.id)
            #expect(sessions.contains { $0.device.address == "192.168.1.7" })
            #expect(answer.headers[try #require(HTTPField.Name("Strict-Transport-Security"))] == nil)
        }
    }

    @Test("The client address, scheme and host that a request claims are ignored without a trusted proxy")
    func spoofed() async throws {
        try await house.owned()
        try await visiting(proxies: "10.0.0.0/8") { client in
            let answer = try await signIn(client, ["X-Forwarded-For": "192.168.1.7", "X-Forwarded-Proto": "https"])
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.hasPrefix(SessionCookie.name + "=") && !cookie.contains("Secure"))
            let owner = try #require(try await house.person(String(cookie.prefix { $0 != ";" })))
            let sessions = try await house.household.accounts.sessions(of: owner.account.id)
            #expect(!sessions.contains { $0.device.address == "192.168.1.7" })
            let origin = try await signIn(
                client,
                [
                    "X-Forwarded-Proto": "https", "X-Forwarded-Host": "home.example", "Origin": "https://home.example",
                ])
            #expect(origin.status == .forbidden)
        }
    }

    @Test(
        "Behind a trusted proxy the server answers under the names of its settings only",
        arguments: [
            ("home.example", HTTPResponse.Status.ok), ("HOME.example:443", .ok), ("evil.example", .misdirectedRequest),
            ("home.example.evil.example", .misdirectedRequest),
        ])
    func names(host: String, status: HTTPResponse.Status) async throws {
        try await house.owned()
        try await visiting { client in
            let answer = try await client.execute(
                uri: Site.signIn, method: .get,
                headers: try fields(["X-Forwarded-For": "192.168.1.7", "X-Forwarded-Host": host]))
            #expect(answer.status == status)
        }
    }
}

extension ProxyTests {
    @Test(
        "Under the public name the whole app answers only with that setting, over https, through a proxy, with an owner",
        arguments: [
            (PublicAccess.house, "https", true, HTTPResponse.Status.ok), (.house, "http", true, .misdirectedRequest),
            (.house, "https", false, .misdirectedRequest), (.links, "https", true, .misdirectedRequest),
        ])
    func publicName(
        access: PublicAccess, scheme: String, hasOwner: Bool, status: HTTPResponse.Status
    ) async throws {
        if hasOwner { try await house.owned() }
        try await visiting(publicAccess: access) { client in
            let forwarded: KeyValuePairs = [
                "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": scheme,
                "X-Forwarded-Host": "PUBLIC.example:8443", "Origin": "https://public.example:8443",
            ]
            let page = try await client.execute(uri: Site.signIn, method: .get, headers: try fields(forwarded))
            #expect(page.status == status)
            if hasOwner, access == .house {
                #expect(page.text.contains("Only over https") == (scheme == "http"))
            }
            let answer = try await signIn(client, forwarded)
            #expect(answer.status == (status == .ok ? .seeOther : .misdirectedRequest))
            // A proxy that does not name the scheme is not believed to speak TLS.
            let direct = try await client.execute(
                uri: Site.signIn, method: .get, headers: try fields(["X-Forwarded-Host": "public.example"]))
            #expect(direct.status == .misdirectedRequest)
            let calendar = try await client.execute(
                uri: Site.calendar(CalendarFile(secret: "unknown")), method: .get, headers: try fields(forwarded))
            #expect(calendar.status == .notFound)
        }
    }

    @Test("A household without an owner is not served through a proxy, because every page of it is open")
    func withoutOwner() async throws {
        try await visiting { client in
            let answer = try await client.execute(
                uri: Site.today, method: .get,
                headers: try fields(["X-Forwarded-For": "192.168.1.7", "X-Forwarded-Host": "home.example"]))
            #expect(answer.status == .misdirectedRequest)
        }
    }

    @Test(
        "A page that points its own name to this machine cannot pass with the headers of a proxy",
        arguments: [true, false], ["localhost", "home.example"])
    func rebound(hasOwner: Bool, forwarded: String) async throws {
        if hasOwner { try await house.owned() }
        try await visiting { client in
            let port = try #require(client.port)
            try await NetworkHouse.browsing { browser in
                for path in [Site.today, Site.signIn, Site.live] {
                    let answer = try await browser.ask(
                        "http://127.0.0.1:\(port)\(path)", "GET",
                        [
                            ("Host", "evil.example"), ("X-Forwarded-For", "192.168.1.7"),
                            ("X-Forwarded-Host", forwarded),
                        ])
                    #expect(answer.status == 421, "\(path)")
                }
            }
        }
    }

    @Test("Without an owner, a client of a proxy cannot pass as this machine")
    func withoutOwnerAsThisMachine() async throws {
        try await visiting { client in
            let answer = try await client.execute(
                uri: Site.today, method: .get,
                headers: try fields(["X-Forwarded-For": "192.168.1.7", "X-Forwarded-Host": "localhost"]))
            #expect(answer.status == .misdirectedRequest)
        }
    }

    @Test("A request with contradictory headers of proxies is refused")
    func contradictory() async throws {
        try await house.owned()
        try await visiting { client in
            let answer = try await client.execute(
                uri: Site.signIn, method: .get,
                headers: try fields([
                    "Forwarded": "for=192.0.2.9", "X-Forwarded-For": "192.168.1.7", "X-Forwarded-Host": "home.example",
                    "Accept": "application/json",
                ]))
            #expect(answer.status == .badRequest && answer.text.contains("forwarded-conflict"))
        }
    }
}

extension ProxyTests {
    @Test("At an address in the network without TLS, only a trusted proxy is served")
    func proxiesOnly() async throws {
        try await house.owned()
        try await visiting(proxies: "10.0.0.0/8", host: "0.0.0.0") { client in
            for path in [Site.signIn, Site.live, "/assets/stillroom.css"] {
                let answer = try await client.execute(
                    uri: path, method: .get,
                    headers: try fields(["X-Forwarded-For": "10.0.0.1", "Accept": "application/json"]))
                #expect(answer.status == .forbidden && answer.text.contains("\"proxy-only\""), "\(path)")
            }
        }
        try await visiting(host: "0.0.0.0") { client in
            let answer = try await client.execute(uri: Site.signIn, method: .get)
            #expect(answer.status == .ok)
        }
    }
}
