public import Foundation
public import HTTPTransport
import HTTPTypes

/// The interface that OpenAI calls chat completions and that llama.cpp, Ollama, vLLM and many others have too.
///
/// ```swift
/// let client = ChatCompletionsClient(baseURL: ollama, transport: streaming)
/// let request = ChatRequest(model: "qwen3:8b", messages: [ChatMessage(.user, "Say hello.")], tokenLimit: 500)
/// let answer = try await client.complete(request)
/// print(answer.text ?? "", answer.finishReason ?? .stop)
/// ```
///
/// Services differ in which fields they take. The client sends those that all know, and where one is refused as not
/// supported it changes that one, once, and remembers it for the model as long as the client (or a copy of it) lives;
/// ``ChatCompletion/sent`` says what was sent in the end. A token limit is never dropped.
///
/// Whatever was asked for, what comes back is the word of a machine that guesses: check it.
///
/// The key goes into the header field `Authorization` and nowhere else, and without TLS only to this machine or house.
/// It is in no description, mirror or error. Give the client a transport that follows no redirects.
///
/// Source: OpenAI's specification (state of August 2026), and the source code and documentation of the others.
public struct ChatCompletionsClient: Sendable, CustomStringConvertible, CustomReflectable {
    /// `https://api.openai.com/v1`.
    public static let openAI = URL(constant: "https://api.openai.com/v1")

    /// Where the service is.
    public let baseURL: URL
    /// How long is waited.
    public let timeouts: ChatTimeouts
    /// How often it is tried again.
    public let retries: ChatRetries
    let apiKey: String?
    let transport: StreamingTransport
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    let random: @Sendable (ClosedRange<Double>) -> Double
    let adaptations = Adaptations()

    /// A client of one service.
    ///
    /// - Parameters:
    ///   - baseURL: where the service is, mostly with `/v1` at its end; where there is no path `/v1` is meant.
    ///   - apiKey: what the service wants; nil or empty for a service of one's own that wants none.
    ///   - timeouts: how long is waited.
    ///   - retries: how often it is tried again.
    ///   - transport: how requests are sent; it needs no time-outs and no repetitions of its own.
    ///   - clock: what pauses and time-outs are taken from.
    ///   - now: the time of day, for a `Retry-After` that is a date.
    ///   - random: draws a number from a range, for the pauses.
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

    /// What goes over the wire.
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

    /// Far more than an answer has, with all that is written around each word of a stream.
    static let largestAnswer = HTTPTransport.Request.usualResponseLimit
}
