import HTTPTypes

/// What the service says of its limits in an answer's `x-ratelimit-…` fields. Many say nothing.
public struct ChatLimits: Sendable, Hashable {
    /// One kind of limit.
    public struct Allowance: Sendable, Hashable {
        /// How many there are in a period.
        public var limit: Int?
        /// How many are left.
        public var remaining: Int?
        /// After how long all of them are there again.
        public var resetsAfter: Duration?

        /// An allowance.
        public init(limit: Int? = nil, remaining: Int? = nil, resetsAfter: Duration? = nil) {
            self.limit = limit
            self.remaining = remaining
            self.resetsAfter = resetsAfter
        }
    }

    /// Of calls.
    public var requests: Allowance
    /// Of tokens.
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

    /// Nil where nothing is known.
    var known: ChatLimits? { self == ChatLimits() ? nil : self }
}

extension ChatLimits.Allowance {
    /// A limit of 0 or less is how some say that they do not know; then the number left says nothing either.
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
