import Foundation
import Household
import Larder
import Messages

/// The fields of the page with the household's diet and the larder's settings; pure.
struct LarderSettingsModel {
    let home: Home
    /// The settings that are fixed by the configuration of the server.
    let given: Set<Home.Setting>
    /// Whether the person may change the account at Open Food Facts.
    let mayLogIn: Bool
    var account: String?
    var takesAccounts = true
    var note: String?
    var problem: Problem?
    /// The values of a form that was refused.
    var typed: [String: String]?

    static let settings = Home.Setting.on(.larder)

    // MARK: Page fields

    var context: Page {
        Page(
            action: Site.diet, accountAction: Site.foodAccount,
            allergens: Allergen.allCases.map {
                box("allergen", $0.rawValue, $0.words, home.diet.allergens.contains($0))
            },
            preferences: Diet.Preference.allCases.map {
                box("wish", $0.rawValue, $0.words, home.diet.preferences.contains($0))
            },
            traces: traces, peopleWords: peopleWords, words: shown(.dietIngredients),
            larderLanguage: shown(.larderLanguage), country: shown(.larderCountry),
            asks: isTicked(.larderQuestions),
            bestBeforeDays: shown(.bestBeforeDays), useByDays: shown(.useByDays),
            held: HeldFields(given),
            allHeld: given.isSuperset(of: Self.settings), takesAccounts: takesAccounts, account: account,
            said: note.flatMap(Self.note).map(Said.init), problem: problem.map(RefusalFields.init), mayLogIn: mayLogIn)
    }

    private func box(_ group: String, _ value: String, _ words: String, _ isKept: Bool) -> Box {
        let setting: Home.Setting = group == "allergen" ? .dietAllergens : .dietPreferences
        let isOn = given.contains(setting) ? isKept : typed.map { $0["\(group).\(value)"] != nil } ?? isKept
        return Box(name: "\(group).\(value)", word: words, isOn: isOn)
    }

    private var peopleWords: String {
        let names = home.personalDiets.map(\.name)
        return names.isEmpty
            ? localized("One person avoids more than the others? Then products show for whom they fit.")
            : Wording.list(names)
    }

    private var traces: [Trace] {
        let chosen = TraceRule(setting: shown(.dietTraces)) ?? home.diet.traces
        return TraceRule.allCases.map { Trace(value: $0.rawValue, word: $0.words, isOn: $0 == chosen) }
    }

    private func shown(_ setting: Home.Setting) -> String {
        guard !given.contains(setting), let text = typed?[setting.rawValue] else { return home.text(of: setting) }
        return Wording.short(text, 3000)
    }

    private func isTicked(_ setting: Home.Setting) -> Bool {
        given.contains(setting) || typed == nil
            ? home.text(of: setting) == "true" : typed?[setting.rawValue] == "true"
    }

    /// Returns the part of the page that contains the message, and the message.
    static func note(_ name: String) -> (part: String, words: String)? {
        switch name {
        case "saved": ("diet", localized("The settings are saved."))
        case "logged-in":
            (
                "account",
                localized("Saved. The first answer will show whether the name and the password are right.")
            )
        case "logged-out":
            ("account", localized("You are logged out. The password is deleted from this server."))
        case "renamed": ("account", localized("Your answers now have a new name."))
        default: nil
        }
    }
}

extension LarderSettingsModel {
    /// The fields of larder-settings.mustache.
    struct Page: PageFields {
        static let template = "larder-settings"

        let action: String
        let accountAction: String
        let allergens: [Box]
        let preferences: [Box]
        let traces: [Trace]
        let peopleWords: String
        let words: String
        let larderLanguage: String
        let country: String
        let asks: Bool
        let bestBeforeDays: String
        let useByDays: String
        let held: HeldFields<Home.Setting>
        let allHeld: Bool
        let takesAccounts: Bool
        let account: String?
        let said: Said?
        let problem: RefusalFields?
        let mayLogIn: Bool
    }

    /// The message about a form, in the part of the page that the form changed.
    struct Said: TemplateFields {
        var diet: WordsFields?
        var account: WordsFields?
        init(_ note: (part: String, words: String)) {
            let fields = WordsFields(words: note.words)
            if note.part == "account" { account = fields } else { diet = fields }
        }
    }

    struct Box: TemplateFields {
        let name: String
        let word: String
        let isOn: Bool
    }

    struct Trace: TemplateFields {
        let value: String
        let word: String
        let isOn: Bool
    }
}
