import Accounts
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Recognition
import Support
import Testing

@testable import Web

/// Requests with `Idempotency-Key`, `Stillroom-Age` and `Stillroom-Account`.
@Suite("Repeated requests", .tags(.medium))
struct IdempotencyTests {
    private let key = ("Idempotency-Key", "\"8e03978e-40d5-43e8-bc93-6894a57f9324\"")

    private func plant(_ visit: AccountVisit, _ name: String = "Monty", cookie: String? = nil) async throws -> String {
        let added = try await visit.post(
            Site.newPlant, ["name": name, "species": "monstera deliciosa"], cookie: cookie)
        return String(try #require(added.headers[.location]).prefix { $0 != "?" })
    }

    private func notes(of sheet: String, _ visit: AccountVisit, cookie: String? = nil) async throws -> String {
        try await visit.get("/api" + sheet + "/notes", cookie: cookie, accept: "application/json").text
    }

    private func count(_ word: String, in text: String) -> Int { text.components(separatedBy: word).count - 1 }

    @Test("A note that is sent twice with one key is kept once, and both answers are the same")
    func once() async throws {
        try await AccountHouse().visiting { visit in
            let sheet = try await plant(visit)
            let first = try await visit.post(sheet + "/notes", ["text": "New leaf"], also: [key])
            let second = try await visit.post(sheet + "/notes", ["text": "New leaf"], also: [key])
            #expect(first.status == .seeOther && second.status == .seeOther)
            #expect(first.headers[.location] == second.headers[.location])
            #expect(second.headers[try #require(.idempotentReplay)] == "?1")
            #expect(count("New leaf", in: try await notes(of: sheet, visit)) == 1)
            // Another key is another note.
            _ = try await visit.post(sheet + "/notes", ["text": "New leaf"], also: [("Idempotency-Key", "\"b\"")])
            #expect(count("New leaf", in: try await notes(of: sheet, visit)) == 2)
        }
    }

    @Test("A key that is used for another body or another plant is refused")
    func reused() async throws {
        try await AccountHouse().visiting { visit in
            let (monty, rose) = (try await plant(visit), try await plant(visit, "Rose"))
            _ = try await visit.post(monty + "/notes", ["text": "New leaf"], also: [key])
            for (sheet, text) in [(monty, "Old leaf"), (rose, "New leaf")] {
                let refused = try await visit.post(
                    sheet + "/notes", ["text": text], accept: "application/json", also: [key])
                #expect(refused.status == .unprocessableContent && refused.text.contains("idempotency-key-reused"))
            }
            #expect(count("leaf", in: try await notes(of: monty, visit)) == 1)
            #expect(count("leaf", in: try await notes(of: rose, visit)) == 0)
        }
    }

    @Test(
        "A key must be a string in quotation marks",
        arguments: ["abc", "\"\"", "\"a", "\"a\" b", "\"ä\"", "\"a\"b\""])
    func keys(field: String) async throws {
        #expect(RequestKey(field: field) == nil)
        try await AccountHouse().visiting { visit in
            let sheet = try await plant(visit)
            guard field.allSatisfy(\.isASCII) else { return }
            let refused = try await visit.post(
                sheet + "/notes", ["text": "New leaf"], accept: "application/json", also: [("Idempotency-Key", field)])
            #expect(refused.status == .badRequest && refused.text.contains("idempotency-key-refused"))
        }
    }

    @Test("A key with an escaped quotation mark is read as in RFC 8941")
    func escaped() {
        #expect(RequestKey(field: #""a\"b\\c""#)?.text == #"a"b\c"#)
        #expect(RequestKey(field: #""a\b""#) == nil)
        #expect(RequestKey(field: "\"" + String(repeating: "a", count: 256) + "\"") == nil)
    }

    @Test("A request that was refused can be repeated with its key")
    func refusedFirst() async throws {
        try await AccountHouse().visiting { visit in
            let sheet = try await plant(visit)
            let empty = try await visit.post(sheet + "/notes", ["text": ""], also: [key])
            #expect(empty.status == .unprocessableContent)
            let again = try await visit.post(sheet + "/notes", ["text": "New leaf"], also: [key])
            #expect(again.status == .seeOther)
            #expect(count("New leaf", in: try await notes(of: sheet, visit)) == 1)
        }
    }
}

extension IdempotencyTests {
    @Test("Keys of two people are different, and what another account made is refused")
    func accounts() async throws {
        let house = try AccountHouse()
        let ada = try await house.owned().cookie
        let owner = try #require(try await house.person(ada))
        let ben = try await house.joined("Ben", as: .member, invitedBy: owner)
        let member = try #require(try await house.person(ben))
        try await house.visiting { visit in
            let sheet = try await plant(visit, cookie: ada)
            for cookie in [ada, ben] {
                _ = try await visit.post(sheet + "/notes", ["text": "New leaf"], cookie: cookie, also: [key])
            }
            #expect(count("New leaf", in: try await notes(of: sheet, visit, cookie: ada)) == 2)
            for other in [member.account.id.rawValue, "none"] {
                let refused = try await visit.post(
                    sheet + "/notes", ["text": "Not mine"], cookie: ada, accept: "application/json",
                    also: [("Stillroom-Account", other)])
                #expect(refused.status == .conflict && refused.text.contains("other-account"))
            }
            let own = try await visit.post(
                sheet + "/notes", ["text": "Mine"], cookie: ada,
                also: [("Stillroom-Account", owner.account.id.rawValue)])
            #expect(own.status == .seeOther)
            let today = try await visit.get(Site.today, cookie: ada)
            #expect(today.headers[try #require(.account)] == owner.account.id.rawValue)
            #expect(count("Not mine", in: try await notes(of: sheet, visit, cookie: ada)) == 0)
        }
    }

