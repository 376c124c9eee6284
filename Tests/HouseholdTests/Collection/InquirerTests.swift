import Contracts
import Foundation
import Plants
import Recognition
import SQLRecords
import Support
import Synchronization
import Testing

@testable import Household

/// A service that counts its calls and can wait for a gate before it answers.
private final class Service: Sendable {
    private let count = Mutex(0)
    let gate: Gate?
    let body: @Sendable (Int) throws -> OnlineRecogniser.Reply

    init(gate: Gate? = nil, _ body: @escaping @Sendable (Int) throws -> OnlineRecogniser.Reply = { _ in .rose }) {
        self.gate = gate
        self.body = body
    }

    var calls: Int { count.withLock { $0 } }

    var recogniser: OnlineRecogniser {
        .asking { [self] _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if let gate {
                gate.arrive()
                await gate.untilOpen()
                try Task.checkCancellation()
            }
            return try body(number)
        }
    }
}

/// A network that a test switches on.
private final class Switch: Sendable {
    private let isOn = Mutex(false)

    func turnOn() { isOn.withLock { $0 = true } }

    var reachability: Reachability {
        Reachability(
            link: { self.isOn.withLock { $0 } ? .wifi : nil }, changes: { AsyncStream { $0.finish() } })
    }
}

extension OnlineRecogniser.Reply {
    fileprivate static var rose: Self {
        let service = try? Sample().findings().service
        return .init(answer: service ?? Sample().answer(), allowance: .init(remaining: 400), version: "1")
    }
}

@Suite("A household with an online service", .tags(.small))
struct InquirerTests {
    private let photo = Array("photo one".utf8)

    private func recognised(
        _ household: Household, _ bytes: [UInt8]? = nil, strategy: Strategy? = nil
    ) async throws -> Identification {
        try await household.identifications.recognise(
            [household.photographs.capture(bytes ?? photo).id], strategy: strategy)
    }

    @Test("An unsure answer calls the service once, and both answers are kept")
    func unsure() async throws {
        let service = Service()
        let household = Household.drawn(service: service.recogniser)
        let identification = try await recognised(household)
        #expect(service.calls == 1)
        #expect(identification.findings.asked.reason == .underThreshold)
        #expect(identification.findings.asked.priceUnits == 1)
        #expect(identification.findings.device?.model == "tiny 1")
        #expect(identification.answer.candidates.first?.taxon.scientificName == "Rosa × alba")
        #expect(try await household.identifications.identification(identification.id) == identification)
        #expect(try await household.identifications.quota()?.used == 1)
    }

    @Test("A repeated photograph is answered from memory without a call, and the answer says so")
    func memory() async throws {
        let service = Service()
        let household = Household.drawn(service: service.recogniser)
        _ = try await recognised(household)
        let again = try await recognised(household)
        #expect(service.calls == 1)
        #expect(again.findings.asked.reason == .cached)
        #expect(again.answer.source == .cache)
        #expect(try await household.identifications.quota()?.used == 1)
        let statistics = try await household.identifications.cacheStatistics()
        #expect((statistics.entries, statistics.hits, statistics.misses) == (1, 1, 1))
        #expect(try await household.identifications.clearCache(onlyExpired: true) == 0)
        #expect(try await household.identifications.clearCache(onlyExpired: false) == 1)
        _ = try await recognised(household)
        #expect(service.calls == 2)
    }

