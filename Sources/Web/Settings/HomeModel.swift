import Agenda
import Calendar
import Foundation
import Household
import Messages
import Plants
import Recognition

/// The fields of the settings page about the home; pure.
struct HomeModel {
    let home: Home
    let clock: WallClock
    /// The settings that are fixed by the configuration of the server.
    let given: Set<Home.Setting>
    let places: [Zones.Place]
    let token: KeyRing.State
    let canKeepToken: Bool
    /// The time since which Trefle has refused the token.
    var tokenRefused: Date?
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

    /// Throws `dayRefused` if a day is missing or invalid, and `rangeRefused` if the last day is before the first.
    static func pause(_ form: [String: String]) throws -> Pause {
        guard let first = form["first"].flatMap({ LocalDay($0) }), let last = form["last"].flatMap({ LocalDay($0) })
        else {
            throw HouseholdError(.dayRefused, localized("Choose the first and the last day of the holiday."))
        }
        guard let pause = Pause(from: first, through: last) else {
            throw HouseholdError(
                .rangeRefused, localized("The last day is before the first."), hint: localized("Choose other days."))
        }
        return pause
    }

    static func latitude(_ place: Zones.Place) -> String { Units.text(place.latitude, places: 1) }

    // MARK: Page fields

    var context: Fields {
        var context = Fields(
            homeAction: Site.settingsHome, pauseAction: Site.settingsPause, tokenAction: Site.settingsTrefle,
            importAction: Site.settingsCollection, zones: zones, latitude: shown(.latitude),
            place: shown(.place), pets: shown(.pets), time: shown(.preferredTime),
            grouped: isTicked(.groupsWaterings),
            follows: isTicked(.followsSeason), assumed: clock.isAssumed, zoneName: clock.zone.name,
            clockWords: clockWords,
            languageChoices: [OptionFields(value: "", word: localized("The language of each browser"))]
                + DisplayLanguage.offered.map {
                    OptionFields(
                        value: $0.rawValue, word: $0.ownName, chosen: $0.rawValue == shown(.language))
                },
            units: Units.allCases.map {
                OptionFields(
                    value: $0.rawValue,
                    word: $0 == .metric
                        ? localized("Metric: °C, cm, litres") : localized("Imperial: °F, inches, gallons"),
                    chosen: $0.rawValue == shown(.units))
            },
            held: HeldFields(given),
            allHeld: given.isSuperset(of: Self.settings),
            first: typed["first"] ?? home.pause?.first.description ?? "",
            last: typed["last"] ?? home.pause?.last.description ?? "", today: clock.day.description,
            exports: CollectionFormat.allCases.map {
                Export(href: Site.collection(as: $0), word: Self.word($0), about: Self.about($0))
            }, canKeepToken: canKeepToken)
        if let pause = home.pause, clock.day <= pause.last {
            context.away = WordsFields(
                words: localized(
                    """
                    You are away from \(Wording.date(pause.first), "first") to \(Wording.date(pause.last), "last"). Tasks \
                    wait until the day after.
                    """))
        }
        switch token {
        case .missing: context.tokenWords = localized("No token yet: only the table of Stillroom is used")
        case .unusable(let reason): context.tokenWords = reason
        case .present(_, let place):
            (context.tokenWords, context.tokenKept) = (localized("The token is in \(place, "place")"), true)
            if let tokenRefused {
                let day = Wording.date(clock.zone.day(at: tokenRefused))
                context.tokenWords = localized("Trefle refuses the token")
                context.tokenRefused = WordsFields(
                    words: localized(
                        """
                        Trefle refuses the token in \(place, "place") since \(day, "day"). It may be wrong or expired. Copy \
                        it again from trefle.io. Until then, the table of Stillroom and the saved answers of Trefle are used.
                        """))
            }
        }
        return context
    }

