import HTTPTypes

/// The limits that the service reports in the `x-ratelimit-…` fields of a response. Many services report none.
public struct ChatLimits: Sendable, Hashable {
    /// One kind of limit.
    public struct Allowance: Sendable, Hashable {
        /// The limit per period.
        public var limit: Int?
        /// The remaining number.
        public var remaining: Int?
        /// The time until the limit resets.
        public var resetsAfter: Duration?

        /// An allowance.
        public init(limit: Int? = nil, remaining: Int? = nil, resetsAfter: Duration? = nil) {
            self.limit = limit
            self.remaining = remaining
            self.resetsAfter = resetsAfter
        }
    }

    /// The limit of calls.
    public var requests: Allowance
    /// The limit of tokens.
    public var tokens: Allowance

    /// Limits.
    public init(requests: Allowance = Allowance(), tokens: Allowance = Allowance()) {
        self.requests = requests
        self.tokens = tokens
    }

    init(_ fields: HTTPFields) {
        requests = Allowance(fields, "requests")
        tokens = Allowance(fields, "tokens")
    }

    /// Nil if no value is known.
    var known: ChatLimits? { self == ChatLimits() ? nil : self }
}

extension ChatLimits.Allowance {
    /// Some services send a limit of 0 or less for an unknown limit; then the remaining number is unknown too.
    fileprivate init(_ fields: HTTPFields, _ kind: String) {
        func text(_ part: String) -> String? {
            HTTPField.Name("x-ratelimit-\(part)-\(kind)").flatMap { fields[$0] }
        }
        let limit = text("limit").flatMap { Int($0) }
        let remaining = text("remaining").flatMap { Int($0) }
        let isKnown = limit.map { $0 > 0 } ?? true
        self.init(
            limit: isKnown ? limit : nil, remaining: isKnown ? remaining.flatMap { $0 >= 0 ? $0 : nil } : nil,
            resetsAfter: isKnown ? text("reset").flatMap { ChatDuration.duration($0) } : nil)
    }
}
