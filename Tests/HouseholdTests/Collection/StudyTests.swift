import Agenda
import Contracts
import Foundation
import Household
import Plants
import Recognition
import SQLRecords
import Support
import Synchronization
import Testing

/// A care service that records its requests and gives the answers of a test.
private final class StudyService: Sendable {
    typealias Answer = @Sendable (Taxon, String?) throws -> CareService.Report

    private struct State {
        var asked: [String] = []
        var answer: Answer
    }

    private let state: Mutex<State>

    init(_ answer: @escaping Answer) { state = Mutex(State(answer: answer)) }

    /// "Rosa canina", followed by a bar and the validator if one was sent.
    var asked: [String] { state.withLock { $0.asked } }

    func answers(_ answer: @escaping Answer) { state.withLock { $0.answer = answer } }

    func fails(_ code: HouseholdError.Code, retryAfter: Double? = nil) {
        answers { _, _ in
            throw CareService.Failure(HouseholdError(code, "It failed on purpose."), retryAfter: retryAfter)
        }
    }

    func service(key: KeyRing = .present, isOwn: Bool = false) -> CareService {
        CareService(name: "trefle", key: key, isOwn: isOwn) { taxon, validator in
            let answer = self.state.withLock { state in
                state.asked.append(([taxon.scientificName] + [validator].compactMap { $0 }).joined(separator: "|"))
                return state.answer
            }
            return try answer(taxon, validator)
        }
    }
}

@Suite("Looking up care facts of plants", .tags(.small))
struct StudyTests {
    let clock: SettableClock
    let records = SQLRecords.inMemory()
    private let service = StudyService { taxon, _ in
        .facts(StudyTests.dry(taxon.scientificName), validator: "v1")
    }

    init() throws { clock = try SettableClock("2026-06-10T09:00:00Z") }

    /// Drier and darker than the species table.
    private static func dry(_ name: String) -> ReportedFacts {
        var facts = ReportedFacts(scientificName: name)
        facts.soilHumidity = 1
        facts.light = 2
        return facts
    }

    private func household(
        key: KeyRing = .present, isOwn: Bool = false, reachability: Reachability = .assumed
    ) -> Household {
        let clock = clock
        return .drawn(
            records: records, reachability: reachability,
            careServices: .drawn(service: service.service(key: key, isOwn: isOwn)), environment: .at { clock.now })
    }

    private func add(_ name: String, to household: Household, as nickname: String = "Green") async throws -> Plant {
        try await household.collection.add(nickname, taxon: Taxon(scientificName: name))
    }

    private func remembered(_ name: String) async throws -> RememberedFacts? {
        try await records.facts(about: Taxon(scientificName: name).foldingKey, of: "trefle")
    }

    private func waterEvery(_ plant: Plant, in household: Household) async throws -> Recurrence {
        try #require(try await household.agenda.chores(of: plant.id).first { $0.kind == .watering }).recurrence
    }

    @Test("Facts are requested once for two plants of one species, regardless of the author in the name")
    func once() async throws {
        let household = household()
        _ = try await add("Monstera deliciosa", to: household)
        _ = try await add("Monstera deliciosa Liebm.", to: household)
        _ = try await add("Rosa canina", to: household)
        #expect(try await household.planning.studyNext())
        #expect(try await household.planning.studyNext())
        #expect(try await household.planning.studyNext() == false)
        #expect(service.asked.map { $0.prefix(8) }.sorted() == ["Monstera", "Rosa can"])
    }

    @Test("Plans that are read together are those that are read alone, with fetched facts and lessons of the log")
    func together() async throws {
        let household = household()
        let plants = [
            try await add("Monstera deliciosa", to: household), try await add("Echeveria elegans", to: household),
            try await household.collection.add("Unknown", taxon: nil),
        ]
        while try await household.planning.studyNext() {}
        let chore = try #require(
            try await household.agenda.chores(of: plants[0].id).first { $0.kind == .watering })
        for _ in 0..<6 {
            _ = try await household.agenda.done([chore.id])
            clock.pass(days: 40)
        }
        #expect(try await household.planning.learning(of: plants[0]) != nil)
        let plans = try await household.planning.plans(of: plants.map(\.id) + [Sample().id("gone")])
        #expect(plans.count == 3)
        for plant in plants {
            let alone = try await household.planning.plan(for: try await household.collection.plant(plant.id))
            #expect(plans[plant.id] == alone, "\(plant.name)")
        }
        #expect(plans[plants[0].id]?.light.source.kind == .trefle || plans[plants[0].id]?.learning != nil)
        #expect(try await household.planning.plans(of: []).isEmpty)
    }

    @Test("New facts change the plans and chores of every plant of the species and name their source")
    func plans() async throws {
        let household = household()
        let plants = [
            try await add("Monstera deliciosa", to: household), try await add("Monstera deliciosa", to: household),
        ]
        let other = try await add("Echeveria elegans", to: household)
        service.answers { taxon, _ in
            taxon.scientificName == "Echeveria elegans"
                ? .unknown : .facts(Self.dry(taxon.scientificName), validator: nil)
        }
        let before = try await household.planning.plan(for: plants[0])
        #expect(before.light.source.kind == .species)
        let chores = try await plants.asyncMap { try await waterEvery($0, in: household) }
        let otherChores = try await household.agenda.chores(of: other.id)
        while try await household.planning.studyNext() {}
        for (plant, chore) in zip(plants, chores) {
            let plan = try await household.planning.plan(for: plant)
            // Two fields alone move the species' value by one class each, and the source says so.
            #expect(plan.light.source.kind == .weighed)
            #expect(plan.light.source.text == "species table and Trefle, Monstera deliciosa, 2026-06-10")
            #expect(plan.light.level == 3)
            #expect(plan.watering.dryness.value == .low)
            #expect(plan.disputes.map(\.subject.rawValue).sorted() == ["dryness", "light"])
            let interval = try #require(plan.watering.interval)
            #expect(interval > before.watering.interval ?? 0)
            #expect(try await waterEvery(plant, in: household) != chore)
            // The species table is used for values that Trefle does not have.
            #expect(plan.air.level.source.kind == .species)
        }
        #expect(try await household.agenda.chores(of: other.id) == otherChores)
        #expect(try await household.planning.plan(for: other).light.source.kind == .species)
    }
}

