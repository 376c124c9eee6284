import Foundation
import HTTPTransport
public import HTTPTypes

/// The account's remaining requests, as the service counts them: for each kind of request and each day in UTC.
///
/// The values are read from the header fields `RateLimit` and `RateLimit-Policy`, and otherwise from
/// `remainingIdentificationRequests` in the body. Both may be missing, so each value may be nil. These numbers are more
/// reliable than a local count, because other programs may use the same key.
public struct Allowance: Sendable, Hashable {
    /// How many requests remain.
    public let remaining: Int?
    /// The total number of allowed requests.
    public let limit: Int?
    /// The time until the allowance resets.
    public let resetsIn: Duration?

    /// An allowance with these numbers.
    public init(remaining: Int? = nil, limit: Int? = nil, resetsIn: Duration? = nil) {
        self.remaining = remaining
        self.limit = limit
        self.resetsIn = resetsIn
    }

    /// The allowance in a response's header fields.
    public init(_ fields: HTTPFields) {
        let items = RateLimitField(fields)?.items ?? []
        let daily = items.first { $0.policy == Self.policy }
        // Another policy (for example calls per second) contains a reset time but no daily count.
        let spent = items.first { $0.remaining == 0 }
        self.init(
            remaining: daily?.remaining,
            limit: RateLimitPolicyField(fields)?.items.first { $0.policy == Self.policy }?.quota,
            resetsIn: (daily ?? spent)?.resetsAfter.map { .seconds($0) })
    }

    private static let policy = "dailyQuota"

    /// This allowance; nil if all its values are nil.
    var known: Allowance? { self == Allowance() ? nil : self }

    /// The header takes precedence over the body.
    func completed(withRemaining echo: Int?) -> Allowance {
        Allowance(remaining: remaining ?? echo, limit: limit, resetsIn: resetsIn)
    }
}

/// The allowance that some bodies repeat.
struct AllowanceEcho: Decodable {
    let remaining: Int?

    private enum CodingKeys: String, CodingKey { case remainingIdentificationRequests }

    init(from decoder: any Decoder) throws {
        remaining = try decoder.container(keyedBy: CodingKeys.self).integer(.remainingIdentificationRequests)
    }
}
