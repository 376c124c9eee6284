extension VisionStub {
    package enum Mode: String, Sendable, CaseIterable {
        case ok
        /// A picture without text.
        case noText = "no-text"
        /// An error in a response of 200: 3, a bad image, and 7, an image that may not be fetched.
        case badImage = "inner-3"
        case forbidden = "inner-7"
        /// 400 with API_KEY_INVALID.
        case keyInvalid = "key-invalid"
        /// Another error with status 400.
        case invalid = "400"
        /// 403: the API is disabled.
        case disabled = "403"
        /// Status 429, with `Retry-After` if set.
        case rateLimited = "429"
        case serverError = "500"
        /// Status 503, with `Retry-After` if set.
        case unavailable = "503"
        /// JSON of another structure.
        case strange
        /// Half of the JSON in a complete response.
        case malformed
        case empty
        case html
        /// Results for fewer pictures than requested.
        case short
        /// A response slightly above the size limit.
        case huge
        /// JSON without an end.
        case endless
        /// A redirect to "to".
        case redirect
        /// The answer after this many "milliseconds".
        case slow
        /// The answer after the gate has opened.
        case held
        /// No answer.
        case hang
        /// The connection ends inside the answer.
        case cut
        /// The connection ends without an answer.
        case dropped
    }

    package struct Behaviour: Sendable {
        package var mode: Mode
        package var retryAfter: String?
        package var to: String?
        package var milliseconds: Int

        package init(_ mode: Mode = .ok, retryAfter: String? = nil, to: String? = nil, milliseconds: Int = 1000) {
            self.mode = mode
            self.retryAfter = retryAfter
            self.to = to
            self.milliseconds = milliseconds
        }

        func reply(normal: StubJSON, gate: StubGate) -> StubReply {
            switch mode {
            case .ok: .json(normal.bytes)
            case .noText: .json(#"{"responses": [{}]}"#)
            case .badImage: inner(3, "Bad image data.")
            case .forbidden: inner(7, "Error opening file: gs://bucket/object.")
            case .slow: .delayed(.json(normal.bytes), milliseconds: milliseconds)
            case .held: .held(gate, then: .json(normal.bytes))
            case .hang: .never
            case .cut: .cut(.json(normal.bytes), after: normal.bytes.count / 2)
            case .dropped: .dropped
            case .endless: .endless
            case .redirect: .redirect(to: to ?? "http://127.0.0.1:9/", status: 307)
            case .strange, .malformed, .empty, .html, .short, .huge: broken(normal)
            default: failure
            }
        }

        private func inner(_ code: Int, _ message: String) -> StubReply {
            let body: StubJSON = [
                "responses": [["error": ["code": .int(code), "message": .string(message)]]]
            ]
            return .json(body.bytes)
        }

        private func broken(_ normal: StubJSON) -> StubReply {
            switch mode {
            case .strange: .json(#"{"responses": [{"fullTextAnnotation": {"pages": "one"}}]}"#)
            case .malformed: .json(Array(normal.bytes.prefix(normal.bytes.count / 2)))
            case .short: .json(#"{"responses": []}"#)
            case .huge: .json([UInt8](repeating: UInt8(ascii: " "), count: 17 << 20) + normal.bytes)
            case .html: .html()
            default: .json("")
            }
        }

        private var failure: StubReply {
            let headers = retryAfter.map { [(name: "Retry-After", value: $0)] } ?? []
            return switch mode {
            case .keyInvalid: RecordedCall.keyInvalid
            case .disabled:
                VisionStub.failure(
                    403, "PERMISSION_DENIED", "Cloud Vision API is disabled in project 000.",
                    reason: "SERVICE_DISABLED")
            case .rateLimited:
                VisionStub.failure(
                    429, "RESOURCE_EXHAUSTED", "Quota exceeded.", reason: "RATE_LIMIT_EXCEEDED", headers: headers)
            case .serverError: VisionStub.failure(500, "INTERNAL", "Internal error encountered.")
            case .unavailable:
                VisionStub.failure(503, "UNAVAILABLE", "The service is currently unavailable.", headers: headers)
            default: VisionStub.failure(400, "INVALID_ARGUMENT", "Request contains an invalid argument.")
            }
        }
    }
}
