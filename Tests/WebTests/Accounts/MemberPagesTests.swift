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

@Suite("Pages of a member", .tags(.medium), .timeLimit(.minutes(2)))
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

    @Test("No page that a member can open has a form or a link that is refused for a member")
    func noRefusedForms() async throws {
        let house = try await FilledHousehold.furnished()
        _ = try await house.own()
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
                for target in Self.targets(page.text) {
                    guard let route = Self.route(target, among: routes) else { continue }
                    switch Access(to: route.path, target.method) {
                    case .permission(let permission) where !Role.member.permits(permission):
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
            #expect(seen.isSuperset(of: [Site.settingsReminders, Site.medicines, Site.larder, Site.account]))
            #expect(seen.isSuperset(of: [Site.diet, Site.medicineSettings]), "\(seen.sorted())")
        }
    }
}
