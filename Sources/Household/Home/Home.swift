package import Agenda
package import Calendar
package import Larder
package import Messages
package import Plants
package import Reminders

/// The settings of the home for the agenda and care plans: its place and its preferences.
package struct Home: Sendable, Hashable {
    /// The language of pages and notices of people who chose none; nil stands for that of each browser.
    package var language: DisplayLanguage?
    /// An IANA name; nil if none was chosen. Then dates are computed with the zone of the machine.
    package var zone: String?
    /// Nil for that of the country of the zone.
    package var clock: LocalHabits.Clock?
    /// Nil for that of the country of the zone.
    package var weekStart: LocalHabits.WeekStart?
    /// Degrees, north positive; nil if none was chosen. Then seasons are ignored.
    package var latitude: Double?
    package var place: String?
    package var units = Units.metric
    /// The animals of the household, in its own words: "cat", "dog".
    package var pets: [String] = []
    /// A local time in the person's zone.
    package var preferredTime = LocalTime(hour: 8, minute: 0) ?? .midnight
    package var groupsWaterings = false
    package var followsSeason = true
    package var reminds = true
    package var groupsReminders = true
    package var advanceDays = 0
    package var doseAdvanceMinutes = 0
    /// The start of the quiet hours; nil if there are none.
    package var quietFrom = LocalTime(hour: 22, minute: 0)
    package var quietTo = LocalTime(hour: 7, minute: 0)
    package var hasSound = true
    package var hidesMedicines = true
    package var larder = LarderPreferences()
    package var diet = Diet()
    /// The people who do not eat more than `diet` says.
    package var personalDiets: [PersonalDiet] = []
    package var medicines = MedicinePreferences()
    /// The zone of the machine on which the server runs, as the server wrote it down; nil if none has run. Without a chosen
    /// zone it applies also to commands, whose environment may have another one.
    package var servedZone: String?
    /// An absence; chosen on the page only.
    package var pause: Pause?
    /// Earlier absences of the last year, or the past part of one that was ended early, in order.
    package var pastPauses: [Pause] = []

    package init() {}

    package var householdDiet: HouseholdDiet { HouseholdDiet(everyone: diet, people: personalDiets) }

    /// Merges the choices of the household with the given settings, which have precedence.
    init(choices: [String: String], given: [Setting: String]) {
        self.init()
        for setting in Setting.allCases {
            // A value that an older release wrote and this one does not know leaves the default.
            let served = choices[Self.servedPrefix + setting.rawValue]
            if let text = given[setting] ?? served ?? choices[setting.rawValue] { _ = set(setting, to: text) }
        }
        servedZone = choices[Self.servedZoneChoice]
        pause = choices[Self.pauseChoice].flatMap(Pause.init(text:))
        pastPauses = (choices[Self.pastPausesChoice] ?? "").split(separator: " ").compactMap { Pause(text: String($0)) }
    }

    /// The prefix of what the configuration of the server gives, as the server wrote it down.
    static let servedPrefix = "served."
    static let servedZoneChoice = "served-zone"
    static let pauseChoice = "agenda.pause"
    static let pastPausesChoice = "agenda.past-pauses"
    package static let placeLimit = 80
    package static let petLimit = 10
    package static let petNameLimit = 30

    package var whereabouts: Whereabouts {
        Whereabouts(latitude: latitude, name: place ?? zone.map(Self.city), pets: pets)
    }

    /// Returns the situation of a plant in this house: if the house ignores seasons, it does so for all plants.
    package func situation(_ own: Situation) -> Situation {
        var situation = own
        situation.followsSeason = own.followsSeason && followsSeason
        return situation
    }

    package var reminders: ReminderPreferences {
        let quiet = quietFrom.flatMap { from in quietTo.flatMap { QuietHours(from: from, to: $0) } }
        return ReminderPreferences(
            isOn: reminds, time: preferredTime, advanceDays: advanceDays, doseAdvanceMinutes: doseAdvanceMinutes,
            quiet: quiet, hasSound: hasSound, groups: groupsReminders, hidesMedicines: hidesMedicines)
    }

    package var rules: Outlook.Rules {
        Outlook.Rules(groupsWaterings: groupsWaterings, pause: pause, pastPauses: pastPauses)
    }

    /// "Europe/Vienna" → "Vienna"; "America/Argentina/Ushuaia" → "Ushuaia".
    package static func city(_ zone: String) -> String {
        (zone.split(separator: "/").last.map(String.init) ?? zone).replacing("_", with: " ")
    }
}
