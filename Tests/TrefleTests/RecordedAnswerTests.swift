import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Testing
import Trefle

/// The folder of the recorded responses; nil if it does not exist.
private let recordedAnswers: String? = Fixture.shared.map { $0 + "/fixtures/trefle" }
    .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }

/// Real responses of the service; stored beside the checkout, not in it.
@Suite("Recorded responses of Trefle", .tags(.small), .needsShared)
struct RecordedAnswerTests {
    static let files: [String] = {
        let all = recordedAnswers.flatMap { FileManager.default.enumerator(atPath: $0)?.allObjects } ?? []
        return all.compactMap { $0 as? String }.filter { $0.hasSuffix(".json") || $0.hasSuffix(".html") }.sorted()
    }()

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: try #require(recordedAnswers) + "/" + name, encoding: .utf8)
    }

    private func client(_ name: String) throws -> TrefleClient { Service(200, try text(name)).client }

    private func whole<Item>(_ page: TreflePage<Item>) {
        #expect(page.unreadableItems == 0)
        #expect(page.total.map { $0 >= page.items.count } == true)
        #expect(page.links.current?.hasPrefix("/api/v1/") == true)
    }

    private func again<Value: Codable & Equatable>(_ value: Value) throws {
        #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
    }

    @Test("Every recorded file of Trefle is decoded by its call", arguments: files)
    func everyFile(name: String) async throws {
        let client = try client(name)
        switch name {
        case "species-eruca-vesicaria-2021.json", "species-sorbus-aucuparia-2020.json":
            try again(try await client.species("x").value)
        case "plant-senecio-gamolepis-sparse-2020.json": try again(try await client.plant("x").value)
        case "plants-page1-2021.json", "genus-plants-2020.json": whole(try await client.plants().value)
        case "species-list-2020.json": whole(try await client.species().value)
        case "plants-search-coconut.json", "plants-search-empty-2020.json":
            whole(try await client.searchPlants("x").value)
        case "families-2021.json": whole(try await client.taxa(.family).value)
        case "genus-eruca-2021.json": try again(try await client.taxon(.genus, "x").value)
        case "distributions-2020.json": whole(try await client.zones().value)
        case "corrections-list-2020.json": whole(try await client.corrections().value)
        case "report-201-2020.json":
            #expect(try await client.report(species: "x", notes: nil).value.warningType == "report")
        case "auth-claim-200-token-redacted.json":
            let origin = try #require(URL(string: "https://garden.test"))
            let expires = Date(timeIntervalSince1970: 1_607_952_420)
            #expect(try await client.claim(origin: origin).value.expires == expires)
        case "derived/error-429-headers.json":
            let fields = headers(
                try JSONDecoder().decode([String: String].self, from: Data(text(name).utf8)).map { $0 })
            let reset = Date(timeIntervalSince1970: 1_760_000_040)
            #expect(MinuteAllowance(fields) == MinuteAllowance(remaining: 0, limit: 60, resetsAt: reset))
            #expect(RetryAfter(fields) == .seconds(17))
        default: #expect(Self.failures.contains { $0.0 == name }, "no call is known for \(name)")
        }
    }

    static let failures: [(String, Int, TrefleError.Code)] = [
        ("error-401-invalid-token.json", 401, .tokenRefused),
        ("error-422-auth-claim-missing-origin.json", 422, .notAccepted),
        ("derived/error-401-missing-token.json", 401, .tokenRefused),
        ("derived/error-401-token-expired.json", 401, .tokenExpired),
        ("derived/error-404-page-overflow.json", 404, .endOfPages), ("derived/error-404-record.json", 404, .notFound),
        ("derived/error-422-missing-q.json", 422, .notAccepted), ("derived/error-429.json", 429, .rateLimited),
        ("derived/error-429-sponsor.json", 429, .rateLimited), ("derived/error-500.html", 500, .serverError),
    ]

    @Test("Recorded errors of Trefle have the right code", arguments: failures)
    func errors(name: String, status: Int, code: TrefleError.Code) async throws {
        let body = try text(name)
        let error = await failure { try await Service(status, body).client.species("x") }
        #expect(error?.code == code)
        #expect(error?.status == status)
        #expect((error?.serviceMessage == nil) == name.hasSuffix(".html"))
        #expect(await failure { try await Service(200, body).client.species("x") }?.code == .unreadable)
    }

    @Test("A species of 2021 has many values, and pictures without a part")
    func rich() async throws {
        let reply = try await client("species-eruca-vesicaria-2021.json").species("eruca-vesicaria")
        let species = reply.value
        let growth = try #require(species.growth)
        #expect(growth.light == 9 && growth.soilHumidity == 2 && growth.atmosphericHumidity == 4)
        #expect(growth.soilNutriments == 6 && growth.soilSalinity == 1 && growth.soilTexture == 3)
        #expect(growth.daysToHarvest == 40 && growth.rowSpacing?.cm == 10 && growth.phMinimum == 7)
        #expect(growth.minimumTemperature?.celsius == -12 && growth.maximumTemperature?.celsius == 30)
        #expect(growth.bloomMonths == [.february, .march, .april, .may, .june] && growth.growthMonths == nil)
        #expect(growth.sowing?.isEmpty == true)
        #expect(species.images.mapValues(\.count) == [.flower: 2, .fruit: 2, .bark: 1, .unsorted: 3])
        #expect(species.distributions.mapValues(\.count) == [.native: 45, .introduced: 80])
        #expect(species.commonNames["en"]?.first == "Rocketsalad" && species.commonNames["fra"] != nil)
        #expect(species.ediblePart == [.leaves] && species.duration == [.annual] && species.rank == .species)
        #expect(species.synonyms.count == 37 && reply.meta.synonymsCount == 38, "the service counts otherwise")
        #expect(species.specifications?.growthHabits == ["Forb/herb"])
    }

    @Test("A species of 2020 has truncated degrees and two habits in one text")
    func medium() async throws {
        let species = try await client("species-sorbus-aucuparia-2020.json").species("sorbus-aucuparia").value
        #expect(species.growth?.minimumTemperature?.degF == -32 && species.growth?.minimumTemperature?.celsius == -36)
        #expect(species.growth?.minimumPrecipitation?.mm == 711 && species.growth?.soilHumidity == nil)
        #expect(species.specifications?.growthHabits == ["Tree", "Shrub"])
        #expect(species.specifications?.ligneousType == .tree && species.specifications?.growthRate == .rapid)
        #expect(species.specifications?.toxicity == Toxicity.none && species.specifications?.nitrogenFixation == "None")
        #expect(species.images.values.map(\.count).reduce(0, +) == 34)
        #expect(species.sources.contains { $0.url == nil && $0.citation == nil })
    }

    @Test("A plant of 2020 has no values, and its number is not that of its species")
    func sparse() async throws {
        let plant = try await client("plant-senecio-gamolepis-sparse-2020.json").plant(273_225).value
        #expect(plant.id == 238_331 && plant.mainSpeciesID == 273_225 && plant.mainSpecies?.id == 273_225)
        #expect(
            plant.mainSpecies?.growth?.light == nil && plant.mainSpecies?.growth?.minimumTemperature?.celsius == nil)
        #expect(plant.mainSpecies?.distribution == [.native: ["Peru"]])
        #expect(plant.genus?.name == "Senecio" && plant.family?.name == "Asteraceae" && plant.species.count == 1)
    }

    @Test("A recorded page has twenty elements and a link to the next one")
    func pages() async throws {
        let service = Service(answers: [
            Service.answer(200, try text("plants-page1-2021.json")),
            Service.answer(404, try text("derived/error-404-page-overflow.json")),
        ])
        let client = service.client
        let page = try await client.plants().value
        #expect(page.items.count == 20 && page.total == 377_570 && !page.isLast)
        let error = await failure { try await client.page(after: page) }
        #expect(error?.code == .endOfPages)
        #expect(service.path == "/api/v1/plants?page=2")
    }

    @Test("A family of 2021 has five groups above it, and a zone of 2020 is inside another")
    func groups() async throws {
        let family = try await client("families-2021.json").taxa(.family).value.items.first
        #expect(family?.lineage.map(\.slug).first == "scrophulariales" && family?.lineage.count == 5)
        #expect(family?.lineage.last?.parentRank == nil)
        let zone = try await client("distributions-2020.json").zones().value.items.first
        #expect(zone?.tdwgCode == "TCS-AB" && zone?.parent?.slug == "tcs")
    }
}
