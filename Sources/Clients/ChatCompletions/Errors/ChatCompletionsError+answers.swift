import Foundation
import HTTPTransport
import HTTPTypes

extension ChatCompletionsError {
    /// The error for a response whose status is not 200.
    init(_ head: HTTPResponse, _ body: [UInt8], now: Date, hiding key: String?) {
        let problem = try? JSONDecoder().decode(WireProblem.self, from: Data(body))
        self.init(
            status: head.status.code, problem, key, limits: ChatLimits(head.headerFields).known,
            retryAfter: Self.retryAfter(head, problem, now: now))
    }

    /// The error for an error object in a response of 200, after a part of the answer may have arrived. The object's
    /// own code gives the status.
    init(midStream problem: WireProblem, isMidStream: Bool = true, hiding key: String?) {
        let status = problem.code.flatMap { Int($0) }.flatMap { (400...599).contains($0) ? $0 : nil }
        self.init(
            status: status ?? 200, problem, key, retryAfter: problem.message.flatMap { ChatDuration.asked(in: $0) },
            isMidStream: isMidStream)
    }

    private init(
        status: Int, _ problem: WireProblem?, _ key: String?, limits: ChatLimits? = nil, retryAfter: Duration? = nil,
        isMidStream: Bool = false
    ) {
        let (code, message) = Self.meaning(of: status, problem)
        func word(_ text: String?) -> String? { text.flatMap { Self.word($0, hiding: key) } }
        let serviceCode = word(problem?.code)
        self.init(
            code, message, status: status, type: word(problem?.type), serviceCode: serviceCode,
            parameter: word(problem?.parameter) ?? Self.parameter(in: problem, serviceCode),
            retryAfter: retryAfter, limits: limits, isMidStream: isMidStream)
    }

    /// The status decides. The text is used only if a status has several meanings.
    private static func meaning(of status: Int, _ problem: WireProblem?) -> (Code, String) {
        let written = (problem?.message ?? "").lowercased()
        let names = [problem?.code, problem?.type]
        if [200, 400, 413, 422, 500].contains(status),
            names.contains(where: { $0.map(tooLong.contains) ?? false })
                || saysTooLong.contains(where: { written.contains($0) })
        {
            return (.contextExceeded, "the messages are longer than the model's context")
        }
        switch status {
        case 200: return (.apiStatus, "the service failed while it answered")
        case 300..<400: return (.redirected, "the service is elsewhere, and a redirect is not followed")
        case 401: return (.authentication, "the service does not take the key, or wants one")
        case 403: return (.authentication, "the service does not allow this with the key")
        case 402: return (.quota, "what was paid for is used up")
        case 404: return (.notFound, "the service has no such model or address")
        case 408: return (.timedOut, "the service did not get the request in time")
        case 429 where names.contains { $0.map(spent.contains) ?? false } || written.contains("current quota"):
            return (.quota, "what was paid for is used up")
        case 429: return (.rateLimited, "the service was asked too often")
        case 503 where names.contains("unavailable_error") || written.contains("loading model"):
            return (.notReady, "the service still loads its model")
        case 400..<500: return (.apiStatus, "the service refused the request")
        case 500..<600: return (.apiStatus, "the service failed")
        default: return (.apiStatus, "the service answered with a status that is not awaited")
        }
    }

    /// OpenAI, and llama.cpp's server, which sends it with the statuses 400, 500 and 200.
    private static let tooLong: Set = ["context_length_exceeded", "exceed_context_size_error"]
    /// The sentences of vLLM and others that copy OpenAI's; of llama.cpp before it had a type; of llama-cpp-python; of
    /// Ollama; and of vLLM for messages that alone fill the context.
    private static let saysTooLong = [
        "maximum context length", "available context size", "exceed context window", "exceeds the context",
        "exceeds context length", "exceeds maximum context", "prompt is too long", "prompt too long",
        "longer than the maximum model length", "max_tokens must be at least 1, got -",
    ]

    private static let spent: Set = ["insufficient_quota", "billing_hard_limit_reached", "billing_not_active"]

    /// Returns the text if it is a single harmless word. Other texts may repeat the request or the key.
    private static func word(_ text: String, hiding key: String?) -> String? {
        let isWord =
            !text.isEmpty && text.utf8.count <= 64
            && text.unicodeScalars.allSatisfy {
                $0.isASCII
                    && ($0.properties.isAlphabetic || (0x30...0x39).contains($0.value)
                        || "_-.[]".contains(Character($0)))
            }
        guard isWord, !text.lowercased().hasPrefix("sk-") else { return nil }
        if let key, !key.isEmpty, text.contains(key) || (text.count >= 4 && key.contains(text)) { return nil }
        return text
    }

    /// Some services name the field only in the message: "'max_tokens' is not supported with this model".
    private static func parameter(in problem: WireProblem?, _ code: String?) -> String? {
        guard let message = problem?.message, let code, code.hasPrefix("unsupported_") else { return nil }
        // The first name in quotes; the recommended name may follow.
        guard let open = message.firstIndex(of: "'") else { return nil }
        let name = String(message[message.index(after: open)...].prefix { $0 != "'" })
        return ChatRequest.ownFields.contains(name) ? name : nil
    }

    /// Used only for 429 and 503: some services send the field in successful responses too.
    private static func retryAfter(_ head: HTTPResponse, _ problem: WireProblem?, now: Date) -> Duration? {
        guard head.status == .tooManyRequests || head.status == .serviceUnavailable else { return nil }
        let fields = head.headerFields
        if let text = HTTPField.Name("retry-after-ms").flatMap({ fields[$0] }), let milliseconds = Double(text),
            milliseconds.isFinite, milliseconds >= 0
        {
            return .milliseconds(min(milliseconds, 3e12))
        }
        if let asked = RetryAfter(fields) { return .seconds(min(asked.seconds(from: now), 3e9)) }
        return problem?.message.flatMap { ChatDuration.asked(in: $0) }
    }

    /// The error for a call without a response, or with an interrupted stream.
    ///
    /// - Parameters:
    ///   - failure: the failure of the transport.
    ///   - isMidStream: whether a part of the answer has been delivered.
    init(_ failure: TransportFailure, isMidStream: Bool) {
        let code: Code =
            switch failure.kind {
            case .connectionFailed: .connection
            case .cutOff where !isMidStream: .connection
            case .unreadable: .invalidResponse
            default: Code(failure.kind)
            }
        self.init(code, failure.message(of: "the service"), isMidStream: isMidStream, cause: failure.cause)
    }
}

extension ChatCompletionsError.Code: APIErrorCode {}
