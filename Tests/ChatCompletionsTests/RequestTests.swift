import ChatCompletions
import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Testing

@Suite("Requests to chat services", .tags(.small))
struct RequestTests {
    @Test("A request contains the safe fields, byte for byte")
    func safe() async throws {
        let service = Service(good())
        let client = try service.client()
        let completion = try await client.complete(question())
        #expect(completion.text == "Hello." && completion.sent == SentForm(tokenLimitField: "max_tokens"))
        let request = try #require(service.asked.first)
        let body =
            #"{"max_tokens":500,"messages":[{"content":"Be brief.","role":"system"},{"content":"What is it?","role":"user"}],"#
            + #""model":"m","stream":false,"temperature":0.3}"#
        #expect(request.text == body)
        #expect(request.head.method == .post && request.head.path == "/v1/chat/completions")
        #expect(request.head.authority == "127.0.0.1:8080" && request.head.scheme == "http")
        #expect(request.head.headerFields[.contentType] == "application/json")
        #expect(request.head.headerFields[.authorization] == nil)
        #expect(try client.payload(of: question()) == request.bytes, "what is shown before is what is sent")
    }

    @Test("Without limit and temperature neither field is sent, and a stream asks for its usage")
    func least() async throws {
        let service = Service(.stream("data: [DONE]\n\n"))
        let request = ChatRequest(model: "m", messages: [ChatMessage(.user, "Hi")], extra: ["seed": .number(7)])
        _ = await events(of: try service.client().stream(request))
        let body =
            #"{"messages":[{"content":"Hi","role":"user"}],"model":"m","seed":7,"stream":true,"#
            + #""stream_options":{"include_usage":true}}"#
        #expect(service.asked.first?.text == body)
    }

    @Test("A schema is sent completely")
    func schema() async throws {
        let service = Service(good())
        let completion = try await service.client().answer(to: question(format: .jsonSchema(shape)))
        #expect(completion.sent.rung == .jsonSchema)
        let format = try #require(service.bodies.first?["response_format"])
        #expect(format["type"] == "json_schema" && format["json_schema"]?["name"] == "reply")
        #expect(format["json_schema"]?["strict"] == true)
        #expect(format["json_schema"]?["schema"]?["required"] == ["a"])
        #expect(service.bodies.first?["messages"]?.elements.first?["content"] == "Be brief.")
    }

    static let addresses: [(String, String, String)] = [
        ("http://localhost:8080", "localhost:8080", "/v1/chat/completions"),
        ("http://localhost:11434/", "localhost:11434", "/v1/chat/completions"),
        ("http://localhost:11434/v1/", "localhost:11434", "/v1/chat/completions"),
        ("https://a.example/api/v1", "a.example", "/api/v1/chat/completions"),
        ("https://a.example/api/paas/v4/", "a.example", "/api/paas/v4/chat/completions"),
        ("https://a.example/v1/chat/completions", "a.example", "/v1/chat/completions"),
        ("https://a.example/openai/x?api-version=1", "a.example", "/openai/x/chat/completions?api-version=1"),
        ("http://[::1]:8080/v1", "[::1]:8080", "/v1/chat/completions"),
    ]

    @Test("Addresses are accepted in the forms that people write", arguments: addresses)
    func address(_ item: (String, String, String)) async throws {
        let service = Service(good())
        _ = try await service.client(item.0).complete(question())
        #expect(service.asked.first?.head.authority == item.1 && service.asked.first?.head.path == item.2)
    }

    @Test("The new name of the token limit is sent to OpenAI, and the old one to all others")
    func tokenField() async throws {
        for (base, name) in [
            ("https://api.openai.com/v1", "max_completion_tokens"), ("https://openrouter.ai/api/v1", "max_tokens"),
            ("http://ollama:11434/v1", "max_tokens"),
        ] {
            let service = Service(good())
            let completion = try await service.client(base).complete(question())
            #expect(service.bodies.first?[name] == 500 && completion.sent.tokenLimitField == name)
        }
    }
}

