import ChatCompletions
import HTTPTransport
import Support
import Testing

@Suite("Retries of chat completions", .tags(.small))
struct RetryTests {
    /// With this clock pauses pass at once, and time-outs never.
    let clock = PatientClock(patience: .seconds(500))
    private let endless = ChatTimeouts(firstByte: .seconds(1000), idle: .seconds(1000), total: .seconds(5000))

    private func client(_ service: Service, _ retries: ChatRetries = ChatRetries()) throws -> ChatCompletionsClient {
        try service.client(timeouts: endless, retries: retries, clock: clock)
    }

    @Test(
        "A temporary failure is retried after half a second and after one second",
        arguments: [408, 409, 429, 500, 502, 503, 529])
    func statuses(_ status: Int) async throws {
        let service = Service(.json("{}", status: status), .json("{}", status: status), good())
        #expect(try await client(service).complete(question()).text == "Hello.")
        #expect(clock.slept == [.milliseconds(500), .seconds(1)])
        #expect(Set(service.asked.map(\.text)).count == 1, "the same again")
    }

    @Test("After two retries the failure is thrown")
    func exhausted() async throws {
        let service = Service(.json("{}", status: 500))
        #expect(await failure { try await client(service).complete(question()) }?.status == 500)
        #expect(service.asked.count == 3)
        let many = await failure {
            try await client(service, ChatRetries(count: 6)).complete(question())
        }
        #expect(many != nil)
        #expect(
            clock.slept.suffix(6) == [
                .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(8),
            ])
    }

    @Test("A permanent failure is thrown at once", arguments: [400, 401, 402, 403, 404, 422, 301])
    func final(_ status: Int) async throws {
        let service = Service(.json("{}", status: status))
        #expect(await failure { try await client(service).complete(question()) }?.status == status)
        #expect(service.asked.count == 1)
    }

    @Test("An exhausted quota is never retried, whatever the header fields")
    func quota() async throws {
        let body = #"{"error":{"message":"x","type":"insufficient_quota","code":"insufficient_quota"}}"#
        let service = Service(.json(body, status: 429, [("retry-after", "1"), ("x-should-retry", "true")]))
        #expect(await failure { try await client(service).complete(question()) }?.code == .quota)
        #expect(service.asked.count == 1)
    }

    @Test("The field x-should-retry decides")
    func should() async throws {
        let not = Service(.json("{}", status: 500, [("x-should-retry", "false")]))
        #expect(await failure { try await client(not).complete(question()) } != nil)
        #expect(not.asked.count == 1)
        let yes = Service(.json("{}", status: 418, [("x-should-retry", "true")]), good())
        #expect(try await client(yes).complete(question()).text == "Hello.")
    }
}

extension RetryTests {
    @Test("A pause requested by the service is obeyed, up to two minutes")
    func asked() async throws {
        let cases: [([(String, String)], Duration?)] = [
            ([("retry-after", "7")], .seconds(7)), ([("retry-after-ms", "250")], .milliseconds(250)),
            ([("retry-after", "120")], .seconds(120)), ([("retry-after", "121")], nil),
            ([("retry-after", "Fri, 15 Jan 2027 08:00:30 GMT")], .seconds(30)),
            ([("retry-after", "0")], .milliseconds(500)),
        ]
        for (fields, pause) in cases {
            let service = Service(.json("{}", status: 429, fields), good())
            let before = clock.slept.count
            let error = await failure { try await client(service).complete(question()) }
            #expect((error == nil) == (pause != nil), "\(fields)")
            #expect(Array(clock.slept.dropFirst(before)) == (pause.map { [$0] } ?? []))
        }
        let words = #"{"error":{"message":"Please try again in 114h18m0s."}}"#
        let service = Service(.json(words, status: 429))
        #expect(await failure { try await client(service).complete(question()) }?.retryAfter == .seconds(411_480))
        #expect(service.asked.count == 1, "the person is told, and nobody waits")
    }

    @Test("A pause that would exceed the total time is not begun")
    func outlasting() async throws {
        let service = Service(.json("{}", status: 429, [("retry-after", "60")]))
        let hurried = try service.client(
            timeouts: ChatTimeouts(firstByte: .seconds(900), idle: .seconds(900), total: .seconds(50)),
            retries: ChatRetries(), clock: PatientClock(patience: .seconds(40)))
        #expect(await failure { try await hurried.complete(question()) }?.code == .rateLimited)
        #expect(service.asked.count == 1)
    }

    @Test("Connections that fail before a response are retried, and others are not")
    func wire() async throws {
        for code in [HTTPTransportError.Code.connectionFailed, .cutOff] {
            let service = Service(.failure(code), good())
            #expect(try await client(service).complete(question()).text == "Hello.")
        }
        for answer in [
            Service.Answer.failure(.timedOut), .failure(.noNetwork), .failure(.tooLarge),
            .failure(.cutOff, afterHead: true),
        ] {
            let service = Service(answer, good())
            #expect(await failure { try await client(service).complete(question()) } != nil)
            #expect(service.asked.count == 1)
        }
    }

    @Test("A stream is retried only before it begins")
    func streams() async throws {
        let begun = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n"
        let late = Service(.json("{}", status: 503), .stream(begun + "data: [DONE]\n\n"))
        #expect(try await client(late).stream(question()).completion().text == "Hi")
        var broken = Service.Answer.stream(begun)
        broken.failure = .cutOff
        let early = Service(broken, .stream(begun + "data: [DONE]\n\n"))
        let (received, error) = await events(of: try client(early).stream(question()))
        #expect(received == [.text("Hi")] && (error as? ChatCompletionsError)?.code == .cutOff)
        #expect(early.asked.count == 1)
    }

    // MARK: - Time-outs

    private static let silent: Service.Answer = {
        var answer = Service.Answer(hasHead: false)
        answer.isSilent = true
        return answer
    }()

    @Test("A response without a byte for two minutes times out, with a head and without", arguments: [false, true])
    func firstByte(hasHead: Bool) async throws {
        var answer = Self.silent
        answer.hasHead = hasHead
        let clock = PatientClock(patience: .seconds(200))
        let service = Service(answer)
        let error = await failure {
            try await service.client(retries: ChatRetries(), clock: clock).complete(question())
        }
        #expect(error?.code == .timedOut && error?.isMidStream == false)
        // While a head is received there is no deadline, and this clock's minutes pass at once.
        #expect(clock.slept.count >= 2 && clock.slept.allSatisfy { $0 == .seconds(60) })
        if !hasHead { #expect(clock.slept.count == 2) }
        #expect(service.asked.count == 1, "who is slow is not asked twice")
    }
}

extension RetryTests {
    @Test("A minute between two parts times out, although two minutes before the first do not")
    func idle() async throws {
        var answer = Service.Answer.stream("data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n")
        answer.isSilent = true
        let clock = PatientClock(patience: .seconds(200), held: true)
        let stream = try Service(answer).client(clock: clock).stream(question())
        let error = await failure {
            for try await event in stream {
                #expect(event == .text("Hi"))
                for _ in 0..<100 { clock.tick() }
            }
        }
        #expect(error?.code == .timedOut && error?.isMidStream == true)
    }

    @Test("A call ends after five minutes in all")
    func total() async throws {
        let clock = PatientClock(patience: .seconds(400))
        let times = ChatTimeouts(firstByte: .seconds(1000), idle: .seconds(1000))
        let error = await failure {
            try await Service(Self.silent).client(timeouts: times, clock: clock).complete(question())
        }
        #expect(error?.code == .timedOut && error?.message == "no answer within 300.0 seconds")
        #expect(clock.slept == [.seconds(300)])
    }
}
