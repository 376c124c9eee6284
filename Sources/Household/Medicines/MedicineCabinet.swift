import Logging

/// The medicines of a household: labels, plans and doses.
package struct MedicineCabinet: Sendable {
    let records: any LabelRecords & MedicineRecords & QuotaRecords
    let settings: HomeReading
    let photographs: PhotographCollection
    package let services: LabelServices
    let secretBox: SecretBox
    let careServices: CareServices
    let reachability: Reachability
    let environment: Household.Environment
    let logger: Logger
}
