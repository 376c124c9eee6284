import Accounts
import Agenda
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Plants
import Recognition
import Support
import Testing

@testable import Web

/// What a person with the link of a guest cannot do.
@Suite("Attacks with the link of a guest", .tags(.medium), .timeLimit(.minutes(2)))
struct GuestAttackTests {
    private static let own: Set<String> = [
        "GET /g/{secret}", "POST /g/{secret}/chores/{id}/done", "POST /g/{secret}/log/{number}/undo",
        "POST /g/{secret}/plants/{id}/photographs", "GET /g/{secret}/photographs/{id}/thumbnail.jpg",
    ]

    private func visiting(
        _ body: @escaping @Sendable (AccountVisit, GuestHouse) async throws -> Void
    ) async throws {
        let house = try AccountHouse()
        let guests = try await GuestHouse(house)
        try await house.visiting { try await body($0, guests) }
    }

    @Test("A link opens exactly five routes")
    func routes() throws {
        #expect(Set(try Route.all().filter { $0.path.hasPrefix("/g/") }.map(\.description)) == Self.own)
    }

    @Test("The secret as a cookie, as a token, or in the path opens no other route")
    func otherRoutes() async throws {
        try await visiting { visit, house in
            let secret = try await house.link(.all).secret.text
            let before = try await house.house.household.accounts.people()
            for route in try Route.all().sorted() where !Self.own.contains(route.description) {
                let method = try #require(HTTPRequest.Method(route.method))
                guard Access(to: route.path, method) != .open else { continue }
                let address =
                    "/"
                    + route.parts.map { $0.hasPrefix("{") || $0 == "**" ? secret : String($0) }
                    .joined(separator: "/")
                let cookies = "\(SessionCookie.name)=\(secret)"
                for headers in [
                    [.cookie: cookies], [.authorization: "Bearer \(secret)"],
                    [.authorization: "Bearer sr_\(secret)"], [:],
                ] as [HTTPFields] {
                    var headers = headers
                    headers[.accept] = "application/json"
                    let answer = try await visit.client.execute(uri: address, method: method, headers: headers)
                    #expect(
                        answer.status == .unauthorized || answer.status == .tooManyRequests, "\(route) \(headers)")
                    #expect(!answer.text.contains("Monty"), "\(route)")
                }
                // Below the path of the guest there is no other route. The address with a slash at its end is its own.
                if route.path == Site.today { continue }
                let below = try await visit.client.execute(
                    uri: Site.guest(secret) + address, method: method, headers: [.accept: "text/html"])
                #expect(below.status == .notFound && !below.text.contains("Monty"), "\(route)")
            }
            #expect(try await house.house.household.accounts.people() == before)
        }
    }

    @Test("The one-time links of accounts do not take the secret of a guest")
    func oneTimeLinks() async throws {
        try await visiting { visit, house in
            let secret = try await house.link().secret.text
            for address in [Site.setup(secret), Site.invitation(secret), Site.reset(secret)] {
                #expect(try await visit.get(address).status == .gone)
            }
            #expect(try await visit.get(Site.link(secret)).status == .notFound)
            #expect(try await visit.get(Site.calendar(CalendarFile(secret: secret))).status == .notFound)
        }
    }
}

extension GuestAttackTests {
    @Test("Chores, entries, plants and pictures of other rooms, other people and other links answer 404")
    func otherIdentifiers() async throws {
        try await visiting { visit, house in
            let household = house.house.household
            let (secret, other) = (try await house.link().secret.text, try await house.link(named: "Mia").secret.text)
            let label = try await household.photographs.capture(Array("photo of a label".utf8)).id
            let entry = try #require(try await household.agenda.done([house.sweep]).first)
            _ = try await visit.post(Site.guestDone(other, house.dust), ["due": "2026-11-21"])
            let mias = try #require(try await household.agenda.log(LogQuery()).first).entry.number
            let before = try await household.agenda.log(LogQuery())
            for address in [
                Site.guestDone(secret, house.sweep), Site.guestDone(secret, Chore.ID(rawValue: "no-such")),
                Site.guestUndo(secret, entry.number), Site.guestUndo(secret, mias), Site.guestUndo(secret, -1),
                Site.guestUndo(secret, .max),
            ] {
                #expect(try await visit.post(address).status == .notFound, "\(address)")
            }
            for id in [house.atticPicture, label, try #require(Photograph.ID("no-such"))] {
                #expect(try await visit.get(Site.guestPicture(secret, id)).status == .notFound)
            }
            for plant in [house.attic, try #require(Plant.ID("no-such"))] {
                #expect(try await visit.upload(Site.guestPhotographs(secret, plant)).status == .notFound)
            }
            for file in ["display.jpg", "original", "thumbnail.jpg/x", "..%2f..%2fplants"] {
                let address = Site.guest(secret) + "/photographs/\(house.hallPicture)/" + file
                #expect(try await visit.get(address).status == .notFound, "\(file)")
            }
            #expect(try await household.agenda.log(LogQuery()) == before)
            #expect(try await house.photographs(of: house.attic) == 1)
            // The page offers no plant of another room, also if the address names one.
            let page = try await visit.get(Site.guest(secret).with(["plant": house.attic.rawValue])).text
            #expect(!page.contains("Zelda") && !page.contains("type=\"file\""))
        }
    }

