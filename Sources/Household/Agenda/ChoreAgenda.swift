/// The chores of a household: which are due, and their log.
package struct ChoreAgenda: Sendable {
    let id: Household.ID
    let records: any Records
    let settings: HomeReading
    let planning: CarePlanning
}
