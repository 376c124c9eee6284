import Agenda
import Calendar
import Contracts
import Foundation
import HTTPTransport
import HTTPTypes
import Household
import OnlineServices
import Plants
import Recognition
import Support
import Synchronization
import Testing

/// Uses the adapter against responses that the stub server does not give, and against recorded ones.
@Suite("Trefle with replayed responses", .tags(.medium))
struct TrefleCareReplayTests {
    private func report(
        _ name: String, _ wire: TrefleWire, since: String? = nil, clock: PatientClock = PatientClock()
    ) async throws -> CareService.Report {
        try await TrefleCareSample.service(wire.transport, clock: clock).report(TrefleCareSample.species(name), since)
    }

    // MARK: - Choice of the record

    @Test("A synonym of a variety is not a name of the species")
    func varietySynonym() async throws {
        let wire = TrefleWire { path in
            path.contains("search")
                ? TrefleWire.list(
                    TrefleWire.item(1, "Rosa lutetiana", slug: "r-l", synonyms: ["Rosa canina var. lutetiana"]),
                    TrefleWire.item(2, "Rosa canina f. alba", slug: "rosa-canina-f-alba"))
                : TrefleWire.detail(1, "Rosa lutetiana", slug: "r-l")
        }
        #expect(try await report("Rosa canina", wire) == .unknown)
        #expect(wire.asked.count == 1)
    }

