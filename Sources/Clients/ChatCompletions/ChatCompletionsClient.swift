public import Foundation
public import HTTPTransport
import HTTPTypes

/// A client of OpenAI's chat completions API, which llama.cpp, Ollama, vLLM and many others implement.
///
/// ```swift
/// let client = ChatCompletionsClient(baseURL: ollama, transport: streaming)
/// let request = ChatRequest(model: "qwen3:8b", messages: [ChatMessage(.user, "Say hello.")], tokenLimit: 500)
/// let answer = try await client.complete(request)
/// print(answer.text ?? "", answer.finishReason ?? .stop)
/// ```
///
/// Services support different fields. The client sends fields that all services support. If a service refuses a field
/// as unsupported, the client adapts that field once and remembers this for the model while the client (or a copy of
/// it) exists; ``ChatCompletion/sent`` describes the final request. A token limit is never dropped.
///
/// An answer is generated text and may be wrong, even if a format was requested: check it.
///
/// The key is sent in the header field `Authorization` only, and without TLS only to this machine or the local network.
/// It is in no description, mirror or error. Give the client a transport that follows no redirects.
///
/// Source: OpenAI's specification (state of August 2026), and the source code and documentation of the others.
public struct ChatCompletionsClient: Sendable, CustomStringConvertible, CustomReflectable {
    /// `https://api.openai.com/v1`.
    public static let openAI = URL(constant: "https://api.openai.com/v1")

    /// The service's address.
    public let baseURL: URL
    /// The time-outs.
    public let timeouts: ChatTimeouts
    /// The retries.
    public let retries: ChatRetries
    let apiKey: String?
    let transport: StreamingTransport
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    let random: @Sendable (ClosedRange<Double>) -> Double
    let adaptations = Adaptations()

    /// A client for one service.
    ///
    /// - Parameters:
    ///   - baseURL: the service's address, usually ending in `/v1`; without a path, `/v1` is used.
    ///   - apiKey: the service's key; nil or empty for a local service without keys.
    ///   - timeouts: the time-outs.
    ///   - retries: the retries.
    ///   - transport: sends the requests; it needs no time-outs and no retries of its own.
    ///   - clock: the clock that measures pauses and time-outs.
    ///   - now: the time of day, for a `Retry-After` that is a date.
    ///   - random: returns a random number from a range, for the pauses.
    public init(
        baseURL: URL = ChatCompletionsClient.openAI, apiKey: String? = nil, timeouts: ChatTimeouts = ChatTimeouts(),
        retries: ChatRetries = ChatRetries(), transport: StreamingTransport,
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
    ) {
        self.baseURL = baseURL
        self.timeouts = timeouts
        self.retries = retries
        let key = apiKey?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        self.apiKey = key.isEmpty ? nil : key
        self.transport = transport
        self.clock = clock
        self.now = now
        self.random = random
    }

    public var description: String { "ChatCompletionsClient(\(baseURL.host() ?? "?"))" }

    public var customMirror: Mirror { Mirror(self, children: ["host": baseURL.host() ?? "?"], displayStyle: .struct) }

    // MARK: - Requests

    /// The request to send.
    func request(
        _ method: HTTPRequest.Method, _ end: String, body: [UInt8]? = nil, streams: Bool = false
    ) throws(ChatCompletionsError) -> HTTPTransport.Request {
        let address = try ServiceAddress(baseURL)
        var call = APICall(
            method: method, path: end, body: body.map { .json($0) },
            accept: streams ? "text/event-stream, application/json" : "application/json",
            responseLimit: Self.largestAnswer)
        if let apiKey {
            guard apiKey.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw ChatCompletionsError(refusing: .key, "the key has characters that no key has")
            }
            guard address.keepsSecrets else {
                throw ChatCompletionsError(refusing: .tls, "a key leaves the house over TLS only")
            }
            call.fields[.authorization] = "Bearer \(apiKey)"
        }
        return call.request(scheme: address.scheme, authority: address.authority, path: address.target(end))
    }

    /// The largest response in bytes: far more than an answer needs, with the overhead of a stream.
    static let largestAnswer = HTTPTransport.Request.usualResponseLimit
}
