/// Reads and changes the settings of a household: its place, its preferences, and when a service is called.
package struct HomeSettings: Sendable {
    let id: Household.ID
    let records: any Records
    let reading: HomeReading
    let planning: CarePlanning
    let careServices: CareServices
    let inquirer: Inquirer
    let identifications: Identifications

    /// Returns the settings of the home.
    package func home() async throws -> Home { try await reading.home() }

    /// Returns the time at home, or in another zone. Throws `settingRefused` if this machine does not know the other
    /// zone.
    package func clock(in zone: String? = nil, of home: Home) throws -> WallClock {
        try reading.clock(in: zone, of: home)
    }
}