    @Test("Identical requests at the same time make one call")
    func sharedCall() async throws {
        let gate = Gate()
        let service = Service(gate: gate)
        let household = Household.drawn(service: service.recogniser)
        let photograph = try await household.photographs.capture(photo).id
        let prices = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<10 {
                group.addTask { try await household.identifications.recognise([photograph]).findings.asked.priceUnits }
            }
            group.addTask {
                await gate.untilWaiting(1)
                gate.open()
                return 0
            }
            return try await group.reduce(0, +)
        }
        #expect(service.calls == 1)
        #expect(prices == 1)
        #expect(
            try await (household.identifications.quota()?.used, household.identifications.quota()?.reserved) == (1, 0))
    }

    @Test("Identical requests at two processes with one store make one call")
    func twoProcesses() async throws {
        let gate = Gate()
        let service = Service(gate: gate)
        let records = SQLRecords.inMemory()
        let nodes = (0..<2).map { _ in
            Household.drawn(records: records, service: service.recogniser, environment: .hurried)
        }
        let pictures = [Inquirer.Picture(bytes: photo)]
        let outcomes = await withTaskGroup(of: Inquiry.ServiceOutcome?.self) { group in
            for node in nodes {
                group.addTask {
                    guard
                        case .service(let outcome)? = await node.identifications.inquirer
                            .askService(pictures, under: Policy())
                    else { return nil }
                    return outcome
                }
            }
            group.addTask {
                await gate.untilWaiting(1)
                gate.open()
                return nil
            }
            return await group.reduce(into: [Inquiry.ServiceOutcome]()) { all, outcome in
                if let outcome { all.append(outcome) }
            }
        }
        #expect(service.calls == 1)
        #expect(outcomes.count == 2)
        #expect(outcomes.count { if case .answered = $0 { true } else { false } } == 1)
        #expect(outcomes.count { if case .cached = $0 { true } else { false } } == 1)
        #expect(try await nodes[0].identifications.quota()?.used == 1)
    }

    @Test("A question that an ended process has claimed is asked after the end of its claim, and not before")
    func endedProcess() async throws {
        let service = Service()
        let records = SQLRecords.inMemory()
        let clock = try SetClock("2026-11-23T10:00:00Z")
        let household = Household.drawn(
            records: records, service: service.recogniser,
            environment: Household.Environment(
                now: { clock.now }, uniqueName: { UUID().uuidString.lowercased() },
                pause: { duration in
                    // The time limit of a call does not end at once.
                    if duration >= .seconds(10) { try await Household.Environment.still.pause(duration) }
                    clock.pass(duration / .seconds(1))
                }, chance: { 0.5 }))
        let (inquirer, policy) = (household.identifications.inquirer, Policy())
        let pictures = [Inquirer.Picture(bytes: photo)]
        let name = try await inquirer.prepare(pictures, under: policy).key.text
        #expect(
            try await records.claimQuestion(
                name, holder: "ended", until: clock.now.addingTimeInterval(90), at: clock.now))
        guard case .service(.failed(let failure, let price, _))? = await inquirer.askService(pictures, under: policy)
        else {
            Issue.record("the question was asked")
            return
        }
        #expect(failure.isPassing && price == 0 && service.calls == 0)
        clock.pass(90)
        guard case .service(.answered)? = await inquirer.askService(pictures, under: policy) else {
            Issue.record("the question was not asked")
            return
        }
        #expect(service.calls == 1)
        #expect(try await records.claimQuestion(name, holder: "next", until: clock.now, at: clock.now))
    }

    @Test("A call that is cancelled before anything is sent costs nothing")
    func cancelledBeforeSending() async throws {
        let service = Service()
        let household = Household.drawn(service: service.recogniser)
        let (inquirer, policy) = (household.identifications.inquirer, Policy())
        guard case .present(let account, _) = household.identifications.keyState else {
            Issue.record("there is no key")
            return
        }
        let reservation = try #require(try await inquirer.reserve(of: account, under: policy))
        #expect(try await household.identifications.quota()?.reserved == 1)
        let outcome = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await inquirer.call(
                .init(pictures: [], policy: policy), reservation: reservation, account: account, under: policy,
                counting: SharedCount())
        }.value
        guard case .failed(_, price: 0, remaining: _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(service.calls == 0)
        #expect(
            try await (household.identifications.quota()?.used, household.identifications.quota()?.reserved) == (0, 0))
    }
}

extension InquirerTests {
    @Test("Concurrent requests never make more calls than the budget allows")
    func budget() async throws {
        let service = Service()
        var policy = Policy()
        policy.dailyBudget = 50
        let household = Household.drawn(service: service.recogniser, policy: policy)
        let sources = try await withThrowingTaskGroup(of: ServiceCallRecord.self) { group in
            for number in 0..<200 {
                group.addTask { try await recognised(household, photo + Array("\(number)".utf8)).findings.asked }
            }
            return try await group.reduce(into: [:]) { $0[$1.reason, default: 0] += 1 }
        }
        #expect(service.calls == 50)
        #expect(sources == [.underThreshold: 50, .noQuota: 150])
        #expect(try await household.identifications.quota()?.remaining(at: household.now()) == 0)
        #expect(try await household.identifications.waiting().count == 150)
    }

