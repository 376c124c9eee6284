import Foundation
import HTTPTypes
import Household
import Larder
import Messages

/// The fields of the page with the people who have a diet of their own, and of the form for one of them; pure.
struct PersonalDietModel {
    let home: Home
    let given: Set<Home.Setting>
    /// The person whose diet is changed; nil for a new person.
    var name: String?
    /// The values of a form that was refused.
    var typed: [String: String]?
    var problem: Problem?
    var note: String?

    static let settings = Home.Setting.on(.personalDiets)

    private var people: [PersonalDiet] { home.personalDiets }

    private var person: PersonalDiet? { name.flatMap { name in people.first { $0.isNamed(name) } } }

    // MARK: The sent form

    /// Returns the list that the form gives, as the text of the setting. Throws `Problem`.
    static func changed(_ people: [PersonalDiet], by form: [String: String]) throws(Problem) -> String {
        guard form["diet.people"] == PersonalDiet.text(people) else {
            throw problem(
                localized("The list was changed on another page meanwhile."),
                hint: localized("Look at it and save again."))
        }
        let was = form["was"] ?? ""
        let others = people.filter { !$0.isNamed(was) }
        guard form["do"] != "remove" else { return PersonalDiet.text(others) }
        guard let person = PersonalDiet(name: form["name"] ?? "", diet: try diet(form)) else {
            let limit = PersonalDiet.nameLimit
            throw problem(
                localized("This name cannot be used."),
                hint: localized("A name has 1 to \(limit, "limit") characters, and no comma, colon or semicolon."))
        }
        guard !others.contains(where: { $0.isNamed(person.name) }) else {
            throw problem(
                localized("There is a person with this name already."), hint: localized("Choose another name."))
        }
        guard others.count < PersonalDiet.limit else {
            let limit = PersonalDiet.limit
            throw problem(
                localized("At most \(limit, "count") people can have their own diet."),
                hint: localized("Remove a person first."))
        }
        var changed = people.map { $0.isNamed(was) ? person : $0 }
        if others.count == people.count { changed.append(person) }
        return PersonalDiet.text(changed)
    }

    private static func diet(_ form: [String: String]) throws(Problem) -> Diet {
        var diet = Diet()
        diet.allergens = Set(Allergen.allCases.filter { form["allergen.\($0.rawValue)"] != nil })
        diet.preferences = Set(Diet.Preference.allCases.filter { form["wish.\($0.rawValue)"] != nil })
        diet.traces = form["traces"].flatMap(TraceRule.init(setting:)) ?? diet.traces
        guard let words = Diet.words(form["words"] ?? "") else {
            throw problem(
                localized("These ingredients cannot be read."),
                hint: localized("Separate them with commas. An ingredient has 2 to 60 letters."))
        }
        diet.words = words
        return diet
    }

    private static func problem(_ detail: String, hint: String) -> Problem {
        Problem(
            .unprocessableContent, code: "setting-refused", title: localized("The diet is not saved"), detail: detail,
            hint: hint)
    }

    // MARK: Page fields

    var context: Page {
        Page(
            action: Site.personalDiets, seen: PersonalDiet.text(people), people: people.map(row),
            hasPeople: !people.isEmpty, held: HeldFields(given), form: form, said: said,
            problem: problem.map(RefusalFields.init))
    }

    private var said: WordsFields? {
        switch note {
        case "saved": WordsFields(words: localized("The diet is saved."))
        case "removed": WordsFields(words: localized("The person is removed from the list."))
        default: nil
        }
    }

    private func row(_ person: PersonalDiet) -> Row {
        let diet = person.diet
        let words =
            Allergen.allCases.filter(diet.allergens.contains).map(\.words)
            + Diet.Preference.allCases.filter(diet.preferences.contains).map(\.words) + diet.words
        return Row(
            personName: person.name,
            summary: words.isEmpty ? localized("Nothing is entered yet.") : Wording.short(Wording.list(words), 200),
            href: given.contains(.dietPeople) ? nil : Site.personalDiets.with(["person": person.name]))
    }

    /// Nil if no person can be added or changed.
    private var form: Form? {
        guard !given.contains(.dietPeople), person != nil || people.count < PersonalDiet.limit else { return nil }
        let kept = person?.diet ?? Diet()
        func isOn(_ name: String, _ isKept: Bool) -> Bool { typed.map { $0[name] != nil } ?? isKept }
        let traces = typed?["traces"].flatMap(TraceRule.init(setting:)) ?? kept.traces
        return Form(
            formTitle: person.map { localized("Diet of \($0.name, "person")") } ?? localized("Add a person"),
            was: person?.name ?? "", name: typed?["name"] ?? person?.name ?? "",
            allergens: Allergen.allCases.map {
                let name = "allergen.\($0.rawValue)"
                return LarderSettingsModel.Box(
                    name: name, word: $0.words, isOn: isOn(name, kept.allergens.contains($0)))
            },
            preferences: Diet.Preference.allCases.map {
                let name = "wish.\($0.rawValue)"
                return LarderSettingsModel.Box(
                    name: name, word: $0.words, isOn: isOn(name, kept.preferences.contains($0)))
            },
            traces: TraceRule.allCases.map {
                LarderSettingsModel.Trace(value: $0.rawValue, word: $0.words, isOn: $0 == traces)
            },
            words: typed?["words"] ?? Diet.text(kept.words), nameLimit: String(PersonalDiet.nameLimit),
            isKept: person != nil,
            isFolded: person == nil && typed == nil && !people.isEmpty)
    }
}

extension PersonalDietModel {
    /// The fields of personal-diets.mustache.
    struct Page: PageFields {
        static let template = "personal-diets"

        let action: String
        /// The list as it was shown: a form that was opened before another change is refused.
        let seen: String
        let people: [Row]
        let hasPeople: Bool
        let held: HeldFields<Home.Setting>
        let form: Form?
        let said: WordsFields?
        let problem: RefusalFields?
    }

    struct Row: TemplateFields {
        let personName: String
        let summary: String
        let href: String?
    }

    struct Form: TemplateFields {
        let formTitle: String
        /// The name before the change; empty for a new person.
        let was: String
        let name: String
        let allergens: [LarderSettingsModel.Box]
        let preferences: [LarderSettingsModel.Box]
        let traces: [LarderSettingsModel.Trace]
        let words: String
        let nameLimit: String
        let isKept: Bool
        let isFolded: Bool
    }
}
