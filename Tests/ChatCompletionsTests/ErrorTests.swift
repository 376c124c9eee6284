import ChatCompletions
import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Testing

@Suite("Errors of chat completions", .tags(.small))
struct ErrorTests {
    struct Case: Sendable, CustomStringConvertible {
        let answer: Service.Answer
        let code: ChatCompletionsError.Code
        let status: Int?
        let description: String

        init(_ description: String, _ answer: Service.Answer, _ code: ChatCompletionsError.Code, _ status: Int?) {
            (self.answer, self.code, self.status, self.description) = (answer, code, status, description)
        }
    }

    private static func page(_ status: Int) -> Service.Answer {
        var page = Service.Answer.stream("<html>sk-SECRETsecretSECRET1234</html>")
        page.status = status
        page.fields = [.contentType: "text/html; charset=utf-8"]
        return page
    }

    private static func problem(_ status: Int, _ words: String) -> Service.Answer {
        .json("{\"error\":\(words)}", status: status)
    }

    static let cases: [Case] = [
        Case("a page of a proxy", page(200), .invalidResponse, 200),
        Case("a page for 502", page(502), .apiStatus, 502),
        Case("a page for 404", page(404), .notFound, 404),
        Case("half an answer", .json("{\"choices\":[{"), .invalidResponse, 200),
        Case("other JSON", .json("{\"a\":1}"), .invalidResponse, 200),
        Case("a list", .json("[]"), .invalidResponse, 200),
        Case("an empty answer", .json(""), .noResponse, 200),
        Case("no choice", .json("{\"choices\":[]}"), .noResponse, 200),
        Case("null", .json(#"{"choices":[{"message":{"content":null},"finish_reason":"stop"}]}"#), .noResponse, 200),
        Case("spaces", good(" \\n "), .noResponse, 200),
        Case("only thinking", good("<think>hm</think>"), .noResponse, 200),
        Case("thinking cut off", good("<think>hm", "length"), .cutOff, 200),
        Case("cut off", good("Take 2", "length"), .cutOff, 200),
        Case("filtered", good("Take", "content_filter"), .contentFiltered, 200),
        Case("broken off", good("Take", "error"), .cutOff, 200),
        Case("refused", .json(#"{"choices":[{"message":{"content":null,"refusal":"No."}}]}"#), .refusal, 200),
        Case("an error within 200", problem(200, #"{"message":"x","code":429}"#), .rateLimited, 429),
        Case("an error that is a text", problem(200, #""SECRET""#), .apiStatus, 200),
        Case("401", problem(401, #"{"message":"Incorrect API key provided: sk-SECRET"}"#), .authentication, 401),
        Case("403", .json("{}", status: 403), .authentication, 403),
        Case("402", .json("{}", status: 402), .quota, 402),
        Case("408", .json("", status: 408), .timedOut, 408),
        Case("429", .json("", status: 429), .rateLimited, 429),
        Case("429 in words", problem(429, #"{"message":"You exceeded your current quota"}"#), .quota, 429),
        Case("503", .json("busy", status: 503), .apiStatus, 503),
        Case(
            "OpenAI: longer than the context",
            problem(400, #"{"message":"x","code":"context_length_exceeded","param":"messages"}"#), .contextExceeded, 400
        ),
        Case(
            "llama.cpp: longer than the context",
            problem(400, #"{"code":400,"message":"x","type":"exceed_context_size_error","n_ctx":256}"#),
            .contextExceeded, 400),
        Case(
            "llama.cpp with 500: longer than the context",
            problem(500, #"{"code":500,"message":"the request exceeds the available context size"}"#),
            .contextExceeded, 500),
        Case(
            "llama.cpp within 200: longer than the context",
            problem(200, #"{"code":400,"message":"x","type":"exceed_context_size_error"}"#), .contextExceeded, 400),
        Case(
            "vLLM: longer than the context",
            problem(
                400,
                #"{"message":"This model's maximum context length is 512 tokens. However, you requested 700 tokens","#
                    + #""type":"BadRequestError","code":400}"#), .contextExceeded, 400),
        Case(
            "llama-cpp-python: longer than the context",
            problem(400, #"{"message":"Requested tokens (2285) exceed context window of 2048"}"#), .contextExceeded,
            400),
        Case(
            "Ollama: longer than the context",
            problem(400, #"{"message":"the input length exceeds the context length"}"#), .contextExceeded, 400),
        Case("503 in words", problem(503, #"{"message":"Loading model"}"#), .notReady, 503),
        Case("500", .json("SECRET", status: 500), .apiStatus, 500),
        Case("301", .json("", status: 301, [("Location", "https://b.example")]), .redirected, 301),
        Case("307", .json("", status: 307, [("Location", "https://b.example")]), .redirected, 307),
        Case("no network", .failure(.noNetwork), .noNetwork, nil),
        Case("no connection", .failure(.connectionFailed), .connection, nil),
        Case("cut", .failure(.cutOff), .connection, nil),
        Case("timed out", .failure(.timedOut), .timedOut, nil),
        Case("too large", .failure(.tooLarge), .invalidResponse, nil),
        Case("no HTTP", .failure(.invalidResponse), .invalidResponse, nil),
        Case("otherwise", .failure(.notRecorded), .transportFailed, nil),
    ]

    @Test("Each failure has its code, and the error contains no text of the service or the key", arguments: cases)
    func code(_ item: Case) async throws {
        let service = Service(item.answer)
        let client = try service.client(key: Service.key)
        let error = try #require(await failure { try await client.complete(question()) })
        #expect(error.code == item.code && error.status == item.status)
        #expect(service.asked.count == 1)
        var text = "\(error) \(error.message)" + String(reflecting: error)
        dump(error, to: &text)
        for word in ["SECRET", "sk-", "b.example", "html>", "busy", "exceeded your"] { #expect(!text.contains(word)) }
    }
}

extension ErrorTests {
    @Test("Texts that are not a single harmless word are left out")
    func words() async throws {
        let cases: [(String, String?)] = [
            (#""model_not_found""#, "model_not_found"), ("429", "429"), ("null", nil), (#""two words""#, nil),
            (#""sk-abc""#, nil), (#""\#(Service.key)""#, nil), (#""SECRETsecret""#, nil), (#""""#, nil),
            (#""\#(String(repeating: "a", count: 65))""#, nil), (#""a\nb""#, nil), ("{}", nil),
        ]
        for (written, word) in cases {
            let service = Service(Self.problem(418, "{\"message\":\"x\",\"code\":\(written),\"type\":\(written)}"))
            let error = await failure { try await service.client(key: Service.key).complete(question()) }
            #expect(error?.serviceCode == word && error?.type == word)
        }
    }

    @Test("A cause that contains the key is omitted")
    func cause() async throws {
        struct Leaky: Error { let request = "Authorization: Bearer \(Service.key)" }
        let url = try #require(URL(string: "https://a.example"))
        let client = ChatCompletionsClient(
            baseURL: url, apiKey: Service.key, retries: .never, transport: StreamingTransport { _, _ in throw Leaky() })
        let error = try #require(await failure { try await client.complete(question()) })
        #expect(error.code == .transportFailed && error.cause == nil)
        let harmless = await failure { try await Service(.failure(.cutOff)).client(key: Service.key).models() }
        #expect(harmless?.cause is HTTPTransportError)
    }

    @Test("An error object without any content is ignored, because some servers send empty fields")
    func emptyError() async throws {
        for words in [#""""#, "{}", "null", #"{"message":"","code":"","type":""}"#] {
            let body = #"{"choices":[{"message":{"content":"Hi","refusal":""},"finish_reason":""}],"error":\#(words)}"#
            #expect(try await Service(.json(body)).client().complete(question()).text == "Hi")
        }
    }

    @Test("Parts of a text become one text")
    func parts() async throws {
        let body = #"{"choices":[{"message":{"content":[{"type":"text","text":"He"},{"type":"text","text":"llo"}]}}]}"#
        #expect(try await Service(.json(body)).client().complete(question()).text == "Hello")
    }

    @Test("A transport that delivers only whole responses is supported")
    func wholeTransport() async throws {
        let body = [UInt8](#"{"choices":[{"message":{"content":"Hi"}}]}"#.utf8)
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
        let transport = StreamingTransport(whole: .constant(.init(head: head, body: body)))
        let client = ChatCompletionsClient(apiKey: Service.key, transport: transport)
        #expect(try await client.complete(question()).text == "Hi")
        #expect(try await client.stream(question()).completion().text == "Hi")
        let unused = ChatCompletionsClient(transport: StreamingTransport(whole: .unimplemented))
        #expect(await failure { try await unused.models() }?.code == .transportFailed)
    }
}

extension ErrorTests {
    @Test("Limits and time-outs are values")
    func patience() async throws {
        let fields = [
            ("x-ratelimit-limit-requests", "3"), ("x-ratelimit-remaining-requests", "0"),
            ("x-ratelimit-reset-requests", "6m0s"), ("x-ratelimit-limit-tokens", "-1"),
            ("x-ratelimit-remaining-tokens", "0"), ("x-ratelimit-reset-tokens", "0s"), ("retry-after", "300"),
        ]
        let service = Service(.json("{}", status: 429, fields))
        let error = await failure { try await service.client().complete(question()) }
        #expect(error?.retryAfter == .seconds(300))
        #expect(error?.limits?.requests == .init(limit: 3, remaining: 0, resetsAfter: .seconds(360)))
        #expect(error?.limits?.tokens == .init(), "-1 is how some say that they do not know")
        let cases: [(Int, [(String, String)], Duration?)] = [
            (429, [("retry-after-ms", "1500"), ("retry-after", "9")], .milliseconds(1500)),
            (503, [("retry-after", "Fri, 15 Jan 2027 08:00:30 GMT")], .seconds(30)),
            (429, [("retry-after", "Fri, 15 Jan 2027 07:59:30 GMT")], .zero),
            (500, [("retry-after", "9")], nil), (401, [("retry-after", "9")], nil), (429, [], nil),
            (429, [("retry-after", "soon")], nil),
        ]
        for (status, fields, expected) in cases {
            let error = await failure {
                try await Service(.json("{}", status: status, fields)).client().complete(question())
            }
            #expect(error?.retryAfter == expected, "\(status) \(fields)")
        }
    }

    @Test("A response that is too large is given up")
    func tooLarge() async throws {
        let piece = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
        for type in ["application/json", "text/event-stream"] {
            var answer = Service.Answer(pieces: Array(repeating: piece, count: 5))
            answer.fields = [.contentType: type]
            let (_, error) = await events(of: try Service(answer).client().stream(question()))
            #expect((error as? ChatCompletionsError)?.code == .invalidResponse)
        }
    }

    @Test("The models of the service are listed")
    func models() async throws {
        let body = #"{"object":"list","data":[{"id":"a","owned_by":"x"},{"no":1},{"id":"/models/b.gguf"}]}"#
        let service = Service(.json(body))
        let models = try await service.client("https://a.example/api/v1", key: Service.key).models()
        #expect(models == [ChatModel(id: "a", owner: "x"), ChatModel(id: "/models/b.gguf")])
        let request = try #require(service.asked.first)
        #expect(request.head.path == "/api/v1/models" && request.head.method == .get && request.body == nil)
        #expect(request.head.headerFields[.authorization] == "Bearer \(Service.key)")
        #expect(await failure { try await Service(.json("{}")).client().models() }?.code == .invalidResponse)
        #expect(
            await failure { try await Service(.json(#"{"data":[{}]}"#)).client().models() }?.code == .invalidResponse)
        #expect(try await Service(.json(#"{"data":[]}"#)).client().models().isEmpty)
    }
}
