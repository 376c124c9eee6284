import Logging

/// The larder of a household: products, questions about them, and its votes.
package struct ProductLarder: Sendable {
    let id: Household.ID
    let records: any LarderRecords & QuotaRecords & SecretRecords & VoteRecords
    let settings: HomeReading
    let secrets: HouseholdSecrets
    package let services: FoodServices
    let pictureProcessor: PictureProcessor
    let reachability: Reachability
    let environment: Household.Environment
    let logger: Logger
}