    @Test("The parallel strategy runs the model and the service at the same time")
    func parallel() async throws {
        // Each answers only after both were called; sequential calls would never end.
        let (device, service) = (Gate(), Gate())
        let household = Household.drawn(
            recogniser: Recogniser(
                about: Recogniser.constant(Sample().answer()).about,
                recognise: { _, _ in
                    device.open()
                    await service.untilOpen()
                    return Sample().answer()
                }),
            service: .asking { _ in
                service.open()
                await device.untilOpen()
                return .rose
            })
        let identification = try await recognised(household, strategy: .parallel)
        #expect(identification.findings.device != nil)
        #expect(identification.findings.service != nil)
    }

    @Test("The service-only strategy never runs the model, and the device-only strategy never calls the service")
    func lonely() async throws {
        let household = Household.drawn(recogniser: .unimplemented, service: Service().recogniser)
        #expect(try await recognised(household, strategy: .serviceOnly).findings.device == nil)
        let service = Service()
        let other = Household.drawn(service: service.recogniser)
        #expect(try await recognised(other, strategy: .onDeviceOnly).findings.service == nil)
        #expect(service.calls == 0)
    }

    @Test("A photograph that is taken offline waits and is sent when the network is back")
    func offline() async throws {
        let service = Service()
        let online = Switch()
        let household = Household.drawn(
            service: service.recogniser,
            reachability: online.reachability)
        let identification = try await recognised(household)
        #expect(identification.findings.asked.reason == .offline)
        #expect(identification.answer.source == .device)
        #expect(household.identifications.waitingCount == 1)
        #expect(try await household.identifications.sendNextWaiting() == .idle(until: nil))
        #expect(service.calls == 0)
        online.turnOn()
        #expect(try await household.identifications.sendNextWaiting() == .settled(identification.id))
        #expect(service.calls == 1)
        let answered = try await household.identifications.identification(identification.id)
        #expect(answered.findings.service != nil)
        #expect(answered.findings.asked.reason == .underThreshold)
        #expect(try await household.identifications.sendNextWaiting() == .idle(until: nil))
        #expect(household.identifications.waitingCount == 0)
    }

    @Test("With the service-only strategy, a photograph is kept until it can be sent")
    func unanswered() async throws {
        let household = Household.drawn(service: Service().recogniser, reachability: .offline)
        let identification = try await recognised(household, strategy: .serviceOnly)
        #expect(identification.answer.reason == .unanswered)
        #expect(identification.answer.candidates.isEmpty)
        #expect(try await household.identifications.waiting().map(\.identification) == [identification.id])
        try await household.identifications.stopWaiting(identification.id)
        #expect(try await household.identifications.waiting().isEmpty)
    }
}

extension InquirerTests {
    @Test("A failed call is retried once if a retry can help, and the retry costs its own unit")
    func secondTry() async throws {
        let service = Service { number in
            guard number > 1 else {
                throw OnlineRecogniser.Failure(
                    HouseholdError(.serviceFailed, "It failed (500)."), cost: .spent, isWorthRepeating: true,
                    isPassing: true, isServiceAtFault: true)
            }
            return .rose
        }
        let household = Household.drawn(service: service.recogniser, environment: .hurried)
        let identification = try await recognised(household)
        #expect(service.calls == 2)
        #expect(identification.findings.asked.priceUnits == 2)
        #expect(try await household.identifications.quota()?.used == 2)

        var policy = Policy()
        policy.dailyBudget = 1
        let poor = Service { _ in
            throw OnlineRecogniser.Failure(
                HouseholdError(.serviceFailed, "It failed (500)."), cost: .spent, isWorthRepeating: true,
                isPassing: true, isServiceAtFault: true)
        }
        let other = Household.drawn(service: poor.recogniser, policy: policy, environment: .hurried)
        let failed = try await recognised(other)
        #expect(poor.calls == 1)
        #expect(failed.findings.asked.failure?.code == "service-failed")
        #expect(try await other.identifications.waiting().count == 1)
    }

