import ChatCompletions
import Foundation
import HTTPTransport
import HTTPTypes
import OnlineServices
import Support
import Testing

/// Uses real HTTP to the stub for journeys, with the application's transport.
@Suite("The stub of chat completions over loopback", .tags(.medium), .timeLimit(.minutes(10)))
struct ChatStubTests {
    let stub = ChatStub()
    let server: StubServer

    init() throws {
        server = try StubServer(records: false) { [stub] request in
            ChatStub.isControl(request) ? stub.control(request) : stub.reply(to: request)
        }
    }

    private func client(
        key: String? = nil, firstByte: Duration = .seconds(300), idle: Duration = .seconds(300),
        total: Duration = .seconds(300), retries: ChatRetries = .never
    ) throws -> ChatCompletionsClient {
        ChatCompletionsClient(
            baseURL: try #require(URL(string: server.url)), apiKey: key,
            timeouts: ChatTimeouts(firstByte: firstByte, idle: idle, total: total), retries: retries,
            transport: LiveStreamingTransport().transport, random: { $0.lowerBound })
    }

    private func ask(format: AnswerFormat = .text) -> ChatRequest {
        var request = question("1 tab daily", format: format)
        request.model = "stub-model"
        return request
    }

    /// Waits until the server has no connection left.
    private func untilAlone() async { while server.connections > 0 { await Task.yield() } }

    @Test("The stub answers completely and as a stream, at once and in uneven parts", arguments: [nil, 997, 4000])
    func good(pace: Int?) async throws {
        stub.bytesPerSecond = pace
        stub.set([.text("Die Wahrheit über ½ Tablette 😀.")])
        for streams in [false, true] {
            let client = try client()
            let whole = streams ? try await client.stream(ask()).completion() : try await client.answer(to: ask())
            #expect(whole.text == "Die Wahrheit über ½ Tablette 😀.")
            #expect(whole.usage == TokenUsage(prompt: 12, completion: 5, total: 17, reasoning: 2))
            #expect(whole.limits.requests == .init(limit: 60, remaining: 59, resetsAfter: .milliseconds(60_500)))
            #expect(whole.finishReason == .stop && whole.model == "stub-model")
        }
        let sent = try client().payload(of: ask())
        #expect(stub.conversations.first?.body == sent, "what was shown is what came")
    }

