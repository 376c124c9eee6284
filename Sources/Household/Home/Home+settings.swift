import Agenda
import Calendar
import Larder
import Messages
import Plants
import Reminders

extension Home: SettingValues {
    /// The settings of a home, by their keys in Docs/settings.md.
    package enum Setting: String, DeclaredSetting {
        case language = "home.language"
        case zone = "home.zone"
        case clock = "home.clock"
        case weekStart = "home.week-start"
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
        case bestBeforeDays = "larder.best-before-days"
        case useByDays = "larder.use-by-days"
        case dietAllergens = "diet.allergens"
        case dietTraces = "diet.traces"
        case dietPreferences = "diet.wishes"
        case dietIngredients = "diet.ingredients"
        case dietPeople = "diet.people"
        case medicineKeepDays = "medicines.keep-photographs-days"
        case medicineSecondReader = "medicines.second-reader"
        case medicineExplainer = "medicines.explainer"
        case medicineRegion = "medicines.region"
        case medicineMorning = "medicines.morning"
        case medicineNoon = "medicines.noon"
        case medicineEvening = "medicines.evening"
        case medicineBedtime = "medicines.bedtime"
        case medicineRefillDays = "medicines.refill-days"
    }

    /// Sets a value. Returns false if the setting cannot have it. Does not check if a zone exists. An empty text
    /// removes the choice of a zone, a latitude or a place.
    package mutating func set(_ setting: Setting, to text: String) -> Bool { setting.declaration.set(&self, text) }

    package func text(of setting: Setting) -> String { setting.declaration.text(self) }
}

extension Home.Setting {
    package var declaration: SettingDeclaration<Home> {
        switch self {
        case .language:
            SettingDeclaration(
                \.language, Kinds.displayLanguage, usual: "that of the browser; English for notices", on: [.home])
        case .zone:
            SettingDeclaration(\.zone, Kinds.zone, usual: "the machine's zone", on: [.home])
        case .clock: SettingDeclaration(\.clock, Kinds.clock, usual: "that of the country of `home.zone`", on: [.home])
        case .weekStart:
            SettingDeclaration(\.weekStart, Kinds.weekStart, usual: "that of the country of `home.zone`", on: [.home])
        case .latitude:
            SettingDeclaration(
                \.latitude, Kinds.latitude, on: [.home], field: .typed { $0.replacing(",", with: ".") }, effect: .plans)
        case .place:
            SettingDeclaration(\.place, Kinds.place, usual: "the city of `home.zone`", on: [.home])
        case .units: SettingDeclaration(\.units, .oneOf(separator: " or "), on: [.home])
        case .pets: SettingDeclaration(\.pets, Kinds.pets, on: [.home])
        case .preferredTime: SettingDeclaration(\.preferredTime, .time(), on: [.home, .reminders])
        case .groupsWaterings: SettingDeclaration(\.groupsWaterings, .flag, on: [.home])
        case .followsSeason: SettingDeclaration(\.followsSeason, .flag, on: [.home], effect: .plans)
        case .reminds: SettingDeclaration(\.reminds, .flag, on: [.reminders])
        case .groupsReminders: SettingDeclaration(\.groupsReminders, .flag, on: [.reminders])
        case .advanceDays:
            SettingDeclaration(
                \.advanceDays, .wholeNumber(ReminderPreferences.advanceDaysAllowed), on: [.reminders])
        case .doseAdvance:
            SettingDeclaration(
                \.doseAdvanceMinutes, .wholeNumber(ReminderPreferences.doseAdvanceAllowed), on: [.reminders])
        case .quietFrom: Self.quiet(\.quietFrom)
        case .quietTo: Self.quiet(\.quietTo)
        case .hasSound: SettingDeclaration(\.hasSound, .flag, on: [.reminders])
        case .hidesMedicines: SettingDeclaration(\.hidesMedicines, .flag, on: [.reminders])
        case .larderLanguage:
            SettingDeclaration(
                \.larder.language, Kinds.language, emptyIsUsual: true, on: [.larder],
                field: .typed { $0.lowercased() })
        case .larderCountry:
            SettingDeclaration(
                \.larder.country, Kinds.country, emptyIsUsual: true, on: [.larder], field: .typed { $0.lowercased() })
        case .larderQuestions: SettingDeclaration(\.larder.asks, .flag, on: [.larder])
        case .bestBeforeDays: Self.days(\.larder.bestBeforeDays)
        case .useByDays: Self.days(\.larder.useByDays)
        case .dietAllergens:
            SettingDeclaration(
                \.diet.allergens, Kinds.allergens, on: [.larder],
                field: .boxes(prefix: "allergen", values: Allergen.allCases.map(\.rawValue)))
        case .dietTraces:
            SettingDeclaration(\.diet.traces, .oneOf { TraceRule(setting: $0) }, on: [.larder])
        case .dietPreferences:
            SettingDeclaration(
                \.diet.preferences, Kinds.preferences, on: [.larder],
                field: .boxes(prefix: "wish", values: Diet.Preference.allCases.map(\.rawValue)))
        case .dietIngredients:
            SettingDeclaration(
                \.diet.words, Kinds.ingredients, on: [.larder], field: .typed { $0.replacing("\n", with: ",") })
        case .dietPeople: SettingDeclaration(\.personalDiets, Kinds.people, on: [.personalDiets])
        case .medicineKeepDays:
            SettingDeclaration(
                \.medicines.keepDays, SettingKind<Int>.wholeNumber(MedicinePreferences.keepDaysAllowed).or("forever"),
                emptyIsUsual: true, on: [.medicines])
        case .medicineSecondReader: SettingDeclaration(\.medicines.allowsSecondReader, .flag, on: [.medicines])
        case .medicineExplainer: SettingDeclaration(\.medicines.allowsExplainer, .flag, on: [.medicines])
        case .medicineRegion: SettingDeclaration(\.medicines.region, Kinds.region, on: [.medicines])
        case .medicineMorning: Self.hour(\.medicines.morning)
        case .medicineNoon: Self.hour(\.medicines.noon)
        case .medicineEvening: Self.hour(\.medicines.evening)
        case .medicineBedtime: Self.hour(\.medicines.bedtime)
        case .medicineRefillDays:
            SettingDeclaration(
                \.medicines.refillDays, .wholeNumber(MedicinePreferences.refillDaysAllowed), emptyIsUsual: true,
                on: [.medicines])
        }
    }