    @Test("After the service refuses the key, no call is made until the key is changed")
    func keyRefused() async throws {
        let service = Service { _ in
            throw OnlineRecogniser.Failure(HouseholdError(.serviceKeyRefused, "Not this key."), cost: .none)
        }
        let household = Household.drawn(service: service.recogniser)
        let first = try await recognised(household)
        #expect(first.findings.asked.failure?.code == "service-key-refused")
        #expect(try await recognised(household, photo + [1]).findings.asked.reason == .keyRefused)
        #expect(service.calls == 1)
        #expect(household.identifications.serviceState() == .keyRefused)
        #expect(try await household.identifications.quota()?.used == 0)
        #expect(try await household.identifications.waiting().isEmpty)
        try household.identifications.keepKey("another")
        _ = try await recognised(household, photo + [2])
        #expect(service.calls == 2)
    }

    @Test("After the service reports a used-up quota, no call is made until the reset")
    func quotaUsed() async throws {
        let until = UTCDay(of: Sample().time(30)).end
        let service = Service { _ in
            throw OnlineRecogniser.Failure(
                HouseholdError(.serviceQuotaUsed, "Nothing left."), cost: .none, isPassing: true, blockedUntil: until)
        }
        let household = Household.drawn(service: service.recogniser)
        _ = try await recognised(household)
        #expect(try await recognised(household, photo + [1]).findings.asked.reason == .noQuota)
        #expect(service.calls == 1)
        #expect(try await household.identifications.sendNextWaiting() == .idle(until: until))
    }

    @Test("A failing service is not called for a while")
    func paused() async throws {
        let service = Service { _ in
            throw OnlineRecogniser.Failure(
                HouseholdError(.serviceFailed, "It failed."), cost: .spent, isPassing: true, isServiceAtFault: true)
        }
        let household = Household.drawn(service: service.recogniser)
        for number in 0..<6 { _ = try await recognised(household, photo + [UInt8(number)]) }
        #expect(service.calls == 5)
        #expect(household.identifications.serviceState() == .paused(until: Sample().time(30).addingTimeInterval(30)))
    }

    @Test("If the model and the service both fail, the error names both causes")
    func nobody() async throws {
        let service = OnlineRecogniser.failing(
            .init(HouseholdError(.serviceRefusedUpload, "It did not take the photographs."), cost: .spent))
        let household = Household.drawn(recogniser: .failing(.recognitionTimedOut), service: service)
        do {
            _ = try await recognised(household, strategy: .parallel)
            Issue.record("somebody answered")
        } catch let error as HouseholdError {
            #expect(error.code == .noAnswer)
            #expect(error.message.contains("It failed on purpose.") && error.message.contains("did not take"))
            #expect(error.detail == "recognition-timed-out, service-refused-upload")
        }
    }
}

extension InquirerTests {
    @Test("A person can ask the service under any strategy, with the organs they name")
    func byHand() async throws {
        let organs = Mutex<[Organ]>([])
        var policy = Policy()
        policy.strategy = .onDeviceOnly
        let household = Household.drawn(
            service: .asking { question in
                organs.withLock { $0 = question.pictures.map(\.organ) }
                return .rose
            }, policy: policy)
        let identification = try await recognised(household)
        let answered = try await household.identifications.askService(about: identification.id, organs: [.flower])
        #expect(answered.findings.asked.reason == .byHand)
        #expect(answered.organs == [.flower])
        #expect(organs.withLock { $0 } == [.flower])
        #expect(try await household.identifications.identification(identification.id) == answered)
        let missing = Household.drawn()
        let other = try await recognised(missing)
        await refused(.serviceNotConfigured) { _ = try await missing.identifications.askService(about: other.id) }
    }

    @Test("Cancelling the only waiting caller stops the call, and the call is counted")
    func cancelled() async throws {
        let gate = Gate()
        let service = Service(gate: gate)
        let household = Household.drawn(service: service.recogniser)
        let task = Task { try await recognised(household) }
        await gate.untilWaiting(1)
        task.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(
            try await (household.identifications.quota()?.used, household.identifications.quota()?.reserved) == (1, 0))
        #expect(household.identifications.runningCalls == 0)
    }

    @Test("If the service takes too long, the answer of the device is used")
    func timedOut() async throws {
        let gate = Gate()
        let household = Household.drawn(
            service: Service(gate: gate).recogniser,
            environment: .init(
                now: { Sample().time(30) }, uniqueName: { UUID().uuidString.lowercased() },
                pause: { duration in
                    // Only the time limit of the call ends.
                    if duration < .seconds(60) { try await Household.Environment.still.pause(duration) }
                    await gate.untilWaiting(1)
                    Task {
                        // The answer arrives too late.
                        gate.open()
                    }
                }, chance: { 0.5 }))
        let identification = try await recognised(household)
        #expect(identification.findings.asked.failure?.code == "service-timed-out")
        #expect(identification.answer.source == .device)
        #expect(try await household.identifications.waiting().count == 1)
    }

