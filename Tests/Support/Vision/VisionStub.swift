import Foundation
import Synchronization

/// A stub of Google Vision (`POST /v1/images:annotate`): it does not read pictures, but answers with the configured
/// text. It checks requests as strictly as the real service. It keeps the properties of pictures, not the pictures.
///
///     let stub = VisionStub()
///     let server = try StubServer(records: false) { stub.reply(to: $0) }
///     stub.page = VisionStub.Page(["Examplin 5 mg tablets", "Take 1 tablet daily"], confidence: 0.97)
///     stub.next(.init(.rateLimited, retryAfter: "3"))
@dynamicMemberLookup
package final class VisionStub: Sendable {
    /// The settings of a stub. A test may change them at any time, as properties of the stub: `stub.key = "other"`.
    package struct Settings: Sendable {
        /// The only accepted key.
        package var key: String
        /// The text on every picture.
        package var page = Page(["EXAMPLE PHARMACY", "Examplin 5 mg tablets", "Take 1 tablet daily", "Qty 30"])
        /// The text on certain pictures, by the SHA-256 of their bytes in hexadecimal.
        package var pages: [String: Page] = [:]
        /// The behaviours of the next calls, one each; afterwards the answer is normal.
        package var behaviours: [Behaviour] = []
        /// The behaviour of all calls while it is set.
        package var outage: Behaviour?
        /// The gate on which `.held` waits.
        package var gate = StubGate()
    }

    /// One call without its picture.
    package struct Call: Sendable {
        /// The picture's properties; nil if there was none.
        package let picture: Picture?
        package let features: [String]
        package let languageHints: [String]
        package let wantsConfidence: Bool
        /// The header fields with names in lower case, without key and token.
        package let headers: [String: String]
        /// The reason for refusing an invalid call; nil for a valid one.
        package let fault: String?
    }

    private struct State {
        var settings: Settings
        var calls: [Call] = []
    }

    private let state: Mutex<State>
    private let firstKey: String

    package init(key: String = "stub-vision-key") {
        firstKey = key
        state = Mutex(State(settings: Settings(key: key)))
    }

    package subscript<Value: Sendable>(dynamicMember member: any WritableKeyPath<Settings, Value> & Sendable) -> Value {
        get { state.withLock { $0.settings[keyPath: member] } }
        set { state.withLock { $0.settings[keyPath: member] = newValue } }
    }

    /// Adds to the pending behaviours.
    package func next(_ behaviours: Behaviour...) { state.withLock { $0.settings.behaviours += behaviours } }

    /// Changes several settings atomically.
    package func change(_ change: (inout Settings) -> Void) { state.withLock { change(&$0.settings) } }

    /// Restores the initial state; releases held replies.
    package func reset() {
        let gate = state.withLock { state in
            defer { state = State(settings: Settings(key: firstKey)) }
            return state.settings.gate
        }
        gate.open()
    }

    /// All calls, whatever their result.
    package var calls: [Call] { state.withLock { $0.calls } }

    /// Whether a request is for this service.
    package static func isOwn(_ request: StubRequest) -> Bool { request.path.hasPrefix("/v1/images:") }

    // MARK: - Answering

    /// The handler of a `StubServer`.
    package func reply(to request: StubRequest) -> StubReply {
        guard request.method == "POST", request.path == "/v1/images:annotate" else { return .html(404) }
        let key = self.key
        let asked = RecordedCall(request, key: key)
        state.withLock { $0.calls.append(asked.call) }
        if let refusal = asked.refusal { return refusal }
        let behaviour = state.withLock { state in
            state.settings.behaviours.isEmpty ? state.settings.outage : state.settings.behaviours.removeFirst()
        }
        let answers = asked.requests.map { self.answer(to: $0) }
        let body: StubJSON = ["responses": .array(answers)]
        return (behaviour ?? Behaviour()).reply(normal: body, gate: self.gate)
    }

    private func answer(to request: RecordedCall.Request) -> StubJSON {
        let page = request.picture.flatMap { self.pages[$0.digest] } ?? self.page
        guard !page.lines.isEmpty else { return [:] }
        let hasConfidence = request.features.contains("DOCUMENT_TEXT_DETECTION") || request.wantsConfidence
        return page.answer(
            width: request.picture?.width ?? 1000, height: request.picture?.height ?? 750,
            withConfidence: hasConfidence)
    }

    static func failure(
        _ status: Int, _ name: String, _ message: String, reason: String? = nil,
        headers: [(name: String, value: String)] = []
    ) -> StubReply {
        var error: StubJSON = ["code": .int(status), "status": .string(name), "message": .string(message)]
        if let reason {
            error["details"] = [
                [
                    "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": .string(reason),
                    "domain": "googleapis.com", "metadata": ["service": "vision.googleapis.com"],
                ]
            ]
        }
        return .json((["error": error] as StubJSON).bytes, status: status, headers: headers)
    }
}

