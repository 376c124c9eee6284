import Calendar
import FoundationEssentials
package import Messages
import Plants
import Recognition

/// Reads the settings of the home; used by every capability that depends on them.
package struct HomeReading: Sendable {
    let records: any SettingsRecords
    let careServices: CareServices
    let environment: Household.Environment
}

extension HomeReading {
    /// Returns the settings of the home.
    package func home() async throws -> Home {
        Home(choices: try await records.choices(), given: careServices.given)
    }

    /// Returns the time at home, or in another zone. Throws `settingRefused` if this machine does not know the other
    /// zone.
    package func clock(in zone: String? = nil, of home: Home) throws -> WallClock {
        if let zone {
            guard Zone.isName(zone), let known = careServices.zones.named(zone) else { throw Self.unknownZone(zone) }
            return WallClock(zone: known, instant: environment.now())
        }
        return careServices.clock(of: home, at: environment.now())
    }

    /// Returns how times, weeks and units are written in a language: as the person chose, otherwise as the household did,
    /// otherwise as in the country of the zone.
    package func habits(
        of home: Home, in language: DisplayLanguage, chosen: LocalHabits.Choice = .init()
    ) -> LocalHabits {
        let zone = home.zone ?? home.servedZone ?? careServices.zones.system.name
        var habits =
            careServices.zones.country(of: zone).map { LocalHabits(country: $0, language: language) } ?? LocalHabits()
        habits.clock = home.clock ?? habits.clock
        habits.weekStart = home.weekStart ?? habits.weekStart
        habits.measures = home.units == .imperial ? .imperial : .metric
        return habits.with(chosen)
    }

    static func unknownZone(_ name: String) -> HouseholdError {
        HouseholdError(
            .settingRefused, localized("This server does not know the time zone \(name.prefix(64), "zone")."),
            detail: Home.Setting.zone.rawValue,
            hint: localized("Choose one such as Europe/Vienna; the package tzdata has their rules."))
    }
}
