import Agenda
import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import Plants
import Support
import Testing

@testable import Web

@Suite("Pages of a large collection", .tags(.medium))
struct CollectionPagesTests {
    /// "Plant 001" to "Plant 130", the last one added last; every second in the attic.
    private func large() async throws -> Household {
        let household = Household.drawn()
        for number in 1...130 {
            _ = try await household.collection.add(
                "Plant \(String(format: "%03d", number))", taxon: nil, room: number.isMultiple(of: 2) ? "Attic" : nil)
        }
        return household
    }

    /// The names on the page, in its order.
    private func names(_ html: String) -> [String] {
        html.matches(of: />(Plant [0-9]{3})<\/a><\/h2>/).map { String($0.1) }
    }

    private func link(_ relation: String, in html: String) -> String? {
        html.matches(of: /href="([^"]+)" rel="(next|prev)"/).first { $0.2 == relation }.map {
            String($0.1).replacing("&amp;", with: "&")
        }
    }

    /// Gives `body` a function that returns the page at an address.
    private func visiting(
        _ household: Household, _ body: @escaping @Sendable ((String) async throws -> String) async throws -> Void
    ) async throws {
        let server = try WebServer(
            household, settings: .init(version: "test"),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await Application(router: server.router()).test(.router) { client in
            try await body { uri in
                let response = try await client.execute(uri: uri, method: .get, headers: [.accept: "text/html"])
                #expect(response.status == .ok, "\(uri)")
                return String(buffer: response.body)
            }
        }
    }

    @Test("The collection is shown in parts of sixty plants, with links to the next and the previous one")
    func parts() async throws {
        let household = try await large()
        try await visiting(household) { html in
            let first = try await html("/plants?sort=name")
            #expect(names(first) == (1...60).map { "Plant \(String(format: "%03d", $0))" })
            #expect(first.contains("1 to 60 of 130 plants") && first.contains("<span class=\"count\">130</span>"))
            #expect(link("prev", in: first) == nil)
            let second = try await html(try #require(link("next", in: first)))
            #expect(names(second).first == "Plant 061" && names(second).count == 60)
            let third = try await html(try #require(link("next", in: second)))
            #expect(names(third) == (121...130).map { "Plant \($0)" } && third.contains("121 to 130 of 130 plants"))
            #expect(link("next", in: third) == nil)
            #expect(link("prev", in: third).map { $0.contains("page=2") } == true)
        }
    }

    @Test("A part that does not exist any more shows the last one, and nonsense the first one")
    func beyond() async throws {
        let household = try await large()
        try await visiting(household) { html in
            let last = try await html("/plants?sort=name&page=99")
            #expect(names(last).first == "Plant 121")
            for page in ["0", "-1", "x", "99999999999999999999", ""] {
                let first = try await html("/plants?sort=name&page=\(page)")
                #expect(names(first).first == "Plant 001", "\(page)")
            }
        }
    }

    @Test("A search and a room have parts of their own, and another order begins with the first part")
    func filtered() async throws {
        let household = try await large()
        try await visiting(household) { html in
            let attic = try await html("/plants?sort=name&room=Attic&view=list")
            #expect(attic.contains("1 to 60 of 65 plants") && names(attic).last == "Plant 120")
            let rest = try await html(try #require(link("next", in: attic)))
            #expect(names(rest) == ["Plant 122", "Plant 124", "Plant 126", "Plant 128", "Plant 130"])
            // The link to the other order names no part.
            #expect(rest.contains("href=\"/plants?room=Attic&amp;view=list\""))
            let few = try await html("/plants?q=Plant%2001")
            #expect(names(few).count == 10 && !few.contains("of 10 plants"))
        }
    }

    @Test("Plants of every part show their next task")
    func tasks() async throws {
        let household = try await large()
        let plant = try #require(try await household.collection.plants(.init(order: .name)).last)
        let watering = try #require(
            try await household.agenda.chores(of: plant.id).first { $0.kind == .watering && $0.due != nil })
        _ = try await household.agenda.done([watering.id])
        try await visiting(household) { html in
            let (last, first) = (try await html("/plants?page=3&sort=name"), try await html("/plants?sort=name"))
            #expect(last.matches(of: /Water today/).count == 9)
            #expect(last.matches(of: /Water in [0-9]+ days/).count == 1)
            #expect(first.matches(of: /Water today/).count == 60)
        }
    }
}