extension RequestTests {
    // MARK: - Refused before sending

    @Test("A request that no service would accept is not sent")
    func rules() async throws {
        var cases: [(ChatCompletionsError.Rule, ChatRequest)] = [
            (.messages, ChatRequest(model: "m", messages: [])),
            (.model, ChatRequest(model: " ", messages: [ChatMessage(.user, "x")])),
            (.tokenLimit, question(tokenLimit: 0)), (.temperature, question(temperature: 2.1)),
            (.temperature, question(temperature: .nan)), (.extra, question(extra: ["stream": .flag(true)])),
            (.extra, question(extra: ["max_tokens": .number(9)])), (.extra, question(extra: ["x": .number(.infinity)])),
        ]
        for name in ["", "a b", "ä", String(repeating: "a", count: 65)] {
            cases.append((.schema, question(format: .jsonSchema(AnswerSchema(name: name, schema: .object([:]))))))
        }
        let service = Service(good())
        let client = try service.client()
        for (rule, request) in cases {
            let error = await failure { try await client.complete(request) }
            #expect(error?.code == .invalidRequest && error?.rule == rule)
            let (_, streamed) = await events(of: client.stream(request))
            #expect((streamed as? ChatCompletionsError)?.rule == rule)
        }
        #expect(service.asked.isEmpty)
    }

    @Test("A key is sent only over TLS or in the local network")
    func secrets() async throws {
        let near = [
            "https://a.example", "http://localhost", "http://127.0.0.1:1", "http://[::1]:1", "http://10.0.0.7",
            "http://192.168.1.5:8080", "http://172.16.0.1", "http://nas", "http://nas.local", "http://[fd00::1]",
        ]
        let far = [
            "http://a.example", "http://8.8.8.8", "http://172.32.0.1", "http://192.169.0.1", "http://[2001:db8::1]",
            "http://10.0.0.7.example.org",
        ]
        for base in near {
            let service = Service(good())
            _ = try await service.client(base, key: Service.key).complete(question())
            #expect(service.asked.first?.head.headerFields[.authorization] == "Bearer \(Service.key)")
        }
        for base in far {
            let service = Service(good())
            let error = await failure { try await service.client(base, key: Service.key).complete(question()) }
            #expect(error?.rule == .tls && service.asked.isEmpty, "\(base)")
            #expect(await failure { try await service.client(base).complete(question()) } == nil, "no key, no rule")
        }
    }

    @Test("Invalid addresses and keys are refused")
    func unusable() async throws {
        let service = Service(good())
        for base in ["ftp://a.example", "file:///x", "http://user:pass@localhost/v1"] {
            let error = await failure { try await service.client(base).complete(question()) }
            #expect(error?.rule == .address)
        }
        for key in ["a b", "a\r\nX-Evil: 1", "ä"] {
            let error = await failure { try await service.client(key: key).complete(question()) }
            #expect(error?.rule == .key && error.map { !$0.description.contains("Evil") } == true)
        }
        #expect(service.asked.isEmpty)
        _ = try await service.client(key: " \(Service.key)\n").complete(question())
        _ = try await service.client(key: "  ").complete(question())
        #expect(service.asked.map { $0.head.headerFields[.authorization] } == ["Bearer \(Service.key)", nil])
    }

    @Test("No message text is in a description")
    func silent() async throws {
        let service = Service(good("SECRET answer"))
        let client = try service.client(key: Service.key)
        let request = question("SECRET question")
        let completion = try await client.complete(request)
        var text = ""
        dump(client, to: &text)
        dump(request, to: &text)
        dump(request.messages, to: &text)
        dump(completion, to: &text)
        dump(ChatEvent.text("SECRET"), to: &text)
        dump(ChatEvent.finished(completion), to: &text)
        text += "\(client) \(request) \(request.messages) \(completion) \(ChatEvent.text("SECRET"))"
        text += String(reflecting: client) + String(reflecting: request) + String(reflecting: completion)
        #expect(!text.contains("SECRET"))
    }
}