extension StudyTests {
    @Test("A species that the service does not have is requested again after a month")
    func unknown() async throws {
        let household = household()
        let plant = try await add("Monstera deliciosa", to: household)
        service.answers { _, _ in .unknown }
        #expect(try await household.planning.studyNext())
        let known = try #require(try await remembered("Monstera deliciosa"))
        #expect(known.facts == nil && known.validator == nil && known.fetchedAt == clock.now && known.attempts == 0)
        #expect(try await household.planning.plan(for: plant).light.source.kind == .species)
        clock.pass(days: 30)
        #expect(try await household.planning.studyNext() == false)
        clock.pass(days: 1)
        #expect(try await household.planning.studyNext())
        #expect(service.asked == ["Monstera deliciosa", "Monstera deliciosa"])
    }

    @Test("Facts are requested again after a month, with the validator of the earlier answer")
    func stale() async throws {
        let household = household()
        let plant = try await add("Monstera deliciosa", to: household)
        #expect(try await household.planning.studyNext())
        let chores = try await household.agenda.chores(of: plant.id)
        clock.pass(days: 31)
        service.answers { _, _ in .unchanged }
        #expect(try await household.planning.studyNext())
        #expect(service.asked.last == "Monstera deliciosa|v1")
        let known = try #require(try await remembered("Monstera deliciosa"))
        #expect(known.facts == Self.dry("Monstera deliciosa") && known.validator == "v1")
        #expect(known.fetchedAt == clock.now)
        #expect(try await household.agenda.chores(of: plant.id).map(\.id) == chores.map(\.id))
        #expect(try await household.planning.studyNext() == false)
        clock.pass(days: 31)
        service.answers { taxon, _ in .facts(ReportedFacts(scientificName: taxon.scientificName), validator: "v2") }
        #expect(try await household.planning.studyNext())
        #expect(try await remembered("Monstera deliciosa")?.validator == "v2")
        #expect(try await household.planning.plan(for: plant).light.source.kind == .species, "Trefle no longer says")
    }

    @Test(
        "After each failure the wait is longer, known facts stay, and no error is thrown",
        arguments: [
            HouseholdError.Code.serviceOffline, .serviceTimedOut, .serviceQuotaUsed, .serviceNotConfigured,
            .serviceFailed, .serviceUnreadable,
        ])
    func failures(code: HouseholdError.Code) async throws {
        let household = household()
        let plant = try await add("Monstera deliciosa", to: household)
        #expect(try await household.planning.studyNext())
        let facts = try #require(try await remembered("Monstera deliciosa"))
        let plan = try await household.planning.plan(for: plant)
        clock.pass(days: 31)
        service.fails(code)
        for (attempt, seconds) in [60.0, 120, 240, 480].enumerated() {
            #expect(try await household.planning.studyNext() == false)
            let known = try #require(try await remembered("Monstera deliciosa"))
            #expect(known.facts == facts.facts && known.validator == "v1" && known.fetchedAt == facts.fetchedAt)
            #expect(known.attempts == attempt + 1)
            #expect(known.notBefore == clock.now.addingTimeInterval(seconds))
            let count = service.asked.count
            try clock.pass(seconds: seconds - 1)
            #expect(try await household.planning.studyNext() == false)
            #expect(service.asked.count == count, "left alone until then")
            try clock.pass(seconds: 1)
        }
        #expect(try await household.planning.plan(for: plant).light.source == plan.light.source)
        service.answers { _, _ in .unchanged }
        #expect(try await household.planning.studyNext())
        let known = try #require(try await remembered("Monstera deliciosa"))
        #expect(known.attempts == 0 && known.facts == facts.facts)
    }
}

