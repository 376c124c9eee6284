/// The plants of a household.
package struct PlantCollection: Sendable {
    let id: Household.ID
    let records: any Records
    let settings: HomeReading
    let planning: CarePlanning
    let identifications: Identifications
    let careServices: CareServices
    let signals: ChangeSignals
    let environment: Household.Environment
}
