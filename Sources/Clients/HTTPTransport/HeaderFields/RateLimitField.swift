public import HTTPTypes

/// The `RateLimit` header field of draft-ietf-httpapi-ratelimit-headers-08: what is left, as the server counts it.
///
/// `RateLimit: "dailyQuota";r=497;t=41817` has one item: of the policy `dailyQuota` 497 requests remain, and the whole
/// is there again in 41,817 seconds.
public struct RateLimitField: Sendable, Hashable {
    /// What is left of one policy.
    public struct Item: Sendable, Hashable {
        /// The policy's name.
        public let policy: String
        /// How many units remain (`r`).
        public let remaining: Int
        /// In how many seconds the whole is there again (`t`).
        public let resetsAfter: Int?
        /// Whose units these are (`pk`).
        public let partition: [UInt8]?
    }

    /// At least one.
    public let items: [Item]

    /// Nil where the text is empty or malformed in any part: nothing is guessed.
    public init?(_ text: String) {
        let items = RateLimitPolicyField.items(text) { name, parameters -> Item? in
            guard let remaining = parameters.natural("r"), let remaining,
                let resetsAfter = parameters.natural("t"), let partition = parameters.bytes("pk")
            else { return nil }
            return Item(policy: name, remaining: remaining, resetsAfter: resetsAfter, partition: partition)
        }
        guard let items else { return nil }
        self.items = items
    }

    /// The one of an answer; nil where it has none that can be read.
    public init?(_ fields: HTTPFields) { self.init(fields.combined("ratelimit")) }
}

/// The `RateLimit-Policy` header field of draft-ietf-httpapi-ratelimit-headers-08: what is allowed.
///
/// `RateLimit-Policy: "dailyQuota";q=500;w=86400` has one item: 500 requests in 86,400 seconds.
public struct RateLimitPolicyField: Sendable, Hashable {
    /// One policy.
    public struct Item: Sendable, Hashable {
        /// Its name.
        public let policy: String
        /// How many units are allowed (`q`).
        public let quota: Int
        /// In how many seconds (`w`).
        public let window: Int?
        /// Whose units these are (`pk`).
        public let partition: [UInt8]?
    }

    /// At least one.
    public let items: [Item]

    /// Nil where the text is empty or malformed in any part: nothing is guessed.
    public init?(_ text: String) {
        let items = Self.items(text) { name, parameters -> Item? in
            guard let quota = parameters.natural("q"), let quota, let window = parameters.natural("w"),
                let partition = parameters.bytes("pk")
            else { return nil }
            return Item(policy: name, quota: quota, window: window, partition: partition)
        }
        guard let items else { return nil }
        self.items = items
    }

    /// The one of an answer; nil where it has none that can be read.
    public init?(_ fields: HTTPFields) { self.init(fields.combined("ratelimit-policy")) }

    fileprivate static func items<Item>(
        _ text: String, _ make: (String, [String: StructuredField.Value]) -> Item?
    ) -> [Item]? {
        guard let list = StructuredField.list(text), !list.isEmpty else { return nil }
        let items = list.compactMap { item -> Item? in
            guard case .text(let name) = item.value else { return nil }
            return make(name, item.parameters)
        }
        return items.count == list.count ? items : nil
    }
}

extension [String: StructuredField.Value] {
    /// Nil where the parameter is there but no number from 0; `.some(nil)` where it is not there.
    fileprivate func natural(_ name: String) -> Int?? {
        switch self[name] {
        case nil: .some(nil)
        case .integer(let value) where value >= 0: .some(value)
        default: nil
        }
    }

    /// Nil where the parameter is there but no bytes; `.some(nil)` where it is not there.
    fileprivate func bytes(_ name: String) -> [UInt8]?? {
        switch self[name] {
        case nil: .some(nil)
        case .bytes(let value): .some(value)
        default: nil
        }
    }
}

extension HTTPFields {
    /// All lines of one name as one, as RFC 9110 §5.3 joins them.
    fileprivate func combined(_ name: String) -> String {
        filter { $0.name.canonicalName == name }.map(\.value).joined(separator: ", ")
    }
}
