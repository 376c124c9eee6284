import HTTPTransport
import HTTPTypes
import Support
import Testing

@Suite("Time-outs", .tags(.small))
struct TimingOutTests {
    let clock = ManualClock()

    @Test("A response in time is returned, and no timer keeps running")
    func inTime() async throws {
        let script = Script(.status(204))
        let answer = try await script.transport.timingOut(after: .seconds(30), clock: clock).send(get("/"))
        #expect(answer.head.status.code == 204)
        #expect(clock.sleeperCount == 0)
    }

    @Test("A failure in time is thrown unchanged")
    func failure() async {
        let transport = Script(.failure(.cutOff)).transport.timingOut(after: .seconds(30), clock: clock)
        let error = await #expect(throws: HTTPTransportError.self) { try await transport.send(get("/")) }
        #expect(error?.code == .cutOff)
    }

    @Test("A missing response throws timedOut and cancels the request")
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

    @Test("A cancelled caller cancels the request through the time-out")
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

    @Test("Time-outs inside and outside of retrying limit each attempt to 30 s and the whole to 60 s")
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
