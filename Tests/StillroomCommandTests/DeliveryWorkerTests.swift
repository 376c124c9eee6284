import Agenda
import Calendar
import Contracts
import Foundation
import Household
import Logging
import Plants
import Recognition
import SQLRecords
import Support
import Synchronization
import Testing

@testable import StillroomCommand

@Suite("The delivery worker and the background jobs", .tags(.small), .timeLimit(.minutes(1)))
struct WaitingWorkersTests {
    private let clock: SetClock
    private let records = SQLRecords.inMemory()
    private let mailbox = Mailbox()
    private let pauses = Pauses()
    private let household: Household
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Ten seconds before the notice of the day's chores is due.
    init() throws {
        let (clock, pauses) = (try SetClock("2026-06-10T05:59:50Z"), pauses)
        self.clock = clock
        household = .drawn(
            records: records,
            // A network link that never changes.
            reachability: Reachability(link: { .wifi }, changes: { AsyncStream { $0.finish() } }),
            careServices: .drawn(given: [.zone: "Europe/Vienna"]),
            noticeServices: .drawn(noticeTransports: [mailbox.noticeTransport]),
            environment: .init(
                now: { clock.now }, steady: { clock.steady }, uniqueName: { UUID().uuidString.lowercased() },
                pause: { try await pauses.pause($0) }, chance: { 0.5 }))
    }

    private func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }

    private func chore() async throws {
        let plant = Plant(
            id: try Sample().id("fern"), name: "Fern", taxon: nil, photographs: [], identification: nil,
            addedAt: clock.now)
        try await records.keep(plant, chores: [], correction: nil)
        _ = try await household.agenda.addChore(
            .misting, plant: plant.id, recurrence: try #require(Recurrence.every(days: 7)),
            start: day("2026-06-10"))
    }

    private func running<Value>(_ body: () async throws -> Value) async throws -> Value {
        let worker = DeliveryWorker(household: household, logger: logger)
        let task = Task { try await worker.run() }
        defer { task.cancel() }
        let value = try await body()
        task.cancel()
        _ = await task.result
        return value
    }

    @Test("With nothing to send, the delivery worker checks notices every minute and answers every five minutes")
    func idle() async throws {
        try await running {
            await pauses.until(.seconds(60), .seconds(300))
            clock.pass(60)
            pauses.end(.seconds(60))
            await pauses.until(.seconds(60), .seconds(300))
        }
        #expect(pauses.asked.sorted() == [.seconds(60), .seconds(60), .seconds(300)])
    }

    @Test("A change wakes the delivery worker, which then sleeps until the notice is due and sends it")
    func due() async throws {
        try await running {
            await pauses.until(.seconds(60), .seconds(300))
            _ = try await household.reminders.add(.drawn(mailbox.kind, "phone"), named: "phone")
            try await chore()
            household.signals.post(.records)
            await pauses.until(.seconds(10), .seconds(300))
            #expect(mailbox.messages.isEmpty)
            clock.pass(10)
            pauses.end(.seconds(10))
            // The notice is being sent; while it is due, the worker looks again after a second.
            await pauses.until(.seconds(1), .seconds(300))
            while mailbox.messages.isEmpty { await Task.yield() }
            #expect(mailbox.messages.map(\.title) == ["Mist Fern"])
        }
    }

    @Test("The delivery worker notices within a minute that the wall clock was set forward")
    func set() async throws {
        _ = try await household.reminders.add(.drawn(mailbox.kind, "phone"), named: "phone")
        try await chore()
        try clock.set("2026-06-10T01:00:00Z")
        try await running {
            await pauses.until(.seconds(60), .seconds(300))
            try clock.set("2026-06-10T06:00:00Z")
            pauses.end(.seconds(60))
            while mailbox.messages.isEmpty { await Task.yield() }
        }
    }

    @Test("Background jobs run once in five minutes, and not after every change")
    func background() async throws {
        let jobs = BackgroundJobs(household: household, logger: logger)
        let task = Task { try await jobs.run() }
        // The waiting photographs, the plans, and the photographs of plants.
        await pauses.until(.seconds(5), .seconds(5), .seconds(5))
        household.signals.post(.records)
        pauses.end(.seconds(5))
        // The change takes effect after the first five seconds.
        await pauses.until(.seconds(5), .seconds(5), .seconds(5))
        pauses.end(.seconds(5))
        await pauses.until(.seconds(295), .seconds(295), .seconds(295))
        household.signals.post(.service)
        await pauses.until(.seconds(5), .seconds(5), .seconds(5))
        task.cancel()
        _ = await task.result
    }

    @Test("The model is loaded three seconds after the start, once, and the server goes on")
    func warmUp() async throws {
        let (clock, pauses) = (clock, pauses)
        let loads = Mutex(0)
        let household = Household.drawn(
            recogniser: Recogniser(
                about: Recogniser.constant(Sample().answer()).about, recognise: { _, _ in Sample().answer() },
                warmUp: { loads.withLock { $0 += 1 } }),
            environment: .init(
                now: { clock.now }, steady: { clock.steady }, uniqueName: { UUID().uuidString.lowercased() },
                pause: { try await pauses.pause($0) }, chance: { 0.5 }))
        let hasEnded = Mutex(false)
        let task = Task {
            try await ModelWarmUp(household: household, logger: logger).run()
            hasEnded.withLock { $0 = true }
        }
        await pauses.until(.seconds(3))
        #expect(loads.withLock { $0 } == 0)
        pauses.end(.seconds(3))
        while loads.withLock({ $0 }) == 0 { await Task.yield() }
        #expect(!hasEnded.withLock { $0 })
        task.cancel()
        _ = await task.result
        #expect(loads.withLock { $0 } == 1)
    }

    @Test(
        "After a failed call, background jobs wait 30 seconds, and the signal of the call does not wake them")
    func ownCall() async throws {
        let calls = Mutex(0)
        let (clock, pauses) = (clock, pauses)
        let household = Household.drawn(
            service: .asking { _ in
                calls.withLock { $0 += 1 }
                throw OnlineRecogniser.Failure(
                    HouseholdError(.serviceFailed, "It failed (500)."), cost: .spent, isPassing: true,
                    isServiceAtFault: true)
            },
            reachability: Reachability(link: { .wifi }, changes: { AsyncStream { $0.finish() } }),
            environment: .init(
                now: { clock.now }, steady: { clock.steady }, uniqueName: { UUID().uuidString.lowercased() },
                pause: { try await pauses.pause($0) }, chance: { 0.5 }))
        for number in 1...2 {
            let photograph = try await household.photographs.capture(Array("photo \(number)".utf8))
            _ = try await household.identifications.recognise([photograph.id])
        }
        let before = calls.withLock { $0 }
        clock.pass(600)
        let jobs = BackgroundJobs(household: household, logger: logger)
        let task = Task { try await jobs.run() }
        // The plans and the photographs of plants are looked after by themselves.
        await pauses.until(.seconds(5), .seconds(5), .seconds(30))
        #expect(calls.withLock { $0 } == before + 1, "the second photograph waits until the pause is over")
        task.cancel()
        _ = await task.result
    }
}
