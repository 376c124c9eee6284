package import FoundationEssentials
package import Recognition

/// The requests to Pl@ntNet that are left today as JSON; Docs/api.md describes it.
package struct QuotaDocument: Codable, Sendable {
    package let service: String
    package let configured: Bool
    package let budget: Int
    /// The budget, or the smaller number that Pl@ntNet itself gives.
    package let limit: Int
    package let used: Int
    /// Requests that calls under way hold.
    package let reserved: Int
    package let remaining: Int
    /// plenty, note, warning, critical or exhausted.
    package let level: String
    /// The day that is counted, in UTC.
    package let day: String
    package let resetsAt: Date
    package let blockedUntil: Date?
    /// The number of identifications that wait to be sent.
    package let waiting: Int
    /// What Pl@ntNet counts itself; nil if it was not asked.
    package let serviceRemaining: Int?

    package init(_ quota: Quota, waiting: Int, serviceRemaining: Int? = nil, now: Date) {
        service = "plantnet"
        configured = true
        budget = quota.budget
        limit = quota.limit
        used = quota.used
        reserved = quota.reserved
        remaining = quota.remaining(at: now)
        level = quota.level(at: now).rawValue
        day = quota.day.end.addingTimeInterval(-1).formatted(.iso8601.year().month().day())
        resetsAt = quota.resetsAt(from: now)
        blockedUntil = quota.blockedUntil.flatMap { $0 > now ? $0 : nil }
        self.waiting = waiting
        self.serviceRemaining = serviceRemaining
    }
}
