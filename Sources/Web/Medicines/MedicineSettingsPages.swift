import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import Wording

/// The page with the household's settings for medicines, and the deletion of all medicines.
struct MedicineSettingsPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.medicineSettings) { request, context in
            try await page(note: Upload.query(request)["note"], context)
        }
        router.on(.get, Site.forgetMedicines) { _, context in
            Response.seeOther(Site.medicineSettings.with(at: "forget"))
        }
        router.on(.post, Site.medicineSettings) { request, context in
            let form = try await Upload.form(request)
            do {
                try await household.settings.choose(
                    Home.Setting.values(form, on: .medicines, given: household.settings.givenHomeSettings))
                return Response.seeOther(Site.medicineSettings.with(["note": "saved"]))
            } catch let error as HouseholdError where error.code == .settingRefused {
                return try await page(problem: Problem(error), typed: form, context)
            }
        }
        router.on(.post, Site.forgetMedicines) { request, context in
            guard try await Upload.form(request)["sure"] == "yes" else {
                return Response.seeOther(Site.medicineSettings.with(["note": "not-sure"], at: "forget"))
            }
            try await household.medicines(for: context.viewer).forgetMedicines()
            return Response.seeOther(Site.medicines.with(["note": "forgotten"]))
        }
    }

    private func page(
        note: String? = nil, problem: Problem? = nil, typed: [String: String]? = nil,
        _ context: AppRequestContext
    ) async throws -> Response {
        var model = MedicineSettingsModel(
            home: try await household.settings.home(), given: household.settings.givenHomeSettings,
            mayChange: context.mayChangeSettings)
        (model.note, model.typed) = (note, typed)
        model.isPersonal = context.viewer.account != nil
        model.second = household.medicines(for: context.viewer).services.second
        model.explainer = household.medicines(for: context.viewer).services.explainer
        return renderer.medicinePage(
            model.context, title: localized("Medicine settings"), household: household, refusedFor: problem)
    }
}

/// The fields of the page with the settings for medicines; pure.
struct MedicineSettingsModel {
    let home: Home
    /// The settings that are fixed by the configuration of the server.
    let given: Set<Home.Setting>
    /// Whether the person may change the settings of the household.
    let mayChange: Bool
    var second: TextService?
    var explainer: ExplainerService?
    /// True if the viewer has an account, so that only the own medicines are deleted.
    var isPersonal = false
    var note: String?
    /// The values of a form that was refused.
    var typed: [String: String]?

    static let settings = Home.Setting.on(.medicines)

    var context: Page {
        var context = Page(
            action: Site.medicineSettings, forgetAction: Site.forgetMedicines,
            allowsSecond: isTicked(.medicineSecondReader), allowsExplainer: isTicked(.medicineExplainer),
            keepDays: shown(.medicineKeepDays), refillDays: shown(.medicineRefillDays), times: times,
            regions: regions,
            held: HeldFields(given),
            allHeld: given.isSuperset(of: Self.settings),
            refillMost: String(MedicinePreferences.refillDaysAllowed.upperBound),
            hidesNames: home.text(of: .hidesMedicines) == "true", isPersonal: isPersonal,
            mayChange: mayChange)
        if let second { context.second = Second(name: second.name, host: second.host) }
        if let explainer {
            context.explainer = Explainer(name: explainer.model, host: explainer.host, isOwnModel: explainer.isOwn)
        }
        if note == "saved" { context.messages.said = WordsFields(words: localized("The settings are saved.")) }
        if note == "not-sure" { context.notSure = true }
        return context
    }

    private var times: [TimeRow] {
        let names: [(Home.Setting, String)] = [
            (.medicineMorning, localized("Morning")), (.medicineNoon, localized("Noon")),
            (.medicineEvening, localized("Evening")), (.medicineBedtime, localized("Bedtime")),
        ]
        return names.map { setting, name in
            TimeRow(
                timeName: setting.rawValue, timeLabel: name, time: String(shown(setting).prefix(5)),
                isHeld: given.contains(setting))
        }
    }

    private var regions: [RegionChoice] {
        let chosen = shown(.medicineRegion)
        let named = MedicinePreferences.regions.map { ($0, SafetyText.Region(rawValue: $0)?.name ?? "") }
        let sorted =
            Localization.current.language == .english ? named : named.sorted { Self.order($0) < Self.order($1) }
        return ([""] + sorted.map(\.0)).map { code in
            let region = SafetyText.Region(rawValue: code)
            let name = region.map { "\($0.name): \($0.emergencyNumber ?? "")" } ?? localized("As the time zone says")
            return RegionChoice(code: code, regionName: name, isChosen: code == chosen)
        }
    }

    /// The union is first, then the countries by their names without accents.
    private static func order(_ region: (code: String, name: String)) -> String {
        region.code == "eu"
            ? "" : region.name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
    }

    private func shown(_ setting: Home.Setting) -> String {
        guard !given.contains(setting), let text = typed?[setting.rawValue] else { return home.text(of: setting) }
        return Wording.short(text, 100)
    }

    private func isTicked(_ setting: Home.Setting) -> Bool {
        given.contains(setting) || typed == nil
            ? home.text(of: setting) == "true" : typed?[setting.rawValue] == "true"
    }
}

extension MedicineSettingsModel {
    struct Second: TemplateFields {
        let name: String
        let host: String
    }

    struct Explainer: TemplateFields {
        let name: String
        let host: String
        let isOwnModel: Bool
    }

    /// The fields of medicine-settings.mustache.
    struct Page: MedicinePage {
        static let template = "medicine-settings"

        let action: String
        let forgetAction: String
        let allowsSecond: Bool
        let allowsExplainer: Bool
        let keepDays: String
        let refillDays: String
        let times: [TimeRow]
        let regions: [RegionChoice]
        let held: HeldFields<Home.Setting>
        let allHeld: Bool
        let refillMost: String
        let hidesNames: Bool
        let isPersonal: Bool
        let mayChange: Bool
        var second: Second?
        var explainer: Explainer?
        var notSure = false
        var messages = MedicineMessages()
    }

    struct TimeRow: TemplateFields {
        let timeName: String
        let timeLabel: String
        let time: String
        let isHeld: Bool
    }

    struct RegionChoice: TemplateFields {
        let code: String
        let regionName: String
        let isChosen: Bool
    }
}
