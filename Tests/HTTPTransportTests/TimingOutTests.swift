import HTTPTransport
import HTTPTypes
import Support
import Testing

@Suite("Timing out", .tags(.small))
struct TimingOutTests {
    let clock = ManualClock()

    @Test("an answer in time is the answer, and nobody sleeps on")
    func inTime() async throws {
        let script = Script(.status(204))
        let answer = try await script.transport.timingOut(after: .seconds(30), clock: clock).send(get("/"))
        #expect(answer.head.status.code == 204)
        #expect(clock.sleeperCount == 0)
    }

    @Test("a failure in time is the failure")
    func failure() async {
        let transport = Script(.failure(.cutOff)).transport.timingOut(after: .seconds(30), clock: clock)
        let error = await #expect(throws: HTTPTransportError.self) { try await transport.send(get("/")) }
        #expect(error?.code == .cutOff)
    }

    @Test("no answer in time is timedOut, and what is in flight is cancelled")
    func late() async {
        let script = Script(.silence)
        let transport = script.transport.timingOut(after: .seconds(30), clock: clock)
        let task = Task { try await transport.send(get("/")) }
        await clock.untilSleepers(1)
        clock.advance(by: .seconds(29))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        let error = await #expect(throws: HTTPTransportError.self) { try await task.value }
        #expect(error?.code == .timedOut)
        #expect(error?.description == "timedOut: no answer within 30.0 seconds")
        #expect(script.cancelled == 1)
    }

    @Test("a cancelled caller cancels what is in flight")
    func cancelled() async {
        let script = Script(.silence)
        let transport = script.transport.timingOut(after: .seconds(30), clock: clock)
        let task = Task { try await transport.send(get("/")) }
        await clock.untilSleepers(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(script.cancelled == 1)
        #expect(clock.sleeperCount == 0)
    }

    @Test("inside and outside of retrying: each attempt 30 s, the whole 60 s")
    func twice() async {
        let script = Script(.silence)
        let transport = script.transport.timingOut(after: .seconds(30), clock: clock)
            .retrying(RetryPolicy(retries: 5, firstPause: .zero), clock: clock)
            .timingOut(after: .seconds(60), clock: clock)
        let task = Task { try await transport.send(get("/")) }
        await clock.untilSleepers(2)
        clock.advance(by: .seconds(30))
        await clock.untilSleepers(2)
        clock.advance(by: .seconds(30))
        let error = await #expect(throws: HTTPTransportError.self) { try await task.value }
        #expect(error?.code == .timedOut)
        #expect(clock.sleeperCount == 0)
    }
}
