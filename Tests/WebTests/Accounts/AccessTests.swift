import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Support
import Testing

@testable import Web

@Suite("Access to every route", .tags(.medium), .timeLimit(.minutes(2)))
struct AccessTests {
    /// Every route that answers without a session although the household has an owner.
    private static let open: Set<String> = [
        "GET /openapi.json",
        "GET /sign-in", "POST /sign-in", "POST /sign-in/passkey", "POST /sign-in/passkey/options", "POST /sign-out",
        "GET /sign-in/openid", "POST /sign-in/openid", "GET /sign-in/openid/callback", "POST /sign-in/openid/callback",
        "GET /invitation/{secret}/openid", "GET /invitation/{secret}/openid/join", "POST /invitation/{secret}/openid",
        "POST /invitation/{secret}/openid/join",
        "GET /recovery", "POST /recovery",
        "GET /setup/{secret}", "POST /setup/{secret}", "GET /setup/{secret}/restore",
        "POST /setup/{secret}/restore/upload", "POST /setup/{secret}/restore/check",
        "POST /setup/{secret}/restore/start", "GET /invitation/{secret}", "POST /invitation/{secret}",
        "GET /reset/{secret}", "POST /reset/{secret}", "GET /n/{link}", "POST /n/{link}", "GET /calendar/{file}",
        "GET /assets/{release}/**", "GET /manifest.webmanifest", "GET /sw.js", "GET /favicon.ico", "GET /offline",
        "GET /outbox", "GET /health/live", "GET /health/ready", "GET /g/{secret}", "POST /g/{secret}/chores/{id}/done",
        "POST /g/{secret}/log/{number}/undo", "POST /g/{secret}/plants/{id}/photographs",
        "GET /g/{secret}/photographs/{id}/thumbnail.jpg",
    ]

    /// Routes that any signed-in person may use.
    private static let own: Set<String> = [
        "GET /account", "GET /account/region", "POST /account/region", "GET /account/passphrase",
        "POST /account/passphrase", "GET /account/devices", "POST /language",
        "POST /account/devices/{id}/end", "POST /account/devices/end-others", "POST /account/devices/end-all",
        "GET /account/tokens", "POST /account/tokens", "POST /account/tokens/{id}/end", "POST /account/tokens/end-all",
        "POST /account/passphrase/remove", "GET /account/confirm", "POST /account/confirm",
        "POST /account/confirm/passkey", "POST /account/confirm/passkey/options", "GET /account/recovery-codes",
        "POST /account/recovery-codes", "GET /account/passkeys", "POST /account/passkeys",
        "POST /account/passkeys/options", "POST /account/passkeys/{id}/rename", "POST /account/passkeys/{id}/remove",
        "GET /account/confirm/openid", "POST /account/confirm/openid", "GET /account/identities/connect",
        "GET /account/identities", "POST /account/identities",
        "POST /account/identities/connect", "POST /account/identities/{id}/remove", "GET /settings",
        "GET /settings/home", "GET /settings/plantnet", "POST /mcp",
    ]

    private static func access(_ route: Route) -> Access? {
        HTTPRequest.Method(route.method).flatMap { Access(to: route.path, $0) }
    }

    /// An address of the route. The values of its parameters do not matter to a request that is refused.
    private static func address(_ route: Route) -> String {
        "/" + route.parts.map { $0.hasPrefix("{") || $0 == "**" ? "x" : String($0) }.joined(separator: "/")
    }

    @Test("Every route of the server is in an area of the table")
    func complete() throws {
        let missing = try Route.all().filter { Self.access($0) == nil }
        #expect(missing.isEmpty, "\(missing.sorted())")
    }

    @Test("The routes without a session, and those of every signed-in person, are exactly the named ones")
    func named() throws {
        let routes = try Route.all()
        #expect(Set(routes.filter { Self.access($0) == .open }.map(\.description)) == Self.open)
        #expect(Set(routes.filter { Self.access($0) == .session }.map(\.description)) == Self.own)
    }

