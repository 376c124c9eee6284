import ChatCompletions
import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Testing

/// Real responses of services; stored beside the checkout, not in it.
enum Recorded {
    static let folder: String? = Fixture.shared.map { $0 + "/fixtures/openai" }
        .flatMap { FileManager.default.fileExists(atPath: $0 + "/SOURCES.md") ? $0 : nil }

    struct Exchange: Decodable {
        let status: Int
        let headers: [String: String]
        let body: JSONValue?
        let bodyFile: String?

        private enum CodingKeys: String, CodingKey {
            case status, headers, body
            case bodyFile = "body_file"
        }
    }

    static var names: [String] {
        let files = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
        return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }

    /// The response in parts of this size.
    static func answer(_ name: String, size: Int = .max) throws -> Service.Answer {
        let folder = URL(filePath: folder ?? "")
        let data = try Data(contentsOf: folder.appending(path: name + ".json"))
        let exchange = try JSONDecoder().decode(Exchange.self, from: data)
        let body = try exchange.bodyFile.map { try Data(contentsOf: folder.appending(path: $0)) }
        let bytes = try body ?? exchange.body.map { try JSONEncoder().encode($0) } ?? Data()
        var answer = Service.Answer.stream([UInt8](bytes), size: size)
        answer.status = exchange.status
        answer.fields = ChatCompletionsTests.headers(exchange.headers.map { ($0.key, $0.value) })
        return answer
    }
}

@Suite("Recorded responses of chat services", .tags(.small), .needsShared)
struct RecordedTests {
    private func answer(_ name: String, format: AnswerFormat = .text) async throws -> ChatCompletion {
        try await Service(Recorded.answer(name)).client().answer(to: question(format: format))
    }

    @Test("Every recording is tested in this suite")
    func all() {
        #expect(Set(Recorded.names) == Set(Self.answers.keys).union(Self.refusals.keys).union(Self.streams))
        #expect(Recorded.names.count == 23)
    }

    struct Expected: Sendable {
        var text: String
        var finish: String = "stop"
        var model: String
        var tokens: Int
        var isJSON = false
    }