    @Test("Without accounts every answer names no account, and requests of the household are sent as such")
    func withoutAccounts() async throws {
        try await AccountHouse().visiting { visit in
            #expect(try await visit.get(Site.today).headers[try #require(.account)] == "none")
            let sheet = try await plant(visit)
            let sent = try await visit.post(
                sheet + "/notes", ["text": "New leaf"], also: [key, ("Stillroom-Account", "none")])
            #expect(sent.status == .seeOther)
        }
    }

    @Test("A task that was done yesterday without a connection is logged yesterday")
    func age() async throws {
        try await AccountHouse().visiting { visit in
            _ = try await plant(visit)
            let today = try await visit.get(Site.today).text
            let action = try #require(today.firstMatch(of: /"(\/chores\/[^"]+\/done)"/)?.output.1)
            let due = try #require(today.firstMatch(of: /name="due" value="([0-9-]+)"/)?.output.1)
            let done = try await visit.post(
                String(action), ["due": String(due)], also: [key, ("Stillroom-Age", "86400")])
            #expect(done.headers[.location] == "/?did=1")
            let log = try await visit.get(Site.API.log, accept: "application/json").text
            #expect(log.contains("2026-11-20") && !log.contains("2026-11-21T11"))
            for (age, code) in [("-1", 400), ("soon", 400), ("99999999", 422)] {
                let refused = try await visit.post(
                    String(action), ["due": String(due)], accept: "application/json", also: [("Stillroom-Age", age)])
                #expect(refused.status.code == code, "\(age)")
            }
        }
    }

    @Test("A photograph that is sent twice with one key is kept once, and another one with that key is refused")
    func photographs() async throws {
        try await AccountHouse().visiting { visit in
            let sheet = try await plant(visit)
            let headers: HTTPFields = [
                .accept: "application/json", try #require(.idempotencyKey): key.1,
            ]
            for (bytes, status) in [("photo of a leaf", 303), ("photo of a leaf", 303), ("photo of a root", 422)] {
                let sent = try await visit.client.execute(
                    uri: sheet + "/photographs", method: .post, headers: headers, body: ByteBuffer(string: bytes))
                #expect(sent.status.code == status, "\(bytes): \(sent.text)")
            }
            let page = try await visit.get(sheet).text
            #expect(page.contains("Monty, photo 1") && !page.contains("Monty, photo 2"))
        }
    }

    @Test("A plant that a program adds twice with one key is added once")
    func plants() async throws {
        try await AccountHouse().visiting { visit in
            let body = #"{"name": "Monty", "species": "monstera deliciosa"}"#
            var addresses: Set<String> = []
            for _ in 0..<2 {
                let added = try await visit.ask(.post, Site.API.plants, token: nil, also: [key], body: body)
                #expect(added.status == .created)
                addresses.insert(try #require(added.headers[.location]))
            }
            #expect(addresses.count == 1)
            let list = try await visit.ask(Site.API.plants, token: nil).text
            #expect(count("\"name\":\"Monty\"", in: list) == 1)
        }
    }

    @Test("A body that is too large is refused before its key is used")
    func tooLarge() async throws {
        try await AccountHouse().visiting { visit in
            let sheet = try await plant(visit)
            let text = String(repeating: "a", count: 70_000)
            let refused = try await visit.post(
                sheet + "/notes", ["text": text], accept: "application/json", also: [key])
            #expect(refused.status == .contentTooLarge && refused.text.contains("64 KiB"))
        }
    }
}

extension IdempotencyTests {
    @Test("Every route of the table exists, and none is listed twice")
    func routes() throws {
        let house = try AccountHouse()
        let server = try WebServer(
            house.household, settings: .init(version: "test"),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let known = Set(
            server.router().routes.map {
                "\($0.method.rawValue) " + Access.parts($0.path.description).joined(separator: "/")
            })
        let listed = IdempotencyMiddleware.routes.map {
            "\($0.method.rawValue) " + Access.parts($0.path).joined(separator: "/")
        }
        #expect(Set(listed).count == listed.count)
        #expect(known.isSuperset(of: listed), "\(Set(listed).subtracting(known))")
    }
}
