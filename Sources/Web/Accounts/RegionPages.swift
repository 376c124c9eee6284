import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The page on which a person chooses how texts, times, weeks and units are written for them, on pages and in notices.
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
            try await household.accounts.choose(
                try Self.value(form, "language"),
                .init(
                    clock: try Self.value(form, "clock"), weekStart: try Self.value(form, "week-start"),
                    measures: try Self.value(form, "units")), by: person)
            return Response.seeOther(Site.region.with(["note": "saved"]))
        }
    }

    /// The value of a field; nil if it is empty or missing. Throws `valueRefused` for one that no option has.
    private static func value<Value: RawRepresentable<String>>(_ form: [String: String], _ name: String) throws
        -> Value?
    {
        guard let text = form[name], !text.isEmpty else { return nil }
        guard let value = Value(rawValue: text) else {
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
        let habits = account.habits
        clocks = OptionFields.choices(HabitWording.clocks, chosen: habits.clock?.rawValue ?? "", usual: usual)
        weekStarts = OptionFields.choices(
            HabitWording.weekStarts, chosen: habits.weekStart?.rawValue ?? "", usual: usual)
        units = OptionFields.choices(HabitWording.measures, chosen: habits.measures?.rawValue ?? "", usual: usual)
        self.note = note
    }
}
