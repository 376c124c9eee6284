package import Agenda
package import FoundationEssentials
import Recognition
package import Reminders

/// What waits to be told, over which channels, and what was told: the part of `Records` that reminders need.
package protocol NoticeRecords: Sendable {
    /// The same records, which from now on keep the notices as the planner says: every verb that changes chores,
    /// plants, choices or channels does so in its own transaction. What such a change makes due at a time that is over is
    /// not told: whoever changes it knows.
    func planning(_ planner: NoticePlanner) -> any Records

    // Channels.

    /// In the order they were added. The page is always among them.
    func channels(of household: Household.ID) async throws -> [StoredChannel]
    /// The same fingerprint again gives the channel that is there its new name and address, and turns it on, also at the
    /// limit. One that is new or was off knows of nothing before it; what waits for one that was on waits on.
    /// Throws `channelRefused` for a new one where `limit` channels are there beside the page.
    func add(_ channel: StoredChannel, limit: Int, for household: Household.ID) async throws -> Channel
    /// Turned on again it knows of nothing before, nor why it failed. `notFound` where there is none.
    func change(_ channel: Channel.ID, name: String?, isOn: Bool?, for household: Household.ID) async throws
    /// With all its notices. `notFound` where there is none; the page stays.
    func remove(_ channel: Channel.ID, for household: Household.ID) async throws

    // Notices.

    /// Brings the notices to what is expected now; how many changed. Also puts right what a clock that was put back left:
    /// what was tried at a time that is still to come may be tried at once. What was settled two months ago is forgotten.
    @discardableResult
    func reconcileNotices(of household: Household.ID) async throws -> Int
    /// Adds one, to be told at its time, beside all that is expected. The same key again changes nothing.
    func add(_ reminder: Reminder, to channel: Channel.ID, for household: Household.ID) async throws
    /// Up to `limit` that are due at `now`, for the caller alone until `lease`: doses first, then the longest due. Those
    /// whose time is over become `expired` and are not among them; those over which somebody died are in doubt.
    func claimNotices(limit: Int, at now: Date, until lease: Date, of household: Household.ID) async throws -> [Notice]
    /// All or nothing; those that somebody else has claimed since are passed over. How many were settled.
    @discardableResult
    func settle(_ settlements: [Notice.Settlement], at now: Date, for household: Household.ID) async throws -> Int
    /// When the next one is due that is sent; nothing where none waits.
    func nextNotice(of household: Household.ID) async throws -> Date?
    /// Soonest first.
    func notices(_ query: NoticeQuery, of household: Household.ID) async throws -> [Notice]
    /// A given-up one waits again, from its first try. `notFound` where there is no such one; `reminderPast` where it is
    /// worth nothing any more.
    func retry(_ notice: Int, at now: Date, for household: Household.ID) async throws
    /// Given-up ones are forgotten: not told, and not shown any more.
    func dismissDead(of household: Household.ID) async throws

    // Links.

    /// Adds the entries as `log` does, once for each link; nothing where it was used before.
    func log(
        _ drafts: [ChoreEntry.Draft], spending link: SpentLink, for household: Household.ID
    ) async throws -> [ChoreEntry]?
    /// Whether a link was used before.
    func isSpent(_ digest: String, of household: Household.ID) async throws -> Bool

    // What must not be told.

    /// What is kept under that name, sealed by whoever asks.
    func secret(_ name: String, of household: Household.ID) async throws -> [UInt8]?
    /// Keeps `fresh` in the place of `old`, or of nothing, and answers what is kept then: another one where somebody was
    /// there before.
    func replace(
        secret name: String, _ old: [UInt8]?, with fresh: [UInt8], of household: Household.ID
    ) async throws -> [UInt8]

    // The calendar.

    func feeds(of household: Household.ID) async throws -> [FeedSubscription]
    func add(_ feed: FeedSubscription, for household: Household.ID) async throws
    /// `notFound` where there is none.
    func remove(_ feed: FeedSubscription.ID, for household: Household.ID) async throws
    /// The one with that secret, now read again; nothing where there is none or it was revoked.
    func feed(secret: String, at now: Date, of household: Household.ID) async throws -> FeedSubscription?
    /// Remembers how events look. One that looks otherwise than before counts one up and is modified now; the others
    /// stay. Those not named for two months are forgotten.
    func stamp(
        _ events: [String: String], at now: Date, of household: Household.ID
    ) async throws -> [String: EventStamp]
}
