import Agenda
import Calendar
import Foundation
import Household
import Messages
import Plants
import Recognition

/// The fields of the settings page "Home"; pure.
struct HomeModel {
    let home: Home
    let clock: WallClock
    /// The settings that are fixed by the configuration of the server.
    let given: Set<Home.Setting>
    let places: [Zones.Place]
    var typed: [String: String] = [:]

    /// The settings of the home's form. Reminders have a separate page.
    static let settings = Home.Setting.on(.home)

    // MARK: Form values

    /// Returns the settings of a form. A new zone also sets the latitude of its place if the latitude is empty or still
    /// that of the previous zone.
    static func values(
        _ form: [String: String], home: Home, given: Set<Home.Setting>, places: [Zones.Place]
    ) -> [Home.Setting: String] {
        var values = Home.Setting.values(form, on: .home, given: given)
        let named = { (zone: String?) in places.first { $0.zone == zone }.map { Self.latitude($0) } }
        if let zone = values[.zone], zone != home.zone ?? "", let latitude = values[.latitude],
            let proposed = named(zone), latitude.isEmpty || Double(latitude) == named(home.zone).flatMap({ Double($0) })
        {
            values[.latitude] = proposed
        }
        return values
    }

    static func latitude(_ place: Zones.Place) -> String { Units.text(place.latitude, places: 1) }

    // MARK: Page fields

    var context: Fields {
        Fields(
            homeAction: Site.settingsHome, zones: zones, latitude: shown(.latitude),
            place: shown(.place), pets: shown(.pets), time: shown(.preferredTime),
            grouped: isTicked(.groupsWaterings),
            follows: isTicked(.followsSeason), assumed: clock.isAssumed, zoneName: clock.zone.name,
            clockWords: clockWords,
            languageChoices: [OptionFields(value: "", word: localized("The language of each browser"))]
                + DisplayLanguage.offered.map {
                    OptionFields(
                        value: $0.rawValue, word: $0.ownName, chosen: $0.rawValue == shown(.language))
                },
            clockChoices: choices(.clock, HabitWording.clocks),
            weekStarts: choices(.weekStart, HabitWording.weekStarts),
            units: OptionFields.choices(HabitWording.measures, chosen: shown(.units)),
            held: HeldFields(given),
            allHeld: given.isSuperset(of: Self.settings))
    }

    private func choices(_ setting: Home.Setting, _ values: KeyValuePairs<String, String>) -> [OptionFields] {
        OptionFields.choices(values, chosen: shown(setting), usual: localized("As usual in your country"))
    }

    /// Returns for example "Saturday 21 November, 14:00".
    private var clockWords: String {
        let (day, time) = (Wording.weekday(clock.day), Wording.clock(clock.time))
        return localized("\(day, "day"), \(time, "time")")
    }

    private func shown(_ setting: Home.Setting) -> String {
        given.contains(setting) ? home.text(of: setting) : typed[setting.rawValue] ?? home.text(of: setting)
    }

    private func isTicked(_ setting: Home.Setting) -> Bool {
        if typed[Home.Setting.preferredTime.rawValue] != nil, !given.contains(setting) {
            return typed[setting.rawValue] != nil
        }
        return home.text(of: setting) == "true"
    }

    /// The zones grouped by continent. A chosen zone without a place, such as UTC, is first.
    private var zones: [ZoneGroup] {
        let chosen = shown(.zone)
        var groups: [(String, [City])] = []
        if !chosen.isEmpty, !places.contains(where: { $0.zone == chosen }) {
            groups.append((localized("Chosen"), [City(zone: chosen, city: chosen, chosen: true, at: "")]))
        }
        for place in places {
            let region = String(place.zone.prefix { $0 != "/" })
            let option = City(
                zone: place.zone, city: Self.city(place.zone), chosen: place.zone == chosen,
                at: Self.latitude(place))
            if let index = groups.firstIndex(where: { $0.0 == region }) {
                groups[index].1.append(option)
            } else {
                groups.append((region, [option]))
            }
        }
        return groups.map { ZoneGroup(region: $0.0, cities: $0.1) }
    }

    /// Returns "Vienna" for "Europe/Vienna", and "Ushuaia, Argentina" for "America/Argentina/Ushuaia".
    static func city(_ zone: String) -> String {
        zone.split(separator: "/").dropFirst().reversed().joined(separator: ", ").replacing("_", with: " ")
    }

    /// Returns the message about the form.
    static func note(_ name: String?) -> String? {
        name == "home-saved" ? localized("Saved. Plans and agenda are updated.") : nil
    }
}

extension HomeModel {
    /// The fields of home.mustache.
    struct Fields: SharedFields {
        let homeAction: String
        let zones: [ZoneGroup]
        let latitude: String
        let place: String
        let pets: String
        let time: String
        let grouped: Bool
        let follows: Bool
        let assumed: Bool
        let zoneName: String
        let clockWords: String
        let languageChoices: [OptionFields]
        let clockChoices: [OptionFields]
        let weekStarts: [OptionFields]
        let units: [OptionFields]
        let held: HeldFields<Home.Setting>
        let allHeld: Bool
    }

    struct City: TemplateFields {
        let zone: String
        let city: String
        let chosen: Bool
        let at: String
    }

    struct ZoneGroup: TemplateFields {
        let region: String
        let cities: [City]
    }
}
