public import Foundation
import HTTPTransport
public import HTTPTypes

/// What may still be asked in the current minute, as the service counts it: for each token and address.
///
/// Taken from the header fields `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`. The service sends them
/// with every answer since 2.0.2 (August 2026), and before only when it is too late
/// (``TrefleError/Code/rateLimited``).
public struct MinuteAllowance: Sendable, Hashable {
    /// How many requests remain.
    public let remaining: Int?
    /// How many are allowed in all: 60, or 600 for sponsors.
    public let limit: Int?
    /// When the whole is there again, by the service's clock.
    public let resetsAt: Date?

    /// An allowance of these numbers.
    public init(remaining: Int? = nil, limit: Int? = nil, resetsAt: Date? = nil) {
        self.remaining = remaining
        self.limit = limit
        self.resetsAt = resetsAt
    }

    /// What an answer's header fields tell.
    public init(_ fields: HTTPFields) {
        self.init(
            remaining: fields.natural("RateLimit-Remaining"), limit: fields.natural("RateLimit-Limit"),
            resetsAt: fields.natural("RateLimit-Reset").map { Date(timeIntervalSince1970: Double($0)) })
    }

    /// How long it is until the whole is there again; zero for what is past.
    public func resetsIn(from now: Date) -> Duration? {
        resetsAt.map { .seconds(max(0, $0.timeIntervalSince(now))) }
    }

    /// Nil where nothing is known.
    var known: MinuteAllowance? { self == MinuteAllowance() ? nil : self }
}