// MARK: - Requests

extension VisionStub {
    struct RecordedCall {
        struct Request {
            let picture: Picture?
            let features: [String]
            let languageHints: [String]
            let wantsConfidence: Bool
        }

        var requests: [Request] = []
        var call: Call
        var refusal: StubReply?

        init(_ request: StubRequest, key: String) {
            let body = try? StubJSON(request.body)
            let asked = (body?["requests"]?.elements ?? []).map(Self.request)
            let refused = Self.fault(of: request, body, asked, key: key)
            requests = asked
            refusal = refused?.reply
            let secrets: Set = ["x-goog-api-key", "authorization"]
            var headers: [String: String] = [:]
            for field in request.headers where !secrets.contains(field.name.lowercased()) {
                headers[field.name.lowercased()] = field.value
            }
            call = Call(
                picture: asked.first?.picture, features: asked.first?.features ?? [],
                languageHints: asked.first?.languageHints ?? [],
                wantsConfidence: asked.first?.wantsConfidence ?? false, headers: headers, fault: refused?.why)
        }

        private static func request(_ json: StubJSON) -> Request {
            let context = json["imageContext"]
            let bytes = json["image"]?["content"]?.string.flatMap { Data(base64Encoded: $0) }
            return Request(
                picture: bytes.map { Picture([UInt8]($0)) },
                features: (json["features"]?.elements ?? []).compactMap { $0["type"]?.string },
                languageHints: (context?["languageHints"]?.elements ?? []).compactMap(\.string),
                wantsConfidence: context?["textDetectionParams"]?["enableTextDetectionConfidenceScore"]?.bool ?? false)
        }

        private static func fault(
            of request: StubRequest, _ body: StubJSON?, _ asked: [Request], key: String
        ) -> (why: String, reply: StubReply)? {
            func refused(_ why: String) -> (String, StubReply) {
                (why, VisionStub.failure(400, "INVALID_ARGUMENT", "Request is refused: \(why)."))
            }
            // The real service accepts the key there, but addresses are logged.
            guard request.query.isEmpty else { return refused("a query, where a key may be seen") }
            guard request.header("x-goog-api-key") == key else { return ("the key is another one", keyInvalid) }
            guard request.header("content-type")?.hasPrefix("application/json") == true else {
                return refused("not application/json")
            }
            guard request.body.count <= 10_485_760 else { return refused("request payload size exceeds the limit") }
            guard body != nil else { return refused("no JSON") }
            guard (1...16).contains(asked.count) else { return refused("1 to 16 requests") }
            guard asked.allSatisfy({ !$0.features.isEmpty }) else { return refused("no features") }
            guard asked.allSatisfy({ ($0.picture?.size ?? 0) > 0 }) else { return refused("no image") }
            return nil
        }

        static let keyInvalid = VisionStub.failure(
            400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", reason: "API_KEY_INVALID")
    }
}
