import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Testing
import Trefle

@Suite("Requests to Trefle", .tags(.small))
struct AskingTests {
    private func page() throws -> Service { Service(200, try invented("plants-1.json")) }

    @Test("The token is in a header field and in no address")
    func header() async throws {
        let service = try page()
        _ = try await service.client.searchPlants("made-up")
        let request = try #require(service.asked.first)
        #expect(request.head.method == .get)
        #expect(request.head.scheme == "https")
        #expect(request.head.authority == "trefle.io")
        #expect(request.head.path == "/api/v1/plants/search?q=made-up")
        #expect(request.head.headerFields[.authorization] == "Bearer \(Service.token)")
        #expect(request.head.headerFields[.accept] == "application/json")
        #expect(request.head.headerFields[.ifNoneMatch] == nil && request.head.headerFields[.contentType] == nil)
        #expect(request.body == nil && request.isRepeatable)
    }

    @Test("Searches have a text, a page and a limit")
    func search() async throws {
        let service = try page()
        let selection = TrefleSelection(
            filter: [.vegetable: ["true"]], range: [.light: .init(from: 7)], order: [.init(.year)])
        let reply = try await service.client.searchPlants("fiction & co", where: selection, page: 2, limit: 5)
        let rest = "filter%5Bvegetable%5D=true&range%5Blight%5D=7%2C&order%5Byear%5D=asc&page=2&limit=5"
        #expect(service.path == "/api/v1/plants/search?q=fiction%20%26%20co&\(rest)")
        #expect(reply.value.items.map(\.slug) == ["planta-ficta", "planta-ignota"])
        #expect(reply.value.total == 3)
        _ = try await service.client.searchSpecies("ä")
        #expect(service.path == "/api/v1/species/search?q=%C3%A4")
    }

    @Test("A search without a match returns an empty page")
    func nothing() async throws {
        let reply = try await Service(200, try invented("search-none.json")).client.searchPlants("none")
        #expect(reply.value.items.isEmpty)
        #expect(reply.value.total == 0)
        #expect(reply.value.isLast)
    }

    @Test("Filters, ranges and order are always written in the same order")
    func selection() async throws {
        let service = try page()
        var selection = TrefleSelection()
        selection.filter[.ediblePart] = ["leaves", "roots"]
        selection.filter[.commonName] = ["Oak & elm"]
        selection.filterNot[.light] = [nil]
        selection.filterNot[.rank] = ["var", "form"]
        selection.range[.minimumTemperatureDegC] = .init(from: -30, below: -10)
        selection.range[.groundHumidity] = .init(below: 6)
        selection.order = [.init(.year, .descending), .init(.scientificName)]
        _ = try await service.client.species(where: selection, page: 3)
        let expected = [
            "filter%5Bcommon_name%5D=Oak%20%26%20elm", "filter%5Bedible_part%5D=leaves%2Croots",
            "filter_not%5Blight%5D=null", "filter_not%5Brank%5D=var%2Cform", "range%5Bground_humidity%5D=%2C6",
            "range%5Bminimum_temperature_deg_c%5D=-30%2C-10", "order%5Byear%5D=desc", "order%5Bscientific_name%5D=asc",
            "page=3",
        ]
        #expect(service.path == "/api/v1/species?" + expected.joined(separator: "&"))
    }

    @Test("Each list of Trefle has its path")
    func lists() async throws {
        let service = try page()
        let client = service.client
        _ = try await client.plants()
        #expect(service.path == "/api/v1/plants")
        _ = try await client.plants(ofGenus: "planta", page: 2)
        #expect(service.path == "/api/v1/genus/planta/plants?page=2")
        _ = try await client.plants(inZone: "NOW")
        #expect(service.path == "/api/v1/distributions/now/plants", "the service makes small letters only elsewhere")
        _ = try await client.species()
        #expect(service.path == "/api/v1/species")
        _ = try await client.species(ofGenus: 9001)
        #expect(service.path == "/api/v1/genus/9001/species")
        _ = try await client.species(ofPlant: "planta-ficta")
        #expect(service.path == "/api/v1/plants/planta-ficta/species")
        _ = try await client.species(inZone: "now-no", where: .init(filter: [.establishment: ["native"]]))
        #expect(service.path == "/api/v1/distributions/now-no/species?filter%5Bestablishment%5D=native")
    }
}

extension AskingTests {
    @Test("A species is requested by slug or number, and a plant by the number of its main species")
    func details() async throws {
        let service = Service(200, try invented("species-full.json"), fields: allowanceFields)
        let reply = try await service.client.species("planta-ficta")
        #expect(service.path == "/api/v1/species/planta-ficta")
        #expect(reply.value.id == 900_001)
        #expect(reply.meta.imagesCount == 7 && reply.meta.sourcesCount == 3 && reply.meta.synonymsCount == 2)
        #expect(reply.meta.lastModified == "2021-03-04T05:06:07.008Z")
        let reset = Date(timeIntervalSince1970: 1_760_000_040)
        #expect(reply.allowance == MinuteAllowance(remaining: 41, limit: 60, resetsAt: reset))
        #expect(reply.allowance.resetsIn(from: reset.addingTimeInterval(-40)) == .seconds(40))
        #expect(reply.allowance.resetsIn(from: reset.addingTimeInterval(40)) == .zero)
        _ = try await service.client.species(900_001)
        #expect(service.path == "/api/v1/species/900001")

        let plants = Service(200, try invented("plant.json"))
        let plant = try await plants.client.plant(900_001)
        #expect(plants.path == "/api/v1/plants/900001")
        #expect(plant.value.id == 800_001)
        #expect(plant.value.mainSpeciesID == 900_001)
        #expect(plant.meta.lastModified == "2021-03-04T05:06:07.008Z")
        #expect(plant.allowance == MinuteAllowance())
    }

    @Test("Requests to Trefle use a given base URL with its port and path", arguments: ["", "/"])
    func base(end: String) async throws {
        let service = try page()
        let url = try #require(URL(string: "http://localhost:8080/proxy" + end))
        let client = TrefleClient(baseURL: url, token: " t \n", transport: service.transport)
        let first = try await client.plants().value
        let head = try #require(service.asked.first?.head)
        #expect(head.scheme == "http")
        #expect(head.authority == "localhost:8080")
        #expect(head.path == "/proxy/api/v1/plants")
        #expect(head.headerFields[.authorization] == "Bearer t")
        _ = try await client.page(after: first)
        #expect(service.path == "/proxy/api/v1/plants?filter%5Bvegetable%5D=true&page=2")
    }

    @Test("A cancelled caller cancels the request to Trefle, whatever the transport throws then")
    func cancelled() async {
        for error in [CancellationError(), HTTPTransportError(.cutOff, "cancelled")] as [any Error] {
            let service = Service(silentUntilCancelled: error)
            let client = service.client
            let task = Task.immediate { try await client.species("planta-ficta") }
            #expect(service.asked.count == 1)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("Without a token nothing is sent to Trefle")
    func tokenMissing() async throws {
        let service = try page()
        for token in ["", " \n"] {
            let client = TrefleClient(token: token, transport: service.transport)
            #expect(await failure { try await client.plants() }?.code == .tokenMissing)
            #expect(await failure { try await client.me() }?.code == .tokenMissing)
        }
        #expect(service.asked.isEmpty)
    }
}
