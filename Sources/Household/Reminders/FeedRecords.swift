package import FoundationEssentials

/// Calendar feeds. A slice of `Records`.
package protocol FeedRecords: Sendable {
    func feeds() async throws -> [FeedSubscription]
    func add(_ feed: FeedSubscription) async throws
    /// Throws `notFound` if there is none.
    func remove(_ feed: FeedSubscription.ID) async throws
    /// Returns the feed with that secret and stores the time of access; nil if there is none or it was revoked.
    func feed(secret: String, at now: Date) async throws -> FeedSubscription?
    /// Stores a digest of each event. An event with a changed digest gets the next sequence number and `now` as its
    /// modification time; the others stay. Removes events that were not passed for two months.
    func stamp(
        _ events: [String: String], at now: Date
    ) async throws -> [String: EventStamp]
}
