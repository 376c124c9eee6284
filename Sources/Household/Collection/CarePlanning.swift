import Logging

/// Plans the care of plants: from what is known of their kind, their place and their log. Collection, agenda and
/// settings take it, because a change in each of them changes plans.
package struct CarePlanning: Sendable {
    let id: Household.ID
    let records: any Records
    let settings: HomeReading
    let careServices: CareServices
    let inquirer: Inquirer
    let environment: Household.Environment
    let logger: Logger
}
