/// The chores of a household: which are due, and their log.
package struct ChoreAgenda: Sendable {
    let records: any ChoreRecords & PlantRecords & RequestRecords
    let settings: HomeReading
    let planning: CarePlanning
    let cache = AgendaCache()
}
