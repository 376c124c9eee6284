import Logging

/// The medicines of a household as one viewer sees them: labels, plans and doses.
package struct MedicineCabinet: Sendable {
    package private(set) var viewer: MedicineViewer
    /// Bound to the viewer.
    private(set) var records: any LabelRecords & MedicineRecords & ShareRecords & QuotaRecords
    let settings: HomeReading
    private(set) var photographs: PhotographCollection
    package let services: LabelServices
    let secretBox: SecretBox
    let careServices: CareServices
    let reachability: Reachability
    let environment: Household.Environment
    let logger: Logger

    init(
        records: any Records, settings: HomeReading, photographs: PhotographCollection, services: LabelServices,
        secretBox: SecretBox, careServices: CareServices, reachability: Reachability,
        environment: Household.Environment, logger: Logger
    ) {
        viewer = .machine
        self.records = records
        self.settings = settings
        self.photographs = photographs
        self.services = services
        self.secretBox = secretBox
        self.careServices = careServices
        self.reachability = reachability
        self.environment = environment
        self.logger = logger
    }

    /// Returns the medicines that the viewer sees; `records` are not bound to one.
    func seen(by viewer: MedicineViewer, in records: any Records) -> Self {
        var cabinet = self
        cabinet.viewer = viewer
        cabinet.records = records.seen(by: viewer)
        cabinet.photographs = photographs.seen(by: viewer, in: records)
        return cabinet
    }
}
