extension PlantNetStub {
    /// The answer to one identify call. A behaviour that replaces the normal answer costs no credit; one that changes
    /// the normal answer costs the same credit.
    package struct Behaviour: Sendable {
        let reply: @Sendable (_ stub: PlantNetStub, _ normal: () -> StubReply) -> StubReply

        /// Replaces the normal answer by this reply.
        package static func instead(_ reply: StubReply) -> Self { Self { _, _ in reply } }

        /// Transforms the normal answer.
        package static func around(_ change: @escaping @Sendable (StubReply) -> StubReply) -> Self {
            Self { _, normal in change(normal()) }
        }

        package static let normal = around { $0 }

        /// An error in the service's format.
        package static func failure(_ status: Int, _ message: String? = nil) -> Self {
            instead(PlantNetStub.failure(status, message ?? StubReply.reason(status)))
        }

        package static let serverError = failure(500)

        /// Status 429 with the rate limit header fields, even if `rateLimitHeaders` is false.
        package static let tooManyRequests = Self { stub, _ in
            stub.exhausted(headers: stub.rateLimit(left: 0, always: true))
        }

        /// Status 429 without these header fields.
        package static let bareTooManyRequests = failure(429)

        package static func html(_ status: Int = 200) -> Self { instead(.html(status)) }

        package static func redirect(to location: String, status: Int = 302) -> Self {
            instead(.redirect(to: location, status: status))
        }

        package static let never = instead(.never)
        package static let endless = instead(.endless)
        package static let dropped = instead(.dropped)
        package static func cut(after bytes: Int) -> Self { around { .cut($0, after: bytes) } }
        package static func slow(bytesPerSecond: Int) -> Self { around { .slow($0, bytesPerSecond: bytesPerSecond) } }
        package static func held(_ gate: StubGate) -> Self { around { .held(gate, then: $0) } }
        /// Holds the normal answer with the stub's gate.
        package static let held = Self { stub, normal in .held(stub.gate, then: normal()) }
        package static func delayed(milliseconds: Int) -> Self {
            around { .delayed($0, milliseconds: milliseconds) }
        }
    }

    func exhausted(headers: [(name: String, value: String)]) -> StubReply {
        let retry = self.retryAfter.map { [(name: "Retry-After", value: $0)] } ?? []
        return Self.failure(429, "Too Many Requests", headers: headers + retry)
    }
}