extension StudyTests {
    @Test("A refused key stays refused until it is accepted or replaced")
    func refusedKey() async throws {
        let account = Mutex("first")
        let ring = KeyRing(
            state: { .present(account: account.withLock { $0 }, place: "a file") }, canKeep: true, keep: { _ in })
        let household = household(key: ring)
        _ = try await add("Monstera deliciosa", to: household)
        _ = try await add("Rosa canina", to: household)
        #expect(try await household.planning.careKeyRefusedSince() == nil)
        service.fails(.serviceKeyRefused)
        let began = clock.now
        #expect(try await household.planning.studyNext() == false)
        #expect(try await household.planning.careKeyRefusedSince() == began)
        try clock.pass(seconds: 61)
        #expect(try await household.planning.studyNext() == false)
        #expect(service.asked.count == 2)
        #expect(try await remembered("Monstera deliciosa") == nil, "a refused key is no plant's fault")
        #expect(try await household.planning.careKeyRefusedSince() == began, "since the first time")
        // Other failures do not change the state of the key.
        try clock.pass(seconds: 121)
        service.fails(.serviceOffline)
        #expect(try await household.planning.studyNext() == false)
        #expect(try await household.planning.careKeyRefusedSince() == began)
        // Another key is not refused and is used at once.
        account.withLock { $0 = "second" }
        #expect(try await household.planning.careKeyRefusedSince() == nil)
        service.answers { taxon, _ in .facts(Self.dry(taxon.scientificName), validator: nil) }
        let count = service.asked.count
        _ = try await household.planning.studyNext()
        #expect(service.asked.count == count + 1)
        #expect(try await household.planning.careKeyRefusedSince() == nil)
    }

    @Test("The refusal of a key is cleared when a person sets a key or when the service accepts it again")
    func refusalForgotten() async throws {
        let household = household()
        _ = try await add("Monstera deliciosa", to: household)
        _ = try await add("Rosa canina", to: household)
        service.fails(.serviceKeyRefused)
        #expect(try await household.planning.studyNext() == false)
        try await household.planning.keepCareKey("another")
        #expect(try await household.planning.careKeyRefusedSince() == nil)
        clock.pass(days: 2)
        #expect(try await household.planning.studyNext() == false)
        #expect(try await household.planning.careKeyRefusedSince() != nil)
        clock.pass(days: 2)
        service.answers { taxon, _ in .facts(Self.dry(taxon.scientificName), validator: nil) }
        #expect(try await household.planning.studyNext())
        #expect(try await household.planning.careKeyRefusedSince() == nil)
    }

    @Test("The wait is as long as the service asks, and otherwise at most a day")
    func patience() async throws {
        let household = household()
        _ = try await add("Monstera deliciosa", to: household)
        service.fails(.serviceQuotaUsed, retryAfter: 7_200)
        #expect(try await household.planning.studyNext() == false)
        try clock.pass(seconds: 7_199)
        #expect(try await household.planning.studyNext() == false)
        #expect(service.asked.count == 1, "left alone for as long as it asked")
        service.fails(.serviceFailed)
        for _ in 0..<40 {
            clock.pass(days: 1)
            #expect(try await household.planning.studyNext() == false)
        }
        #expect(service.asked.count == 41)
        let known = try #require(try await remembered("Monstera deliciosa"))
        #expect(known.attempts == 41 && known.notBefore == clock.now.addingTimeInterval(86_400))
        #expect(known.facts == nil && known.fetchedAt == nil)
    }

    @Test("An outage of the service does not affect other operations")
    func outage() async throws {
        let household = household()
        service.fails(.serviceOffline)
        let plant = try await add("Monstera deliciosa", to: household)
        #expect(try await household.planning.studyNext() == false)
        #expect(try await household.planning.plan(for: plant).light.source.kind == .species)
        #expect(try await household.agenda.view().items.isEmpty == false)
    }
}

extension StudyTests {
    @Test("Without a key or a network, no facts are requested")
    func notAsked() async throws {
        let unusable = KeyRing(state: { .unusable(reason: "torn") }, canKeep: true, keep: { _ in })
        for household in [household(key: .missing), household(key: unusable), household(reachability: .offline)] {
            _ = try await add("Monstera deliciosa", to: household)
            #expect(try await household.planning.studyNext() == false)
        }
        #expect(service.asked.isEmpty)
        #expect(try await remembered("Monstera deliciosa") == nil)
        #expect(
            try await household(isOwn: true, reachability: .offline).planning.studyNext(),
            "on this machine: no network needed")
        #expect(service.asked.count == 1)
    }

    @Test("No facts are requested for plants without a scientific name or for archived plants")
    func nothingToAsk() async throws {
        let household = household()
        _ = try await household.collection.add("Auntie's", taxon: nil)
        let gone = try await add("Rosa canina", to: household)
        try await household.collection.archive(gone.id, because: .died)
        #expect(try await household.planning.studyNext() == false)
        #expect(service.asked.isEmpty)
    }

    @Test("A cancelled study leaves no record")
    func cancelled() async throws {
        let household = household()
        _ = try await add("Monstera deliciosa", to: household)
        service.answers { _, _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) { _ = try await household.planning.studyNext() }
        #expect(try await remembered("Monstera deliciosa") == nil)
    }
}

extension SettableClock {
    fileprivate func pass(seconds: Double) throws { try set(now.addingTimeInterval(seconds).ISO8601Format()) }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
