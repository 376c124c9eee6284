import Logging

/// Names the plants in photographs, on this machine and by the service, and remembers the answers.
package struct Identifications: Sendable {
    let id: Household.ID
    let records: any Records
    let photographs: PhotographCollection
    let inquirer: Inquirer
    let environment: Household.Environment
    let logger: Logger
}
