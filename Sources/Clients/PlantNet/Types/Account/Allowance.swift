import Foundation
import HTTPTransport
public import HTTPTypes

/// The account's remaining requests, as the service counts them: for each kind of request and each day in UTC.
///
/// Taken from the header fields `RateLimit` and `RateLimit-Policy` first, then from `remainingIdentificationRequests`
/// in the body. Either may be missing, so each value may be. The same key may be in use elsewhere, so these numbers are
/// more reliable than a count of one's own.
public struct Allowance: Sendable, Hashable {
    /// How many requests remain.
    public let remaining: Int?
    /// How many are allowed in all.
    public let limit: Int?
    /// The time until the allowance resets.
    public let resetsIn: Duration?

    /// An allowance of these numbers.
    public init(remaining: Int? = nil, limit: Int? = nil, resetsIn: Duration? = nil) {
        self.remaining = remaining
        self.limit = limit
        self.resetsIn = resetsIn
    }

    /// The allowance in a response's header fields.
    public init(_ fields: HTTPFields) {
        let items = RateLimitField(fields)?.items ?? []
        let daily = items.first { $0.policy == Self.policy }
        // Another policy (calls a second, for instance) gives a reset time but no daily count.
        let spent = items.first { $0.remaining == 0 }
        self.init(
            remaining: daily?.remaining,
            limit: RateLimitPolicyField(fields)?.items.first { $0.policy == Self.policy }?.quota,
            resetsIn: (daily ?? spent)?.resetsAfter.map { .seconds($0) })
    }

    private static let policy = "dailyQuota"

    /// Nil if nothing is known.
    var known: Allowance? { self == Allowance() ? nil : self }

    /// The header takes precedence over the body.
    func completed(withRemaining echo: Int?) -> Allowance {
        Allowance(remaining: remaining ?? echo, limit: limit, resetsIn: resetsIn)
    }
}

/// The allowance that a body repeats.
struct AllowanceEcho: Decodable {
    let remaining: Int?

    private enum CodingKeys: String, CodingKey { case remainingIdentificationRequests }

    init(from decoder: any Decoder) throws {
        remaining = try decoder.container(keyedBy: CodingKeys.self).integer(.remainingIdentificationRequests)
    }
}
