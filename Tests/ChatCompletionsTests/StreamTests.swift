import ChatCompletions
import HTTPTransport
import HTTPTypes
import Support
import Synchronization
import Testing

@Suite("Streamed answers", .tags(.small))
struct StreamTests {
    /// Everything that is legal and rare, in one stream.
    static let odd =
        "\u{FEFF}: hello\r\n\r\n"
        + "data: {\"id\":\"c\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\"}}]}\r\n\r\n"
        + "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":null}}],\"obfuscation\":\"x\"}\n\n"
        + "data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning\":\"Hm, ä…\"}}]}\r\r"
        + "data: {\"choices\":[{\"index\":0,\ndata: \"delta\":{\"content\":\"Nimm ½ 😀 \"}}]}\n\n"
        + ": ping\n\nevent: message\nid: 1\ndata: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"another\"}}]}\n\n"
        + "data: {\"choices\":[{\"delta\":{\"content\":\"täglich.\"},\"finish_reason\":\"\"}]}\n\n"
        + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":null}\n\n"
        + "data: {\"type\":\"ping\"}\n\n"
        + "data: {\"choices\":[],\"usage\":{\"total_tokens\":9}}\n\ndata: [DONE]\n\n"

    private func read(_ answer: Service.Answer) async throws -> (events: [ChatEvent], error: ChatCompletionsError?) {
        let (all, error) = await events(of: try Service(answer).client().stream(question()))
        return (all, error as? ChatCompletionsError)
    }

    @Test("A stream split at any byte gives the same answer")
    func split() async throws {
        let bytes = [UInt8](Self.odd.utf8)
        let (expected, _) = try await read(.stream(bytes))
        #expect(expected.dropLast() == [.reasoning("Hm, ä…"), .text("Nimm ½ 😀 "), .text("täglich.")])
        guard case .finished(let whole)? = expected.last else {
            Issue.record("there is no end")
            return
        }
        #expect(whole.text == "Nimm ½ 😀 täglich." && whole.reasoning == "Hm, ä…" && whole.finishReason == .stop)
        #expect(whole.id == "c" && whole.model == "m" && whole.usage?.total == 9)
        for place in bytes.indices {
            var answer = Service.Answer.stream(Array(bytes[..<place]))
            answer.pieces.append(Array(bytes[place...]))
            let (found, error) = try await read(answer)
            #expect(found == expected && error == nil, "split at \(place)")
        }
    }

    @Test("A stream cut at any byte is reported as cut off")
    func cut() async throws {
        let bytes = [UInt8](Self.odd.utf8)
        // Only the empty lines after [DONE] may be missing.
        for end in bytes.indices.dropLast(2) {
            let (found, error) = try await read(.stream(Array(bytes[..<end])))
            #expect(error != nil && [.cutOff, .noResponse].contains(error?.code), "cut at \(end)")
            #expect(!found.contains { if case .finished = $0 { true } else { false } })
        }
        for missing in 0...2 {
            #expect(try await read(.stream(Array(bytes.dropLast(missing)))).error == nil)
        }
    }

    @Test("An error in the middle of a stream is thrown")
    func midStream() async throws {
        let hi = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n"
        let cases: [(String, ChatCompletionsError.Code, Int)] = [
            ("data: {\"error\":{\"message\":\"SECRET\",\"code\":502}}\n\n", .apiStatus, 502),
            ("data: {\"error\":{\"message\":\"SECRET\",\"code\":\"server_error\"}}\n\n", .apiStatus, 200),
            ("data: {\"error\":\"SECRET\"}\n\n", .apiStatus, 200),
            ("data: {\"error\":{\"code\":429},\"choices\":[]}\n\n", .rateLimited, 429),
            ("error: {\"code\":503,\"message\":\"SECRET\",\"type\":\"unavailable_error\"}\n\n", .notReady, 503),
            ("event: error\ndata: {\"message\":\"SECRET\",\"type\":\"x\"}\n\n", .apiStatus, 200),
            ("data: {\"choices\":[{\"del\n\n", .invalidResponse, 200),
            ("data: hello\n\n", .invalidResponse, 200),
        ]
        for (words, code, status) in cases {
            let (found, error) = try await read(.stream(hi + words + "data: [DONE]\n\n"))
            #expect(error?.code == code && error?.status == status && error?.isMidStream == true)
            #expect(found == [.text("Hi")] || found.isEmpty, "both may come in one piece")
            #expect(error.map { !"\($0)".contains("SECRET") } == true)
        }
        #expect(try await read(.stream(hi + "data: {\"error\":null,\"choices\":[]}\n\ndata: [DONE]\n\n")).error == nil)
    }

    @Test("A response that is not a stream is accepted")
    func whole() async throws {
        let (found, error) = try await read(good("Hello."))
        #expect(error == nil && found.first == .text("Hello.") && found.count == 2)
        #expect(try await read(.json("<html>")).error?.code == .invalidResponse)
        #expect(try await read(.stream("")).error?.code == .noResponse)
        #expect(try await read(.stream(": ping\n\n")).error?.code == .noResponse)
        var page = Service.Answer.stream("<html>")
        page.fields = [.contentType: "text/html"]
        #expect(try await read(page).error?.code == .invalidResponse)
    }

    @Test("A streamed refusal and a streamed answer that is cut off come to their end")
    func ends() async throws {
        let refusal =
            "data: {\"choices\":[{\"delta\":{\"refusal\":\"I can\"}}]}\n\n"
            + "data: {\"choices\":[{\"delta\":{\"refusal\":\"not.\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
        let stream = try Service(.stream(refusal)).client().stream(question())
        let whole = try await stream.completion()
        #expect(whole.refusal == "I cannot." && whole.text == nil)
        #expect(await failure { try whole.checked() }?.code == .refusal)
        let cut =
            "data: {\"choices\":[{\"delta\":{\"content\":\"Take\"},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n\n"
        let short = try await Service(.stream(cut)).client().stream(question()).completion()
        #expect(short.isCutOff && short.text == "Take")
        #expect(await failure { try short.checked() }?.code == .cutOff)
    }

    // MARK: - Cancellation

    /// A service that sends one word and then waits; it notices when the client leaves.
    private final class Waiting: Sendable {
        private let state = Mutex((begun: 0, left: 0))
        var begun: Int { state.withLock { $0.begun } }
        var left: Int { state.withLock { $0.left } }

        var transport: StreamingTransport {
            StreamingTransport { [self] _, receive in
                state.withLock { $0.begun += 1 }
                try await receive(.head(.init(status: .ok, headerFields: [.contentType: "text/event-stream"])))
                try await receive(.bytes([UInt8]("data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n".utf8)))
                let (stream, end) = AsyncStream<Void>.makeStream()
                for await _ in stream {}
                end.finish()
                state.withLock { $0.left += 1 }
                throw CancellationError()
            }
        }
    }

    @Test("A reader that stops ends the call, and without a reader no call begins")
    func abandoned() async throws {
        let waiting = Waiting()
        let client = ChatCompletionsClient(transport: waiting.transport)
        let stream = client.stream(question())
        #expect(waiting.begun == 0)
        for try await event in stream {
            #expect(event == .text("Hi"))
            break
        }
        while waiting.left < 1 { await Task.yield() }
        #expect(waiting.begun == 1)
    }

    @Test("A cancelled reader ends the call and gets CancellationError")
    func cancelled() async throws {
        let waiting = Waiting()
        let client = ChatCompletionsClient(transport: waiting.transport)
        let reading = Task { try await client.stream(question()).completion() }
        let asking = Task { try await client.answer(to: question()) }
        while waiting.begun < 2 { await Task.yield() }
        reading.cancel()
        asking.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        await #expect(throws: CancellationError.self) { try await asking.value }
        while waiting.left < 2 { await Task.yield() }
    }
}