    @Test("The name itself takes precedence over a synonym, whatever its position")
    func nameFirst() async throws {
        let wire = TrefleWire { path in
            path.contains("search")
                ? TrefleWire.list(
                    TrefleWire.item(1, "Epipremnum pinnatum", slug: "epipremnum-pinnatum", synonyms: ["Pothos aureus"]),
                    TrefleWire.item(2, "Pothos aureus Linden", slug: "pothos-aureus"))
                : TrefleWire.detail(2, "Pothos aureus", slug: "pothos-aureus", growth: #"{"light": 5}"#)
        }
        #expect(try await report("Pothos aureus", wire).facts?.light == 5)
        #expect(wire.asked.last == "/api/v1/species/pothos-aureus")
    }

    @Test(
        "A slug that is not valid in an address is replaced by the number",
        arguments: [nil, "rosa/../me", "rosa canina", "rosa|canina", "rosa%2fcanina"] as [String?])
    func oddSlug(slug: String?) async throws {
        var fields = HTTPFields()
        fields[.eTag] = "\"7\""
        let detail = TrefleWire.detail(77, "Rosa canina", slug: slug, growth: #"{"light": 8}"#)
        let tagged = HTTPTransport.Response(head: .init(status: .ok, headerFields: fields), body: detail.body)
        let wire = TrefleWire { path in
            path.contains("search") ? TrefleWire.list(TrefleWire.item(77, "Rosa canina", slug: slug)) : tagged
        }
        let report = try await report("Rosa canina", wire)
        #expect(report.facts?.light == 8)
        #expect(report.validator == "77|\"7\"|")
        #expect(wire.asked.last == "/api/v1/species/77")
        #expect(try await self.report("Rosa canina", wire, since: report.validator).facts?.light == 8)
        #expect(wire.asked.count == 3, "and so it is asked about the next time")
    }

    @Test("Hybrid genera are requested in each spelling if the search fails")
    func hybridGenus() async throws {
        let wire = TrefleWire { path in
            if path.contains("search") { return TrefleWire.json("<html>", status: 503) }
            if path.contains("filter") {
                return TrefleWire.list(TrefleWire.item(3, "× Fatshedera lizei", slug: "x-fatshedera-lizei"))
            }
            return TrefleWire.detail(3, "× Fatshedera lizei", slug: "x-fatshedera-lizei")
        }
        for name in ["× Fatshedera lizei", "×Fatshedera lizei", "x Fatshedera lizei (Guillaumin) Guillaumin"] {
            #expect(try await report(name, wire).facts?.scientificName == "× Fatshedera lizei")
        }
        let filter = "Fatshedera lizei,Fatshedera × lizei,× Fatshedera lizei,×Fatshedera lizei"
        #expect(wire.asked.count { $0 == "/api/v1/species?filter[scientific_name]=\(filter)" } == 3)
    }

    @Test("A list without the wanted record, and a search that is cut off or never ends, find nothing")
    func searchBroken() async throws {
        let gone = TrefleWire { path in
            path.contains("search")
                ? TrefleWire.list(TrefleWire.item(1, "Rosa canina", slug: "rosa-canina"))
                : TrefleWire.json(#"{"error": true, "message": "can't find record"}"#, status: 404)
        }
        #expect(try await report("Rosa canina", gone) == .unknown)
        for code in [HTTPTransportError.Code.cutOff, .timedOut, .tooLarge] {
            let wire = TrefleWire { path in
                if path.contains("search") { throw HTTPTransportError(code, "as told") }
                return path.contains("filter")
                    ? TrefleWire.list(TrefleWire.item(1, "Rosa canina", slug: "rosa-canina"))
                    : TrefleWire.detail(1, "Rosa canina", slug: "rosa-canina", growth: #"{"light": 8}"#)
            }
            #expect(try await report("Rosa canina", wire).facts?.light == 8, "\(code)")
        }
    }
}

extension TrefleCareReplayTests {
    // MARK: - Failures

    @Test(
        "Each transport failure of Trefle has its error",
        arguments: [
            (HTTPTransportError.Code.noNetwork, HouseholdError.Code.serviceOffline),
            (.connectionFailed, .serviceOffline), (.timedOut, .serviceTimedOut), (.cutOff, .serviceFailed),
            (.tooLarge, .serviceUnreadable),
        ])
    func wireFailures(code: HTTPTransportError.Code, expected: HouseholdError.Code) async throws {
        let wire = TrefleWire { path in
            throw HTTPTransportError(code, "at \(path) with Bearer \(TrefleCareSample.token)")
        }
        let failure = try #require(try await TrefleCareSample.failure { try await report("Rosa canina", wire) })
        #expect(failure.error.code == expected)
        #expect(!TrefleCareSample.text(failure).contains("SECRET"))
    }

    @Test("Trefle has fifteen seconds for an answer, twice")
    func timeOut() async throws {
        let wire = TrefleWire { _ in try await TrefleWire.untilCancelled() }
        // With this clock fifteen seconds pass at once.
        let clock = PatientClock(patience: .seconds(16))
        let failure = try #require(
            try await TrefleCareSample.failure { try await report("Rosa canina", wire, clock: clock) })
        #expect(failure.error.code == .serviceTimedOut)
        #expect(wire.asked.count == 4)
        #expect(clock.now.offset == .seconds(60))
    }

    @Test("A token that the service repeats is removed from the error")
    func echo() async throws {
        let wire = TrefleWire { _ in
            TrefleWire.json(#"{"error": true, "message": "you sent \#(TrefleCareSample.token)"}"#, status: 422)
        }
        let failure = try #require(try await TrefleCareSample.failure { try await report("Rosa canina", wire) })
        #expect(failure.error.code == .serviceFailed)
        #expect(!TrefleCareSample.text(failure).contains("SECRET"))
    }

    // MARK: - Rate limit

    @Test("In any minute no more requests are sent to Trefle than the settings allow", arguments: [60, 10, 120])
    func rate(perMinute: Int) async throws {
        let clock = PatientClock()
        let times = Mutex<[Duration]>([])
        let service = try TrefleCareSample.service(
            HTTPTransport { _ in
                times.withLock { $0.append(clock.now.offset) }
                return TrefleWire.list()
            }, perMinute: perMinute, clock: clock)
        for number in 0..<(2 * perMinute) {
            let name = TrefleCareSample.species("Planta nr\(Self.letters(number))")
            #expect(try await service.report(name, nil) == .unknown)
        }
        let sent = times.withLock { $0 }
        #expect(sent.count == 2 * perMinute)
        for start in sent {
            #expect(sent.count { (start...start + .seconds(60)).contains($0) } <= perMinute)
        }
    }

    @Test("Waiting callers of Trefle are served in order")
    func order() async throws {
        let clock = PatientClock(held: true)
        let (sent, sending) = AsyncStream.makeStream(of: String.self)
        let wire = TrefleWire { path in
            sending.yield(path)
            return TrefleWire.list()
        }
        let service = try TrefleCareSample.service(wire.transport, perMinute: 10, clock: clock)
        let tasks = (0..<16).map { number in
            Task.immediate { try await service.report(TrefleCareSample.species("Planta \(Self.letters(number))"), nil) }
        }
        var next = sent.makeAsyncIterator()
        // The first five are sent at once.
        for _ in 0..<5 { _ = await next.next() }
        for number in 5..<16 {
            clock.tick()
            #expect(await next.next() == "/api/v1/species/search?q=Planta \(Self.letters(number))")
        }
        for task in tasks { #expect(try await task.value == .unknown) }
        #expect(clock.now.offset == .seconds(11 * 12), "five a minute drip in after the first five")
    }

    /// Epithets consist of letters.
    private static func letters(_ number: Int) -> String {
        String(String(number).map { Character(UnicodeScalar(UInt8(ascii: "a") + UInt8($0.wholeNumberValue ?? 0))) })
    }
}

extension TrefleCareReplayTests {
    // MARK: - What the real service answered

    @Test("Every recorded species of Trefle becomes facts, and these a care plan", .needsShared)
    func recorded() async throws {
        let names = try await expectFacts(of: #require(Fixture.shared) + "/fixtures/trefle")
        #expect(Set(names).isSuperset(of: ["Eruca vesicaria", "Sorbus aucuparia"]))
    }

    @Test("Every invented species of Trefle becomes facts, and these a care plan")
    func ownAnswers() async throws {
        let names = try await expectFacts(of: Fixture.path("Trefle"))
        #expect(names.contains("Planta ficta"))
    }

    /// The names of the species that were found.
    private func expectFacts(of folder: String) async throws -> [String] {
        var names: [String] = []
        for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where file.hasSuffix(".json") {
            let data = try Data(contentsOf: URL(filePath: folder + "/" + file))
            for species in Self.species(in: try StubJSON([UInt8](data))) {
                let name = try #require(species["scientific_name"]?.string)
                let body = String(decoding: (["data": species, "meta": [:]] as StubJSON).bytes, as: UTF8.self)
                let wire = TrefleWire { path in
                    path.contains("search")
                        ? TrefleWire.list(TrefleWire.item(1, name, slug: "recorded")) : TrefleWire.json(body)
                }
                let facts = try #require(try await report(name, wire).facts, "\(file)")
                #expect(facts.scientificName == name)
                Self.expectPlan(facts, file)
                names.append(name)
            }
        }
        return names
    }

    @Test("The recorded Sorbus has the recorded values", .needsShared)
    func sorbus() async throws {
        let path = try #require(Fixture.shared) + "/fixtures/trefle/species-sorbus-aucuparia-2020.json"
        let body = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        let wire = TrefleWire { path in
            path.contains("search")
                ? TrefleWire.list(TrefleWire.item(1, "Sorbus aucuparia", slug: "sorbus-aucuparia"))
                : TrefleWire.json(body)
        }
        let facts = try #require(try await report("Sorbus aucuparia", wire).facts)
        #expect(facts.minimum == -36, "what the service cut to °C, not −35.6 rounded")
    }

    /// All objects that have growth and a name, at any depth.
    private static func species(in value: StubJSON) -> [StubJSON] {
        switch value {
        case .array(let elements): elements.flatMap(species)
        case .object(let members):
            (value["growth"]?["light"] != nil && value["scientific_name"]?.string != nil ? [value] : [])
                + members.values.flatMap(species)
        default: []
        }
    }

    private static func expectPlan(_ reported: ReportedFacts, _ file: String) {
        let taxon = TrefleCareSample.species(reported.scientificName)
        for latitude in [nil, 48.2, -37.8] as [Double?] {
            for month in [1, 7] {
                guard let day = LocalDay(year: 2026, month: month, day: 15) else { continue }
                let plan = CarePlan(
                    for: taxon, facts: reported.facts(on: day), situation: Situation(),
                    whereabouts: Whereabouts(latitude: latitude), on: day)
                #expect((1...60).contains(plan.watering.interval ?? 0), "\(file)")
                #expect(plan.values.allSatisfy { !$0.reason.isEmpty && !$0.source.text.isEmpty }, "\(file)")
                #expect(plan.temperature.comfortLow.value <= plan.temperature.comfortHigh.value, "\(file)")
                #expect(plan.temperature.comfortHigh.value <= plan.temperature.maximum.value, "\(file)")
                #expect(plan.chores.contains { $0.kind == .watering }, "\(file)")
                #expect(plan.chores.allSatisfy { $0.startsOn >= day && !$0.reason.isEmpty }, "\(file)")
                if reported.light != nil { #expect(plan.light.source.kind == .trefle, "\(file)") }
            }
        }
    }
}