    @Test("Callers of the same question share its time limit, and only the caller that started it pays")
    func timedOutTogether() async throws {
        let (asked, limit) = (Gate(), Gate())
        let calls = Mutex(0)
        let household = Household.drawn(
            service: .asking { _ in
                calls.withLock { $0 += 1 }
                asked.arrive()
                // Until the call is cancelled.
                try await Household.Environment.still.pause(.seconds(1))
                return .rose
            },
            environment: .init(
                now: { Sample().time(30) }, uniqueName: { UUID().uuidString.lowercased() },
                pause: { duration in
                    if duration < .seconds(60) { try await Household.Environment.still.pause(duration) }
                    await limit.untilOpen()
                }, chance: { 0.5 }))
        let photograph = try await household.photographs.capture(photo).id
        async let first = household.identifications.recognise([photograph]).findings.asked
        async let second = household.identifications.recognise([photograph]).findings.asked
        await asked.untilWaiting(1)
        while household.identifications.inquirer.health.callers < 2 { await Task.yield() }
        limit.open()
        let records = try await [first, second]
        #expect(records.map(\.failure?.code) == ["service-timed-out", "service-timed-out"])
        #expect(records.map(\.priceUnits).sorted() == [0, 1])
        #expect(calls.withLock { $0 } == 1)
        #expect(household.identifications.runningCalls == 0)
        #expect(
            try await (household.identifications.quota()?.used, household.identifications.quota()?.reserved) == (1, 0))
    }
}

extension InquirerTests {
    @Test("During a long outage, waiting photographs are kept and calls are limited")
    func outage() async throws {
        let clock = Mutex(Sample().time(30))
        // The link is up, but names do not resolve; this costs nothing.
        let service = Service { _ in
            throw OnlineRecogniser.Failure(
                HouseholdError(.serviceOffline, "There is no network connection."), cost: .none, isPassing: true)
        }
        let household = Household.drawn(service: service.recogniser, environment: .at { clock.withLock { $0 } })
        let identification = try await recognised(household, strategy: .serviceOnly)
        #expect(identification.answer.reason == .unanswered)
        for _ in 0..<100 {
            clock.withLock { $0 += 30 }
            _ = try await household.identifications.sendNextWaiting()
        }
        // 50 minutes with an attempt every 30 seconds: at most one call every two minutes.
        #expect(service.calls <= 27)
        #expect(try await household.identifications.waiting().map(\.identification) == [identification.id])
        #expect(try await household.identifications.quota()?.used == 0)
    }

    @Test("The caller that lost a claim does not change the state that the new owner set")
    func lostClaim() async throws {
        let gate = Gate()
        let records = SQLRecords.inMemory()
        let online = Switch()
        let reachability = online.reachability
        let first = Household.drawn(
            records: records,
            service: .asking { _ in
                gate.arrive()
                await gate.untilOpen()
                return .rose
            }, reachability: reachability)
        let identification = try await recognised(first)
        online.turnOn()
        let loser = Task { try await first.identifications.sendNextWaiting() }
        await gate.untilWaiting(1)
        // Another process with the same records asks by hand and makes the identification wait again.
        try await records.amend(
            identification, claim: nil,
            waiting: Waiting(
                identification: identification.id, because: .byHand, obstacle: .paused, since: Sample().time(30),
                notBefore: Sample().time(30)))
        gate.open()
        #expect(try await loser.value == .settled(identification.id))
        #expect(try await records.waiting().map(\.because) == [.byHand])
    }

