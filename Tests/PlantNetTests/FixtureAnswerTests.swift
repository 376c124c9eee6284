import Foundation
import PlantNet
import Support
import Testing

/// Invented responses in the forms that the service uses; they are in the checkout (Tests/Fixtures/PlantNet).
@Suite("Invented responses of Pl@ntNet", .tags(.small))
struct FixtureAnswerTests {
    static let files: [String] = {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: Fixture.path("PlantNet"))) ?? []
        return all.filter { $0.hasSuffix(".json") }.sorted()
    }()

    private func text(_ name: String) throws -> String {
        String(decoding: try Fixture.bytes("PlantNet/" + name), as: UTF8.self)
    }

    @Test("Every invented file is decoded by its call", arguments: files)
    func everyFile(name: String) async throws {
        let client = Service(200, try text(name)).client
        switch name {
        case "align.json":
            // The stub's file contains several; the service returns one of them.
            for name in try JSONDecoder().decode([AlignedName].self, from: Data(text(name).utf8)) {
                let body = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
                #expect(try await Service(200, body).client.align(name: "Rosa").value == name)
            }
        case "diseases.json": #expect(try await !client.diseases().value.isEmpty)
        case "diseases-identify.json": #expect(try await !client.identifyDisease([leaf()]).value.results.isEmpty)
        case "languages.json": #expect(try await client.languages().value.contains("en"))
        case "projects.json": #expect(try await client.projects().value.allSatisfy { !$0.id.isEmpty })
        case "species.json": #expect(try await !client.species().value.isEmpty)
        case "not-a-plant.json":
            let reply = try await client.identify([leaf()])
            #expect(reply.value.unreadableResults == 0)
        default:
            let reply = try await client.identify([leaf()])
            #expect(!reply.value.results.isEmpty && reply.value.unreadableResults == 0)
            let again = try JSONDecoder().decode(Identification.self, from: JSONEncoder().encode(reply.value))
            #expect(again == reply.value)
        }
    }

    @Test("Optional members may be missing, and scores may be percentages")
    func variations() async throws {
        func identification(_ name: String) async throws -> Identification {
            try await Service(200, try text(name)).client.identify([leaf()]).value
        }
        let sparse = try await identification("sparse.json")
        #expect(sparse.results.first?.species.commonNames == [] && sparse.version == nil)
        #expect(try await identification("percent-scores.json").results.first.map { $0.score > 1 } == true)
        #expect(try await identification("null-gbif.json").results.contains { $0.gbif == nil })
        #expect(try await identification("related-images.json").results.contains { !$0.images.isEmpty })
    }
}
