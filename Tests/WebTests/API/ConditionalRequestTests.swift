import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import Support
import Testing

@testable import Web

/// Changes with `If-Match`, and creations whose answers are not stored.
@Suite("Conditional requests", .tags(.medium))
struct ConditionalRequestTests {
    private func plant(_ visit: AccountVisit, _ name: String = "Monty") async throws -> String {
        let added = try await visit.ask(.post, Site.API.plants, token: nil, body: #"{"name": "\#(name)"}"#)
        return try #require(added.headers[.location])
    }

    private func tag(_ uri: String, _ visit: AccountVisit) async throws -> String {
        try #require(try await visit.ask(uri, token: nil).headers[.eTag])
    }

    private func rename(
        _ uri: String, _ name: String, if match: String, _ visit: AccountVisit
    ) async throws -> TestResponse {
        try await visit.ask(
            .patch, uri, token: nil, also: [("If-Match", match)], body: #"{"name": "\#(name)"}"#)
    }

    @Test("A change with the version of an earlier look is made while nothing was changed, and refused afterwards")
    func versions() async throws {
        try await AccountHouse().visiting { visit in
            let uri = try await plant(visit)
            let seen = try await tag(uri, visit)
            // A client that reads compressed answers has a weak tag; a list has the versions of several looks.
            for (number, match) in [seen, "W/" + seen, "\"other\", \(seen)", "*"].enumerated() {
                let current = try await tag(uri, visit)
                let field = match.replacing(seen, with: current)
                #expect(try await rename(uri, "Monty \(number)", if: field, visit).status == .ok, "\(field)")
            }
            for old in [seen, "\"other\"", ""] {
                let refused = try await rename(uri, "Lost", if: old, visit)
                #expect(refused.status == .preconditionFailed && refused.text.contains("version-changed"), "\(old)")
            }
            let removal = try await visit.ask(.delete, uri, token: nil, also: [("If-Match", seen)])
            #expect(removal.status == .preconditionFailed)
            #expect(try await visit.ask(uri, token: nil).text.contains("Monty 3"))
            // Another plant is another version: a change of it refuses nothing.
            let current = try await tag(uri, visit)
            _ = try await plant(visit, "Rose")
            #expect(try await visit.ask(.delete, uri, token: nil, also: [("If-Match", current)]).status.code < 300)
            #expect(try await rename(uri, "Gone", if: "*", visit).status == .notFound)
        }
    }

    @Test("Of several changes of one version at the same time exactly one is made")
    func together() async throws {
        try await AccountHouse().visiting { visit in
            let uri = try await plant(visit)
            let seen = try await tag(uri, visit)
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for number in 0..<12 {
                    group.addTask { try await rename(uri, "Monty \(number)", if: seen, visit).status }
                    // Other changes of the household at the same time refuse none.
                    group.addTask {
                        _ = try await plant(visit, "Rose \(number)")
                        return .created
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == .ok }.count == 1)
            #expect(statuses.filter { $0 == .preconditionFailed }.count == 11)
        }
    }

    @Test("A verb at an address that GET does not answer refuses If-Match and does nothing")
    func verbs() async throws {
        try await AccountHouse().visiting { visit in
            let body = #"{"kind": "own", "title": "Turn it", "recurrence": "once"}"#
            let added = try await visit.ask(.post, Site.API.chores, token: nil, body: body)
            let chore = try #require(added.headers[.location])
            let refused = try await visit.ask(.post, chore + "/done", token: nil, also: [("If-Match", "*")])
            #expect(refused.status == .preconditionFailed && refused.text.contains("version-missing"))
            #expect(try await visit.ask(Site.API.log, token: nil).text.contains(#""entries":[]"#))
            let list = try await visit.ask(
                .post, Site.API.plants, token: nil, also: [("If-Match", "*")], body: #"{"name": "Monty"}"#)
            #expect(list.status == .preconditionFailed && list.text.contains("version-missing"))
        }
    }

    @Test("A token that may not read learns no version")
    func tokens() async throws {
        let house = try AccountHouse()
        let cookie = try await house.owned().cookie
        let owner = try #require(try await house.person(cookie))
        let token = try await house.household.accounts.makeToken(
            named: "Writer", scopes: [.write], days: 1, by: owner, on: AccountHouse.phone)
        try await house.visiting { visit in
            let holiday = #"{"from": "2026-12-01", "through": "2026-12-14"}"#
            let refused = try await visit.ask(
                .put, Site.API.pause, token: token.secret.text, also: [("If-Match", "*")], body: holiday)
            #expect(refused.status == .forbidden && refused.text.contains("scope-missing"))
            let made = try await visit.ask(.put, Site.API.pause, token: token.secret.text, body: holiday)
            #expect(made.status.code < 300)
        }
    }

    @Test("Each address whose values can be changed has a version")
    func addresses() async throws {
        let routes = try await AccountHouse().routes()
        for route in routes where [.patch, .put].contains(route.method) {
            #expect(route.takesVersion(among: routes), "\(route.pattern)")
        }
    }

    @Test("A medicine, label, channel or calendar that is sent twice with one key is made once")
    func keys() async throws {
        let medicine = #"""
            {"name": "Fillium", "directions": "Take 1 tablet by mouth once daily", "confirmed": [
                {"field": "medicine"}, {"clause": 0, "field": "dose"}, {"clause": 0, "field": "frequency"},
                {"clause": 0, "field": "route"}]}
            """#
        let bodies = [
            (Site.API.medicines, medicine, "medicines"),
            (Site.API.labels, #"{"text": "Fillium 5 mg. Take 1 tablet daily."}"#, "labels"),
            (Site.API.channels, #"{"kind": "webhook", "name": "Hook", "url": "https://example.org/"}"#, "channels"),
            (Site.API.feeds, #"{"name": "Kitchen"}"#, "feeds"),
        ]
        try await AccountHouse().visiting { visit in
            for (uri, body, list) in bodies {
                func send(_ body: String) async throws -> TestResponse {
                    try await visit.ask(
                        .post, uri, token: nil,
                        also: [("Idempotency-Key", "\"one\""), ("Content-Type", "application/json")], body: body)
                }
                func count() async throws -> Int {
                    let text = try await visit.ask(uri, token: nil).text
                    return try JSONDecoder().decode([String: [Named]].self, from: Data(text.utf8))[list]?
                        .filter { $0.kind != "page" }.count ?? 0
                }
                let first = try await send(body)
                #expect(first.status == .created, "\(uri): \(first.text)")
                let second = try await send(body)
                #expect(second.status == .conflict && second.text.contains("performed-already"), "\(uri)")
                #expect(second.headers[.location] != nil && second.headers[.location] == first.headers[.location])
                #expect(try await send(body + " ").status == .unprocessableContent)
                #expect(try await count() == 1, "\(uri)")
            }
        }
    }

    private struct Named: Decodable {
        let kind: String?
    }
}

extension AccountHouse {
    fileprivate func routes() async throws -> [APIRoutes.Route] {
        try WebServer(household, settings: .init(version: "test"), logger: .init(label: "test"))
            .api(of: .init(context: AppRequestContext.self))
    }
}
