import FoundationEssentials
import Logging

/// The medicines of a household as one viewer sees them: labels, plans and doses.
package struct MedicineCabinet: Sendable {
    package private(set) var viewer: MedicineViewer
    /// Bound to the viewer.
    private(set) var records: any LabelRecords & MedicineRecords & ShareRecords & QuotaRecords
    private(set) var settings: HomeReading
    private(set) var photographs: PhotographCollection
    package let services: LabelServices
    let secretBox: SecretBox
    let careServices: CareServices
    let reachability: Reachability
    private(set) var environment: Household.Environment
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

    /// Returns the same medicines with a clock that stands at `time`: a plan that is started then begins then. For
    /// examples, which have a past.
    func acting(at time: Date) -> Self {
        var cabinet = self
        cabinet.environment = Household.Environment(
            now: { time }, steady: environment.steady, uniqueName: environment.uniqueName, pause: environment.pause,
            chance: environment.chance)
        cabinet.settings = HomeReading(
            records: settings.records, careServices: settings.careServices, environment: cabinet.environment)
        return cabinet
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
