import Logging

/// The photographs of a household: stores, returns and removes their files and rows.
package struct PhotographCollection: Sendable {
    private(set) var records: any PhotographRecords
    let archive: PhotographArchive
    let pictureProcessor: PictureProcessor
    let environment: Household.Environment
    let logger: Logger
    let sweeps = PhotographSweeps()

    init(
        records: any PhotographRecords, archive: PhotographArchive, pictureProcessor: PictureProcessor,
        environment: Household.Environment, logger: Logger
    ) {
        self.records = records
        self.archive = archive
        self.pictureProcessor = pictureProcessor
        self.environment = environment
        self.logger = logger
    }

    /// Returns the photographs that the viewer sees: all but those of labels of other people.
    func seen(by viewer: MedicineViewer, in records: any Records) -> Self {
        var collection = self
        collection.records = records.seen(by: viewer)
        return collection
    }
}
