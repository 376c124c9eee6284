public import Foundation
import HTTPTransport
public import HTTPTypes

/// The remaining requests of the current minute, as the service counts them: per token and IP address.
///
/// Read from the header fields `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`. The service sends them
/// with every response since 2.0.2 (August 2026); older versions only when the limit is exceeded
/// (``TrefleError/Code/rateLimited``).
public struct MinuteAllowance: Sendable, Hashable {
    /// How many requests remain.
    public let remaining: Int?
    /// The total number of allowed requests: 60, or 600 for sponsors.
    public let limit: Int?
    /// When the allowance resets, according to the service's clock.
    public let resetsAt: Date?

    /// An allowance with these numbers.
    public init(remaining: Int? = nil, limit: Int? = nil, resetsAt: Date? = nil) {
        self.remaining = remaining
        self.limit = limit
        self.resetsAt = resetsAt
    }

    /// The allowance in a response's header fields.
    public init(_ fields: HTTPFields) {
        self.init(
            remaining: fields.natural("RateLimit-Remaining"), limit: fields.natural("RateLimit-Limit"),
            resetsAt: fields.natural("RateLimit-Reset").map { Date(timeIntervalSince1970: Double($0)) })
    }

    /// The time until the allowance resets; zero if that is past.
    public func resetsIn(from now: Date) -> Duration? {
        resetsAt.map { .seconds(max(0, $0.timeIntervalSince(now))) }
    }

    /// Nil if no value is known.
    var known: MinuteAllowance? { self == MinuteAllowance() ? nil : self }
}