    /// A bound of the quiet hours. An empty field of the form means that there are none; an empty text removes the
    /// choice.
    private static func quiet(
        _ path: any WritableKeyPath<Home, LocalTime?> & Sendable
    ) -> SettingDeclaration<Home> {
        SettingDeclaration(
            path, SettingKind<LocalTime>.time("22:00").or("none"), emptyIsUsual: true, on: [.reminders],
            field: .typed { $0.isEmpty ? "none" : $0 })
    }

    /// The days before the date of a food. An empty field of the form means that there is no reminder.
    private static func days(_ path: any WritableKeyPath<Home, Int?> & Sendable) -> SettingDeclaration<Home> {
        SettingDeclaration(
            path, SettingKind<Int>.wholeNumber(UseSoonRule.daysAllowed).or("off"), emptyIsUsual: true, on: [.larder],
            field: .typed { $0.isEmpty ? "off" : $0 })
    }

    private static func hour(_ path: any WritableKeyPath<Home, LocalTime> & Sendable) -> SettingDeclaration<Home> {
        SettingDeclaration(path, .time(), emptyIsUsual: true, on: [.medicines])
    }
}

/// The kinds that only one setting of the home has.
private enum Kinds {
    static let displayLanguage = SettingKind<DisplayLanguage?>(
        localized("en, de, fr, or nothing"), range: DisplayLanguage.offered.map { "`\($0.rawValue)`" },
        parse: { text in
            let language = DisplayLanguage.offered.first { $0.rawValue == text }
            return text.isEmpty ? .some(nil) : language.map { .some($0) }
        },
        write: { $0?.rawValue ?? "" })

    static let zone = SettingKind<String?>(
        localized("the name of a time zone such as Europe/Vienna"),
        parse: { $0.isEmpty || Zone.isName($0) ? .some($0.isEmpty ? nil : $0) : nil }, write: { $0 ?? "" })

