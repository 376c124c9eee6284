import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import Recognition
import Support
import Testing

@testable import Web

@Suite("Forms of settings", .tags(.medium))
struct SettingFormTests {
    private static func path(_ form: SettingForm) -> String {
        switch form {
        case .home: Site.settingsHome
        case .service: Site.settingsPlantNet
        case .savedAnswers: Site.settingsAnswers
        case .reminders: Site.settingsReminders
        case .larder: Site.diet
        case .personalDiets: Site.personalDiets
        case .medicines: Site.medicineSettings
        }
    }

    /// Returns the tags of all fields of a page.
    private func tags(on form: SettingForm, given: [Home.Setting: String]) async throws -> [String] {
        let server = try WebServer(
            .drawn(careServices: .drawn(given: given)), settings: .init(version: "test"),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return try await Application(router: server.router()).test(.router) { client in
            let response = try await client.execute(
                uri: Self.path(form), method: .get, headers: [.accept: "text/html"])
            #expect(response.status == .ok)
            return String(buffer: response.body).matches(of: /<(?:input|select|textarea)\b[^>]*>/).map { String($0.0) }
        }
    }

    @Test(
        "Each setting of the home has its fields on its pages, and they alone are disabled if it is given at the start",
        arguments: Home.Setting.allCases)
    func homeFields(setting: Home.Setting) async throws {
        #expect(!setting.declaration.forms.isEmpty)
        let names = Set(setting.fieldNames.map { " name=\"\($0)\"" })
        for form in setting.declaration.forms {
            let tags = try await tags(on: form, given: [setting: Home().text(of: setting)])
            for name in names {
                let own = tags.filter { $0.contains(name) }
                #expect(!own.isEmpty && own.allSatisfy { $0.contains(" disabled") }, "\(name) on \(form)")
            }
            let others = tags.filter { tag in !names.contains { tag.contains($0) } }
            #expect(others.allSatisfy { !$0.contains(" disabled") }, "\(setting) on \(form)")
        }
    }

    @Test(
        "Each setting of the policy has a field on its settings page, and a tag that disables it if the setting is fixed",
        arguments: zip(Policy.Setting.allCases, HeldFields<Policy.Setting>.names))
    func policyFields(setting: Policy.Setting, name: String) throws {
        let isAboutAnswers = setting.rawValue.hasPrefix("cache.")
        #expect(setting.declaration.forms == [isAboutAnswers ? .savedAnswers : .service])
        let file = isAboutAnswers ? SavedAnswersPage.template : PlantNetSettingsPage.template
        let template = try String(
            contentsOfFile: "\(Fixture.root)/Sources/Web/Templates/Settings/\(file).mustache", encoding: .utf8)
        let fields = template.split(separator: "\n").filter { $0.contains(" name=\"\(setting.rawValue)\"") }
        #expect(!fields.isEmpty && fields.allSatisfy { $0.contains("{{#fixed.\(name)}} disabled{{/fixed.\(name)}}") })
    }

    @Test("The tag of a fixed setting is its key in camelCase")
    func tagNames() {
        #expect(HeldFields<Home.Setting>.names.contains("agendaGroupWaterings"))
        let held = HeldFields<Home.Setting>([.preferredTime])
        #expect(held.flags["agendaTime"] == true && held.flags["homeZone"] == false)
        #expect(held.flags.count == Home.Setting.allCases.count)
    }

    @Test(
        "A form gives texts without outer spaces, unticked boxes as false, and no setting that is fixed or was not sent"
    )
    func values() {
        let form = [
            "larder.language": " DE ", "diet.ingredients": "leek\ncelery", "allergen.milk": "true",
            "allergen.fish": "true", "larder.country": "at",
        ]
        let values = Home.Setting.values(form, on: .larder, given: [.larderCountry])
        #expect(
            values == [
                .larderLanguage: "de", .dietIngredients: "leek,celery", .dietAllergens: "milk,fish",
                .dietPreferences: "",
                .larderQuestions: "false",
            ])
        #expect(Policy.Setting.values(["inquiry.threshold": "55"], on: .service, given: [])[.threshold] == "0.55")
        let quiet = ["reminders.quiet-from": "", "reminders.quiet-to": ""]
        #expect(Home.Setting.values(quiet, on: .reminders, given: [])[.quietFrom] == "none")
    }
}
