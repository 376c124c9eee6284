import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Synchronization
import Testing
import Trefle

@Suite("TrefleLimits", .tags(.small))
struct LimitsTests {
    @Test(
        "Requested limits are clamped to the allowed range",
        arguments: [
            (TrefleLimits(), 60, 5), (TrefleLimits(requestsPerMinute: 600), 120, 5),
            (TrefleLimits(requestsPerMinute: 0, burst: 0), 1, 1), (TrefleLimits(requestsPerMinute: 3, burst: 9), 3, 2),
        ])
    func bounds(limits: TrefleLimits, perMinute: Int, burst: Int) {
        #expect(limits.requestsPerMinute == perMinute)
        #expect(limits.burst == burst)
        #expect(limits.timeOut == .seconds(15))
        #expect(limits.retries == .once)
    }

    @Test(
        "In any sixty seconds no more requests are sent than the limit",
        arguments: [(60, 5), (1000, 1000), (7, 5), (2, 1)])
    func rate(perMinute: Int, burst: Int) async throws {
        let clock = PatientClock(patience: .seconds(900))
        let limits = TrefleLimits(requestsPerMinute: perMinute, burst: burst, timeOut: .seconds(900))
        let sent = Mutex<[Duration]>([])
        let answer = Service.answer(200, try invented("search-none.json"))
        let wire = HTTPTransport { _ in
            sent.withLock { $0.append(clock.now.offset) }
            return answer
        }
        let client = TrefleClient(token: Service.token, transport: wire.limited(to: limits, clock: clock))
        for _ in 0..<(3 * limits.requestsPerMinute) { _ = try await client.plants() }
        let times = sent.withLock { $0 }
        #expect(times.prefix(limits.burst).allSatisfy { $0 == .zero }, "a burst goes at once")
        for start in times {
            let count = times.count { (start...start + .seconds(60)).contains($0) }
            #expect(count <= limits.requestsPerMinute)
        }
    }

    @Test("Waiting requests are sent in order, and a cancelled one delays no other")
    func order() async throws {
        let clock = PatientClock(held: true)
        let service = Service(200, try invented("search-none.json"))
        let limits = TrefleLimits(requestsPerMinute: 60, burst: 1)
        let client = TrefleClient(token: Service.token, transport: service.transport.limited(to: limits, clock: clock))
        let tasks = (1...8).map { number in Task.immediate { try await client.plants(page: number) } }
        tasks[3].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[3].value }
        clock.open()
        for (place, task) in tasks.enumerated() where place != 3 { _ = try await task.value }
        #expect(service.asked.map(\.head.path) == [1, 2, 3, 5, 6, 7, 8].map { "/api/v1/plants?page=\($0)" })
    }

    @Test("A request waits fifteen seconds for its response, twice")
    func timeOut() async throws {
        let service = Service(silentUntilCancelled: CancellationError())
        // With a patience of 16 s the time-out of 15 s passes at once.
        let clock = PatientClock(patience: .seconds(16))
        let client = TrefleClient(
            token: Service.token, transport: service.transport.limited(to: .init(), clock: clock, random: { _ in 1 }))
        let error = await failure { try await client.plants() }
        #expect(error?.code == .timedOut)
        #expect(service.asked.count == 2)
        #expect(clock.slept == [.seconds(15), .milliseconds(500), .seconds(15)])
    }

    @Test("A temporary failure is retried once, after a pause", arguments: [408, 429, 500, 502, 503, 504])
    func retries(status: Int) async throws {
        let clock = PatientClock()
        let service = Service(answers: [
            Service.answer(status, try invented("error-500.html")), Service.answer(200, try invented("plants-1.json")),
        ])
        let client = TrefleClient(
            token: Service.token, transport: service.transport.limited(to: .init(), clock: clock, random: { _ in 1 }))
        #expect(try await client.plants().value.items.count == 2)
        #expect(clock.slept == [.milliseconds(500)])
        #expect(service.asked.count == 2)
    }

    @Test("A permanent failure and a request that is not repeatable are sent once")
    func noRetries() async throws {
        for status in [400, 401, 403, 404, 422] {
            let service = Service(status)
            let client = TrefleClient(
                token: Service.token, transport: service.transport.limited(to: .init(), clock: PatientClock()))
            #expect(await failure { try await client.plants() }?.status == status)
            #expect(service.asked.count == 1)
        }
        let broken = Service(500)
        let client = TrefleClient(
            token: Service.token, transport: broken.transport.limited(to: .init(), clock: PatientClock()))
        #expect(await failure { try await client.report(species: "a", notes: "x") }?.code == .serverError)
        #expect(broken.asked.count == 1)
    }

    @Test("A long rate limit is returned at once, with the time of the next request")
    func lasting() async {
        let clock = PatientClock()
        var fields = allowanceFields
        fields[.retryAfter] = "17"
        let service = Service(429, "{}", fields: fields)
        let client = TrefleClient(
            token: Service.token, transport: service.transport.limited(to: .init(), clock: clock))
        let error = await failure { try await client.plants() }
        #expect(error?.code == .rateLimited)
        #expect(error?.retryAfter == .seconds(17))
        #expect(clock.slept.isEmpty)
        #expect(service.asked.count == 1)
    }
}
