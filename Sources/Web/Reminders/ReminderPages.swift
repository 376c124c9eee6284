import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The reminders page: preferences, channels, private calendars and pending notices.
struct ReminderPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.settingsReminders) { request, context in
            try await page(
                note: Upload.query(request)["note"].flatMap(ReminderModel.note), context)
        }
        ReminderForms(household: household, pages: self).add(to: router)
    }

    func page(
        note: (part: String, words: String)? = nil, problem: Problem? = nil,
        typed: (form: ReminderModel.Form, fields: [String: String])? = nil, _ request: AppRequestContext
    ) async throws -> Response {
        let reminders = household.reminders(for: request.viewer)
        let home = try await household.settings.home()
        var model = ReminderModel(
            home: home, clock: try household.settings.clock(of: home), given: household.settings.givenHomeSettings,
            typed: typed)
        model.isPersonal = request.viewer.account != nil
        model.channels = try await reminders.channels()
        model.feeds = try await reminders.feeds()
        model.pending = try await reminders.pendingNotices()
        model.dead = try await reminders.deadNotices()
        var context = model.context
        context.mayChange = request.mayChangeSettings
        if let person = request.person, !household.accounts.isFresh(person) { context.confirm = Self.confirm }
        context.said = ReminderModel.Said(note)
        context.problem = problem.map(RefusalFields.init)
        return renderer.page(
            context, title: localized("Reminders"), tab: .none, household: household, status: problem?.status ?? .ok)
    }

    /// The page on which a person confirms who it is, and which leads back.
    static var confirm: String { Site.confirmPerson.with(["return": Site.settingsReminders]) }

    /// Returns a page with a secret that is shown once. It is the response to the form itself, so that the secret is in
    /// no address.
    func once(_ page: OncePage, title: String) -> Response {
        var response = renderer.page(page, title: title, tab: .none, household: household)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension Household {
    /// Throws `signInAgain` if a session performs an act whose effect outlives it, and its person has not confirmed lately
    /// who it is, and `signedOut` if it has ended.
    func requireFresh(_ request: AppRequestContext) async throws {
        if let person = request.person { try await accounts.requireFresh(person) }
    }
}

/// The page with a secret that is shown once.
struct OncePage: PageFields {
    /// The links of a private calendar.
    struct Calendar: TemplateFields {
        let subscribe: String
        /// True if the address works only on the machine of the server.
        let isNear: Bool
    }

    static let template = "once"

    let name: String
    let label: String
    let value: String
    var calendar: Calendar?
    var webhook = false
    let back = Site.settingsReminders
}
