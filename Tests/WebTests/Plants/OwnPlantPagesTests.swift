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

@Suite("The household's own plants on the page of a photograph and in the API", .tags(.medium))
struct OwnPlantPagesTests {
    private let page: HTTPFields = [.accept: "text/html", .contentType: "application/x-www-form-urlencoded"]
    private let json: HTTPFields = [.accept: "application/json", .contentType: "application/json"]

    private func visiting(
        _ household: Household, _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let server = try WebServer(
            household, settings: .init(version: "test"), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await Application(router: server.router()).test(.router, body)
    }

    private func picture(_ text: String) -> [UInt8] { Array("photo \(text)".utf8) }

    /// Basil with a learned photograph, and a new photograph of it.
    private func furnished() async throws -> (Household, Plant, Identification) {
        let household = Household.drawn(recogniser: .telling)
        let first = try await household.identifications.identify([picture("basil 1")])
        let basil = try await household.collection.confirm(first.id, as: .noneOfThese(name: "Basil & co", taxon: nil))
        try await household.ownPlants.learn()
        return (household, basil, try await household.identifications.identify([picture("basil 2")]))
    }

    @Test("The page proposes the plant, and one button adds the photograph to it")
    func proposal() async throws {
        let (household, basil, again) = try await furnished()
        try await visiting(household) { client in
            func html() async throws -> String {
                let response = try await client.execute(
                    uri: Site.identification(again.id), method: .get, headers: page)
                return String(buffer: response.body)
            }
            let before = try await html()
            for words in [
                "Is it one of your plants?", "action=\"\(Site.ownPlant(again.id))\"", "Basil &amp; co</a>",
                "name=\"plant\" value=\"\(basil.id)\"", "Yes, add to this plant",
            ] {
                #expect(before.contains(words), "\(words)")
            }
            let response = try await client.execute(
                uri: Site.ownPlant(again.id), method: .post, headers: page,
                body: ByteBuffer(string: "plant=\(basil.id)"))
            #expect(response.status == .seeOther)
            let place = Site.plant(basil.id).with(["note": "photographed"], at: "photographs")
            #expect(response.headers[.location] == place)
            #expect(try await household.collection.plant(basil.id).photographs.count == 2)
            let after = try await html()
            #expect(!after.contains("Is it one of your plants?"))
            #expect(after.contains("Added to your plants as"))
        }
    }

    @Test("A plant that does not exist is refused, and nothing changes")
    func unknown() async throws {
        let (household, basil, again) = try await furnished()
        try await visiting(household) { client in
            for form in ["plant=nobody", "plant=", "", "plant=..%2F"] {
                let response = try await client.execute(
                    uri: Site.ownPlant(again.id), method: .post, headers: page, body: ByteBuffer(string: form))
                #expect(response.status == .notFound, "\(form)")
            }
            #expect(try await household.identifications.identification(again.id).outcome == .open)
            #expect(try await household.collection.plant(basil.id).photographs.count == 1)
        }
    }

    @Test("The API names the plant, and adds the photographs to it")
    func api() async throws {
        let (household, basil, again) = try await furnished()
        try await visiting(household) { client in
            func answer() async throws -> [[String: Any]] {
                let response = try await client.execute(
                    uri: Site.API.identification(again.id), method: .get, headers: json)
                let data = Data(String(buffer: response.body).utf8)
                let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
                return try #require(object?["ownPlants"] as? [[String: Any]])
            }
            let own = try #require(try await answer().first)
            #expect(own["id"] as? String == basil.id.rawValue)
            #expect(own["name"] as? String == "Basil & co")
            #expect(own["similarity"] as? Double == 1)
            for (body, status) in [
                ("{\"ownPlant\": \"nobody\"}", HTTPResponse.Status.notFound),
                ("{\"ownPlant\": \"\(basil.id)\"}", .ok), ("{\"ownPlant\": \"\(basil.id)\"}", .ok),
            ] {
                let response = try await client.execute(
                    uri: Site.API.identifiedPlant(again.id), method: .post, headers: json,
                    body: ByteBuffer(string: body))
                #expect(response.status == status, "\(body)")
            }
            #expect(try await household.collection.plant(basil.id).photographs.count == 2)
            #expect(try await answer().isEmpty)
        }
    }
}
