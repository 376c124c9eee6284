import Foundation
import Messages

/// The pages of the settings with the names of their fields, and a search over them; pure.
struct SettingsIndex {
    /// The state of Pl@ntNet.
    let serviceWords: String
    /// The state of Trefle.
    let careWords: String
    let holidayWords: String
    let networkWords: String
    /// The examples in the household, as "24 plants and 4 medicines"; nil if there are none.
    let examples: String?
    let deadNotices: Int
    /// The number of photographs that wait for Pl@ntNet.
    let waiting: Int
    /// Whether the person may change the keys of services.
    let mayChangeKeys: Bool
    /// Whether there are accounts, and whether this person may change those of other people.
    let hasAccount: Bool
    let mayChangePeople: Bool

    /// A page with its most important fields.
    struct Section {
        let row: Row
        /// The labels of fields, and their identifiers on the page.
        var fields: [(label: String, id: String)] = []
    }

    struct Row: TemplateFields {
        let icon: String
        let href: String
        let title: String
        let words: String
    }

    var sections: [Section] {
        household + plants + [larder, medicines]
            + [
                row(
                    "box", Site.settingsBackup, localized("Backups"),
                    localized("One file with everything, now or daily. It can be restored on a page.")),
                row(
                    "leaf", Site.welcome, localized("Set-up steps"),
                    localized("Location, people, phones and example data, step by step.")),
                row("plants", Site.welcomeExamples, localized("Example data"), exampleWords),
            ]
    }

    /// Returns the pages whose name or description, and the fields whose name, contains all words of the text, whatever
    /// their case and accents.
    func rows(matching text: String) -> [Row] {
        let words = Self.folded(text).split(whereSeparator: \.isWhitespace)
        func matches(_ name: String) -> Bool { words.allSatisfy { Self.folded(name).contains($0) } }
        return (sections + found).flatMap { section in
            let row = section.row
            let fields = section.fields.filter { matches($0.label) }.map { field in
                Row(icon: row.icon, href: row.href + "#" + field.id, title: field.label, words: row.title)
            }
            return (matches(row.title) || matches(row.words) ? [row] : []) + fields
        }
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    private func row(
        _ icon: String, _ href: String, _ title: String, _ words: String, _ fields: [(label: String, id: String)] = []
    ) -> Section {
        Section(row: Row(icon: icon, href: href, title: title, words: words), fields: fields)
    }

    /// What the page shows in another place than its list.
    private var found: [Section] {
        let app = row(
            "phone", Site.settings.with(at: "install"), localized("How to install the app"),
            localized("App on this device"))
        guard hasAccount else { return [app] }
        let account = localized("Your account")
        var pages = [
            (localized("Your account"), Site.account), (localized("Devices"), Site.devices),
            (localized("Passphrase"), Site.passphrase), (localized("Passkeys"), Site.passkeys),
            (localized("Recovery codes"), Site.recoveryCodes), (localized("Access for programs"), Site.tokens),
            (localized("Guest links"), Site.guestLinks),
        ]
        if mayChangePeople { pages.append((localized("People"), Site.people)) }
        return [app] + pages.map { row("person", $0.1, $0.0, account) }
    }

    private var household: [Section] {
        [
            row(
                "device", Site.settingsHome, localized("Home"),
                localized("Time zone, place, language, units, pets and the season."),
                [
                    (localized("Time zone"), "zone"), (localized("Latitude, in degrees north"), "latitude"),
                    (localized("Name of the place"), "home-place"), (localized("Language"), "language"),
                    (localized("Clock"), "clock"), (localized("The week starts on"), "week-start"),
                    (localized("Units"), "units"), (localized("Pets at home"), "pets"),
                    (localized("Preferred time for tasks"), "agenda-time"),
                    (localized("Water plants on the same days"), "group"), (localized("Follow the season"), "follow"),
                ]),
            row(
                "suitcase", Site.settingsPause, localized("Holidays"), holidayWords,
                [(localized("First day away"), "first"), (localized("Last day away"), "last")]),
            row(
                "bell", Site.settingsReminders, localized("Reminders"),
                deadNotices > 0
                    ? ReminderModel.givenUp(deadNotices)
                    : localized("Get reminders in the browser, by ntfy, or in your calendar."),
                [
                    (localized("Where you get reminders"), "channels"), (localized("Calendars"), "calendars"),
                    (localized("Quiet from"), "quiet-from"), (localized("Quiet until"), "quiet-to"),
                    (localized("Reminders of tasks"), "advance"), (localized("Minutes before a dose"), "dose"),
                ]),
            row("phone", Site.network, localized("Phones in your home"), networkWords),
        ]
    }

    private var plants: [Section] {
        let plantNet = row(
            "afar", Site.settingsPlantNet, localized("Pl@ntNet"),
            localized("For a second opinion about a plant. State: \(serviceWords, "state").") + waitingWords,
            [
                (localized("Your key for Pl@ntNet"), "key"),
                (localized("When Pl@ntNet is asked"), "asking"), (localized("Ask below"), "threshold"),
                (localized("Flora"), "project"), (localized("Language of common names"), "plant-language"),
                (localized("Requests a day, at most"), "budget"),
            ])
        let answers = row(
            "copy", Site.settingsAnswers, localized("Saved answers"),
            localized("How long answers of Pl@ntNet are saved, and how many."),
            [
                (localized("Days that answers are saved"), "days"),
                (localized("Maximum number of saved answers"), "entries"),
                (localized("Also for similar photos"), "lookalikes"),
            ])
        let trefle = row(
            "drop", Site.settingsTrefle, localized("Care facts from Trefle"),
            careWords.hasSuffix(".") ? careWords : careWords + ".",
            [(localized("Your token for Trefle"), "token")])
        let collection = row(
            "upload", Site.settingsCollection, localized("Import and export"),
            localized("Your plants as a file, and plants from a file."),
            [(localized("Add plants from a file"), "file")])
        return [plantNet, answers] + (mayChangeKeys ? [trefle] : []) + [collection]
    }

    private var waitingWords: String {
        guard waiting > 0 else { return "" }
        return " "
            + localized(
                waiting, one: "1 photo is waiting to be sent.",
                other: "\(waiting, "count") photos are waiting to be sent.")
    }

    private var larder: Section {
        row(
            "plate", Site.diet, localized("Larder"),
            localized("What you do not eat, the language and country of products, and the account for answers."),
            [
                (localized("Allergens"), "allergens"), (localized("Preferences"), "wishes"),
                (localized("Other ingredients that we avoid"), "words"),
                (localized("People with their own diet"), "people"), (localized("Country"), "country"),
                (localized("Days before “best before”"), "best-before-days"),
                (localized("Days before “use by”"), "use-by-days"), (localized("Account for answers"), "account"),
            ])
    }

    private var medicines: Section {
        row(
            "medicines", Site.medicineSettings, localized("Medicines"),
            localized(
                """
                How long photos of labels are stored, which services may be asked, your usual times, and the emergency \
                number.
                """),
            [
                (localized("What may be sent"), "leaves"),
                (localized("Days that photos of labels are stored"), "days"),
                (localized("In an emergency"), "where"), (localized("Your usual times"), "usual"),
                (localized("Warn me this many days before a medicine runs out"), "refill"),
            ])
    }

    private var exampleWords: String {
        examples.map { localized("In your household are \($0, "examples") of the examples.") }
            ?? localized("Plants, products and medicines to try Stillroom with, removed with one button.")
    }
}
