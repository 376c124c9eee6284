import Foundation
import HTTPTransport
import HTTPTypes
import PlantNet
import Support
import Testing

@Suite("Floras and account of Pl@ntNet", .tags(.small))
struct FloraAndAccountTests {
    private func path(_ service: Service) -> String? {
        service.asked.last?.head.path?.replacing("api-key=\(Service.key)", with: "K")
    }

    @Test("Floras are listed, optionally for a place")
    func projects() async throws {
        let body = #"[{"id": "k-a", "title": "A", "speciesCount": "12", "x": 1}, {"title": "no id"}, 3]"#
        let service = Service(200, body)
        let place = PlantNetPlace(latitude: -0.00001, longitude: 9.9)
        let reply = try await service.client.projects(language: "de", type: .kt, near: place)
        #expect(path(service) == "/v2/projects?lang=de&type=kt&lat=-0.000010&lon=9.900000&K")
        #expect(reply.value.map(\.id) == ["k-a"])
        #expect(reply.value.first?.speciesCount == 12)
        #expect(reply.value.first?.description == nil)
        _ = try await service.client.projects()
        #expect(path(service) == "/v2/projects?K")
        #expect(service.asked.allSatisfy { $0.isRepeatable && $0.head.method == .get })
    }

    @Test("Species are listed for all floras or for one, by pages")
    func species() async throws {
        let body = #"""
            [{"id": 7, "scientificNameWithoutAuthor": "Planta ficta", "scientificNameAuthorship": "A.",
              "gbifId": 2878688, "powoId": "1-2", "iucnCategory": null, "commonNames": ["a", null, 3],
              "genus": "Planta", "family": {"scientificNameWithoutAuthor": "Plantaceae"}}]
            """#
        let service = Service(200, body)
        let reply = try await service.client.species(
            in: "k-a", language: "fr", prefix: "Pla n", page: PlantNetPage(2, size: 50))
        #expect(path(service) == "/v2/projects/k-a/species?lang=fr&prefix=Pla%20n&pageSize=50&page=2&K")
        let first = try #require(reply.value.first)
        #expect(first.id == "7")
        #expect(first.gbifId == "2878688")
        #expect(first.iucnCategory == nil)
        #expect(first.commonNames == ["a", "3"])
        #expect(first.genus?.scientificNameWithoutAuthor == "Planta")
        #expect(first.family?.scientificNameWithoutAuthor == "Plantaceae")
        _ = try await service.client.species(type: .legacy)
        #expect(path(service) == "/v2/species?type=legacy&pageSize=100&page=1&K")
        _ = try await service.client.species(page: nil)
        #expect(path(service) == "/v2/species?K")
        #expect(service.asked.map(\.responseLimit).last == 64 * 1024 * 1024, "the whole list is larger than 6 MB")
    }

    @Test("A name is aligned with the service's own names")
    func align() async throws {
        let body = #"""
            {"searchedName": "Planta vetus", "matchingName": "Planta vetus L.", "acceptedName": "Planta nova L.",
             "isSynonym": true, "project": "k-world-flora", "family": "Plantaceae", "genus": null, "gbif": {"id": 5}}
            """#
        let service = Service(200, body)
        let name = try await service.client.align(name: "Planta vetus").value
        #expect(path(service) == "/v2/species/align?name=Planta%20vetus&K")
        #expect(name.acceptedName == "Planta nova L.")
        #expect(name.isSynonym == true)
        #expect(name.family?.scientificNameWithoutAuthor == "Plantaceae")
        #expect(name.gbif?.id == "5")
    }

    @Test("Languages and diseases are listed")
    func lists() async throws {
        let languages = Service(200, #"["en", "fr", null, "zh-hant"]"#)
        #expect(try await languages.client.languages().value == ["en", "fr", "zh-hant"])
        #expect(path(languages) == "/v2/languages?K")
        let diseases = Service(200, #"[{"name": "1COCCF", "label": "scales", "categories": ["insect"]}, {}]"#)
        let known = try await diseases.client.diseases(language: "en").value
        #expect(path(diseases) == "/v2/diseases?lang=en&K")
        #expect(known.map(\.name) == ["1COCCF"])
        #expect(known.first?.categories == ["insect"])
    }

    @Test("The quota and its use in a day and in a year are read")
    func quota() async throws {
        let allowed = Service(200, #"{"quota": {"identify": 500, "other": "7", "odd": {}}}"#, fields: rateLimitFields)
        let reply = try await allowed.client.quota()
        #expect(path(allowed) == "/v2/quota?K")
        #expect(reply.value.quota == ["identify": 500, "other": 7])
        #expect(reply.value.identify == 500)
        #expect(reply.allowance.remaining == 41)

        let body = #"{"day": "2026-02-28", "quota": {"identify": {"count": 3, "total": 500, "remaining": 497}}}"#
        let used = Service(200, body)
        let day = try await used.client.quotaOfDay("2026-02-28").value
        #expect(path(used) == "/v2/quota/daily?day=2026-02-28&K")
        #expect(day.identify?.count == 3 && day.identify?.total == 500 && day.identify?.remaining == 497)
        _ = try await used.client.quotaOfDay("2024-02-29")
        _ = try await used.client.quotaOfDay()
        #expect(path(used) == "/v2/quota/daily?K")

        let year = Service(200, "[\(body), 5]")
        #expect(try await year.client.quotaHistory(year: 2026).value == [day])
        #expect(path(year) == "/v2/quota/history?year=2026&K")
    }

    @Test("The subscription is kept as sent, and its description hides it")
    func subscription() async throws {
        let body = #"{"account": {"email": "PRIVATE"}, "security": {"exposeKey": false, "ips": [1, null]}}"#
        let service = Service(200, body)
        let value = try await service.client.subscription().value
        #expect(path(service) == "/v2/subscription?K")
        #expect(value.account?["email"] == .text("PRIVATE"))
        #expect(value.security?["exposeKey"] == .flag(false))
        #expect(value.security?["ips"] == .list([.number(1), .null]))
        #expect(value.billing == nil)
        var dumped = "\(value)" + String(reflecting: value)
        dump(value, to: &dumped)
        #expect(!dumped.contains("PRIVATE"))
        #expect(try JSONDecoder().decode(Subscription.self, from: JSONEncoder().encode(value)) == value)
    }
}