    /// Returns for example "Saturday 21 November, 14:00".
    private var clockWords: String {
        let (day, time) = (Wording.weekday(clock.day), clock.time.description.prefix(5))
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

    private static func word(_ format: CollectionFormat) -> String {
        switch format {
        case .json: localized("Everything, as JSON")
        case .csv: localized("A table, as CSV")
        case .darwinCore: localized("For biodiversity tools, as Darwin Core")
        }
    }

    private static func about(_ format: CollectionFormat) -> String {
        switch format {
        case .json: localized("Plants with their notes, tasks and log; no photos, and no tasks of the house.")
        case .csv: localized("One line for each plant, for a spreadsheet.")
        case .darwinCore: localized("One observation for each plant, for biodiversity databases; without the place.")
        }
    }

    /// The largest number of unused columns that are named, and of letters of each.
    private static let (unusedColumns, unusedLetters) = (8, 30)

    /// Returns the names of unused columns for a query: letters, digits and spaces only, so that a link that somebody
    /// made says nothing of its own.
    static func unused(_ columns: [String]) -> String {
        let names = columns.prefix(unusedColumns).map { column in
            String(column.filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == " " }.prefix(unusedLetters))
        }
        return names.filter { !$0.isEmpty }.joined(separator: ",")
    }

    /// Returns the sentences about an import after the first one.
    private static func importWords(_ query: [String: String]) -> [String] {
        var words: [String] = []
        if let passed = query["passed"].flatMap({ Int($0) }), passed != 0 {
            words.append(
                localized(passed, one: "1 is already here.", other: "\(passed, "count") are already here."))
        }
        let columns = unused((query["unused"] ?? "").split(separator: ",").map(String.init)).split(separator: ",")
        if !columns.isEmpty {
            let names = columns.map { localized("“\($0, "column")”") }.joined(separator: ", ")
            words.append(
                localized(
                    columns.count, one: "The column \(names, "columns") is not used.",
                    other: "The columns \(names, "columns") are not used."))
        }
        if let count = query["general"].flatMap({ Int($0) }), count > 0 {
            words.append(
                localized(
                    count, one: "Stillroom does not know which plant 1 of them is, and uses general care for it.",
                    other: """
                        Stillroom does not know which plants \(count, "count") of them are, and uses general care for them.
                        """))
        }
        return words
    }

    /// Returns the message about a form. Counts come from the query and are accepted only as numbers.
    static func note(_ query: [String: String]) -> String? {
        let added = query["added"].flatMap { Int($0) } ?? 0
        switch query["note"] {
        case "home-saved": return localized("Saved. Plans and agenda are updated.")
        case "away": return localized("Saved. No task is due while you are away.")
        case "back": return localized("Welcome back. Your tasks are due again.")
        case "token-kept":
            return localized("The token is saved in a file that only the server can read. It is not shown again.")
        case "token-removed": return localized("The token is removed. Trefle is not asked any more.")
        case "imported":
            let first = localized(added, one: "1 plant was added.", other: "\(added, "count") plants were added.")
            return ([first] + importWords(query)).joined(separator: " ")
        case "import-tried":
            let first = localized(
                added, one: "1 plant would be added.", other: "\(added, "count") plants would be added.")
            return ([first] + importWords(query) + [localized("Nothing was changed.")]).joined(separator: " ")
        default: return nil
        }
    }
}

extension HomeModel {
    struct Export: TemplateFields {
        let href: String
        let word: String
        let about: String
    }

    /// The fields of home.mustache.
    struct Fields: SharedFields {
        let homeAction: String
        let pauseAction: String
        let tokenAction: String
        let importAction: String
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
        let units: [OptionFields]
        let held: HeldFields<Home.Setting>
        let allHeld: Bool
        let first: String
        let last: String
        let today: String
        let exports: [Export]
        let canKeepToken: Bool
        var tokenWords = ""
        var tokenKept = false
        var away: WordsFields?
        var tokenRefused: WordsFields?
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
