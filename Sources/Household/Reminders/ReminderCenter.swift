import Logging

/// The reminders of a household: channels, waiting and sent notices, their links, and calendars.
package struct ReminderCenter: Sendable {
    let id: Household.ID
    let records: any ChannelRecords & ChoreRecords & FeedRecords & MedicineRecords & NoticeRecords & SecretRecords
    let settings: HomeReading
    let agenda: ChoreAgenda
    let medicines: MedicineCabinet
    let secrets: HouseholdSecrets
    package let services: NoticeServices
    let environment: Household.Environment
    let logger: Logger
    /// More than 0 after the key of the links was found in the records. It is replaced, but never removed.
    let knownLinkKeys = SharedCount()
}