    @Test("A process that ends during its first call loses neither the photograph nor the question")
    func killed() async throws {
        let records = SQLRecords.inMemory()
        let archive = MemoryArchive()
        let gate = Gate()
        let household = Household.drawn(records: records, archive: archive, service: Service(gate: gate).recogniser)
        let photograph = try await household.photographs.capture(photo)
        let task = Task { try await household.identifications.recognise([photograph.id]) }
        await gate.untilWaiting(1)
        // As after a kill: a waiting entry that is hidden while the call is in progress and visible later.
        #expect(try await household.identifications.waiting().isEmpty)
        let left = try await records.waiting()
        #expect(left.map(\.obstacle) == [Waiting.underWay])
        let later = Household.drawn(
            records: records, archive: archive, service: Service().recogniser, environment: .at { Sample().time(60) })
        #expect(try await later.identifications.waiting().count == 1)
        let first = try #require(left.first)
        #expect(try await later.identifications.sendNextWaiting() == .settled(first.identification))
        let found = try await later.identifications.identification(first.identification)
        #expect(found.photographs == [photograph.id])
        // The inquiry runs again from the start, with the model first.
        #expect(found.findings.device != nil && found.findings.asked.reason == .underThreshold)
        gate.open()
        _ = try await task.value
    }

    @Test("If the model is sure when an interrupted inquiry runs again, the service is not called")
    func cutShort() async throws {
        let records = SQLRecords.inMemory()
        let service = Service()
        let household = Household.drawn(
            records: records, recogniser: .constant(Self.sure), service: service.recogniser,
            environment: .at { Sample().time(60) })
        let left = try await draft(in: records, household)
        #expect(try await household.identifications.sendNextWaiting() == .settled(left.identification))
        #expect(service.calls == 0)
        let found = try await household.identifications.identification(left.identification)
        #expect(found.answer.verdict == .likely && found.findings.asked.reason == .confident)
        #expect(try await household.identifications.waiting().isEmpty)
    }
}

extension InquirerTests {
    @Test("An interrupted inquiry gets the answer of the model even if the service is offline")
    func cutShortOffline() async throws {
        let records = SQLRecords.inMemory()
        let household = Household.drawn(
            records: records, service: Service().recogniser, reachability: .offline,
            environment: .at { Sample().time(60) })
        let left = try await draft(in: records, household)
        #expect(try await household.identifications.sendNextWaiting() == .postponed(left.identification))
        let found = try await household.identifications.identification(left.identification)
        #expect(found.findings.device != nil && found.answer.reason == .uncertain)
        #expect(try await household.identifications.waiting().map(\.obstacle) == [.offline])
        #expect(try await household.identifications.sendNextWaiting() == .idle(until: nil))
    }

    @Test("A photograph that the service refuses for good is not sent again, and the answer says so")
    func refusedForGood() async throws {
        let records = SQLRecords.inMemory()
        let service = Service { _ in
            throw OnlineRecogniser.Failure(
                HouseholdError(.serviceRefusedUpload, "It did not take the photographs."), cost: .spent)
        }
        var policy = Policy()
        policy.strategy = .serviceOnly
        let household = Household.drawn(
            records: records, recogniser: .unimplemented, service: service.recogniser, policy: policy,
            environment: .at { Sample().time(60) })
        let left = try await draft(in: records, household)
        #expect(try await household.identifications.sendNextWaiting() == .settled(left.identification))
        #expect(try await household.identifications.sendNextWaiting() == .idle(until: nil))
        #expect(service.calls == 1)
        let asked = try await household.identifications.identification(left.identification).findings.asked
        #expect(asked.failure?.code == "service-refused-upload" && asked.priceUnits == 1)
    }

    /// The records that a process leaves if it is killed during its first call.
    private func draft(in records: SQLRecords, _ household: Household) async throws -> Waiting {
        let photograph = try await household.photographs.capture(photo)
        let draft = Identification(
            id: try Sample().id("draft"), photographs: [photograph.id],
            findings: InquiryResult(
                answer: Answer(
                    verdict: .noClearMatch, reason: .unanswered, candidates: [], rollUps: [], source: .plantNet,
                    model: "Pl@ntNet", durations: .init(decode: 0, inference: 0, total: 0), answeredAt: Sample().time(1)
                ), device: nil, service: nil, asked: ServiceCallRecord(reason: .byStrategy, threshold: 0.7)))
        let left = Waiting(
            identification: draft.id, because: .byStrategy, obstacle: Waiting.underWay, since: Sample().time(1),
            notBefore: Sample().time(4))
        try await records.add(draft, waiting: left)
        return left
    }

