import ChatCompletions
import HTTPTransport
import Support
import Testing

@Suite("Adaptation of refused fields", .tags(.small))
struct LadderTests {
    @Test("The other name of the token limit is tried once, and remembered for the model")
    func limit() async throws {
        let service = Service(refused("max_tokens", "unsupported_parameter"), good())
        let client = try service.client()
        let completion = try await client.complete(question())
        #expect(completion.sent == SentForm(tokenLimitField: "max_completion_tokens"))
        #expect(service.bodies.map { $0["max_tokens"] } == [500, nil])
        #expect(service.bodies.map { $0["max_completion_tokens"] } == [nil, 500])
        let copy = client
        _ = try await copy.complete(question())
        #expect(service.bodies.last?["max_completion_tokens"] == 500 && service.asked.count == 3)
        var other = question()
        other.model = "another"
        #expect(try StubJSON(client.payload(of: other))["max_tokens"] == 500, "another model is another matter")
    }

    @Test("The token limit is never dropped")
    func neverDropped() async throws {
        let both = Service(
            refused("max_tokens", "unsupported_parameter"), refused("max_completion_tokens", "unsupported_parameter"))
        #expect(await failure { try await both.client().complete(question()) }?.parameter == "max_completion_tokens")
        #expect(both.asked.count == 2)
        let value = Service(refused("max_tokens", "unsupported_value"))
        #expect(await failure { try await value.client().complete(question()) }?.serviceCode == "unsupported_value")
        #expect(value.asked.count == 1)
    }

    @Test("A refused temperature is left out, and no other field")
    func temperature() async throws {
        let service = Service(refused("temperature", "unsupported_value"), good())
        let client = try service.client()
        let completion = try await client.complete(question(extra: ["seed": .number(1)]))
        #expect(completion.sent.leftOut == ["temperature"])
        #expect(service.bodies[1]["temperature"] == nil)
        #expect(service.bodies[1]["seed"] == 1 && service.bodies[1]["max_tokens"] == 500)
        #expect(try StubJSON(client.payload(of: question()))["temperature"] == nil, "remembered")
        let again = try await client.complete(question(temperature: nil))
        #expect(again.sent.leftOut.isEmpty, "what was not wished for was not left out")
    }

