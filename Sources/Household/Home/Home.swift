package import Agenda
package import Calendar
package import Larder
package import Plants
package import Reminders

/// The settings of the home for the agenda and care plans: its place and its preferences.
package struct Home: Sendable, Hashable {
    /// The settings of a home, with the names of Docs/settings.md.
    package enum Setting: String, Sendable, CaseIterable {
        case zone = "home.zone"
        case latitude = "home.latitude"
        case place = "home.place"
        case units = "home.units"
        case pets = "home.pets"
        case preferredTime = "agenda.time"
        case groupsWaterings = "agenda.group-waterings"
        case followsSeason = "care.follow-season"
        case reminds = "reminders.on"
        case groupsReminders = "reminders.group"
        case advanceDays = "reminders.advance-days"
        case doseAdvance = "reminders.dose-advance-minutes"
        case quietFrom = "reminders.quiet-from"
        case quietTo = "reminders.quiet-to"
        case hasSound = "reminders.sound"
        case hidesMedicines = "reminders.hide-medicines"
        case larderLanguage = "larder.language"
        case larderCountry = "larder.country"
        case larderQuestions = "larder.questions"
        case dietAllergens = "diet.allergens"
        case dietTraces = "diet.traces"
        case dietWishes = "diet.wishes"
        case dietIngredients = "diet.ingredients"
        case medicineKeepDays = "medicines.keep-photographs-days"
        case medicineSecondReader = "medicines.second-reader"
        case medicineExplainer = "medicines.explainer"
        case medicineRegion = "medicines.region"
        case medicineMorning = "medicines.morning"
        case medicineNoon = "medicines.noon"
        case medicineEvening = "medicines.evening"
        case medicineBedtime = "medicines.bedtime"
        case medicineRefillDays = "medicines.refill-days"

        /// The allowed values, in words that follow "it must be".
        package var allowed: String {
            switch self {
            case .zone: "the name of a time zone such as Europe/Vienna"
            case .latitude: "degrees from -90 to 90, north positive"
            case .place: "the name of a place, at most 80 characters"
            case .units: Units.allCases.map(\.rawValue).joined(separator: " or ")
            case .pets: "animals with commas, at most \(Home.petLimit) of 1 to \(Home.petNameLimit) characters"
            case .preferredTime: "a time such as 08:00"
            case .groupsWaterings, .followsSeason, .reminds, .groupsReminders, .hasSound, .hidesMedicines,
                .larderQuestions, .medicineSecondReader, .medicineExplainer:
                "true or false"
            case .advanceDays: Self.words(ReminderPreferences.advanceDaysAllowed)
            case .doseAdvance: Self.words(ReminderPreferences.doseAdvanceAllowed)
            case .quietFrom, .quietTo: "a time such as 22:00, or none"
            case .larderLanguage: "two letters such as de"
            case .larderCountry: "two letters such as at, or world"
            case .dietAllergens: "names with commas: " + Allergen.allCases.map(\.rawValue).joined(separator: ", ")
            case .dietTraces: TraceRule.allCases.map(\.rawValue).joined(separator: ", ")
            case .dietWishes: "names with commas: " + Diet.Preference.allCases.map(\.rawValue).joined(separator: ", ")
            case .dietIngredients: "ingredients with commas, at most 40 of 2 to 60 letters"
            case .medicineKeepDays: Self.words(MedicinePreferences.keepDaysAllowed) + ", or forever"
            case .medicineRegion: MedicinePreferences.regions.joined(separator: ", ") + ", or nothing"
            case .medicineMorning, .medicineNoon, .medicineEvening, .medicineBedtime: "a time such as 08:00"
            case .medicineRefillDays: Self.words(MedicinePreferences.refillDaysAllowed)
            }
        }

        private static func words(_ range: ClosedRange<Int>) -> String {
            "a whole number from \(range.lowerBound) to \(range.upperBound)"
        }
    }

    /// An IANA name; nil if none was chosen. Then dates are computed with the zone of the machine.
    package var zone: String?
    /// Degrees, north positive; nil if none was chosen. Then seasons are ignored.
    package var latitude: Double?
    package var place: String?
    package var units: Units
    /// The animals of the household, in its own words: "cat", "dog".
    package var pets: [String] = []
    /// A local time in the person's zone.
    package var preferredTime: LocalTime
    package var groupsWaterings: Bool
    package var followsSeason: Bool
    package var reminds: Bool
    package var groupsReminders: Bool
    package var advanceDays: Int
    package var doseAdvanceMinutes: Int
    /// The start of the quiet hours; nil if there are none.
    package var quietFrom: LocalTime?
    package var quietTo: LocalTime?
    package var hasSound: Bool
    package var hidesMedicines: Bool
    package var larder = LarderPreferences()
    package var diet = Diet()
    package var medicines = MedicinePreferences()
    /// An absence; chosen on the page only.
    package var pause: Pause?

    package init() {
        units = .metric
        preferredTime = LocalTime(hour: 8, minute: 0) ?? .midnight
        groupsWaterings = false
        followsSeason = true
        reminds = true
        groupsReminders = true
        advanceDays = 0
        doseAdvanceMinutes = 0
        quietFrom = LocalTime(hour: 22, minute: 0)
        quietTo = LocalTime(hour: 7, minute: 0)
        hasSound = true
        hidesMedicines = true
    }

    /// Merges the choices of the household with the given settings, which have precedence.
    init(choices: [String: String], given: [Setting: String]) {
        self.init()
        for setting in Setting.allCases {
            // A value that an older release wrote and this one does not know leaves the default.
            if let text = given[setting] ?? choices[setting.rawValue] { _ = set(setting, to: text) }
        }
        pause = choices[Self.pauseChoice].flatMap(Pause.init(text:))
    }

    static let pauseChoice = "agenda.pause"
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

    package var rules: Outlook.Rules { Outlook.Rules(groupsWaterings: groupsWaterings, pause: pause) }

    /// "Europe/Vienna" → "Vienna"; "America/Argentina/Ushuaia" → "Ushuaia".
    package static func city(_ zone: String) -> String {
        (zone.split(separator: "/").last.map(String.init) ?? zone).replacing("_", with: " ")
    }
}

