import HTTPTypes
import Support
import Testing

@testable import HTTPTransport

@Suite("Rate limiting", .tags(.small))
struct LimitingTests {
    @Test("A bucket gives its burst at once, then one token per interval, and never more than the burst")
    func bucket() {
        var bucket = TokenBucket(RateLimit(permits: 60, per: .seconds(60), burst: 3))
        #expect((0..<4).map { _ in bucket.take(at: .zero) } == [nil, nil, nil, .seconds(1)])
        #expect(bucket.take(at: .milliseconds(400)) == .milliseconds(600))
        #expect(bucket.take(at: .seconds(1)) == nil)
        #expect(bucket.take(at: .seconds(1)) == .seconds(1))
        #expect((0..<4).map { _ in bucket.take(at: .seconds(1000)) } == [nil, nil, nil, .seconds(1)])
        #expect(bucket.take(at: .seconds(5)) == .seconds(1), "a clock that goes back gives nothing")
    }

    @Test("Invalid rates are raised to the minimum")
    func least() {
        let rate = RateLimit(permits: 0, per: .seconds(-1), burst: -3)
        #expect(rate == RateLimit(permits: 1, per: .zero, burst: 1))
    }

    @Test("Requests above the rate wait and are sent in order")
    func order() async throws {
        let clock = ManualClock()
        let script = Script(.status(200))
        let transport = script.transport.limiting(to: RateLimit(permits: 1, per: .seconds(1)), clock: clock)
        _ = try await transport.send(get("/0"))
        var tasks: [Task<Void, any Error>] = []
        for number in 1...3 {
            // Begins in this task, so that the queue has a known order.
            tasks.append(Task.immediate { _ = try await transport.send(get("/\(number)")) })
        }
        for number in 1...3 {
            await clock.untilSleepers(1)
            #expect(script.requests.count == number)
            clock.advance(by: .seconds(1))
            try await tasks[number - 1].value
        }
        #expect(script.requests.map(\.head.path) == ["/0", "/1", "/2", "/3"])
    }

    @Test("A cancelled request leaves the queue and takes no token", arguments: [0, 1, 2])
    func leaving(whom: Int) async throws {
        let clock = ManualClock()
        let script = Script(.status(200))
        let transport = script.transport.limiting(to: RateLimit(permits: 1, per: .seconds(1)), clock: clock)
        _ = try await transport.send(get("/"))
        let tasks = (0..<3).map { number in
            Task.immediate { _ = try await transport.send(get("/\(number)")) }
        }
        await clock.untilSleepers(1)
        tasks[whom].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[whom].value }
        for (number, task) in tasks.enumerated() where number != whom {
            await clock.untilSleepers(1)
            clock.advance(by: .seconds(1))
            try await task.value
        }
        #expect(script.requests.count == 3)
        #expect(clock.now.offset == .seconds(2))
        #expect(clock.sleeperCount == 0)
    }

    @Test("A request that is already cancelled does not enter the queue")
    func cancelledBefore() async {
        let script = Script(.status(200))
        let transport = script.transport.limiting(to: RateLimit(permits: 1, per: .seconds(1)), clock: ManualClock())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await transport.send(get("/"))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(script.requests.isEmpty)
    }

    @Test("Many simultaneous requests are all sent, in the time that the rate requires")
    func many() async throws {
        let clock = ManualClock(jumps: true)
        let script = Script(.status(200))
        let transport = script.transport
            .limiting(to: RateLimit(permits: 10, per: .seconds(1), burst: 5), clock: clock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { _ = try await transport.send(get("/")) } }
            try await group.waitForAll()
        }
        #expect(script.requests.count == 100)
        #expect(clock.now.offset == .milliseconds(9500))
    }
}
