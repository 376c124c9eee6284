import Logging

/// Identifies the plants in photographs, with the local model and the service, and stores the answers.
package struct Identifications: Sendable {
    let id: Household.ID
    let records: any Records
    let photographs: PhotographCollection
    let inquirer: Inquirer
    let environment: Household.Environment
    let logger: Logger
}
