/// The store of the rows of one household: the sum of the slices that the capabilities use. A value is bound to its
/// household when it is made, and no verb has access to the rows of another one. Each verb is one transaction. The suites
/// in Tests/SQLRecordsTests specify each verb.
///
/// Errors are `HouseholdError`: `storageFull`, `storageFailed`, or those named at a verb.
package protocol Records:
    PhotographRecords, IdentificationRecords, AnswerRecords, QuotaRecords, PlantRecords,
    CareRecords, ChoreRecords, SettingsRecords, SecretRecords, ChannelRecords, NoticeRecords,
    FeedRecords, LarderRecords, StockRecords, VoteRecords, LabelRecords, MedicineRecords, ShareRecords, AccountRecords,
    GuestRecords, RequestRecords, VectorRecords
{
    var household: Household.ID { get }
    /// Returns the records of another household in the same database, with the same planner.
    func bound(to household: Household.ID) -> any Records
    /// Returns the same records for a viewer: medicines, labels, doses, channels, notices and calendars that the viewer
    /// may not see are not found by any verb. The records of `machine` find all of them.
    func seen(by viewer: MedicineViewer) -> any Records
    /// Returns the same records with a planner: every verb that changes chores, plants, settings or channels also
    /// updates the notices in its own transaction. Notices that such a change makes due in the past are not sent,
    /// because the person who made the change knows about it.
    func planning(_ planner: NoticePlanner) -> any Records
    /// Posts a `records` signal after each commit of another process, until the task is cancelled. Commits of this
    /// process post theirs without this call.
    func followOtherProcesses() async
    /// Writes a row, reads it and rolls back. Throws if nothing can be stored at the moment.
    func check() async throws
}
