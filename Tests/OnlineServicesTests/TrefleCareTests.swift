import Contracts
import Foundation
import HTTPTransport
import Household
import OnlineServices
import Plants
import Recognition
import Support
import Testing

/// Uses the adapter, the client and the live transport against a server that imitates Trefle or misbehaves.
@Suite("Trefle over a real connection", .tags(.medium))
struct TrefleCareTests {
    let stub = TrefleStub(token: TrefleCareSample.token, now: { Sample().time(30) })
    let server: StubServer
    let lines = TrefleCareLines()

    init() throws { server = try StubServer { [stub] in stub.reply(to: $0) } }

    private func service(token: String? = TrefleCareSample.token) throws -> CareService {
        try TrefleCareSample.service(LiveTransport().transport, url: server.url, token: token, lines: lines)
    }

    private func report(_ name: String, rank: Taxon.Rank = .species, since: String? = nil) async throws
        -> CareService.Report
    {
        try await service().report(Taxon(scientificName: name, rank: rank), since)
    }

    private func failure(_ name: String = "Monstera deliciosa", token: String? = TrefleCareSample.token) async throws
        -> CareService.Failure?
    {
        let service = try service(token: token)
        return try await TrefleCareSample.failure { try await service.report(TrefleCareSample.species(name), nil) }
    }

    @Test("Every fact is converted to its unit")
    func everyFact() async throws {
        let report = try await report("Monstera deliciosa")
        var facts = ReportedFacts(scientificName: "Monstera deliciosa")
        facts.light = 4
        facts.airHumidity = 8
        facts.soilHumidity = 6
        facts.nutriments = 7
        facts.minimum = -1
        facts.maximum = 35
        facts.rainLow = 1100
        facts.rainHigh = 3400
        facts.acidityLow = 5.5
        facts.acidityHigh = 7.25
        facts.growthMonths = [3, 4, 5, 6, 7, 8]
        facts.bloomMonths = [7]
        facts.growthRate = "rapid"
        facts.toxicity = "medium"
        #expect(report.facts == facts)
        let validator = try #require(report.validator)
        #expect(validator.hasPrefix("monstera-deliciosa|W/\"") && validator.hasSuffix(" GMT"))
        #expect(stub.requests.map(\.path) == ["/api/v1/species/search", "/api/v1/species/monstera-deliciosa"])
    }

    @Test("A species without values gives no facts")
    func nothingKnown() async throws {
        let facts = try #require(try await report("Epipremnum aureum").facts)
        #expect(facts.isEmpty)
        #expect(facts.scientificName == "Epipremnum aureum")
    }

