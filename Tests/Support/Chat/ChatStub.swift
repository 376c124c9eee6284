import Synchronization

/// A stub of a chat completions service (`/v1/chat/completions`, `/v1/models`). Records requests byte for byte.
///
///     let stub = ChatStub()
///     let server = try StubServer(records: false) { stub.reply(to: $0) }
///     stub.set([.text("Hello."), .lie(.wrongNumber)])
///     stub.change { $0.unsupported = ["temperature"] }
@dynamicMemberLookup
package final class ChatStub: Sendable {
    /// The settings of a stub. A test may change them at any time, as properties of the stub.
    package struct Settings: Sendable {
        /// The required value of `Authorization: Bearer …`; nil: any or none.
        package var key: String?
        /// The models of the service.
        package var models = ["stub-model", "stub-model-small"]
        /// Unsupported values, refused as OpenAI does: names of fields, and the types `json_schema` and `json_object`
        /// of `response_format`. For `temperature` only 1 is accepted.
        package var unsupported: Set<String> = []
        /// Whether such a refusal does not name the field, as llama.cpp's.
        package var refusesTersely = false
        /// Whether successful answers have `x-ratelimit-…`.
        package var rateLimitHeaders = true
        /// The speed of an answer; nil: at once. Each part has the bytes of a twentieth of a second.
        package var bytesPerSecond: Int?
        /// The gate on which `.held` waits.
        package var gate = StubGate()
    }

    /// One request to the service.
    package struct RecordedRequest: Sendable {
        package let method: String
        package let path: String
        package let authorization: String?
        package let body: [UInt8]

        package var text: String { String(decoding: body, as: UTF8.self) }
        package var json: StubJSON { (try? StubJSON(body)) ?? .null }
    }

    private struct State {
        var settings = Settings()
        var script: [Scenario] = []
        var asked: [RecordedRequest] = []
    }

    private let state = Mutex(State())

    package init() {}

    package subscript<Value: Sendable>(dynamicMember member: any WritableKeyPath<Settings, Value> & Sendable) -> Value {
        get { state.withLock { $0.settings[keyPath: member] } }
        set { state.withLock { $0.settings[keyPath: member] = newValue } }
    }

    /// Changes several settings atomically.
    package func change(_ change: (inout Settings) -> Void) { state.withLock { change(&$0.settings) } }

    /// Sets the answers to conversations, in order; the last one is repeated.
    package func set(_ script: [Scenario]) { state.withLock { $0.script = script } }

    /// Restores the initial state; releases held replies.
    package func reset() {
        let gate = state.withLock { state in
            defer { state = State() }
            return state.settings.gate
        }
        gate.open()
    }

    /// Releases the replies held by `held`; later ones wait for the next release.
    package func release() {
        let gate = state.withLock { state in
            defer { state.settings.gate = StubGate() }
            return state.settings.gate
        }
        gate.open()
    }

    // MARK: - Record

    /// All requests, including refused ones.
    package var asked: [RecordedRequest] { state.withLock { $0.asked } }
    /// The requests of conversations.
    package var conversations: [RecordedRequest] { asked.filter { $0.path.hasSuffix("/chat/completions") } }

    // MARK: - Routes

    /// Whether a request is for this service, if it shares a port with others.
    package static func isOwn(_ request: StubRequest) -> Bool {
        request.path == "/v1/chat/completions" || request.path == "/v1/models"
    }

    /// The handler of a `StubServer`.
    package func reply(to request: StubRequest) -> StubReply {
        let asked = RecordedRequest(
            method: request.method, path: request.path, authorization: request.header("authorization"),
            body: request.body)
        let settings = state.withLock { state in
            state.asked.append(asked)
            return state.settings
        }
        if let key = settings.key, asked.authorization != "Bearer \(key)" {
            return Self.badKey(asked.authorization ?? "")
        }
        switch (request.method, request.path) {
        case ("GET", "/v1/models"): return Self.models(settings.models)
        case ("POST", "/v1/chat/completions"): return converse(asked.json, settings)
        default: return Self.failure(404, "Unknown request URL", type: "invalid_request_error", code: "unknown_url")
        }
    }

    private func converse(_ body: StubJSON, _ settings: Settings) -> StubReply {
        guard let model = body["model"]?.string, body["messages"]?.elements.isEmpty == false else {
            return Self.failure(400, "you must provide a model and messages", type: "invalid_request_error", code: nil)
        }
        guard settings.models.contains(model) else {
            return Self.failure(
                404, "The model `\(model)` does not exist", type: "invalid_request_error", code: "model_not_found")
        }
        if let refusal = Self.refusal(of: body, settings) { return refusal }
        let scenario = state.withLock { state in
            state.script.count > 1 ? state.script.removeFirst() : state.script.first
        }
        return reply(to: body, scenario ?? .text("Nothing is known here."), settings)
    }

    private static func models(_ names: [String]) -> StubReply {
        let list = names.map { ["id": .string($0), "object": "model", "owned_by": "stub"] as StubJSON }
        return .json((["object": "list", "data": .array(list)] as StubJSON).bytes)
    }

    /// The refusal of an unsupported field; nil if all are supported.
    private static func refusal(of body: StubJSON, _ settings: Settings) -> StubReply? {
        guard case .object(let fields) = body else { return nil }
        let format = body["response_format"]?["type"]?.string
        for name in settings.unsupported.sorted() {
            let parameter: String
            switch name {
            case "json_schema", "json_object":
                guard format == name else { continue }
                parameter = "response_format"
            case "temperature":
                guard let value = fields[name], value != 1 else { continue }
                parameter = name
            default:
                guard fields[name] != nil else { continue }
                parameter = name
            }
            if settings.refusesTersely {
                return .json(
                    #"{"error":{"code":400,"message":"Bad request","type":"invalid_request_error"}}"#, status: 400)
            }
            let isValue = ["json_schema", "json_object", "temperature"].contains(name)
            return failure(
                400, "Unsupported \(isValue ? "value" : "parameter"): '\(parameter)' is not supported with this model.",
                type: "invalid_request_error", code: isValue ? "unsupported_value" : "unsupported_parameter",
                parameter: parameter)
        }
        return nil
    }

    /// Repeats a part of the key, as the real service does.
    static func badKey(_ authorization: String) -> StubReply {
        let key = authorization.split(separator: " ").last.map(String.init) ?? ""
        let shown = "\(key.prefix(8))***\(key.suffix(4))"
        return failure(
            401, "Incorrect API key provided: \(shown).", type: "invalid_request_error", code: "invalid_api_key")
    }

    static func failure(
        _ status: Int, _ message: String, type: String, code: StubJSON?, parameter: String? = nil,
        headers: [(name: String, value: String)] = []
    ) -> StubReply {
        let error: StubJSON = [
            "message": .string(message), "type": .string(type), "code": code ?? .null,
            "param": parameter.map { .string($0) } ?? .null,
        ]
        return .json((["error": error] as StubJSON).bytes, status: status, headers: headers)
    }
}
