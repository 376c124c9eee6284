extension FoodStub {
    /// How requests are answered, and whether an answer to an insight counts all the same.
    package struct Behaviour: Sendable, Hashable {
        package enum Mode: Sendable, Hashable {
            /// As the service answers.
            case normal
            /// The connection ends without a word.
            case dropped
            /// Not a word, on a connection that stays open.
            case hang
            /// As ever, after some seconds.
            case slow
            /// As ever, once it is released.
            case held
            /// The connection ends within the answer.
            case cutWithin
            /// Half of the JSON, in a whole answer.
            case truncated
            /// 200 and bytes that are nothing.
            case garbage
            /// 200 and nothing.
            case empty
            /// 200 and a page for browsers.
            case page
            case redirect(to: String)
            /// A status of 400 and above: a page of a proxy, or the service's own words.
            case status(Int)
            /// Robotoff's own `status_code`, whatever it would be; see ``Ledger/force(_:_:at:)``.
            case outcome(Int)
        }

        package var mode: Mode
        /// Whether the service takes an answer to an insight before it behaves so.
        package var counts: Bool
        /// Of slow.
        package var seconds: Double
        package var retryAfter: String?
        /// Of cutWithin.
        package var bytes: Int
        /// For so many requests; nothing: for ever.
        package var times: Int?

        /// Counts: where nothing is said, what stands in the place of the answer does not.
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

        /// What overloads is said by nginx before the service, the rest by Robotoff itself.
        private func failure(_ status: Int, of service: Service) -> StubReply {
            let isProxy = [429, 502, 503, 504].contains(status) || service == .openFoodFacts
            let reply = isProxy ? .html(status) : Refusal(status).reply
            guard let retryAfter, case .answer(let status, let headers, let body) = reply else { return reply }
            return .answer(status: status, headers: headers + [("Retry-After", retryAfter)], body: body)
        }
    }

    /// What Robotoff refuses a request with.
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
