/// The plants of a household.
package struct PlantCollection: Sendable {
    let records: any ChoreRecords & PlantRecords & SettingsRecords
    let settings: HomeReading
    let planning: CarePlanning
    let identifications: Identifications
    let careServices: CareServices
    let signals: ChangeSignals
    let environment: Household.Environment
}