    static let answers: [String: Expected] = [
        "openai-chat-ok": .init(text: "This is a test.", model: "gpt-4o-mini-2024-07-18", tokens: 17),
        "azure-chat-content-filter-results": .init(
            text: "The capital of France is **Paris**.", model: "gpt-4o-2024-11-20", tokens: 23),
        "openai-chat-json-schema": .init(
            text: #"{"city":"Mexico City","country":"Mexico"}"#, model: "gpt-4o-2024-08-06", tokens: 107, isJSON: true),
        "ollama-chat-json-schema": .init(
            text: #"{ "city": "Paris", "country": "France" }"#, model: "qwen3:0.6b", tokens: 151, isJSON: true),
        "ollama-cloud-chat": .init(
            text: #"{"name":"Loki","animal":"cat","age":3}"#, model: "gpt-oss:20b", tokens: 260, isJSON: true),
        "snowflake-chat-json-schema": .init(
            text: #"{"city": "Mexico City", "country": "Mexico"}"#, finish: "", model: "claude-sonnet-4-6", tokens: 719,
            isJSON: true),
        "hf-chat-finish-length": .init(text: "", finish: "length", model: "deepseek-ai/DeepSeek-R1", tokens: 104),
    ]

    @Test("Recorded answers are decoded", arguments: answers.keys.sorted())
    func whole(_ name: String) async throws {
        let expected = try #require(Self.answers[name])
        let completion = try await answer(name, format: expected.isJSON ? .jsonSchema(shape) : .text)
        #expect(completion.text == expected.text)
        #expect(completion.finishReason?.rawValue == expected.finish)
        #expect(completion.model == expected.model)
        #expect(completion.usage?.total == expected.tokens)
        #expect(completion.refusal == nil, "an empty refusal is none")
        #expect(completion.sent.rung == (expected.isJSON ? .jsonSchema : nil))
        #expect((completion.reasoning != nil) == name.hasPrefix("ollama"))
        #expect((try? completion.checked()) != nil || expected.finish == "length")
    }

    @Test("Limits are read, and a retry-after of a successful response is ignored")
    func limits() async throws {
        let limits = try await answer("openai-chat-ok").limits
        #expect(limits.requests == .init(limit: 10_000, remaining: 9_999, resetsAfter: .milliseconds(8640)))
        #expect(limits.tokens == .init(limit: 200_000, remaining: 199_977, resetsAfter: .milliseconds(6)))
        let cut = try await answer("hf-chat-finish-length")
        #expect(cut.isCutOff && cut.rawText?.hasPrefix("<think>\nHmm") == true && cut.limits == ChatLimits())
        let error = #expect(throws: ChatCompletionsError.self) { try cut.checked() }
        #expect(error?.code == .cutOff && error?.finishReason == .length && error?.retryAfter == nil)
    }

    struct Refusal: Sendable {
        var code: ChatCompletionsError.Code
        var description: String
        var retryAfter: Duration?
    }

    static let refusals: [String: Refusal] = [
        "groq-error-404": .init(
            code: .notFound,
            description: "notFound (404): the service has no such model or address"
                + " [invalid_request_error, model_not_found]"),
        "openai-error-404-model": .init(
            code: .notFound,
            description: "notFound (404): the service has no such model or address"
                + " [invalid_request_error, model_not_found]"),
        "openai-error-400-role": .init(
            code: .apiStatus,
            description: "apiStatus (400): the service refused the request"
                + " [invalid_request_error, unsupported_value, messages[0].role]"),
        "openrouter-error-429": .init(
            code: .rateLimited, description: "rateLimited (429): the service was asked too often [429]"),
        "quoted-error-400-max-tokens": .init(
            code: .apiStatus,
            description: "apiStatus (400): the service refused the request"
                + " [invalid_request_error, unsupported_parameter, max_tokens]"),
        "quoted-error-400-temperature": .init(
            code: .apiStatus,
            description: "apiStatus (400): the service refused the request"
                + " [invalid_request_error, unsupported_value, temperature]"),
        "quoted-error-401-bad-key": .init(
            code: .authentication,
            description: "authentication (401): the service does not take the key, or wants one"
                + " [invalid_request_error, invalid_api_key]"),
        "quoted-error-429-insufficient-quota": .init(
            code: .quota,
            description: "quota (429): what was paid for is used up [insufficient_quota, insufficient_quota]"),
        "quoted-error-429-rate-limit-long-wait": .init(
            code: .rateLimited,
            description: "rateLimited (429): the service was asked too often [tokens, rate_limit_exceeded]",
            retryAfter: .seconds(411_480)),
        "quoted-llamacpp-error-400": .init(
            code: .apiStatus,
            description: "apiStatus (400): the service refused the request [invalid_request_error, 400]"),
        "quoted-llamacpp-error-503-loading": .init(
            code: .notReady, description: "notReady (503): the service still loads its model [unavailable_error, 503]"),
    ]

    @Test("Recorded refusals have the right code", arguments: refusals.keys.sorted())
    func refused(_ name: String) async throws {
        let expected = try #require(Self.refusals[name])
        // Fields that the client would adapt are left out of the request, so that the first refusal is final.
        let service = Service(try Recorded.answer(name))
        let request = question(tokenLimit: nil, temperature: nil)
        let error = await failure { try await service.client(key: Service.key).complete(request) }
        #expect(service.asked.count == 1)
        #expect(error?.code == expected.code)
        #expect(error?.description == expected.description)
        #expect(error?.retryAfter == expected.retryAfter)
    }

    // MARK: - Streams

    static let streams: Set = [
        "openai-chat-stream", "openai-chat-stream-after-tool", "crusoe-chat-stream", "zai-chat-reasoning-stream",
        "openrouter-stream-comments-midstream-error",
    ]

    @Test("Recorded streams are decoded in parts of any size", arguments: [1, 2, 3, 7, 64, 1000, Int.max])
    func stream(size: Int) async throws {
        func read(_ name: String) async throws -> (events: [ChatEvent], error: (any Error)?) {
            await events(of: try Service(Recorded.answer(name, size: size)).client().stream(question()))
        }
        let expected: [(String, String, Int, String)] = [
            ("openai-chat-stream", "\"This is a test.\"", 17, "gpt-4-0613"),
            ("openai-chat-stream-after-tool", "The capital of the UK is London.", 87, "gpt-4o-mini-2024-07-18"),
            ("crusoe-chat-stream", "1, 2, 3, 4, 5", 60, "meta-llama/Llama-3.3-70B-Instruct"),
            ("zai-chat-reasoning-stream", "4", 577, "glm-4.7"),
        ]
        for (name, text, tokens, model) in expected {
            let (events, error) = try await read(name)
            #expect(error == nil)
            guard case .finished(let whole)? = events.last else {
                Issue.record("\(name) has no end")
                continue
            }
            #expect(whole.text == text && whole.usage?.total == tokens && whole.model == model)
            #expect(whole.finishReason == .stop)
            let words = events.compactMap { event in if case .text(let words) = event { words } else { nil } }
            #expect(words.joined() == text && words.count > (text.count > 3 ? 3 : 0))
            let thoughts = events.compactMap { event in if case .reasoning(let words) = event { words } else { nil } }
            #expect((thoughts.joined().count > 100) == (name == "zai-chat-reasoning-stream"))
            #expect(whole.reasoning ?? "" == thoughts.joined())
        }
    }

    @Test("A recorded error in the middle of a stream, after comments, is thrown")
    func midStream() async throws {
        let service = Service(try Recorded.answer("openrouter-stream-comments-midstream-error", size: 11))
        let (_, error) = await events(of: try service.client(retries: ChatRetries()).stream(question()))
        let failure = try #require(error as? ChatCompletionsError)
        #expect(failure.code == .apiStatus && failure.status == 400 && failure.isMidStream)
        #expect(service.asked.count == 1, "what has begun is not asked again")
        #expect(!failure.description.contains("Token limit"))
    }
}
