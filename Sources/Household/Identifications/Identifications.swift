import Logging

/// Identifies the plants in photographs, with the local model and the service, and stores the answers.
package struct Identifications: Sendable {
    let records: any AnswerRecords & IdentificationRecords & QuotaRecords & SettingsRecords
    let photographs: PhotographCollection
    let inquirer: Inquirer
    let livePolicy: LivePolicy
    let signals: ChangeSignals
    /// The length of the waiting list when it was last counted, for pages that do not read it.
    let lastWaitingCount = SharedCount()
    let environment: Household.Environment
    let logger: Logger
}
