import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The page on which a person chooses how texts, times, weeks and units are written for them on
/// pages. Notices and calendars follow the language.
struct RegionPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.region) { request, context in
            guard let person = context.person else { return Response.seeOther(Site.settingsHome) }
            let isSaved = Upload.query(request)["note"] == "saved"
            return renderer.page(
                RegionPage(person.account, note: isSaved ? WordsFields(words: localized("Saved.")) : nil),
                title: localized("Language and units"), tab: .none, household: household)
        }
        router.on(.post, Site.region) { request, context in
            let person = try context.signedIn()
            let form = try await Upload.form(request)
            let (language, habits) = (person.account.language, person.account.habits)
            // The language can be chosen at the foot of each page, too, while this one is open.
            let keepsLanguage = form["language"] == form["was-language"]
            try await household.accounts.choose(
                keepsLanguage ? language : try Self.value(form, "language", language, DisplayLanguage.offered),
                .init(
                    clock: try Self.value(form, "clock", habits.clock, LocalHabits.Clock.allCases),
                    weekStart: try Self.value(form, "week-start", habits.weekStart, LocalHabits.WeekStart.allCases),
                    measures: try Self.value(form, "units", habits.measures, LocalHabits.Measures.allCases)),
                by: person)
            return Response.seeOther(Site.region.with(["note": "saved"]))
        }
    }

    /// The value of a field: nil if it is empty, the `present` one if it is missing. Throws `valueRefused` for one that no
    /// option has.
    private static func value<Value: RawRepresentable<String>>(
        _ form: [String: String], _ name: String, _ present: Value?, _ offered: [Value]
    ) throws -> Value? {
        guard let text = form[name] else { return present }
        if text.isEmpty { return nil }
        guard let value = offered.first(where: { $0.rawValue == text }) else {
            throw HouseholdError(
                .valueRefused, localized("This value cannot be chosen."), detail: name,
                hint: localized("Choose one of the list."))
        }
        return value
    }
}

struct RegionPage: PageFields {
    static let template = "region"

    let languageChoices: [OptionFields]
    let wasLanguage: String
    let clocks: [OptionFields]
    let weekStarts: [OptionFields]
    let units: [OptionFields]
    let note: WordsFields?

    init(_ account: Account, note: WordsFields?) {
        let usual = localized("As in the household")
        languageChoices =
            [OptionFields(value: "", word: usual, chosen: account.language == nil)]
            + DisplayLanguage.offered.map {
                OptionFields(value: $0.rawValue, word: $0.ownName, chosen: $0 == account.language)
            }
        wasLanguage = account.language?.rawValue ?? ""
        let habits = account.habits
        clocks = OptionFields.choices(HabitWording.clocks, chosen: habits.clock?.rawValue ?? "", usual: usual)
        weekStarts = OptionFields.choices(
            HabitWording.weekStarts, chosen: habits.weekStart?.rawValue ?? "", usual: usual)
        units = OptionFields.choices(HabitWording.measures, chosen: habits.measures?.rawValue ?? "", usual: usual)
        self.note = note
    }
}
