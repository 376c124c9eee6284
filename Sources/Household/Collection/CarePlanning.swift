import Logging

/// Plans the care of plants, from the facts about their taxon, their place and their log. Collection, agenda and
/// settings depend on it, because changes in each of them change plans.
package struct CarePlanning: Sendable {
    let records: any CareRecords & ChoreRecords & PlantRecords & SettingsRecords
    let settings: HomeReading
    let careServices: CareServices
    let reachability: Reachability
    let signals: ChangeSignals
    let environment: Household.Environment
    let logger: Logger
}
