extension FoodStub {
    /// The behaviour for requests, and whether an answer to an insight counts in spite of it.
    package struct Behaviour: Sendable, Hashable {
        package enum Mode: Sendable, Hashable {
            /// The normal answer.
            case normal
            /// The connection ends without an answer.
            case dropped
            /// No answer, on a connection that stays open.
            case hang
            /// The normal answer after some seconds.
            case slow
            /// The normal answer after its release.
            case held
            /// The connection ends inside the answer.
            case cutWithin
            /// Half of the JSON in a complete response.
            case truncated
            /// Status 200 with meaningless bytes.
            case garbage
            /// Status 200 without a body.
            case empty
            /// Status 200 with an HTML page.
            case page
            case redirect(to: String)
            /// A status from 400: a proxy's page or the service's own error.
            case status(Int)
            /// A forced `status_code` of Robotoff; see ``Ledger/force(_:_:at:)``.
            case outcome(Int)
        }

        package var mode: Mode
        /// Whether the service counts an answer to an insight before this behaviour.
        package var counts: Bool
        /// The delay of `slow` in seconds.
        package var seconds: Double
        package var retryAfter: String?
        /// The number of bytes of `cutWithin`.
        package var bytes: Int
        /// The number of requests; nil: all.
        package var times: Int?

        /// The default of `counts` is false for behaviours that replace the answer.
        package init(
            _ mode: Mode = .normal, counts: Bool? = nil, seconds: Double = 1, retryAfter: String? = nil,
            bytes: Int = 20, times: Int? = nil
        ) {
            self.mode = mode
            self.counts = counts ?? Self.isOfTheAnswer(mode)
            self.seconds = seconds
            self.retryAfter = retryAfter
            self.bytes = bytes
            self.times = times
        }

        private static func isOfTheAnswer(_ mode: Mode) -> Bool {
            switch mode {
            case .normal, .slow, .held, .cutWithin, .truncated, .garbage, .empty, .outcome: true
            case .dropped, .hang, .page, .redirect, .status: false
            }
        }

        func reply(of service: Service, gate: StubGate, normal: () -> StubReply) -> StubReply {
            switch mode {
            case .normal, .outcome: return normal()
            case .dropped: return .dropped
            case .hang: return .never
            case .slow: return .delayed(normal(), milliseconds: Int(seconds * 1000))
            case .held: return .held(gate, then: normal())
            case .cutWithin: return .cut(normal(), after: bytes)
            case .truncated: return Self.half(normal())
            case .garbage: return .json([0x00, 0xFF, 0x7B, 0x22, 0xC3, 0x28, 0x3C])
            case .empty: return .json("")
            case .page: return .html()
            case .redirect(let location): return .redirect(to: location)
            case .status(let status): return failure(status, of: service)
            }
        }

        private static func half(_ reply: StubReply) -> StubReply {
            guard case .answer(let status, let headers, let body) = reply else { return reply }
            return .answer(status: status, headers: headers, body: Array(body.prefix(body.count / 2)))
        }

        /// Overload errors come from nginx in front of the service, other errors from Robotoff itself.
        private func failure(_ status: Int, of service: Service) -> StubReply {
            let isProxy = [429, 502, 503, 504].contains(status) || service == .openFoodFacts
            let reply = isProxy ? .html(status) : Refusal(status).reply
            guard let retryAfter, case .answer(let status, let headers, let body) = reply else { return reply }
            return .answer(status: status, headers: headers + [("Retry-After", retryAfter)], body: body)
        }
    }

    /// An error of Robotoff for a request.
    struct Refusal: Error {
        var status: Int
        var title: String?
        var description: String?

        init(_ status: Int, title: String? = nil, _ description: String? = nil) {
            (self.status, self.title, self.description) = (status, title, description)
        }

        static func invalid(_ name: String, _ words: String) -> Refusal {
            Refusal(400, title: "Invalid parameter", "The \"\(name)\" parameter is invalid. \(words)")
        }

        static func missing(_ name: String) -> Refusal {
            Refusal(400, title: "Missing parameter", "The \"\(name)\" parameter is required.")
        }

        var reply: StubReply {
            var body: StubJSON = ["title": .string(title ?? "\(status) \(StubReply.reason(status))")]
            if let description { body["description"] = .string(description) }
            return .json(body.bytes, status: status)
        }
    }
}