    private static let sure: Answer = {
        let drawn = Sample().answer()
        return Answer(
            verdict: .likely, reason: .confident,
            candidates: [Candidate(rank: 1, taxon: drawn.candidates[0].taxon, confidence: Confidence(0.95))],
            rollUps: [], source: .device, model: drawn.model, durations: drawn.durations, answeredAt: drawn.answeredAt)
    }()

    @Test("An inquiry without any answer leaves no records")
    func discarded() async throws {
        let records = SQLRecords.inMemory()
        let service = OnlineRecogniser.failing(
            .init(HouseholdError(.serviceRefusedUpload, "It did not take the photographs."), cost: .spent))
        let household = Household.drawn(records: records, service: service)
        await refused(.serviceRefusedUpload) { _ = try await recognised(household, strategy: .serviceOnly) }
        #expect(try await household.identifications.list(latest: 10).isEmpty)
        #expect(try await records.waiting().isEmpty)
    }

    @Test("If the chosen flora does not exist, all floras are asked, and the failed call is not repeated")
    func unknownFlora() async throws {
        let projects = Mutex<[String]>([])
        var policy = Policy()
        policy.project = "k-nowhere"
        let household = Household.drawn(
            service: .asking { question in
                projects.withLock { $0.append(question.policy.project) }
                guard question.policy.project == "all" else {
                    throw OnlineRecogniser.Failure(HouseholdError(.unknownProject, "No such flora."), cost: .spent)
                }
                return .rose
            }, policy: policy, environment: .hurried)
        _ = try await recognised(household)
        _ = try await recognised(household, photo + [1])
        #expect(projects.withLock { $0 } == ["k-nowhere", "all", "all"])
    }
}

extension InquirerTests {
    @Test("At most eight calls run at the same time, and the waiting ones cost nothing")
    func concurrencyLimit() async throws {
        let gate = Gate()
        let service = Service(gate: gate)
        let household = Household.drawn(service: service.recogniser)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { _ = try await recognised(household, photo + [UInt8(number)]) }
            }
            await gate.untilWaiting(8)
            #expect(service.calls == 8)
            #expect(try await household.identifications.quota()?.reserved == 8)
            gate.open()
            try await group.waitForAll()
        }
        #expect(service.calls == 20)
        #expect(
            try await (household.identifications.quota()?.used, household.identifications.quota()?.reserved) == (20, 0))
    }

    @Test("Cancelling one of two identical requests neither delays nor stops the other")
    func leaving() async throws {
        let gate = Gate()
        let service = Service(gate: gate)
        let household = Household.drawn(service: service.recogniser)
        let photograph = try await household.photographs.capture(photo).id
        let stays = Task { try await household.identifications.recognise([photograph]) }
        await gate.untilWaiting(1)
        let leaves = Task { try await household.identifications.recognise([photograph]) }
        leaves.cancel()
        await #expect(throws: CancellationError.self) { try await leaves.value }
        gate.open()
        #expect(try await stays.value.findings.service != nil)
        #expect(service.calls == 1)
    }

    @Test("An identification that was kept as a plant meanwhile is not sent to the service")
    func keptMeanwhile() async throws {
        let service = Service()
        let online = Switch()
        let household = Household.drawn(
            service: service.recogniser,
            reachability: online.reachability)
        let identification = try await recognised(household)
        let other = try await recognised(household, photo + [1])
        _ = try await household.identifications.recognise(anotherAngleOf: other.id, photo + [2])
        #expect(try await household.identifications.waiting().count == 2)
        _ = try await household.collection.confirm(identification.id, as: .candidate(rank: 1))
        #expect(try await household.identifications.waiting().count == 1)
        online.turnOn()
        while case .settled = try await household.identifications.sendNextWaiting() {}
        #expect(service.calls == 1)
    }

    @Test("Chosen settings are stored, and invalid values are refused")
    func choices() async throws {
        let records = SQLRecords.inMemory()
        let household = Household.drawn(records: records)
        try await household.settings.choose([.strategy: "parallel", .threshold: "0.5", .dailyBudget: "9"])
        #expect(household.policy.strategy == .parallel)
        await refused(.settingRefused) { try await household.settings.choose([.project: "useful", .threshold: "2"]) }
        #expect(household.policy.project == "all")
        let later = Household.drawn(records: records)
        try await later.settings.recallChoices()
        #expect((later.policy.strategy, later.policy.askBelow, later.policy.dailyBudget) == (.parallel, 0.5, 9))
    }
}
