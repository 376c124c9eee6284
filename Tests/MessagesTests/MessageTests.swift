import Messages
import Support
import Testing

@Suite("Messages in the language of the task", .tags(.small))
struct MessageTests {
    static let german = Localization(
        language: .german,
        catalogue: Catalogue([
            Catalogue.Entry(
                context: nil, english: "You are away until {day}.", englishPlural: nil,
                forms: ["Bis {day} sind Sie nicht da."]),
            Catalogue.Entry(
                context: nil, english: "1 task of {plant}", englishPlural: "{count} tasks of {plant}",
                forms: ["1 Aufgabe für {plant}", "{count} Aufgaben für {plant}"]),
            Catalogue.Entry(context: "not done", english: "Open", englishPlural: nil, forms: ["Offen"]),
            Catalogue.Entry(context: nil, english: "Not translated yet", englishPlural: nil, forms: [""]),
        ]))

    @Test("Without a language the English text is filled in")
    func english() {
        #expect(localized("You are away until \("Friday", "day").") == "You are away until Friday.")
        #expect(localized("A brace { stays") == "A brace { stays")
        #expect(localized(1, one: "1 task", other: "\(1, "count") tasks") == "1 task")
        #expect(localized(0, one: "1 task", other: "\(0, "count") tasks") == "0 tasks")
    }

    @Test("A translation moves its values, and uses the form of the number")
    func translated() {
        Localization.$current.withValue(Self.german) {
            #expect(localized("You are away until \("Freitag", "day").") == "Bis Freitag sind Sie nicht da.")
            #expect(tasks(1) == "1 Aufgabe für {count}")
            #expect(tasks(7) == "7 Aufgaben für {count}")
            #expect(localized("Open", context: "not done") == "Offen")
        }
    }

    /// A value that looks like a name is not filled in again.
    private func tasks(_ count: Int) -> String {
        localized(
            count, one: "1 task of \("{count}", "plant")", other: "\(count, "count") tasks of \("{count}", "plant")")
    }

    @Test("A text that is not translated, or has another context, stays English")
    func missing() {
        Localization.$current.withValue(Self.german) {
            #expect(localized("Open") == "Open")
            #expect(localized("Not translated yet") == "Not translated yet")
        }
    }

    @Test("The pseudo-locale changes every letter of a pattern, and no value, tag or entity")
    func pseudo() {
        Localization.$current.withValue(.pseudo) {
            #expect(localized("Water \("Fern", "plant") & go") == "Ŵåţéŕ Fern & ĝö")
            #expect(Localization.current.pattern("<a>Save</a>&nbsp;{name}") == "<a>Šåṽé</a>&nbsp;{name}")
            #expect(localized(2, one: "1 day", other: "\(2, "count") days") == "2 ðåýš")
            let all = Localization.current.pattern("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
            #expect(!all.contains { $0.isASCII })
        }
    }

    @Test("French uses the singular for none")
    func frenchNone() {
        #expect(DisplayLanguage.french.pluralForm(for: 0) == 0)
        #expect(DisplayLanguage.french.pluralForm(for: 1) == 0)
        #expect(DisplayLanguage.french.pluralForm(for: 2) == 1)
        #expect(DisplayLanguage.german.pluralForm(for: 0) == 1)
    }

    @Test(
        "Accept-Language chooses the language with the greatest weight that Stillroom has",
        arguments: [
            ("de-AT,de;q=0.9,en;q=0.8", DisplayLanguage.german), ("fr-CA", .french),
            ("es, fr;q=0.5, en;q=0.7", .english),
            ("it;q=1, de;q=0.1", .german), ("de;q=0, en;q=0.2", .english), ("en-XA", .pseudo), ("EN-gb", .english),
        ])
    func acceptLanguage(_ header: String, _ language: DisplayLanguage) {
        #expect(DisplayLanguage(acceptLanguage: header) == language)
    }

    @Test("A header without one of our languages chooses none", arguments: ["", "es", "*", ";q=1", "de;q=0", "x,,;"])
    func noLanguage(_ header: String) {
        #expect(DisplayLanguage(acceptLanguage: header) == nil)
    }

    @Test("The variables of POSIX choose the language, LC_ALL before LANG")
    func posix() {
        #expect(DisplayLanguage(environment: ["LANG": "de_DE.UTF-8"]) == .german)
        #expect(DisplayLanguage(environment: ["LC_ALL": "fr_FR", "LANG": "de_DE.UTF-8"]) == .french)
        #expect(DisplayLanguage(environment: ["LC_ALL": "", "LC_MESSAGES": "de"]) == .german)
        #expect(DisplayLanguage(environment: ["LANG": "C.UTF-8"]) == .english)
        #expect(DisplayLanguage(environment: [:]) == .english)
    }
}