    @Test(
        "The link is the page of the species at Kew, or else at GBIF, and never the front page of the service",
        arguments: [
            (
                #"{"id": "3012167", "name": "GBIF"}, {"id": "urn:lsid:ipni.org:names:741641-1", "name": "POWO"}"#,
                "https://powo.science.kew.org/taxon/urn:lsid:ipni.org:names:741641-1"
            ),
            (#"{"id": "3012167", "name": "GBIF"}"#, "https://www.gbif.org/species/3012167"),
            (#"{"id": "ERVE5", "name": "USDA", "url": "https://plants.usda.gov/x"}"#, nil),
            (#"{"id": "urn:lsid:ipni.org:names:1-1?a=b", "name": "POWO"}, {"id": "../3", "name": "GBIF"}"#, nil),
            ("", nil),
        ] as [(String, String?)])
    func link(sources: String, page: String?) async throws {
        let wire = TrefleWire { path in
            path.contains("search")
                ? TrefleWire.list(TrefleWire.item(1, "Sorbus aucuparia", slug: "sorbus-aucuparia"))
                : TrefleWire.json(
                    """
                    {"data": {"id": 1, "slug": "sorbus-aucuparia", "scientific_name": "Sorbus aucuparia",
                    "growth": {"light": 7}, "sources": [\(sources)]}, "meta": {}}
                    """)
        }
        let service = try TrefleCareSample.service(wire.transport)
        let facts = try await service.report(TrefleCareSample.species("Sorbus aucuparia"), nil).facts
        #expect(facts?.light == 7)
        #expect(facts?.link == page)
    }

    @Test("Degrees that are given only in Fahrenheit are rounded down", arguments: [(50, 10), (51, 10), (24, -5)])
    func fahrenheit(degrees: Int, celsius: Int) async throws {
        stub.growth = ["dracaena-trifasciata": ["minimum_temperature": ["deg_c": nil, "deg_f": .int(degrees)]]]
        let facts = try #require(try await report("Dracaena trifasciata").facts)
        #expect(facts.minimum == celsius)
        #expect(facts.growthRate == "slow" && facts.toxicity == "low")
    }
}

extension TrefleCareTests {
    @Test(
        "A species is found by synonym, unusual slug and hybrid sign, and behind its own varieties",
        arguments: [
            ("Sansevieria trifasciata", "Dracaena trifasciata"), ("Zamioculcas zamiifolia", "Zamioculcas zamiifolia"),
            ("ZAMIOCULCAS ZAMIIFOLIA (Lodd.) Engl.", "Zamioculcas zamiifolia"),
            ("Mentha × piperita", "Mentha × piperita"), ("Mentha x piperita L.", "Mentha × piperita"),
            ("Mentha piperita", "Mentha × piperita"), ("Rosa canina", "Rosa canina"),
            ("Rosa\u{A0}canina L.", "Rosa canina"), ("Philodendron pertusum", "Monstera deliciosa"),
        ])
    func found(asked: String, name: String) async throws {
        #expect(try await report(asked).facts?.scientificName == name)
        #expect(stub.requests.count == 2)
    }

    @Test(
        "If the search fails, the list finds the species by its exact name",
        arguments: [
            ("Monstera deliciosa", "Monstera deliciosa"), ("Mentha piperita", "Mentha × piperita"),
            ("Mentha × piperita", "Mentha × piperita"), ("Rosa canina L.", "Rosa canina"),
        ])
    func searchAway(asked: String, name: String) async throws {
        stub.mode = .searchAway
        #expect(try await report(asked).facts?.scientificName == name)
        // The search is repeated once.
        #expect(stub.requests.map(\.path).dropFirst(2).first == "/api/v1/species")
        #expect(stub.requests.count == 4)
    }

    @Test("An unknown species has no facts", arguments: ["Planta ignota", "Monstera adansonii", "Rosa lutetiana"])
    func unknown(name: String) async throws {
        #expect(try await report(name) == .unknown)
        #expect(stub.requests.map(\.path) == ["/api/v1/species/search"])
    }

    @Test(
        "A taxon that is not a species is not requested",
        arguments: [
            ("Monstera", Taxon.Rank.genus), ("Araceae", .family), ("Monstera", .species),
            ("Taraxacum sect. Taraxacum", .species), ("Rosa sp.", .species), ("Rosa cf. canina", .species),
            ("× canina", .species), ("", .species), ("Rosa canina,alba", .species),
        ])
    func notAsked(name: String, rank: Taxon.Rank) async throws {
        #expect(try await report(name, rank: rank) == .unknown)
        #expect(stub.requests.isEmpty)
    }

    @Test("An unchanged record is not sent again, and a changed one is")
    func conditional() async throws {
        let validator = try #require(try await report("Monstera deliciosa").validator)
        #expect(try await report("Monstera deliciosa", since: validator) == .unchanged)
        #expect(stub.requests.count == 3, "no search")
        stub.growth = ["monstera-deliciosa": ["light": 6]]
        let changed = try await report("Monstera deliciosa", since: validator)
        #expect(changed.facts?.light == 6)
        #expect(changed.validator != nil && changed.validator != validator)
        #expect(stub.requests.count == 4)
    }
}

extension TrefleCareTests {
    @Test("A record that has moved is searched again")
    func moved() async throws {
        let validator = try #require(try await report("Monstera deliciosa").validator)
        stub.moved = ["monstera-deliciosa": "monstera"]
        let report = try await report("Monstera deliciosa", since: validator)
        #expect(report.facts?.light == 4)
        #expect(report.validator?.hasPrefix("monstera|") == true)
        #expect(
            stub.requests.map(\.path).dropFirst(2) == [
                "/api/v1/species/monstera-deliciosa", "/api/v1/species/search", "/api/v1/species/monstera",
            ])
    }

    @Test("Another plant's record under the known slug is not used")
    func anotherPlant() async throws {
        let report = try await report("Monstera deliciosa", since: "rosa-canina|W/\"old\"|")
        #expect(report.facts?.scientificName == "Monstera deliciosa")
        #expect(stub.requests.count == 3)
    }

    @Test(
        "An invalid validator starts a new search", arguments: ["", "|", "x", "a|b", "a||", "|b|c", "a b/../c|\"e\"|"])
    func oddValidator(text: String) async throws {
        #expect(try await report("Monstera deliciosa", since: text).facts?.light == 4)
        #expect(stub.requests.map(\.path).dropLast() == ["/api/v1/species/search"])
    }

    @Test(
        "Each kind of failure has its code, and its text contains neither the token nor the request",
        arguments: [
            (TrefleStub.Mode.down, HouseholdError.Code.serviceFailed), (.html, .serviceUnreadable),
            (.tooManyRequests, .serviceQuotaUsed), (.cut, .serviceFailed), (.dropped, .serviceFailed),
        ])
    func mishaps(mode: TrefleStub.Mode, code: HouseholdError.Code) async throws {
        stub.mode = mode
        let failure = try #require(try await failure())
        #expect(failure.error.code == code)
        #expect(failure.error.message.contains("Trefle"))
        let text = TrefleCareSample.text(failure) + lines.all.joined(separator: "\n")
        #expect(!text.contains(TrefleCareSample.token) && !text.contains("SECRET"))
        #expect(!text.contains("<html>") && !text.contains("growth_months"))
        #expect(stub.requests.count <= 4, "one repetition each of the search and of the list")
    }

    @Test("A rate limit contains the time to wait")
    func retryAfter() async throws {
        stub.mode = .tooManyRequests
        stub.retryAfter = "90"
        #expect(try await failure()?.retryAfter == 90)
        #expect(stub.requests.count == 1, "too long to wait here")
        stub.retryAfter = "Fri, 15 Jan 2027 08:31:00 GMT"
        #expect(try await failure()?.retryAfter == 60)
        stub.mode = .normal
        stub.limit = 2
        stub.retryAfter = nil
        stub.change { $0.rateLimitHeaders = false }
        let failure = try #require(try await failure())
        #expect(failure.error.code == .serviceQuotaUsed)
        #expect(failure.retryAfter == 60, "the stub counts by the minute")
    }
}

extension TrefleCareTests {
    @Test("A wrong, missing or malformed token is an error")
    func tokens() async throws {
        let wrong = try #require(try await failure(token: "another-SECRET-token"))
        #expect(wrong.error.code == .serviceKeyRefused && wrong.error.hint != nil)
        #expect(!TrefleCareSample.text(wrong).contains("SECRET"))
        #expect(stub.requests.count == 1)
        for token in [nil, "", "two words"] {
            let missing = try #require(try await failure(token: token))
            #expect(missing.error.code == .serviceNotConfigured)
        }
        #expect(stub.requests.count == 1, "nothing is sent without one")
    }

    @Test("An unreachable service is an error")
    func offline() async throws {
        server.stop()
        #expect(try await failure()?.error.code == .serviceOffline)
    }

    @Test("The token is sent in the header only, and is in no log line")
    func secrecy() async throws {
        _ = try await report("Monstera deliciosa")
        #expect(stub.tokensSeen == [TrefleCareSample.token])
        #expect(server.requests.allSatisfy { $0.header("authorization") == "Bearer \(TrefleCareSample.token)" })
        #expect(stub.requests.allSatisfy { !$0.target.contains("SECRET") })
        #expect(lines.all.count == 2)
        #expect(lines.all.allSatisfy { $0.contains("/api/v1/species") && !$0.contains("SECRET") })
        #expect(lines.all.allSatisfy { $0.utf8.count < 300 })
        let service = try service()
        #expect(!"\(service) \(String(reflecting: service))".contains("SECRET"))
        var text = ""
        dump(service, to: &text)
        #expect(!text.contains("SECRET"))
    }

    @Test("A cancelled caller gets CancellationError, and the call ends")
    func cancelled() async throws {
        stub.mode = .held
        let service = try service()
        let task = Task { try await service.report(TrefleCareSample.species("Monstera deliciosa"), nil) }
        await stub.gate.untilWaiting()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("TrefleCare's description hides the token")
    func description() throws {
        let folder = try Fixture.Folder()
        let care = TrefleCare(
            key: KeyFile(service: "trefle", given: TrefleCareSample.token, path: folder.path + "/none", isOwn: true),
            baseURL: TrefleCare.service, transport: .unimplemented, requestsPerMinute: 60, now: { Sample().time(30) }
        ) { _ in }
        #expect(TrefleCare.service.absoluteString == "https://trefle.io")
        var text = "\(care) \(String(reflecting: care))"
        dump(care, to: &text)
        #expect(!text.contains("SECRET"))
    }
}
