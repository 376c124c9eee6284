import Foundation
import Support
import Testing

@testable import Web

@Suite("Templates and their models", .tags(.medium))
struct TemplateTests {
    /// Every page that has a model.
    private static let pages: [any PageFields.Type] = [
        AboutPage.self, APIReferencePage.self, NotePage.self, OfflinePage.self, OutboxPage.self, ProblemPage.self,
        CollectionModel.Page.self, NewPlantPage.self, PlantPage.self, WhichPlantPage.self, PhotographPage.self,
        ResultModel.Page.self, ModelLabelPage.self,
        FoodCallPage.self, FoodCallsPage.self, RobotoffPage.self, FoodGameModel.Page.self, FoodVotesModel.Page.self,
        LarderModel.Page.self,
        LarderScanModel.Page.self, LarderSettingsModel.Page.self, PersonalDietModel.Page.self, SpeciesModel.Page.self,
        MissingProductPage.self, ProductPage.self,
        FoodDatePage.self, ShoppingPage.self, StockItemPage.self, StockModel.Page.self,
        DosePlanModel.Page.self, LabelAnswerModel.Page.self, LabelModel.Page.self, MedicineConfirmModel.Page.self,
        MedicineDaySheetModel.Page.self, MedicineExportPage.self, MedicinePrintModel.Page.self,
        MedicineSettingsModel.Page.self, MedicineSharesPage.self, MedicineSheetModel.Page.self, MedicineSurePage.self,
        MedicinesModel.Page.self,
        LinkPage.self, OncePage.self, ReminderModel.Page.self, SettingsPage.self,
        HomeSettingsPage.self, HolidaysPage.self, PlantNetSettingsPage.self, SavedAnswersPage.self, TreflePage.self,
        ImportExportPage.self,
        AccountLogPage.self, AccountPage.self, DevicesPage.self, InvitationPage.self, NewAccountPage.self,
        NewTokenPage.self, TokensPage.self, PasskeysPage.self, ConfirmPage.self, RecoveryCodesStatePage.self,
        NewRecoveryCodesPage.self, OpenIDLeavePage.self, OpenIDReturnPage.self, OpenIDConnectPage.self,
        OpenIDJoinPage.self, IdentitiesPage.self,
        PassphrasePage.self, PeoplePage.self, RecoveryCodesPage.self, RecoveryPage.self, RegionPage.self,
        ResetPage.self,
        SignInPage.self,
        BackupPage.self, NetworkPage.self, WayInPage.self, GuestModel.Page.self, GuestLinksPage.self,
        NewGuestLinkPage.self,
        WelcomePlacePage.self, WelcomePeoplePage.self, WelcomePhonesPage.self, WelcomeExamplesPage.self,
        RestorePage.self, RestartingPage.self,
        AgendaModel.Page.self, MonthModel.Page.self, QuickAddModel.Page.self, TodayModel.Page.self,
        DepartureModel.Page.self, PastDayModel.Page.self,
    ]

    private static func templates() throws -> [String: String] {
        let folder = Fixture.root + "/Sources/Web/Templates"
        var templates: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".mustache") {
            let name = String((path.split(separator: "/").last ?? "").dropLast(".mustache".count))
            templates[name] = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
        }
        return templates
    }

    @Test("Every tag of every template is a declared field of its model, and every field is used")
    func everyTagIsDeclared() throws {
        let templates = try Self.templates()
        #expect(templates.count > 60)
        var check = TemplateCheck(templates)
        for page in Self.pages { check.check(page.template, of: page, layout: LayoutFields.self) }
        check.checkFields(of: Self.pages + [LayoutFields.self])
        #expect(check.faults.isEmpty, "\(check.faults.sorted().joined(separator: "\n"))")
        let missing = Set(templates.keys).subtracting(check.reached)
        #expect(missing.isEmpty, "without a model: \(missing.sorted())")
    }

    @Test("Every template can be parsed, with all that it includes; an unknown one is an error with its name")
    func everyTemplateIsParsed() throws {
        let texts = try Self.templates()
        let templates = PageTemplates(texts)
        for name in texts.keys {
            #expect(throws: Never.self) { try templates.render([:], with: name) }
            for other in PageTemplates.included(in: texts[name] ?? "") { #expect(texts[other] != nil, "\(name)") }
        }
        let error = #expect(throws: PageTemplates.Unusable.self) { try templates.render([:], with: "no-such-page") }
        #expect(error?.name == "no-such-page")
        let broken = PageTemplates(["page": "{{> part}}", "part": "{{#open}}"])
        #expect(throws: PageTemplates.Unusable.self) { try broken.render([:], with: "page") }
    }

    @Test("A template gets what it includes, also if several pages are filled at the same time")
    func templatesAreParsedOnce() async throws {
        let texts = Dictionary(
            uniqueKeysWithValues: (0..<50).map { ("page-\($0)", "\($0) {{> part }}{{>part}}{{^no}}{{>deep}}{{/no}}") })
        let templates = PageTemplates(texts.merging(["part": "({{name}})", "deep": "{{> part}}"]) { $1 })
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<50 {
                group.addTask { (number, try templates.render(["name": "x"], with: "page-\(number)")) }
            }
            for try await (number, html) in group { #expect(html == "\(number) (x)(x)(x)") }
        }
    }
}

