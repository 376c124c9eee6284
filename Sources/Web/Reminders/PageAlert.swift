import Accounts
import HTTPTypes
import Household
import Hummingbird
import Messages
import Reminders

/// The line about a notice at the beginning of a page. It is a part of the page, because a line that a script inserts
/// later would move what is being read.
struct PageAlert: Sendable {
    /// The notice of the page that is being rendered; nil if there is none.
    @TaskLocal static var current: PageAlert?

    let alert: ReminderCenter.Alert
    let message: NoticeMessage
    /// How many more notices there are.
    let others: Int

    /// The fields of alert.mustache.
    struct Fields: TemplateFields {
        let alertNumber: String
        /// The mark by which the script recognises the notice.
        let alertMark: String
        let alertTitle: String
        let alertHref: String
        let alertMore: String
        let alertActions: [Action]
        let alertSeen: String
    }

    struct Action: TemplateFields {
        let alertAction: String
        let alertPath: String
    }

    var fields: Fields {
        let number = alert.notice.number
        return Fields(
            alertNumber: String(number), alertMark: "\(number) \(alert.text.title) \(alert.text.body)",
            alertTitle: alert.text.title, alertHref: message.path, alertMore: more,
            alertActions: message.actions.prefix(1).map { Action(alertAction: $0.title, alertPath: $0.path) },
            alertSeen: Site.API.alertSeen(number))
    }

    /// For example "and 2 more"; empty if there are none.
    private var more: String {
        others == 0 ? "" : localized(others, one: "and 1 more", other: "and \(others, "count") more")
    }
}

/// Finds the notice for the page that is being requested. Today has none, because it shows the facts themselves; nor has
/// a browser that gets the notices itself, which its script says with a cookie.
struct PageAlertMiddleware: RouterMiddleware {
    let household: Household

    static let notifiedCookie = "notified"

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .get, request.wantsPage, let route = context.endpointPath, route != Site.today,
            // A page before a session shows nothing, and browsers keep the one for times without a network.
            let access = Access(to: route, request.method), access != .open, context.person?.permits(.change) ?? true,
            request.headers.cookies(named: Self.notifiedCookie, where: { $0 == "yes" }).isEmpty,
            // A page is shown also if its notice cannot be read.
            let links = try? await household.reminders(for: context.viewer).alertLinks(), let first = links.first
        else { return try await next(request, context) }
        let alert = PageAlert(alert: first.alert, message: first.message, others: links.count - 1)
        return try await PageAlert.$current.withValue(alert) { try await next(request, context) }
    }
}
