import Logging

/// Reminders of a household: its channels, the notices that wait or were sent, their links, and its calendars.
package struct ReminderCenter: Sendable {
    let id: Household.ID
    let records: any Records
    let settings: HomeReading
    let agenda: ChoreAgenda
    let medicines: MedicineCabinet
    let secrets: HouseholdSecrets
    package let services: NoticeServices
    let environment: Household.Environment
    let logger: Logger
}