extension TemplateTests {
    @Test("Every icon that a template names is in the file of icons")
    func icons() throws {
        let file = try String(contentsOfFile: Fixture.root + "/Sources/Web/Assets/icons.svg", encoding: .utf8)
        let known = Set(file.matches(of: /\bid="([a-z-]+)"/).map { String($0.1) })
        #expect(known.count > 20)
        for (name, text) in try Self.templates() {
            for match in text.matches(of: /icons\.svg#([a-z-]+)"/) {
                #expect(known.contains(String(match.1)), "\(name)")
            }
        }
    }

    @Test("The list of pages in this test is complete")
    func everyPageIsListed() throws {
        let folder = Fixture.root + "/Sources/Web"
        var declared: [String] = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path.hasSuffix(".swift") {
            let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
            declared += text.matches(of: /static let template = "([^"]+)"/).map { String($0.1) }
        }
        #expect(declared.sorted() == Self.pages.map { $0.template }.sorted())
    }

    // MARK: Faults

    private struct Row: TemplateFields {
        let name: String
        var note: String?
    }

    private struct Sample: TemplateFields {
        let heading: String
        let isOpen: Bool
        let rows: [Row]
        var row: Row?
    }

    private static let sound =
        "{{heading}}{{#isOpen}}!{{/isOpen}}{{#rows}}{{name}}{{#note}}{{note}}{{/note}}{{/rows}}{{#row}}{{> part}}{{/row}}"

    private static func faults(_ page: String, part: String = "{{name}}") -> [String] {
        var check = TemplateCheck(["page": page, "part": part])
        check.check("page", of: Sample.self)
        check.checkFields(of: [Sample.self])
        return check.faults.sorted()
    }

    @Test("A template whose tags are all declared has no faults")
    func soundTemplate() {
        #expect(Self.faults(Self.sound).isEmpty)
    }

    @Test(
        "A tag that no model declares is reported as a fault at every depth",
        arguments: [
            ("{{headin}}", "{{name}}", "{{headin}}"),
            ("{{#rows}}{{nam}}{{/rows}}", "{{name}}", "{{nam}}"),
            ("{{#isOpen}}{{name}}{{/isOpen}}", "{{name}}", "{{name}}"),
            ("{{#rowz}}{{heading}}{{/rowz}}", "{{name}}", "{{rowz}}"),
            ("{{row.nam}}", "{{name}}", "{{row.nam}}"),
            ("", "{{nam}}", "{{nam}}"),
        ])
    func misspelt(added: String, part: String, tag: String) {
        let faults = Self.faults(Self.sound + added, part: part)
        #expect(faults.contains { $0.hasSuffix("there is no field \(tag)") }, "\(faults)")
    }

    @Test("A field that no template uses is reported as a fault")
    func unusedField() {
        let faults = Self.faults(Self.sound.replacing("{{heading}}", with: ""))
        #expect(faults.count == 1)
        #expect(faults.first?.hasSuffix("Sample.heading is not used by a template") == true)
    }

    @Test(
        "A tag for a truth value or a list, and a section that is always shown, are reported as faults",
        arguments: ["{{isOpen}}", "{{rows}}", "{{#heading}}x{{/heading}}", "{{> absent}}"])
    func unsoundTag(added: String) {
        #expect(Self.faults(Self.sound + added).count == 1)
    }
}

extension TemplateTests {
    @Test("A model is converted to the dictionary that its fields describe")
    func dictionary() throws {
        let sample = Sample(heading: "Today", isOpen: true, rows: [Row(name: "a", note: "b"), Row(name: "c")])
        let entries = TemplateDictionary.make(of: sample)
        #expect(entries.keys.sorted() == ["heading", "isOpen", "rows"])
        let rows = try #require(entries["rows"] as? [[String: Any]])
        #expect(rows.map { $0.keys.sorted() } == [["name", "note"], ["name"]])
    }
}