    @Test("The stub answers with text, JSON, code fences and reasoning", arguments: [false, true])
    func texts(streams: Bool) async throws {
        let cases: [(ChatStub.Scenario, String, AnswerFormat)] = [
            (.json(["a": 1]), #"{"a":1}"#, .jsonSchema(shape)), (.fenced(["a": 1]), #"{"a":1}"#, .jsonObject),
            (.thinking("Hm.", then: "Hello."), "Hello.", .text), (.reasoning("Hm.", then: "Hello."), "Hello.", .text),
            (.thinking("Hm.", then: nil), "", .text),
        ]
        for (scenario, text, format) in cases {
            stub.set([scenario])
            let request = ask(format: format)
            let whole = try await streams ? client().stream(request).completion() : client().answer(to: request)
            #expect(whole.text == text)
            if case .reasoning = scenario { #expect(whole.reasoning == "Hm.") }
        }
    }

    @Test("Each unsupported field and all of them together are adapted", arguments: [false, true])
    func unsupported(streams: Bool) async throws {
        stub.set([.json(["a": 1])])
        stub.unsupported = ["max_tokens", "temperature", "json_schema", "json_object", "stream_options"]
        let client = try client()
        let request = ask(format: .jsonSchema(shape))
        let whole = try await streams ? client.stream(request).completion() : client.answer(to: request)
        #expect(whole.text == #"{"a":1}"# && whole.sent.rung == .promptOnly)
        #expect(whole.sent.tokenLimitField == "max_completion_tokens")
        #expect(whole.sent.leftOut == (streams ? ["stream_options", "temperature"] : ["temperature"]))
        let before = stub.conversations.count
        #expect(before == (streams ? 6 : 5))
        _ = try await streams ? client.stream(request).completion() : client.answer(to: request)
        #expect(stub.conversations.count == before + 1, "remembered")
        stub.refusesTersely = true
        stub.unsupported = ["json_schema"]
        #expect(try await self.client().complete(request).sent.rung == .jsonObject)
    }

    struct Trouble: Sendable, CustomStringConvertible {
        let scenario: ChatStub.Scenario
        let code: ChatCompletionsError.Code
        let streamed: ChatCompletionsError.Code
        var description: String { "\(scenario)" }

        init(
            _ scenario: ChatStub.Scenario, _ code: ChatCompletionsError.Code,
            streamed: ChatCompletionsError.Code? = nil
        ) {
            (self.scenario, self.code, self.streamed) = (scenario, code, streamed ?? code)
        }
    }

    static let troubles: [Trouble] = [
        Trouble(.refusal("I cannot."), .refusal), Trouble(.cutOff("Take"), .cutOff),
        Trouble(.filtered("Take"), .contentFiltered), Trouble(.null, .noResponse), Trouble(.noChoices, .noResponse),
        Trouble(.garbage, .invalidResponse), Trouble(.page(status: 200), .invalidResponse),
        Trouble(.page(status: 502), .apiStatus), Trouble(.rateLimited(retryAfter: "300"), .rateLimited),
        Trouble(.quota, .quota), Trouble(.loading, .notReady), Trouble(.badKey, .authentication),
        Trouble(.dropped, .connection), Trouble(.cut("Take one tablet", after: 40), .connection, streamed: .connection),
        Trouble(.huge(5 << 20), .invalidResponse),
        Trouble(.redirect(to: "http://127.0.0.1:9/v1/chat/completions"), .redirected),
    ]
}

extension ChatStubTests {
    @Test("Each failure of the stub has its error code, and the error contains no part of the key", arguments: troubles)
    func trouble(_ trouble: Trouble) async throws {
        stub.set([trouble.scenario])
        let client = try client(key: Service.key)
        for streams in [false, true] {
            let error = await failure {
                try await streams
                    ? client.stream(ask()).completion().checked() : client.complete(ask())
            }
            #expect(error?.code == (streams ? trouble.streamed : trouble.code))
            var text = "\(String(describing: error))"
            dump(error, to: &text)
            #expect(!text.contains("SECRET") && !text.contains(Service.key.suffix(4)))
        }
        #expect(stub.conversations.allSatisfy { $0.authorization == "Bearer \(Service.key)" })
    }

    @Test("A redirect is not followed, and the other host receives nothing")
    func redirect() async throws {
        let other = try StubServer { _ in .json("{}") }
        stub.set([.redirect(to: other.url + "/v1/chat/completions")])
        let error = await failure { try await client(key: Service.key).complete(ask()) }
        #expect(error?.code == .redirected && error?.status == 307)
        #expect(other.count == 0 && stub.asked.count == 1)
    }

    @Test("A stream with an error or without an end is an error")
    func streams() async throws {
        stub.set([.midStreamError("Take one tablet every morning.", status: 502)])
        let failed = await failure { try await client().stream(ask()).completion() }
        #expect(failed?.code == .apiStatus && failed?.status == 502 && failed?.isMidStream == true)
        stub.set([.noDone("Take one tablet.")])
        let cut = await failure { try await client().stream(ask()).completion() }
        #expect(cut?.code == .cutOff && cut?.isMidStream == true)
    }

    @Test("The patience ends for a stub that does not answer", arguments: [false, true])
    func timeOuts(streams: Bool) async throws {
        func fail(_ client: ChatCompletionsClient) async -> ChatCompletionsError? {
            await failure { try await streams ? client.stream(ask()).completion() : client.answer(to: ask()) }
        }
        stub.set([.never])
        #expect(await fail(try client(firstByte: .milliseconds(200)))?.code == .timedOut)
        #expect(await fail(try client(total: .milliseconds(200)))?.code == .timedOut)
        stub.set([.slowStart("Hello.", milliseconds: 300)])
        #expect(await fail(try client()) == nil)
        // The stub stalls while a client listens.
        stub.set([.stall("Hello.", milliseconds: 600_000)])
        let error = await fail(try client(idle: .milliseconds(200)))
        #expect(error?.code == .timedOut)
        await untilAlone()
    }

    @Test("A call is cancelled: the server sees it", arguments: [false, true])
    func cancelled(streams: Bool) async throws {
        stub.set([.held("Hello.")])
        let client = try client()
        let request = ask()
        let gate = stub.gate
        let task = Task { try await streams ? client.stream(request).completion() : client.answer(to: request) }
        await gate.untilWaiting()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        while gate.waitingCount > 0 { await Task.yield() }
        await untilAlone()
    }
}

extension ChatStubTests {
    @Test("A reader that stops in the middle closes the connection")
    func hangsUp() async throws {
        stub.bytesPerSecond = 4000
        stub.set([.text(String(repeating: "Take one tablet. ", count: 200))])
        let client = try client()
        for try await _ in client.stream(ask()) { break }
        await untilAlone()
        #expect(stub.conversations.count == 1)
    }

    @Test("An answer in endless chunks is given up, and the connection is closed")
    func endless() async throws {
        let endless = try StubServer(records: false) { _ in .endless }
        let client = ChatCompletionsClient(
            baseURL: try #require(URL(string: endless.url)), retries: .never,
            transport: LiveStreamingTransport().transport)
        for streams in [false, true] {
            let error = await failure {
                try await streams ? client.stream(ask()).completion() : client.answer(to: ask())
            }
            #expect(error?.code == .invalidResponse)
        }
        while endless.connections > 0 { await Task.yield() }
    }

    @Test("An unreachable server is an error")
    func nobody() async throws {
        server.stop()
        #expect(await failure { try await client().complete(ask()) }?.code == .connection)
    }

    @Test("A call is retried until the server is ready")
    func loading() async throws {
        stub.set([.loading, .rateLimited(retryAfter: nil), .text("Hello.")])
        let patient = try client(retries: ChatRetries(firstPause: .milliseconds(1)))
        #expect(try await patient.complete(ask()).text == "Hello.")
        #expect(stub.conversations.count == 3)
    }

    @Test("Models are listed, and unknown keys and models are errors")
    func models() async throws {
        stub.key = "right"
        #expect(try await client(key: "right").models().map(\.id) == ["stub-model", "stub-model-small"])
        #expect(await failure { try await client(key: "wrong").models() }?.code == .authentication)
        #expect(await failure { try await client(key: "right").complete(question()) }?.code == .notFound)
    }
}

extension ChatStubTests {
    @Test("Every false answer of the stub arrives unchanged", arguments: ChatStub.Lie.allCases)
    func lies(_ lie: ChatStub.Lie) async throws {
        stub.set([.lie(lie)])
        #expect(try await client().complete(ask()).rawText == lie.text)
    }

    @Test("The stub has a control interface for journeys")
    func control() async throws {
        func order(_ method: String, _ body: String? = nil) async throws -> (status: Int, json: StubJSON) {
            let base = try #require(URL(string: server.url))
            var head = HTTPTransport.Request(head: .init(url: base.appending(path: "_stub/chat")))
            head.head.method = .init(method) ?? .get
            head.body = body.map { .init([UInt8]($0.utf8)) }
            let response = try await LiveTransport().transport.send(head)
            return (response.head.status.code, try StubJSON(response.body))
        }
        let script =
            #"["refusal", {"mode": "lie", "lie": "link", "sources": ["L7"]}, {"mode": "429", "retryAfter": "9"}]"#
        #expect(
            try await order("POST", #"{"script": \#(script), "key": "k", "unsupported": ["temperature"]}"#).status
                == 200)
        let client = try client(key: "k")
        #expect(await failure { try await client.complete(ask()) }?.code == .refusal)
        #expect(try await client.complete(ask()).text?.contains(#""source_ids":["L7"]"#) == true)
        #expect(await failure { try await client.complete(ask()) }?.retryAfter == .seconds(9))
        let seen = try await order("GET").json
        #expect(seen["calls"] == 4, "one of them was refused for its temperature")
        #expect(seen["requests"]?.elements.last?["body"]?["model"] == "stub-model")
        #expect(try await order("POST", #"{"script": "none such"}"#).status == 400)
        #expect(
            try await order("POST", #"{"reset": true, "script": {"mode": "text", "text": "Hi"}}"#).json["calls"] == 0)
        #expect(try await self.client().complete(ask()).text == "Hi")
        #expect(try await order("DELETE").json["requests"] == [])
    }
}
