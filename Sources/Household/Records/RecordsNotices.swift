package import Agenda
package import FoundationEssentials
import Recognition
package import Reminders

/// Channels, and the notices that are planned or sent over them: the part of `Records` for reminders.
package protocol NoticeRecords: Sendable {
    /// Returns the same records with a planner: every verb that changes chores, plants, settings or channels also
    /// updates the notices in its own transaction. Notices that such a change makes due in the past are not sent,
    /// because the person who made the change knows about it.
    func planning(_ planner: NoticePlanner) -> any Records

    // Channels.

    /// In the order of addition. The page channel is always included.
    func channels(of household: Household.ID) async throws -> [StoredChannel]
    /// Adds a channel. If there is one with the same fingerprint, it gets the new name and address and is turned on,
    /// even at the limit. A channel that is new or was off gets no earlier notices; the pending notices of a channel
    /// that was on stay. Throws `channelRefused` for a new channel if there are already `limit` channels beside the
    /// page.
    func add(_ channel: StoredChannel, limit: Int, for household: Household.ID) async throws -> Channel
    /// A channel that is turned on again gets no earlier notices, and its last failure is removed. Throws `notFound` if
    /// there is none.
    func change(_ channel: Channel.ID, name: String?, isOn: Bool?, for household: Household.ID) async throws
    /// Removes the channel with all its notices. Throws `notFound` if there is none. The page channel cannot be
    /// removed.
    func remove(_ channel: Channel.ID, for household: Household.ID) async throws

    // Notices.

    /// Updates the notices to the expected ones. Returns the number of changes. Also corrects the effects of a clock
    /// that was put back: a notice with an attempt in the future may be tried at once. Removes notices that were
    /// settled two months ago.
    @discardableResult
    func reconcileNotices(of household: Household.ID) async throws -> Int
    /// Adds a notice at a given time, beside the expected ones. Idempotent for the same key.
    func add(_ reminder: Reminder, to channel: Channel.ID, for household: Household.ID) async throws
    /// Claims up to `limit` notices that are due at `now`, exclusively until `lease`: doses first, then the longest
    /// due. Notices whose time is over become `expired` and are not returned. Notices whose sender ended before it
    /// reported a result are in doubt.
    func claimNotices(limit: Int, at now: Date, until lease: Date, of household: Household.ID) async throws -> [Notice]
    /// Settles notices in one transaction; those that another worker has claimed since are skipped. Returns the number
    /// of settled notices.
    @discardableResult
    func settle(_ settlements: [Notice.Settlement], at now: Date, for household: Household.ID) async throws -> Int
    /// Returns when the next notice is to be sent; nil if none is waiting.
    func nextNotice(of household: Household.ID) async throws -> Date?
    /// Soonest first.
    func notices(_ query: NoticeQuery, of household: Household.ID) async throws -> [Notice]
    /// Makes a failed notice wait again, with its attempts reset. Throws `notFound` if there is no such notice, and
    /// `reminderPast` if it is no longer useful.
    func retry(_ notice: Int, at now: Date, for household: Household.ID) async throws
    /// Dismisses failed notices: they are neither sent nor shown again.
    func dismissDead(of household: Household.ID) async throws

    // Links.

    /// Adds the entries as `log` does, once for each link. Returns nil if the link was used before.
    func log(
        _ drafts: [ChoreEntry.Draft], spending link: SpentLink, for household: Household.ID
    ) async throws -> [ChoreEntry]?
    /// Returns true if the link was used before.
    func isSpent(_ digest: String, of household: Household.ID) async throws -> Bool

    // Secrets.

    /// Returns the secret of that name, sealed by the caller that stored it.
    func secret(_ name: String, of household: Household.ID) async throws -> [UInt8]?
    /// Stores `fresh` if the stored value is still `old`, or if there is none and `old` is nil. Returns the value
    /// stored afterwards, which differs from `fresh` if another caller was first.
    func replace(
        secret name: String, _ old: [UInt8]?, with fresh: [UInt8], of household: Household.ID
    ) async throws -> [UInt8]

    // Calendar feeds.

    func feeds(of household: Household.ID) async throws -> [FeedSubscription]
    func add(_ feed: FeedSubscription, for household: Household.ID) async throws
    /// Throws `notFound` if there is none.
    func remove(_ feed: FeedSubscription.ID, for household: Household.ID) async throws
    /// Returns the feed with that secret and stores the time of access; nil if there is none or it was revoked.
    func feed(secret: String, at now: Date, of household: Household.ID) async throws -> FeedSubscription?
    /// Stores a digest of each event. An event with a changed digest gets the next sequence number and `now` as its
    /// modification time; the others stay. Removes events that were not passed for two months.
    func stamp(
        _ events: [String: String], at now: Date, of household: Household.ID
    ) async throws -> [String: EventStamp]
}
