package import Recognition

/// The number and size of the stored answers of Pl@ntNet, and their limits, as JSON.
package struct CacheDocument: Codable, Sendable {
    package let entries: Int
    package let expired: Int
    package let hits: Int
    package let misses: Int
    package let bytes: Int
    package let limit: Int
    package let days: Int

    package init(_ statistics: CacheStatistics, _ policy: Policy) {
        entries = statistics.entries
        expired = statistics.expired
        hits = statistics.hits
        misses = statistics.misses
        bytes = statistics.bytes
        limit = policy.cacheEntries
        days = policy.cacheDays
    }
}
