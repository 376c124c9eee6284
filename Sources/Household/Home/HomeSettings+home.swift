import Accounts
package import Agenda
import Calendar
import FoundationEssentials
package import Messages

extension HomeSettings {
    /// Settings of the home that were given by a flag, the environment or the configuration file.
    package var givenHomeSettings: Set<Home.Setting> { Set(careServices.given.keys) }

    /// The language that the household chose; nil stands for that of each browser.
    package func language() async throws -> DisplayLanguage? { try await home().language }

    /// Settings of the home that were chosen on the page.
    package func chosenHomeSettings() async throws -> Set<Home.Setting> {
        Set(try await records.choices().keys.compactMap(Home.Setting.init))
    }

    /// Writes down the settings of the home that this process was given, and the zone of its machine. The server calls it at
    /// its start, so that commands on the same data folder use the same place and zone whatever their own environment is.
    /// Options and the environment of a command still have precedence.
    package func serveGivenSettings() async throws {
        let before = try await records.choices()
        var values: [String: String?] = [Home.servedZoneChoice: careServices.zones.system.name]
        for setting in Home.Setting.allCases {
            values[Home.servedPrefix + setting.rawValue] = .some(careServices.given[setting])
        }
        let changed = values.filter { before[$0.key] != $0.value }
        if !changed.isEmpty { try await records.choose(changed) }
    }

    /// Stores all values or none, and updates the plans. Throws `settingRefused` with the setting in `detail`.
    package func choose(_ values: [Home.Setting: String]) async throws {
        try ActingPerson.require(.change, or: .settings)
        let before = try await home()
        var tried = before
        for (setting, text) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard careServices.given[setting] == nil else {
                throw HouseholdError(
                    .settingRefused, localized("\(setting.rawValue, "setting") is set in the server configuration."),
                    detail: setting.rawValue, hint: localized("Change it in the settings file or the environment."))
            }
            guard tried.set(setting, to: text) else {
                throw HouseholdError(
                    .settingRefused,
                    localized("\(setting.rawValue, "setting") must be \(setting.allowed, "allowedValues")."),
                    detail: setting.rawValue)
            }
        }
        if let zone = values[.zone], !zone.isEmpty, careServices.zones.named(zone) == nil {
            throw HomeReading.unknownZone(zone)
        }
        try await records.choose(
            Dictionary(
                values.map { ($0.key.rawValue, $0.value.isEmpty ? nil : $0.value) },
                uniquingKeysWith: { first, _ in first }))
        for consent in Self.consents where before.text(of: consent) != tried.text(of: consent) {
            SensitiveActs.report(.settingChanged, "\(consent.rawValue) = \(tried.text(of: consent))")
        }
        if values.keys.contains(where: { $0.declaration.effect == .plans }) { try await planning.replanAll() }
    }

    /// The settings that let data leave the house, or names of medicines appear in notices.
    private static let consents: [Home.Setting] = [
        .medicineSecondReader, .medicineExplainer, .larderQuestions, .hidesMedicines,
    ]

    /// Sets an absence: nothing is due until the day after it. `nil` ends it: chores that waited are due today. The past
    /// part of an earlier absence is kept, so that its days do not count as overdue.
    ///
    /// Throws `rangeRefused` if it is in the past or longer than a year.
    package func pause(_ pause: Pause?) async throws {
        try ActingPerson.require(.change)
        let home = try await home()
        let today = try clock(of: home).day
        if let pause {
            guard pause.last >= today, pause.first.days(until: pause.last) <= 366 else {
                throw HouseholdError(
                    .rangeRefused, localized("A pause ends today or later and lasts a year at most."),
                    hint: localized("Choose other days."))
            }
        }
        let past = (home.pastPauses + (home.pause?.part(before: today).map { [$0] } ?? []))
            .filter { $0.last.days(until: today) <= Self.pastDays }.suffix(Self.pastLimit)
        try await records.choose([
            Home.pauseChoice: pause?.text,
            Home.pastPausesChoice: past.isEmpty ? nil : past.map(\.text).joined(separator: " "),
        ])
    }

    /// Older absences are forgotten.
    private static let pastDays = 366
    private static let pastLimit = 24
}

extension Pause {
    /// The stored form: "2026-12-01/2026-12-14".
    var text: String { "\(first)/\(last)" }

    init?(text: String) {
        let days = text.split(separator: "/").map { LocalDay(String($0)) }
        guard days.count == 2, let first = days[0], let last = days[1] else { return nil }
        self.init(from: first, through: last)
    }
}
