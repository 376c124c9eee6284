package import Messages

/// Reads and changes the settings of a household: its place, its preferences, and when a service is called.
package struct HomeSettings: Sendable {
    let records: any SettingsRecords
    let reading: HomeReading
    let planning: CarePlanning
    let careServices: CareServices
    let livePolicy: LivePolicy
    let signals: ChangeSignals
    let identifications: Identifications

    /// Returns the settings of the home.
    package func home() async throws -> Home { try await reading.home() }

    /// The places after which time zones are named, sorted by zone.
    package func places() -> [Zones.Place] { careServices.zones.places() }

    /// Returns how times and weeks are written in a language.
    package func habits(
        of home: Home, in language: DisplayLanguage, chosen: LocalHabits.Choice = .init()
    ) -> LocalHabits {
        reading.habits(of: home, in: language, chosen: chosen)
    }

    /// The version of the rules of time zones on this machine; nil if unknown.
    package var zoneRules: String? { careServices.zones.version }

    /// Returns the time at home, or in another zone. Throws `settingRefused` if this machine does not know the other
    /// zone.
    package func clock(in zone: String? = nil, of home: Home) throws -> WallClock {
        try reading.clock(in: zone, of: home)
    }
}
