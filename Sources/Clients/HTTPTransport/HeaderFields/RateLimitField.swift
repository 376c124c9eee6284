import Foundation
public import HTTPTypes
import RawStructuredFieldValues

/// The `RateLimit` header field of draft-ietf-httpapi-ratelimit-headers-08: the remaining quota, as the server counts
/// it.
///
/// `RateLimit: "dailyQuota";r=497;t=41817` has one item: 497 requests of the policy `dailyQuota` remain, and the quota
/// resets in 41,817 seconds.
public struct RateLimitField: Sendable, Hashable {
    /// The remaining quota of one policy.
    public struct Item: Sendable, Hashable {
        /// The policy's name.
        public let policy: String
        /// How many units remain (`r`).
        public let remaining: Int
        /// The time until the quota resets, in seconds (`t`).
        public let resetsAfter: Int?
        /// The partition key (`pk`): identifies the client or account that the quota belongs to.
        public let partition: [UInt8]?
    }

    /// The items; at least one.
    public let items: [Item]

    /// Parses a header field's value. Returns nil if the text is empty or a part of it is malformed.
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

    /// The field of a response; nil if the field is missing or malformed.
    public init?(_ fields: HTTPFields) { self.init(fields.combined("ratelimit")) }
}

/// The `RateLimit-Policy` header field of draft-ietf-httpapi-ratelimit-headers-08: the allowed quota.
///
/// `RateLimit-Policy: "dailyQuota";q=500;w=86400` has one item: 500 requests in 86,400 seconds.
public struct RateLimitPolicyField: Sendable, Hashable {
    /// One policy.
    public struct Item: Sendable, Hashable {
        /// Its name.
        public let policy: String
        /// How many units are allowed (`q`).
        public let quota: Int
        /// The length of the window in seconds (`w`).
        public let window: Int?
        /// The partition key (`pk`): identifies the client or account that the quota belongs to.
        public let partition: [UInt8]?
    }

    /// The items; at least one.
    public let items: [Item]

    /// Parses a header field's value. Returns nil if the text is empty or a part of it is malformed.
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

    /// The field of a response; nil if the field is missing or malformed.
    public init?(_ fields: HTTPFields) { self.init(fields.combined("ratelimit-policy")) }

    /// The items of a list whose members are strings with parameters. Returns nil if the list is empty or malformed, if
    /// a member has another type, or if `make` returns nil for a member.
    fileprivate static func items<Item>(_ text: String, _ make: (String, Parameters) -> Item?) -> [Item]? {
        var parser = StructuredFieldValueParser(Array(text.utf8))
        guard let list = try? parser.parseListFieldValue(), !list.isEmpty else { return nil }
        let items = list.compactMap { member -> Item? in
            guard case .item(let item) = member, case .string(let name) = item.rfc9651BareItem else { return nil }
            return make(name, item.rfc9651Parameters)
        }
        return items.count == list.count ? items : nil
    }
}

/// The parameters of an item (RFC 9651 §3.1.2).
private typealias Parameters = OrderedMap<String, RFC9651BareItem>

extension Parameters {
    /// A parameter that is a whole number from 0. Returns nil if it has another type, and `.some(nil)` if it is
    /// missing.
    fileprivate func natural(_ name: String) -> Int?? {
        switch self[name] {
        case nil: .some(nil)
        case .integer(let value)? where value >= 0: .some(Int(value))
        default: nil
        }
    }

    /// A parameter that is a byte sequence. Returns nil if it has another type, and `.some(nil)` if it is missing.
    fileprivate func bytes(_ name: String) -> [UInt8]?? {
        switch self[name] {
        case nil: return .some(nil)
        case .undecodedByteSequence(let text)?:
            // RFC 9651 §4.2.7: padding may be missing.
            let padded = text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
            guard let data = Data(base64Encoded: padded) else { return nil }
            return .some([UInt8](data))
        default: return nil
        }
    }
}

extension HTTPFields {
    /// All fields with one name, combined into one as RFC 9110 §5.3 describes.
    fileprivate func combined(_ name: String) -> String {
        filter { $0.name.canonicalName == name }.map(\.value).joined(separator: ", ")
    }

    /// A field that is a whole number from 0; nil if the field is missing or has another value.
    package func natural(_ name: String) -> Int? {
        guard let name = HTTPField.Name(name), let number = self[name].flatMap({ Int($0) }), number >= 0 else {
            return nil
        }
        return number
    }
}
