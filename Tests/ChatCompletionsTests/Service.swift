import ChatCompletions
import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Synchronization

/// A fake service: returns its responses in order, repeats the last one, and records the requests.
final class Service: Sendable {
    /// One response in parts, or a transport failure before or after them.
    struct Answer: Sendable {
        var status = 200
        var fields: HTTPFields = [.contentType: "application/json"]
        var pieces: [[UInt8]] = []
        var hasHead = true
        var failure: HTTPTransportError.Code?
        var isSilent = false

        static func json(_ body: String, status: Int = 200, _ fields: [(String, String)] = []) -> Answer {
            Answer(
                status: status, fields: headers([("Content-Type", "application/json")] + fields),
                pieces: [[UInt8](body.utf8)])
        }

        static func stream(_ body: String, size: Int = .max) -> Answer { .stream([UInt8](body.utf8), size: size) }

        static func stream(_ bytes: [UInt8], size: Int = .max) -> Answer {
            var rest = bytes[...]
            var pieces: [[UInt8]] = []
            while !rest.isEmpty {
                pieces.append(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            return Answer(fields: [.contentType: "text/event-stream"], pieces: pieces)
        }

        static func failure(_ code: HTTPTransportError.Code, afterHead: Bool = false) -> Answer {
            Answer(hasHead: afterHead, failure: code)
        }
    }

    static let key = "sk-SECRETsecretSECRET1234"

    private let requests = Mutex<[HTTPTransport.Request]>([])
    private let answers: [Answer]

    init(_ answers: Answer...) { self.answers = answers }
    init(answers: [Answer]) { self.answers = answers }

    var asked: [HTTPTransport.Request] { requests.withLock { $0 } }
    var bodies: [StubJSON] { asked.map { (try? StubJSON($0.bytes)) ?? .null } }

    var transport: StreamingTransport {
        StreamingTransport { [self] request, receive in
            let place = requests.withLock { requests in
                requests.append(request)
                return requests.count - 1
            }
            let answer = answers[min(place, answers.count - 1)]
            if answer.hasHead {
                try await receive(.head(.init(status: .init(code: answer.status), headerFields: answer.fields)))
            }
            for piece in answer.pieces { try await receive(.bytes(piece)) }
            if let code = answer.failure { throw HTTPTransportError(code, "as it was told to") }
            if answer.isSilent {
                let (stream, end) = AsyncStream<Void>.makeStream()
                for await _ in stream {}
                end.finish()
                throw CancellationError()
            }
        }
    }

    func client(
        _ base: String = "http://127.0.0.1:8080/v1", key: String? = nil, timeouts: ChatTimeouts = ChatTimeouts(),
        retries: ChatRetries = .never, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 1_800_000_000) }
    ) throws -> ChatCompletionsClient {
        guard let url = URL(string: base) else { throw URLError(.badURL) }
        return ChatCompletionsClient(
            baseURL: url, apiKey: key, timeouts: timeouts, retries: retries, transport: transport, clock: clock,
            now: now, random: { $0.lowerBound })
    }
}

extension HTTPTransport.Request {
    var bytes: [UInt8] { body.map { Array($0.segments().joined()) } ?? [] }
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// An invented request.
func question(
    _ text: String = "What is it?", tokenLimit: Int? = 500, temperature: Double? = 0.3, format: AnswerFormat = .text,
    extra: [String: JSONValue] = [:]
) -> ChatRequest {
    ChatRequest(
        model: "m", messages: [ChatMessage(.system, "Be brief."), ChatMessage(.user, text)], tokenLimit: tokenLimit,
        temperature: temperature, format: format, extra: extra)
}

let shape = AnswerSchema(
    name: "reply",
    schema: .object([
        "type": .text("object"), "properties": .object(["a": .object(["type": .text("integer")])]),
        "required": .list([.text("a")]), "additionalProperties": .flag(false),
    ]))

/// A successful response.
func good(_ content: String = "Hello.", _ finish: String = "stop") -> Service.Answer {
    .json(
        #"{"id":"c1","model":"m1","choices":[{"index":0,"message":{"role":"assistant","content":"\#(content)"},"finish_reason":"\#(finish)"}]}"#
    )
}

/// A refusal in OpenAI's form.
func refused(_ parameter: String?, _ code: String?, status: Int = 400) -> Service.Answer {
    let words = [("param", parameter), ("code", code)].map { name, value in
        "\"\(name)\":" + (value.map { "\"\($0)\"" } ?? "null")
    }
    return .json(
        #"{"error":{"message":"No.","type":"invalid_request_error",\#(words.joined(separator: ","))}}"#, status: status)
}

/// The error of a call; nil if it succeeds.
func failure<Value>(_ call: () async throws -> Value) async -> ChatCompletionsError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as? ChatCompletionsError
    }
}

/// Header fields by their names.
func headers(_ fields: [(String, String)]) -> HTTPFields {
    fields.reduce(into: HTTPFields()) { result, field in
        if let name = HTTPField.Name(field.0) { result[name] = field.1 }
    }
}

/// All events of a stream, and the error at its end.
func events(of stream: ChatStream) async -> (events: [ChatEvent], error: (any Error)?) {
    var events: [ChatEvent] = []
    do {
        for try await event in stream { events.append(event) }
        return (events, nil)
    } catch {
        return (events, error)
    }
}