    static let clock = choice(LocalHabits.Clock.self, localized("24, 12, or nothing"))
    static let weekStart = choice(LocalHabits.WeekStart.self, localized("monday, saturday, sunday, or nothing"))

    private static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
        _ type: Value.Type, _ allowed: @escaping @autoclosure @Sendable () -> String
    ) -> SettingKind<Value?> {
        SettingKind(
            allowed(), range: type.allCases.map { "`\($0.rawValue)`" },
            parse: { text in text.isEmpty ? .some(nil) : Value(rawValue: text).map { .some($0) } },
            write: { $0?.rawValue ?? "" })
    }

    static let latitude =
        SettingKind<Double>.number(-90...90, localized("degrees from -90 to 90, north positive")).or("")

    static let place = SettingKind<String?>(
        localized("the name of a place, at most \(Home.placeLimit, "number") characters"),
        range: ["at most \(Home.placeLimit)"],
        parse: { text in
            let name = Plant.tidy(text)
            return (name ?? "").unicodeScalars.count <= Home.placeLimit ? .some(name) : nil
        }, write: { $0 ?? "" })

    static let pets = SettingKind<[String]>(
        localized(
            """
            animals with commas, at most \(Home.petLimit, "number") of 1 to \(Home.petNameLimit, "letters") characters
            """),
        range: ["at most \(Home.petLimit)", "1 to \(Home.petNameLimit)"], parse: Home.pets,
        write: { $0.joined(separator: ", ") })

    static let language = SettingKind<String>(localized("two letters such as de"), parse: letters, write: { $0 })

    static let country = SettingKind<String>(
        localized("two letters such as at, or world"), range: ["`world`"],
        // Open Food Facts uses "uk" for the ISO code GB, and refuses "gb".
        parse: { $0 == "world" ? $0 : letters($0).map { $0 == "gb" ? "uk" : $0 } }, write: { $0 })

    static let allergens = list(Allergen.allCases, Diet.allergens)
    static let preferences = list(Diet.Preference.allCases, Diet.preferences)

    static let ingredients = SettingKind<[String]>(
        localized("ingredients with commas, at most 40 of 2 to 60 letters"),
        range: [
            "at most \(Diet.wordLimit)", "\(Diet.wordLengths.lowerBound) to \(Diet.wordLengths.upperBound)",
        ], parse: Diet.words, write: Diet.text)

    static let people = SettingKind<[PersonalDiet]>(
        localized(
            """
            people with what they do not eat, such as “Mia: nuts, traces refuse; Ben: vegan, without coriander”, at most \
            \(PersonalDiet.limit, "number")
            """),
        range: ["at most \(PersonalDiet.limit)", "1 to \(PersonalDiet.nameLimit)"], parse: PersonalDiet.list,
        write: PersonalDiet.text)

    static let region = SettingKind<String?>(
        localized("eu, or two letters of a country such as at or uk, or nothing"), range: ["`eu`", "`uk`"],
        parse: { $0.isEmpty || MedicinePreferences.regions.contains($0) ? .some($0.isEmpty ? nil : $0) : nil },
        write: { $0 ?? "" })

    /// A list of names, written in the order of the cases.
    private static func list<Name: RawRepresentable<String> & Hashable & Sendable>(
        _ all: [Name], _ parse: @escaping @Sendable (String) -> Set<Name>?
    ) -> SettingKind<Set<Name>> {
        SettingKind(
            localized("names with commas: \(all.map(\.rawValue).joined(separator: ", "), "names")"),
            range: all.map { "`\($0.rawValue)`" }, parse: parse, write: { Diet.text($0, of: all) })
    }

    private static func letters(_ text: String) -> String? {
        let isWord = text.utf8.count == 2 && text.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
        return isWord ? text : nil
    }
}

extension Home {
    /// Returns the animals without duplicates, in order.
    fileprivate static func pets(_ text: String) -> [String]? {
        guard text.unicodeScalars.count <= petLimit * (petNameLimit + 2) else { return nil }
        var names: [String] = []
        for part in text.split(separator: ",") {
            guard let name = Plant.tidy(String(part)) else { continue }
            guard name.unicodeScalars.count <= petNameLimit else { return nil }
            if !names.contains(name) { names.append(name) }
        }
        return names.count <= petLimit ? names : nil
    }
}
