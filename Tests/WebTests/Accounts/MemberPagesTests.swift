import Accounts
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

@Suite("Pages of a member and of a guest", .tags(.medium), .timeLimit(.minutes(2)))
struct MemberPagesTests {
    /// A form or link of a page.
    private struct Target: Hashable, CustomStringConvertible {
        let method: HTTPRequest.Method
        let path: String

        var description: String { "\(method) \(path)" }
    }

    private static func targets(_ html: String) -> Set<Target> {
        let forms = html.matches(of: /<form[^>]*>/).compactMap { match -> Target? in
            let tag = String(match.0)
            guard let path = tag.firstMatch(of: /action="(\/[^"?#]*)/)?.1 else { return nil }
            return Target(method: tag.contains("method=\"post\"") ? .post : .get, path: String(path))
        }
        let links = html.matches(of: /<a [^>]*href="(\/[^"?#]*)/).map { Target(method: .get, path: String($0.1)) }
        return Set(forms + links)
    }

    /// The route of a path: the one with the most parts that are not parameters.
    private static func route(_ target: Target, among routes: Set<Route>) -> Route? {
        let parts = target.path.split(separator: "/")
        let matches = routes.filter { route in
            route.method == target.method.rawValue && route.parts.count == parts.count
                && zip(route.parts, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        return matches.max { one, other in
            one.parts.count { !$0.hasPrefix("{") } < other.parts.count { !$0.hasPrefix("{") }
        }
    }

    @Test("The answer to a wrong form has no form that is refused for a member")
    func refusedForms() async throws {
        let house = try AccountHouse()
        let (owner, _) = try await house.owned()
        let cookie = try await house.joined(
            "Ben", as: .member, invitedBy: try #require(try await house.person(owner)))
        try await house.visiting { visit in
            let form: KeyValuePairs = [Home.Setting.larderCountry.rawValue: "nowhere at all"]
            let page = try await visit.post(Site.diet, form, cookie: cookie)
            #expect(page.status == .unprocessableContent)
            #expect(!Self.targets(page.text).contains(Target(method: .post, path: Site.foodAccount)))
            let ownerPage = try await visit.post(Site.diet, form, cookie: owner)
            #expect(Self.targets(ownerPage.text).contains(Target(method: .post, path: Site.foodAccount)))
            let channel = try await visit.post(
                Site.settingsChannels, ["kind": "ntfy", "server": "no address"], cookie: cookie)
            #expect(channel.status == .unprocessableContent)
            #expect(!Self.targets(channel.text).contains(Target(method: .post, path: Site.settingsReminders)))
        }
    }

    @Test(
        "No page that a person can open has a form or a link that is refused for the role of the person",
        arguments: [Role.member, .guest])
    func noRefusedForms(role: Role) async throws {
        let house = try await FilledHousehold.furnished()
        _ = try await house.own(inviting: role)
        let server = try WebServer(
            house.untouchable(), settings: .init(version: "test"),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await Application(router: server.router()).test(.router) { client in
            let link = try #require(house.value("invitation"))
            let joined = try await client.execute(
                uri: Site.invitation(link), method: .post,
                headers: [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"],
                body: ByteBuffer(string: "name=Ben&passphrase=rain+on+the+glass+house+roof"))
            let cookie = try #require(joined.cookie)
            let routes = try Route.all()
            var (waiting, seen, refused) = ([Site.today, Site.about], Set<String>(), Set<String>())
            // Days and months lead to further ones without an end, so a route is opened with three addresses at most.
            var visits: [Route: Int] = [:]
            while let path = waiting.popLast() {
                guard seen.insert(path).inserted, seen.count < 500 else { continue }
                let page = try await client.execute(
                    uri: path, method: .get, headers: [.accept: "text/html", .cookie: cookie])
                if let next = page.headers[.location], page.status == .seeOther { waiting.append(next) }
                guard page.status == .ok, page.headers[.contentType]?.hasPrefix("text/html") == true else { continue }
                // A page without a session is the same for all.
                guard Access(at: path, .get) != .open else { continue }
                for target in Self.targets(page.text) {
                    guard let route = Self.route(target, among: routes) else { continue }
                    switch Access(to: route.path, target.method) {
                    case .permission(let permission) where !role.permits(permission):
                        refused.insert("\(path): \(target)")
                    case nil: refused.insert("\(path): \(target) is in no area")
                    default:
                        if target.method == .get, !seen.contains(target.path), visits[route, default: 0] < 3 {
                            visits[route, default: 0] += 1
                            waiting.append(target.path)
                        }
                    }
                }
            }
            #expect(refused.isEmpty, "\(refused.sorted().joined(separator: "\n"))")
            #expect(seen.isSuperset(of: [Site.plants, Site.photograph, Site.larder, Site.agenda, Site.account]))
            let ofMembers: Set = [Site.settingsReminders, Site.medicines, Site.diet, Site.medicineSettings]
            #expect(
                role == .guest ? seen.isDisjoint(with: ofMembers) : seen.isSuperset(of: ofMembers), "\(seen.sorted())")
        }
    }

    @Test("The pages of medicines have the same content for a member as for an owner")
    func medicines() async throws {
        let house = try await FilledHousehold.furnished()
        let owner = try await house.own()
        let server = try WebServer(
            house.untouchable(), settings: .init(version: "test"),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let (label, medicine) = (try #require(house.value("labels")), try #require(house.value("medicines")))
        try await Application(router: server.router()).test(.router) { client in
            for path in [
                Site.medicines, Site.medicines + "/labels/" + label, Site.medicines + "/" + medicine, Site.today,
                Site.larder,
            ] {
                let page = try await client.execute(
                    uri: path, method: .get, headers: [.accept: "text/html", .cookie: owner])
                #expect(page.status == .ok, "\(path)")
                // The time zone can be set by an owner only.
                let shown = page.text.replacing(
                    /<section class="note where"[^>]*data-needs="settings">.*?<\/section>/.dotMatchesNewlines(),
                    with: "")
                #expect(PermittedHTML.permitted(shown, Role.member.permissions) == shown, "\(path)")
            }
        }
    }

    @Test("A guest reads plants, tasks and the larder, names a photo and adds it to a plant, and sees no medicine")
    func guest() async throws {
        let house = try await FilledHousehold.furnished()
        let owner = try await house.own(inviting: .guest)
        let server = try WebServer(
            house.untouchable(), settings: .init(version: "test"),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await Application(router: server.router()).test(.router) { client in
            let joined = try await client.execute(
                uri: Site.invitation(try #require(house.value("invitation"))), method: .post,
                headers: [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"],
                body: ByteBuffer(string: "name=Ben&passphrase=rain+on+the+glass+house+roof"))
            let cookie = try #require(joined.cookie)
            func page(_ path: String, _ cookie: String) async throws -> String {
                let page = try await client.execute(
                    uri: path, method: .get, headers: [.accept: "text/html", .cookie: cookie])
                #expect(page.status == .ok, "\(path)")
                return page.text
            }
            let plant = try #require(house.value("plants"))
            let identification = try #require(house.value("identifications"))
            for (path, shown, hidden) in [
                (Site.today, "Water", "Mark all due"), (Site.plants, "Monty", "Add a plant"),
                (Site.plants + "/" + plant, "Monty", "Remove this plant"),
                (Site.identifications + "/" + identification, "candidates", "Add to my plants"),
                (Site.stock, "Spread", "Used up"), (Site.shopping, "Spread", "<form method=\"post\" action=\"/larder"),
            ] {
                let (guest, own) = (try await page(path, cookie), try await page(path, owner))
                #expect(guest.contains(shown) && !guest.contains(hidden), "\(path)")
                #expect(own.contains(shown) && own.contains(Site.medicines), "\(path)")
                #expect(!guest.contains(Site.medicines), "\(path)")
            }
            #expect(try await page(Site.today, cookie).contains("<p class=\"why\">"))
            for path in [Site.API.alerts, Site.newPlant, Site.game, Site.diet] {
                let answer = try await client.execute(uri: path, method: .get, headers: [.cookie: cookie])
                #expect(answer.status == .forbidden, "\(path)")
            }
            let state = try await client.execute(uri: Site.API.state, method: .get, headers: [.cookie: cookie])
            #expect(state.text.contains("\"alerts\":0"), "\(state.text)")
            for (path, body) in [
                (Site.stopWaiting(try #require(Identification.ID(identification))), ""),
                (
                    Site.API.photographs + "/\(try #require(house.value("photographs")))/identifications",
                    #"{"strategy": "service-only"}"#
                ),
            ] {
                let answer = try await client.execute(
                    uri: path, method: .post, headers: [.cookie: cookie], body: ByteBuffer(string: body))
                #expect(answer.status == .forbidden, "\(path)")
            }
            // The page for times without a network is kept for the person who uses the browser next.
            let offline = try await client.execute(
                uri: Site.offline, method: .get, headers: [.accept: "text/html", .cookie: cookie])
            #expect(offline.text.contains(Site.medicines))
            let medicine = try await client.execute(
                uri: Site.medicines, method: .get, headers: [.accept: "text/html", .cookie: cookie])
            #expect(medicine.status == .forbidden && !medicine.text.contains(Site.medicines))
            for path in [Site.API.medicines, Site.API.labels, Site.API.doses] {
                let answer = try await client.execute(uri: path, method: .get, headers: [.cookie: cookie])
                #expect(answer.status == .forbidden, "\(path)")
            }
            let photograph = try await client.execute(
                uri: Site.API.photographs, method: .post, headers: [.cookie: cookie],
                body: ByteBuffer(string: "photo of another flower"))
            #expect(photograph.status == .created)
            let document = try #require(
                try JSONSerialization.jsonObject(with: Data(photograph.body.readableBytesView)) as? [String: Any])
            let named = try await client.execute(
                uri: Site.API.photographs + "/" + (try #require(document["id"] as? String)) + "/identifications",
                method: .post, headers: [.cookie: cookie])
            #expect(named.status == .created)
        }
    }
}
