import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Testing

@Suite("Retrying", .tags(.small))
struct RetryingTests {
    let clock = ManualClock(jumps: true)
    /// 2026-03-01 12:00:00 UTC.
    let noon = Date(timeIntervalSince1970: 1_772_366_400)

    private func retrying(_ script: Script, _ policy: RetryPolicy = .once) -> HTTPTransport {
        script.transport.retrying(policy, clock: clock, now: { noon }, random: { $0.upperBound })
    }

    @Test(
        "A temporary failure is retried once, and other responses are not retried",
        arguments: [
            (200, 1), (204, 1), (301, 1), (400, 1), (401, 1), (403, 1), (404, 1), (408, 2), (413, 1), (429, 2),
            (500, 2), (501, 1), (502, 2), (503, 2), (504, 2),
        ])
    func statuses(status: Int, attempts: Int) async throws {
        let script = Script(.status(status))
        let answer = try await retrying(script).send(get("/"))
        #expect(answer.head.status.code == status)
        #expect(script.requests.count == attempts)
        #expect(clock.slept == (attempts == 2 ? [.milliseconds(500)] : []))
    }

    @Test(
        "A connection failure is retried if that can help",
        arguments: [
            (HTTPTransportError.Code.connectionFailed, 2), (.timedOut, 2), (.cutOff, 2), (.noNetwork, 1),
            (.tooLarge, 1), (.invalidResponse, 1), (.notRecorded, 1),
        ])
    func failures(code: HTTPTransportError.Code, attempts: Int) async {
        let script = Script(.failure(code))
        let error = await #expect(throws: HTTPTransportError.self) { try await retrying(script).send(get("/")) }
        #expect(error?.code == code)
        #expect(script.requests.count == attempts)
    }

    @Test("A request that fails once and then succeeds returns the response")
    func heals() async throws {
        let script = Script(.failure(.cutOff), .status(503), .status(200))
        let answer = try await retrying(script, RetryPolicy(retries: 2)).send(get("/"))
        #expect(answer.head.status == .ok)
        #expect(clock.slept == [.milliseconds(500), .seconds(1)])
    }

    @Test(
        "Only repeatable requests are retried",
        arguments: [
            (HTTPRequest.Method.get, nil, 2), (.head, nil, 2), (.put, nil, 2), (.delete, nil, 2), (.options, nil, 2),
            (.post, nil, 1), (.patch, nil, 1), (.post, true, 2), (.get, false, 1),
        ] as [(HTTPRequest.Method, Bool?, Int)])
    func methods(method: HTTPRequest.Method, repeatable: Bool?, attempts: Int) async throws {
        let script = Script(.status(500))
        let request = HTTPTransport.Request(
            head: HTTPRequest(method: method, scheme: "https", authority: "plants.test", path: "/"),
            isRepeatable: repeatable)
        _ = try await retrying(script).send(request)
        #expect(script.requests.count == attempts)
    }

    @Test("Pauses double up to the cap, and the jitter covers the whole interval")
    func backOff() async throws {
        let policy = RetryPolicy(retries: 5, firstPause: .seconds(1), cap: .seconds(5))
        _ = try await retrying(Script(.status(500)), policy).send(get("/"))
        #expect(clock.slept == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])

        let other = ManualClock(jumps: true)
        let half = Script(.status(500)).transport
            .retrying(policy, clock: other, now: { noon }, random: { ($0.lowerBound + $0.upperBound) / 4 })
        _ = try await half.send(get("/"))
        #expect(other.slept.first == .milliseconds(250))
    }
}

extension RetryingTests {
    @Test(
        "Retry-After is obeyed up to the cap, and above it the response is returned",
        arguments: [
            ("0", [0.0]), ("3", [3]), ("10", [10]), ("11", nil), ("99999999999999999999999", nil),
            ("Sun, 01 Mar 2026 12:00:07 GMT", [7]), ("Sunday, 01-Mar-26 12:00:07 GMT", [7]),
            ("Sun Mar  1 12:00:07 2026", [7]), ("Sun, 01 Mar 2026 11:00:00 GMT", [0]),
            ("Mon, 02 Mar 2026 00:00:00 GMT", nil), ("soon", [0.5]), ("-5", [0.5]),
            ("Sun, 01 Mar 2026 25:00:00 GMT", [0.5]), ("1.5", [0.5]),
        ] as [(String, [Double]?)])
    func retryAfter(text: String, pauses: [Double]?) async throws {
        for status in [429, 503] {
            let clock = ManualClock(jumps: true)
            let script = Script(.status(status, field("Retry-After", text)))
            let transport = script.transport.retrying(clock: clock, now: { noon }, random: { $0.upperBound })
            #expect(try await transport.send(get("/")).head.status.code == status)
            #expect(clock.slept == (pauses ?? []).map { .seconds($0) })
            #expect(script.requests.count == (pauses == nil ? 1 : 2))
        }
    }

    @Test("A quota that is exhausted for hours is not retried")
    func quota() async throws {
        let script = Script(.status(429, field("RateLimit", #""dailyQuota";r=0;t=41817"#)))
        _ = try await retrying(script).send(get("/"))
        #expect(script.requests.count == 1)
    }

    @Test("Cancelled requests and unknown errors are never retried")
    func cancellation() async {
        struct Strange: Error {}
        let cancelled = Script(.other(CancellationError()))
        await #expect(throws: CancellationError.self) { try await retrying(cancelled).send(get("/")) }
        #expect(cancelled.requests.count == 1)
        let strange = Script(.other(Strange()))
        await #expect(throws: Strange.self) { try await retrying(strange).send(get("/")) }
        #expect(strange.requests.count == 1)
    }

    @Test("A caller that is cancelled during a pause sends no further request")
    func cancelledPause() async {
        let clock = ManualClock()
        let script = Script(.status(500))
        let transport = script.transport.retrying(clock: clock, random: { $0.upperBound })
        let task = Task { try await transport.send(get("/")) }
        await clock.untilSleepers(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(script.requests.count == 1)
        #expect(clock.sleeperCount == 0)
    }

    @Test("A retry sends the body again from its beginning")
    func body() async throws {
        var form = MultipartForm(limit: 1000)
        form.add(field: "organs", "leaf")
        let script = Script(.status(500), .status(200))
        let request = HTTPTransport.Request(
            head: HTTPRequest(method: .post, scheme: "https", authority: "plants.test", path: "/"),
            body: try form.encoded().body, isRepeatable: true)
        _ = try await retrying(script).send(request)
        let bodies = script.requests.map { $0.body.map { Array($0.segments().joined()) } }
        #expect(bodies.count == 2)
        #expect(bodies[0] == bodies[1])
        #expect(bodies[0]?.count == request.body?.contentLength)
    }
}
