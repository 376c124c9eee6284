import Foundation
import HTTPTypes
import Household
import Hummingbird

/// The page of reminders: how and where a person is told, private calendars, and what waits.
struct ReminderPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.get(.init(Site.settingsReminders)) { request, _ in
            try await page(note: Upload.query(request)["note"].flatMap(ReminderModel.note))
        }
        ReminderForms(household: household, pages: self).add(to: router)
    }

    func page(
        note: (part: String, words: String)? = nil, problem: Problem? = nil,
        typed: (form: ReminderModel.Form, fields: [String: String])? = nil
    ) async throws -> Response {
        let home = try await household.home()
        var model = ReminderModel(
            home: home, clock: try household.clock(of: home), given: household.givenHomeSettings, typed: typed)
        model.channels = try await household.channels()
        model.feeds = try await household.feeds()
        model.pending = try await household.pendingNotices()
        model.dead = try await household.deadNotices()
        var context = model.context
        if let note { context["said"] = [note.part: ["words": note.words]] }
        if let problem {
            context["problem"] = ["title": problem.title, "detail": problem.detail, "hint": problem.hint ?? ""]
        }
        return renderer.page(
            "reminders", title: "Reminders", tab: .none, household: household, status: problem?.status ?? .ok, context)
    }

    /// Shows what is told once and never again; the answer to the form itself, so that it stands in no address.
    func once(_ context: [String: Any], title: String) -> Response {
        var context = context
        context["back"] = Site.settingsReminders
        var response = renderer.page("once", title: title, tab: .none, household: household, context)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