    @Test("Every area of the table contains a route")
    func used() throws {
        let routes = try Route.all().map(\.path)
        for area in Access.areas {
            let parts = area.path.split(separator: "/")
            let isUsed = routes.contains { path in
                let route = path.split(separator: "/")
                return route.count >= parts.count
                    && zip(route, parts).allSatisfy {
                        $0 == $1 || ($1.hasPrefix(":") && $0.hasPrefix("{")) || $0 == "**"
                    }
            }
            #expect(isUsed, "\(area.path)")
        }
    }

    @Test("With an owner and without a session every other route answers 303 to the sign-in page, or 401 to programs")
    func closed() async throws {
        let house = try AccountHouse()
        try await house.owned()
        let before = try await house.household.accounts.people()
        try await house.visiting { visit in
            for route in try Route.all().sorted() where !Self.open.contains(route.description) {
                let method = try #require(HTTPRequest.Method(route.method))
                let isPage = !route.path.hasPrefix(Site.API.root + "/") && route.path != Site.mcp
                for accept in ["text/html,*/*", "application/json", "image/avif,*/*"] {
                    let answer = try await visit.client.execute(
                        uri: Self.address(route), method: method, headers: [.accept: accept])
                    if isPage, accept.hasPrefix("text/html") {
                        #expect(answer.status == .seeOther, "\(route)")
                        #expect(answer.headers[.location]?.hasPrefix(Site.signIn) == true, "\(route)")
                    } else {
                        #expect(answer.status == .unauthorized, "\(route) for \(accept)")
                        #expect(answer.headers[.contentType] == "application/problem+json", "\(route)")
                        #expect(answer.text.contains("\"signed-out\""), "\(route)")
                    }
                    #expect(answer.headers[.cacheControl] == "no-store", "\(route)")
                }
            }
            // An address that does not exist tells no more.
            #expect(try await visit.get("/no/such/page").status == .seeOther)
            #expect(try await visit.get("/api/no-such", accept: "application/json").status == .unauthorized)
        }
        #expect(try await house.household.accounts.people() == before)
    }

    @Test("A guest and a member are refused exactly the routes whose permission their roles do not have")
    func roles() async throws {
        let house = try AccountHouse()
        let (owner, _) = try await house.owned()
        let person = try #require(try await house.person(owner))
        try await house.visiting { visit in
            for role in [Role.guest, .member] {
                let cookie = try await house.joined("\(role)", as: role, invitedBy: person)
                for route in try Route.all().sorted() {
                    guard case .permission(let permission) = Self.access(route), !role.permits(permission) else {
                        continue
                    }
                    let method = try #require(HTTPRequest.Method(route.method))
                    let answer = try await visit.client.execute(
                        uri: Self.address(route), method: method, headers: [.accept: "text/html", .cookie: cookie])
                    #expect(answer.status == .forbidden, "\(route) for a \(role)")
                }
            }
        }
    }

    @Test(
        "The table says which permission a route needs",
        arguments: [
            ("GET /", .read), ("GET /plants/{id}", .read), ("POST /plants/{id}/notes", .change),
            ("POST /photographs", .photograph), ("GET /medicines/{medicine}", .readMedicines),
            ("POST /medicines/{medicine}/doses/{dose}/{verb}", .changeMedicines), ("GET /medicines/export", .export),
            ("GET /api/collection", .export), ("POST /settings/plantnet", .settings), ("POST /settings/key", .keys),
            ("GET /settings/answers", .settings), ("GET /settings/pause", .change), ("PATCH /api/settings", .settings),
            ("PUT /api/food/account", .keys), ("POST /larder/account", .keys),
            ("GET /people", .people), ("GET /guests", .change), ("POST /guests/{id}/end", .change),
            ("POST /people/invitations/{id}/withdraw", .people), ("GET /metrics", .settings),
            ("POST /identifications/{id}/keep", .change), ("POST /api/identifications/{id}/plant", .change),
        ] as [(String, Permission)])
    func examples(route: String, permission: Permission) throws {
        let parts = route.split(separator: " ").map(String.init)
        let method = try #require(HTTPRequest.Method(parts[0]))
        #expect(Access(to: parts[1], method) == .permission(permission))
    }

    @Test("A route that the table does not have is refused")
    func unknown() {
        #expect(Access(to: "/new-tab", .get) == nil)
        #expect(Access(to: "/settingsx", .get) == nil)
    }
}
