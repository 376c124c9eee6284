import Accounts
import Calendar
import Foundation
import Household
import Hummingbird
import Messages
import Recognition

/// The page "Settings", which leads to all others, and what those have in common.
struct SettingsPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.settings) { request, context in
            if let elsewhere = Self.elsewhere(context.person) { return elsewhere }
            return try await index(for: context.person, query: Upload.query(request))
        }
        HomeSettingsPages(household: household, pages: self).add(to: router)
        PlantNetSettingsPages(household: household, pages: self).add(to: router)
    }

    /// A person who may not change the household's settings has the own account only. Links on other pages lead here.
    static func elsewhere(_ person: SignedIn?) -> Response? {
        guard let person, !person.permits(.settings) else { return nil }
        return Response.seeOther(Site.account)
    }

    private func index(for person: SignedIn?, query: [String: String]) async throws -> Response {
        let home = try await household.settings.home()
        let clock = try household.settings.clock(of: home)
        let refusedSince = try await household.planning.careKeyRefusedSince()
        let status = try await household.identifications.serviceStatus()
        let examples = try await ExampleWords.counts(household.examples.view())
        let index = SettingsIndex(
            serviceWords: PlantNetSettingsModel.word(status.service, now: household.now()),
            careWords: TrefleModel(
                household.planning.careKeyState, refusedSince: refusedSince.map { clock.zone.day(at: $0) }
            ).words,
            holidayWords: HolidaysModel(home: home, clock: clock).words,
            networkWords: NetworkWording.words(household.network.status), examples: examples,
            deadNotices: try await household.reminders(for: MedicineViewer(person)).deadNotices().count,
            waiting: status.waiting, mayChangeKeys: person?.permits(.keys) ?? true, hasAccount: person != nil,
            mayChangePeople: person?.permits(.people) ?? false)
        let text = query["q"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        let rows = text.isEmpty ? index.sections.map(\.row) : index.rows(matching: text)
        let page = SettingsPage(
            account: person.map(AccountSummary.init), query: text.isEmpty ? nil : text,
            foundWords: rows.isEmpty
                ? localized("Nothing was found.")
                : localized(
                    rows.count, one: "1 setting was found.", other: "\(rows.count, "count") settings were found."),
            rows: rows)
        return response(page, title: localized("Settings"), nil)
    }

    /// A page of the settings; after a refused form with the status of its problem.
    func response(_ page: some PageFields, title: String, _ problem: Problem?) -> Response {
        renderer.page(page, title: title, tab: .none, household: household, status: problem?.status ?? .ok)
    }
}

/// The page "Settings".
struct SettingsPage: PageFields {
    static let template = "settings"

    /// Nil without accounts.
    let account: AccountSummary?
    /// What the person searches for; nil for the list of all pages.
    let query: String?
    let foundWords: String
    let rows: [SettingsIndex.Row]
}

/// The message about a form, at the top of a settings page.
struct SettingsMessage: SharedFields {
    let note: String?
    let problem: RefusalFields?

    init(_ note: String?, _ problem: Problem?) {
        self.note = note
        self.problem = problem.map(RefusalFields.init)
    }
}
