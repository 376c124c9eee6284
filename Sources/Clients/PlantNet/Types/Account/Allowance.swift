import Foundation
import HTTPTransport
public import HTTPTypes

/// What the account may still ask, as the service counts it: for each account and kind of request, for a day of UTC.
///
/// Taken from the header fields `RateLimit` and `RateLimit-Policy` first, then from `remainingIdentificationRequests`
/// in the body. Either may be missing, so each value may be. The same key may be in use elsewhere: trust these numbers
/// more than any count of your own.
public struct Allowance: Sendable, Hashable {
    /// How many requests remain.
    public let remaining: Int?
    /// How many are allowed in all.
    public let limit: Int?
    /// After how long the whole is there again.
    public let resetsIn: Duration?

    /// An allowance of these numbers.
    public init(remaining: Int? = nil, limit: Int? = nil, resetsIn: Duration? = nil) {
        self.remaining = remaining
        self.limit = limit
        self.resetsIn = resetsIn
    }

    /// What an answer's header fields tell.
    public init(_ fields: HTTPFields) {
        let items = RateLimitField(fields)?.items ?? []
        let daily = items.first { $0.policy == Self.policy }
        // Another policy, of calls a second perhaps, says when to come back but nothing about the day.
        let spent = items.first { $0.remaining == 0 }
        self.init(
            remaining: daily?.remaining,
            limit: RateLimitPolicyField(fields)?.items.first { $0.policy == Self.policy }?.quota,
            resetsIn: (daily ?? spent)?.resetsAfter.map { .seconds($0) })
    }

    private static let policy = "dailyQuota"

    /// Nil where nothing is known.
    var known: Allowance? { self == Allowance() ? nil : self }

    /// The header is believed before the body.
    func completed(withRemaining echo: Int?) -> Allowance {
        Allowance(remaining: remaining ?? echo, limit: limit, resetsIn: resetsIn)
    }
}

/// Reads nothing of a body but what it says of the allowance.
struct AllowanceEcho: Decodable {
    let remaining: Int?

    private enum CodingKeys: String, CodingKey { case remainingIdentificationRequests }

    init(from decoder: any Decoder) throws {
        remaining = try decoder.container(keyedBy: CodingKeys.self).integer(.remainingIdentificationRequests)
    }
}