    @Test("Unknown secrets are limited by address, and a valid link of that address is not held up")
    func guessing() async throws {
        try await visiting { visit, house in
            let link = Site.guest(try await house.link().secret.text)
            for number in 0..<20 {
                let secret = String(repeating: "b", count: 41) + "\(number + 10)"
                #expect(try await visit.get(Site.guest(secret)).status == .gone)
            }
            let limited = try await visit.get(Site.guest(String(repeating: "c", count: 43)))
            #expect(limited.status == .tooManyRequests && limited.headers[.retryAfter] != nil)
            #expect(try await visit.get(link).status == .ok)
            #expect(try await visit.signIn().status == .seeOther)
        }
    }

    @Test("A form of a guest can be sent without the headers of a page, and the own session of a person plays no part")
    func session() async throws {
        try await visiting { visit, house in
            let secret = try await house.link().secret.text
            let page = try await visit.get(Site.guest(secret), cookie: house.cookie)
            #expect(page.status == .ok && !page.text.contains("Zelda") && page.headers[.setCookie] == nil)
            let wrong = try await visit.get(
                Site.guest(String(repeating: "a", count: 43)), cookie: house.cookie)
            #expect(wrong.status == .gone)
            let answer = try await visit.post(
                Site.guestDone(secret, house.dust), ["due": "2026-11-21"], cookie: house.cookie,
                also: [("Sec-Fetch-Site", "same-origin"), ("Origin", "null")])
            #expect(answer.status == .seeOther)
            #expect(try await house.done() == ["Maria"])
        }
    }
}

extension GuestAttackTests {
    @Test("Under the public name the page and its parts answer, and the list of links does not")
    func publicName() async throws {
        let house = try AccountHouse()
        let guests = try await GuestHouse(house)
        let secret = try await guests.link().secret.text
        let server = try WebServer(
            house.household,
            settings: .init(
                version: "test", publicAuthority: "house.test", proxies: try #require(AddressRanges("127.0.0.1"))),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await Application(router: server.router()).test(.live) { client in
            let (host, scheme) = (
                try #require(HTTPField.Name("X-Forwarded-Host")), try #require(HTTPField.Name("X-Forwarded-Proto"))
            )
            func ask(_ method: HTTPRequest.Method, _ uri: String) async throws -> TestResponse {
                try await client.execute(
                    uri: uri, method: method, headers: [.accept: "text/html", host: "house.test", scheme: "https"])
            }
            #expect(try await ask(.get, Site.guest(secret)).text.contains("Monty"))
            #expect(try await ask(.get, Site.guestPicture(secret, guests.hallPicture)).status == .ok)
            #expect(try await ask(.post, Site.guestDone(secret, guests.dust)).status == .seeOther)
            for path in [Site.guestLinks, Site.today, Site.signIn, Site.guests, "/gg/\(secret)"] {
                #expect(try await ask(.get, path).status == .misdirectedRequest, "\(path)")
            }
        }
    }

    @Test("No line of the log contains the secret of a link, the name of the guest, or an unknown secret")
    func log() async throws {
        let house = try AccountHouse()
        let guests = try await GuestHouse(house)
        let secret = try await guests.link(named: "canary-name").secret.text
        let unknown = String(repeating: "u", count: 43)
        let log = RecordedLog()
        let logger = Logger(label: "test") { _ in RecordedLog.Handler(log: log) }
        let server = try WebServer(house.household, settings: .init(version: "test"), logger: logger)
        try await Application(router: server.router(), logger: logger).test(.router) { client in
            let visit = AccountVisit(client: client, house: house)
            for secret in [secret, unknown] {
                _ = try await visit.get(Site.guest(secret))
                _ = try await visit.get(Site.guestPicture(secret, guests.hallPicture))
                _ = try await visit.post(Site.guestDone(secret, guests.dust), ["due": "2026-11-21"])
                _ = try await visit.upload(Site.guestPhotographs(secret, guests.hall), "no picture")
                _ = try await visit.get(Site.guest(secret) + "/elsewhere")
            }
        }
        #expect(log.text.contains("request"))
        for text in [secret, unknown, "canary"] { #expect(!log.text.contains(text), "\(text)") }
    }
}
