/// Reads and changes what a household can set: where it is, how it likes its days, when a service is asked.
package struct HomeSettings: Sendable {
    let id: Household.ID
    let records: any Records
    let reading: HomeReading
    let planning: CarePlanning
    let careServices: CareServices
    let inquirer: Inquirer
    let identifications: Identifications

    /// Where the household is and how it likes its days.
    package func home() async throws -> Home { try await reading.home() }

    /// The time there, or in another zone. Throws `settingRefused` if this machine does not know that other zone.
    package func clock(in zone: String? = nil, of home: Home) throws -> WallClock {
        try reading.clock(in: zone, of: home)
    }
}
