/// The chores of a household: what is due, and what was done.
package struct ChoreAgenda: Sendable {
    let id: Household.ID
    let records: any Records
    let settings: HomeReading
    let planning: CarePlanning
    let environment: Household.Environment
}
