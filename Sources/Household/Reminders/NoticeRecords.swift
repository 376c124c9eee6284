package import FoundationEssentials
package import Reminders

/// Notices that are planned or sent. A slice of `Records`.
package protocol NoticeRecords: Sendable {
    /// Updates the notices to the expected ones. Returns the number of changes. Also corrects the effects of a clock
    /// that was put back: a notice with an attempt in the future may be tried at once. Removes notices that were
    /// settled two months ago.
    @discardableResult
    func reconcileNotices() async throws -> Int
    /// Adds a notice at a given time, beside the expected ones. Idempotent for the same key.
    func add(_ reminder: Reminder, to channel: Channel.ID) async throws
    /// Claims up to `limit` notices that are due at `now`, exclusively until `lease`: doses first, then the longest
    /// due. Notices whose time is over become `expired` and are not returned. Notices whose sender ended before it
    /// reported a result are in doubt.
    func claimNotices(limit: Int, at now: Date, until lease: Date) async throws -> [Notice]
    /// Settles notices in one transaction; those that another worker has claimed since are skipped. Returns the number
    /// of settled notices.
    @discardableResult
    func settle(_ settlements: [Notice.Settlement], at now: Date) async throws -> Int
    /// Returns when the next notice is to be sent; nil if none is waiting.
    func nextNotice() async throws -> Date?
    /// Soonest first.
    func notices(_ query: NoticeQuery) async throws -> [Notice]
    /// Makes a failed notice wait again, with its attempts reset. Throws `notFound` if there is no such notice, and
    /// `reminderPast` if it is no longer useful.
    func retry(_ notice: Int, at now: Date) async throws
    /// Dismisses failed notices: they are neither sent nor shown again.
    func dismissDead() async throws
}