    @Test("Several refusals are adapted one after the other")
    func several() async throws {
        let service = Service(
            refused("temperature", "unsupported_value"), refused("max_tokens", "unsupported_parameter"),
            refused("reasoning_effort", "unsupported_parameter"), refused("response_format", "unsupported_value"),
            good(#"{}"#))
        let request = question(format: .jsonSchema(shape), extra: ["reasoning_effort": .text("low")])
        let completion = try await service.client().complete(request)
        #expect(completion.sent.rung == .jsonObject && completion.sent.tokenLimitField == "max_completion_tokens")
        #expect(completion.sent.leftOut == ["reasoning_effort", "temperature"])
        #expect(service.asked.count == 5)
    }

    @Test("The refused parameter may be named only in the message")
    func sentence() async throws {
        let body =
            #"{"error":{"message":"Unsupported parameter: 'max_tokens', use 'x'","code":"unsupported_parameter"}}"#
        let service = Service(.json(body, status: 400), good())
        #expect(try await service.client().complete(question()).sent.tokenLimitField == "max_completion_tokens")
    }
}

extension LadderTests {
    @Test("A refused format falls back step by step, and finally to a text")
    func rungs() async throws {
        let service = Service(refused(nil, nil), refused(nil, nil), good(#"```json\n{\"a\":1}\n```"#))
        let client = try service.client()
        let completion = try await client.complete(question(format: .jsonSchema(shape)))
        #expect(completion.sent.rung == .promptOnly)
        #expect(completion.text == #"{"a":1}"# && completion.rawText?.hasPrefix("```") == true)
        let formats = service.bodies.map { $0["response_format"]?["type"] }
        #expect(formats == ["json_schema", "json_object", nil])
        for body in service.bodies.dropFirst() {
            let messages = body["messages"]?.elements ?? []
            let system = messages.first?["content"]?.string ?? ""
            #expect(messages.count == 2, "one system message, at the beginning")
            #expect(
                system.hasPrefix("Be brief.\n\nAnswer with one JSON object") && system.contains(#""required":["a"]"#))
            #expect(messages.last?["content"] == "What is it?")
        }
        _ = try await client.complete(question(format: .jsonSchema(shape)))
        #expect(service.asked.count == 4 && service.bodies[3]["response_format"] == nil, "remembered")
        let bare = ChatRequest(model: "m", messages: [ChatMessage(.user, "x")], format: .jsonObject)
        let roles = try StubJSON(client.payload(of: bare))["messages"]?.elements.map { $0["role"] }
        #expect(roles == ["system", "user"])
    }

    @Test("422 is treated as 400, and a refusal of llama.cpp that names no field is recognised")
    func others() async throws {
        let strict = Service(.json(#"{"detail":[{"loc":["body"]}]}"#, status: 422), good("{}"))
        #expect(try await strict.client().complete(question(format: .jsonSchema(shape))).sent.rung == .jsonObject)
        let llama = Service(
            .json(#"{"error":{"code":400,"message":"x","type":"invalid_request_error"}}"#, status: 400), good("{}"))
        #expect(try await llama.client().complete(question(format: .jsonObject)).sent.rung == .promptOnly)
    }

    @Test("Other refusals change nothing, and a failed adaptation is not remembered")
    func unchanged() async throws {
        let cases = [
            refused("messages[0].role", "unsupported_value"), refused(nil, "context_length_exceeded"),
            refused("model", nil), refused("temperature", "unsupported_value", status: 500),
            refused(nil, "unsupported_parameter"),
        ]
        for answer in cases {
            let service = Service(answer)
            let client = try service.client()
            #expect(await failure { try await client.complete(question(format: .jsonSchema(shape))) } != nil)
            #expect(service.asked.count == 1)
        }
        let service = Service(refused(nil, nil))
        let client = try service.client()
        #expect(await failure { try await client.complete(question(format: .jsonSchema(shape))) }?.status == 400)
        #expect(service.asked.count == 3)
        let next = try StubJSON(client.payload(of: question(format: .jsonSchema(shape))))
        #expect(next["response_format"]?["type"] == "json_schema")
    }

    @Test(
        "A request that is longer than the model's context is sent once, in one form",
        arguments: [
            (400, #"{"code":400,"message":"x","type":"exceed_context_size_error"}"#),
            (500, #"{"code":500,"message":"the request exceeds the available context size","type":"server_error"}"#),
            (
                400,
                #"{"code":400,"message":"This model's maximum context length is 9 tokens.","type":"BadRequestError"}"#
            ),
            (422, #"{"message":"x","code":"context_length_exceeded"}"#),
        ])
    func tooLong(status: Int, error: String) async throws {
        let service = Service(.json("{\"error\":\(error)}", status: status))
        let client = try service.client()
        let refusal = await failure { try await client.complete(question(format: .jsonSchema(shape))) }
        #expect(refusal?.code == .contextExceeded)
        #expect(service.asked.count == 1)
    }

    @Test("Plain text has no format to adapt, so a 400 is final")
    func text() async throws {
        let service = Service(refused(nil, nil))
        #expect(await failure { try await service.client().complete(question()) }?.code == .apiStatus)
        #expect(service.asked.count == 1)
    }
}

extension LadderTests {
    @Test("Streams are adapted in the same way")
    func streams() async throws {
        let service = Service(
            refused("stream_options", "unsupported_parameter"), refused("max_tokens", "unsupported_parameter"),
            .stream("data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\ndata: [DONE]\n\n"))
        let whole = try await service.client().stream(question()).completion()
        #expect(whole.text == "Hi")
        #expect(whole.sent == SentForm(tokenLimitField: "max_completion_tokens", leftOut: ["stream_options"]))
    }
}
