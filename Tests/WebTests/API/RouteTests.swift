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

/// A method and a whole path, with parameters in braces as in Docs/api.md: "GET /plants/{id}".
struct Route: Hashable, Comparable, CustomStringConvertible {
    let method: String
    let path: String

    var description: String { "\(method) \(path)" }
    /// The parts without the empty ones before the first and after the last slash.
    var parts: [Substring] { path.split(separator: "/") }

    static func < (one: Route, other: Route) -> Bool { (one.path, one.method) < (other.path, other.method) }

    /// Every route that the router answers.
    static func all() throws -> Set<Route> {
        let server = try WebServer(
            .drawn(), settings: .init(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return Set(
            server.router().routes.map { route in
                let parts = "\(route.path)".split(separator: "/").map { part in
                    part.hasPrefix(":") ? "{\(part.dropFirst())}" : String(part)
                }
                return Route(method: route.method.rawValue, path: "/" + parts.joined(separator: "/"))
            })
    }

    /// Every route that Docs/api.md names in code style.
    static func documented() throws -> Set<Route> {
        let guide = try String(contentsOfFile: Fixture.root + "/Docs/api.md", encoding: .utf8)
        return Set(
            guide.matches(of: /`(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[^`\s]*)`/).map {
                Route(method: String($0.1), path: String($0.2))
            })
    }
}

@Suite("Routes of the server", .tags(.medium))
struct RouteTests {
    @Test("Every route of the server is described in Docs/api.md with its method and its whole path")
    func described() throws {
        let missing = try Route.all().subtracting(try Route.documented())
        #expect(try Route.all().count > 200)
        #expect(missing.isEmpty, "Docs/api.md lacks \(missing.sorted().map(\.description).joined(separator: ", "))")
    }

    @Test("Every route in Docs/api.md is a route of the server")
    func real() throws {
        let absent = try Route.documented().subtracting(try Route.all())
        #expect(absent.isEmpty, "the server lacks \(absent.sorted().map(\.description).joined(separator: ", "))")
    }

    // MARK: GET requests

    /// GET routes that may write, with the reason. Only calendar feeds and exports belong here.
    private static let recording: [String: String] = [
        "/calendar/{file}":
            "notes when a calendar was fetched, and the SEQUENCE of each event, which RFC 5545 demands of a changed one",
        "/api/collection": "adds the export to the log of accounts",
        "/api/medicines/export": "adds the export to the log of accounts",
    ]

    /// Queries with which a route could do more than without.
    static let queries: [String: [String]] = [
        "/larder/look": ["code=5010477348678", "code=3560070169443", "code=5010477348678&fresh=true"],
        "/larder/game": ["kinds=label", "order=random", "ask=true"],
        "/larder/votes": ["account=count"],
        "/larder/products/{code}": ["fresh=true", "note=fresh"],
        "/larder/questions/{id}/picture.jpg": ["whole=true"],
        "/api/products/{code}": ["fresh=true"],
        "/api/products/{code}/questions": ["fresh=true"],
        "/api/questions": ["kinds=label", "count=5"],
        "/api/barcodes": ["text=5010477348678"],
        "/api/care": ["species=Echeveria+elegans"],
        "/api/species": ["q=monstera", "q=rose&limit=1"],
        "/api/medicines/export": ["format=fhir", "format=csv"],
        "/api/collection": ["format=csv"],
        "/agenda": ["show=all"],
        "/api/agenda/day": ["on=2027-01-14"],
        "/api/pause/before-you-leave": ["from=2027-01-20&through=2027-01-30"],
        "/": ["did=done:1"],
    ]

    private struct Visit {
        let client: any TestClientProtocol
        let house: FilledHousehold
        /// Whether every route must find its object.
        var isFurnished = true
        /// The cookie of the owner's session; nil in a household without an owner.
        var cookie: String?
    }

    /// Routes of one-time links, and whether they find something in a household with an owner or in one without.
    private static let links = [
        "/setup/{secret}": false, "/setup/{secret}/restore": false, "/invitation/{secret}": true,
        "/reset/{secret}": true, "/g/{secret}": true,
        "/g/{secret}/photographs/{id}/thumbnail.jpg": true,
    ]

    /// Requests every GET route of the router, with each kind of `Sec-Fetch-Site`.
    private func readEverything(_ visit: Visit) async throws {
        let house = visit.house
        // The household is created in memory by the first read.
        _ = try await house.records.choices()
        _ = house.calls.take()
        let sheets = visit.isFurnished ? try StyleSheets() : nil
        var before = try await house.contents
        for route in try Route.all().sorted() where route.method == "GET" {
            let address = try #require(
                Self.address(of: route, in: house), "\(route) needs a value for each parameter in FilledHousehold")
            var isFound = false
            for query in [""] + (Self.queries[route.path] ?? []).map({ "?" + $0 }) {
                for site in [nil, "same-site", "cross-site"] as [String?] {
                    var headers: HTTPFields = [.accept: "text/html"]
                    headers[.cookie] = visit.cookie
                    if let site { headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = site }
                    let answer = try await visit.client.execute(uri: address + query, method: .get, headers: headers)
                    let request = "\(route)\(query) with Sec-Fetch-Site \(site ?? "missing")"
                    #expect(house.calls.take().isEmpty, "\(request) called a service")
                    let now = try await house.contents
                    if Self.recording[route.path] == nil { #expect(now == before, "\(request) wrote") }
                    before = now
                    isFound = isFound || answer.status.code < 400
                    if let sheets, site == nil, answer.headers[.contentType]?.hasPrefix("text/html") == true {
                        let missing = sheets.missing(on: String(buffer: answer.body))
                        #expect(missing.isEmpty, "\(request) does not load the style sheet of what it shows")
                    }
                }
            }
            let isLinked = Self.links[route.path].map { $0 == (visit.cookie != nil) } ?? true
            #expect(isFound == isLinked || !visit.isFurnished, "\(route) found nothing to show, or too much")
        }
    }

    /// An address of a route; nil if a parameter has no value in that household.
    static func address(of route: Route, in house: FilledHousehold) -> String? {
        let parts = route.parts
        var address = ""
        for (place, part) in parts.enumerated() {
            if part.hasPrefix("{") || part == "**" {
                let isSecond = place > 1 && parts[place - 1].hasPrefix("{")
                let isPicture = place > 1 && parts[place - 1] == "pictures"
                let name =
                    isSecond
                    ? parts[place - 2] + "/" : isPicture && place > 2 ? parts[place - 3] + "/" : parts[place - 1]
                guard let value = house.value(String(name)) ?? (house.isEmpty ? "none" : nil) else { return nil }
                address += "/" + value
            } else {
                address += "/" + part
            }
        }
        return address.isEmpty ? "/" : address
    }

    private func visiting(_ house: FilledHousehold, _ body: @escaping @Sendable (Visit) async throws -> Void)
        async throws
    {
        let server = try WebServer(
            house.untouchable(), settings: .init(version: "test"),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await Application(router: server.router()).test(.router) {
            try await body(Visit(client: $0, house: house))
        }
    }
}

extension RouteTests {
    @Test("A GET route shows data, with the style sheets it needs, and neither writes nor calls a service")
    func reading() async throws {
        try await visiting(try await FilledHousehold.furnished()) { try await readEverything($0) }
    }

    @Test("A GET route shows data to the owner of a session and neither writes nor calls a service")
    func readingWithSession() async throws {
        let house = try await FilledHousehold.furnished()
        let cookie = try await house.own()
        try await visiting(house) { visit in
            var visit = visit
            visit.cookie = cookie
            try await readEverything(visit)
        }
    }

    @Test("A GET route writes the last use of a session at most once an hour, and nothing else")
    func readingTouches() async throws {
        let house = try await FilledHousehold.furnished()
        let cookie = try await house.own()
        try await visiting(house) { visit in
            let headers: HTTPFields = [.accept: "text/html", .cookie: cookie]
            let uses = { try await house.contents.split(separator: "\n").filter { $0.contains("used_at") } }
            let rest = { try await house.contents.split(separator: "\n").filter { !$0.contains("used_at") } }
            let before = try await (uses(), rest())
            house.clock.pass(3_000)
            _ = try await visit.client.execute(uri: Site.plants, method: .get, headers: headers)
            #expect(try await uses() == before.0)
            house.clock.pass(600)
            _ = try await visit.client.execute(uri: Site.plants, method: .get, headers: headers)
            let after = try await uses()
            #expect(after != before.0)
            _ = try await visit.client.execute(uri: Site.plants, method: .get, headers: headers)
            #expect(try await uses() == after)
            #expect(try await rest() == before.1)
        }
    }

    @Test("A GET route neither writes nor calls a service when all cached data is stale")
    func readingLater() async throws {
        let house = try await FilledHousehold.furnished()
        try await visiting(house) { visit in
            house.clock.pass(40 * 86_400)
            var visit = visit
            visit.isFurnished = false
            try await readEverything(visit)
        }
    }

    @Test("A GET route neither writes nor calls a service in a new household")
    func readingNothing() async throws {
        try await visiting(try FilledHousehold()) { visit in
            var visit = visit
            visit.isFurnished = false
            try await readEverything(visit)
        }
    }
}

extension RouteTests {
    @Test("A GET route that may write is a calendar feed or an export, and exists")
    func allowed() throws {
        let routes = try Route.all()
        for (path, reason) in Self.recording {
            #expect(routes.contains(Route(method: "GET", path: path)), "\(path)")
            let isExport = path.hasSuffix("/export") || path == Site.API.collection
            #expect(path.hasPrefix("/calendar/") || isExport, "\(path): \(reason)")
        }
        for path in Self.queries.keys { #expect(routes.contains(Route(method: "GET", path: path)), "\(path)") }
    }
}