extension Home {
    /// Sets a value. Returns false if the setting cannot have it. Does not check if a zone exists. An empty text
    /// removes the choice of a zone, a latitude or a place.
    package mutating func set(_ setting: Setting, to text: String) -> Bool {
        switch setting {
        case .zone:
            guard text.isEmpty || Zone.isName(text) else { return false }
            zone = text.isEmpty ? nil : text
        case .latitude:
            let number = Double(text).flatMap { (-90...90).contains($0) ? $0 : nil }
            guard text.isEmpty || number != nil else { return false }
            latitude = number
        case .place:
            let name = Plant.tidy(text)
            guard (name ?? "").unicodeScalars.count <= Self.placeLimit else { return false }
            place = name
        case .units:
            guard let chosen = Units(rawValue: text) else { return false }
            units = chosen
        case .pets: return Self.take(Self.pets(text), into: &pets)
        case .preferredTime:
            guard let time = LocalTime(text) else { return false }
            preferredTime = time
        case .groupsWaterings:
            guard let flag = Self.flag(text) else { return false }
            groupsWaterings = flag
        case .followsSeason:
            guard let flag = Self.flag(text) else { return false }
            followsSeason = flag
        default: return setReminder(setting, to: text)
        }
        return true
    }

    private mutating func setReminder(_ setting: Setting, to text: String) -> Bool {
        switch setting {
        case .reminds: return Self.take(Self.flag(text), into: &reminds)
        case .groupsReminders: return Self.take(Self.flag(text), into: &groupsReminders)
        case .hasSound: return Self.take(Self.flag(text), into: &hasSound)
        case .hidesMedicines: return Self.take(Self.flag(text), into: &hidesMedicines)
        case .advanceDays:
            return Self.take(Self.number(text, ReminderPreferences.advanceDaysAllowed), into: &advanceDays)
        case .doseAdvance:
            return Self.take(Self.number(text, ReminderPreferences.doseAdvanceAllowed), into: &doseAdvanceMinutes)
        case .quietFrom: return Self.take(Self.time(text, usual: Home().quietFrom), into: &quietFrom)
        case .quietTo: return Self.take(Self.time(text, usual: Home().quietTo), into: &quietTo)
        default: return setLarder(setting, to: text)
        }
    }

    /// Returns the animals without duplicates, in order.
    private static func pets(_ text: String) -> [String]? {
        guard text.unicodeScalars.count <= petLimit * (petNameLimit + 2) else { return nil }
        var names: [String] = []
        for part in text.split(separator: ",") {
            guard let name = Plant.tidy(String(part)) else { continue }
            guard name.unicodeScalars.count <= petNameLimit else { return nil }
            if !names.contains(name) { names.append(name) }
        }
        return names.count <= petLimit ? names : nil
    }

    private static func take<Value>(_ value: Value?, into place: inout Value) -> Bool {
        guard let value else { return false }
        place = value
        return true
    }

    private static func number(_ text: String, _ range: ClosedRange<Int>) -> Int? {
        Int(text).flatMap { range.contains($0) ? $0 : nil }
    }

    private static func time(_ text: String, usual: LocalTime?) -> LocalTime?? {
        switch text {
        case "none": .some(nil)
        // An empty text removes the choice.
        case "": .some(usual)
        default: LocalTime(text).map { .some($0) }
        }
    }

    package func text(of setting: Setting) -> String {
        switch setting {
        case .zone: zone ?? ""
        case .latitude: latitude.map { String($0) } ?? ""
        case .place: place ?? ""
        case .units: units.rawValue
        case .pets: pets.joined(separator: ", ")
        case .preferredTime: preferredTime.description
        case .groupsWaterings: String(groupsWaterings)
        case .followsSeason: String(followsSeason)
        case .reminds: String(reminds)
        case .groupsReminders: String(groupsReminders)
        case .advanceDays: String(advanceDays)
        case .doseAdvance: String(doseAdvanceMinutes)
        case .quietFrom: quietFrom?.description ?? "none"
        case .quietTo: quietTo?.description ?? "none"
        case .hasSound: String(hasSound)
        case .hidesMedicines: String(hidesMedicines)
        default: larderText(of: setting)
        }
    }

    static func flag(_ text: String) -> Bool? { ["true": true, "1": true, "false": false, "0": false][text] }
}
