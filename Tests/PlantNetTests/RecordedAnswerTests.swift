import Foundation
import HTTPTransport
import HTTPTypes
import PlantNet
import Support
import Testing

/// The folder of the recorded responses; nil if it does not exist.
private let recordedAnswers: String? = Fixture.shared.map { $0 + "/fixtures/plantnet" }
    .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }

/// Real responses of the service; stored beside the checkout, not in it.
@Suite("Recorded responses of Pl@ntNet", .tags(.small), .needsShared)
struct RecordedAnswerTests {
    static let files: [String] = {
        let all = recordedAnswers.flatMap { FileManager.default.enumerator(atPath: $0)?.allObjects } ?? []
        return all.compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted()
    }()

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: try #require(recordedAnswers) + "/" + name, encoding: .utf8)
    }

    private func identification(_ name: String) async throws -> PlantNetReply<Identification> {
        try await Service(200, try text(name)).client.identify([leaf()])
    }

    @Test("Every recorded file of Pl@ntNet is decoded by its call", arguments: files)
    func everyFile(name: String) async throws {
        let body = try text(name)
        let base = name.split(separator: "/").last.map(String.init) ?? name
        let client = Service(200, body).client
        if base.hasPrefix("identify-") {
            let reply = try await client.identify([leaf()])
            #expect(!reply.value.results.isEmpty)
            #expect(reply.value.unreadableResults == 0)
            #expect(reply.value.results.map(\.score) == reply.value.results.map(\.score).sorted(by: >))
            #expect(reply.allowance.remaining == reply.value.remainingIdentificationRequests)
            let again = try JSONDecoder().decode(Identification.self, from: JSONEncoder().encode(reply.value))
            #expect(again == reply.value)
        } else if base.hasPrefix("projects-") {
            let projects = try await client.projects().value
            #expect(projects.allSatisfy { !$0.id.isEmpty && $0.speciesCount != nil })
            #expect(try JSONDecoder().decode([JSONValue].self, from: Data(body.utf8)).count == projects.count)
        } else if base.hasPrefix("error-") {
            let status = try #require(Int(base.dropFirst("error-".count).prefix(3)))
            let error = await failure { try await Service(status, body).client.identify([leaf()]) }
            #expect(error?.status == status)
            #expect(error?.serviceMessage?.isEmpty == false)
        } else {
            switch base {
            case "quota-2026.json": #expect(try await client.quota().value.identify == 500)
            case "status-ok.json": #expect(try await client.status().value.isOK)
            case "quota-history.json": #expect(try await client.quotaHistory().value.first?.identify?.count == 3966)
            case "ratelimit-headers.json":
                let headers = try JSONDecoder().decode([String: String].self, from: Data(body.utf8))
                var fields = HTTPFields()
                for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
                let allowance = Allowance(fields)
                #expect(allowance == Allowance(remaining: 497, limit: 500, resetsIn: .seconds(41_817)))
                #expect(RateLimitPolicyField(fields)?.items.first?.partition == [UInt8]("stillroom".utf8))
            default: Issue.record("no call is known for \(name)")
            }
        }
    }

    @Test(
        "Recorded errors of Pl@ntNet have the right code",
        arguments: [
            ("error-404-unknown-project", 404, PlantNetError.Code.unknownProject),
            ("error-404-species-not-found", 404, .nothingFound), ("derived/error-400", 400, .unsupportedFormat),
            ("derived/error-401", 401, .keyRefused), ("derived/error-403", 403, .notAllowed),
            ("derived/error-413", 413, .tooLarge), ("derived/error-414", 414, .addressTooLong),
            ("derived/error-429", 429, .quotaExhausted), ("derived/error-500", 500, .serverError),
        ])
    func errors(name: String, status: Int, code: PlantNetError.Code) async throws {
        let body = try text(name + ".json")
        let error = await failure { try await Service(status, body).client.identify([leaf()]) }
        #expect(error?.code == code)
    }

    @Test("A response of 2020 has percent scores, no scientificName and no version")
    func percent() async throws {
        let value = try await identification("identify-lavandula-2020-percent-scores.json").value
        #expect(value.results.first.map { $0.score > 35 && $0.score < 36 } == true)
        #expect(value.results.first?.species.scientificName == nil)
        #expect(value.results.map(\.species.commonNames.count).max() == 13)
        #expect(value.version == nil && value.remainingIdentificationRequests == nil)
    }

    @Test("A response of 2022 has addresses as images and two organs")
    func hibiscus() async throws {
        let value = try await identification("identify-hibiscus-2022-v6.0.json").value
        #expect(value.bestMatch == "Hibiscus rosa-sinensis L.")
        #expect(value.query?.organs == [.flower, .leaf])
        #expect(value.results.first?.gbif?.id == "3152559")
        #expect(value.results.first?.powo == nil)
    }

    @Test("A response of 2024 has Persian digits, no common names, and authors that must be named")
    func persian() async throws {
        let value = try await identification("identify-plumeria-fa-related-images-2024-v7.1.json").value
        let image = try #require(value.results.first?.images.first)
        #expect(value.language == "fa")
        #expect(value.results.first?.species.commonNames == [])
        #expect(image.citation == "Tony Farrick / Pl@ntNet, cc-by-sa")
        #expect(image.date?.timestamp == 1_659_233_042_063)
        #expect(image.date?.string?.hasPrefix("۳۱") == true)
    }

    @Test("A response of 2025 lacks random keys")
    func sparse() async throws {
        let value = try await identification("identify-mangifera-sparse-2025-v7.3-trimmed.json").value
        #expect(value.results.count == 3)
        #expect(value.results[0].powo?.id == "76652-1")
        #expect(value.results[2].species.scientificNameAuthorship == nil)
        #expect(value.remainingIdentificationRequests == 498)
    }

    @Test("A response of 2026 has a null gbif, a section, another organ than requested and a null type")
    func latest() async throws {
        let dandelion = try await identification("identify-taraxacum-gbif-null-2026-v7.4-trimmed.json").value
        #expect(dandelion.results.count == 10)
        #expect(dandelion.results[0].gbif == nil)
        #expect(dandelion.results[0].powo?.id == "254151-1")
        #expect(dandelion.results[0].species.scientificNameWithoutAuthor == "Taraxacum sect. Taraxacum")
        #expect(dandelion.predictedOrgans.first?.organ == .fruit)
        #expect(dandelion.query?.organs == [.flower])
        #expect(dandelion.bestMatch == nil)
        let pleroma = try await identification("identify-pleroma-pt-2026-v7.5.json").value
        #expect(pleroma.query?.type == nil)
        #expect(pleroma.predictedOrgans.first?.score == 0.90015)
    }

    @Test("The recorded list has 77 floras, best first for a place")
    func projects() async throws {
        let all = try await Service(200, try text("projects-es-2026-08-20.json")).client.projects().value
        #expect(all.count == 77)
        let near = try await Service(200, try text("projects-lat49.8-lon9.9-2026.json")).client.projects().value
        #expect(near.first?.id == "k-middle-europe")
        #expect(near.contains { $0.description == nil })
    }
}
