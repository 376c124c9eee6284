import Logging

/// The photographs of a household: stores, returns and removes their files and rows.
package struct PhotographCollection: Sendable {
    let records: any PhotographRecords
    let archive: PhotographArchive
    let pictureProcessor: PictureProcessor
    let environment: Household.Environment
    let logger: Logger
    let sweeps = PhotographSweeps()
}
