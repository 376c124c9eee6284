import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages
import Reminders

/// The pages of the links in notices. A link contains a secret and works from any origin. A GET request returns
/// a page with a confirmation button, a POST request performs the action. The pages contain no other data of the
/// household.
struct LinkPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.link) { _, context in try await ask(Self.link(context)) }
        router.on(.post, Site.link) { request, context in
            let act = try await household.reminders(for: .machine).act(on: try Self.link(context))
            let wantsPage = (request.headers[.accept] ?? "").contains("text/html")
            return wantsPage ? show(act) : try JSON.response(Document(act))
        }
    }

    private struct Document: Encodable {
        let verb: String
        let told: Int
        let wasUsed: Bool
        let overdue: Int
        let title: String

        init(_ act: ReminderCenter.Act) {
            verb = act.verb.rawValue
            told = act.loggedCount
            wasUsed = act.wasUsed
            overdue = act.overdue
            title = act.title
        }
    }

    private func ask(_ link: String) async throws -> Response {
        let (verb, text, isOfDose, owner) = try await household.reminders(for: .machine).look(at: link)
        return renderer.lonePage(
            LinkPage(
                heading: text.title,
                ask: .init(
                    action: Site.link(link), words: LinkModel.question(verb, isOfDose: isOfDose, owner: owner),
                    button: LinkModel.button(verb, isOfDose: isOfDose, owner: owner))),
            title: text.title)
    }

    private func show(_ act: ReminderCenter.Act) -> Response {
        renderer.lonePage(
            LinkPage(
                heading: act.title,
                message: WordsFields(
                    words: LinkModel.answer(
                        act.verb, act.loggedCount, act.wasUsed, isOfDose: act.isOfDose, owner: act.owner))),
            title: act.title)
    }

    private static func link(_ context: AppRequestContext) throws -> String {
        try Site.link.read(context)
    }
}

/// The page of a notice's link: a question, or the result of the action.
struct LinkPage: PageFields {
    struct Ask: TemplateFields {
        let action: String
        let words: String
        let button: String
    }

    static let template = "link"

    let heading: String
    var ask: Ask?
    var message: WordsFields?
}

/// The texts of the pages of a link; pure. `owner` is the name of another person whose dose it is.
enum LinkModel {
    static func question(_ verb: NoticeVerb, isOfDose: Bool = false, owner: String? = nil) -> String {
        switch verb {
        case .done where isOfDose: doseQuestion(owner)
        case .done: localized("Is it done? Then Stillroom logs the task.")
        case .snooze:
            isOfDose
                ? localized("Do you want another reminder in 15 minutes?")
                : localized("Do you want another reminder in an hour?")
        }
    }

    private static func doseQuestion(_ owner: String?) -> String {
        guard let owner else { return localized("Did you take it? Then Stillroom logs the dose.") }
        return localized("Did \(owner, "person") take it? Then Stillroom logs the dose.")
    }

    static func button(_ verb: NoticeVerb, isOfDose: Bool = false, owner: String? = nil) -> String {
        switch verb {
        case .done: isOfDose ? NoticeText.taken(by: owner) : localized("Mark as done")
        case .snooze: isOfDose ? localized("Snooze 15 minutes") : localized("Snooze 1 hour")
        }
    }

    static func answer(
        _ verb: NoticeVerb, _ loggedCount: Int, _ wasUsed: Bool, isOfDose: Bool = false, owner: String? = nil
    ) -> String {
        switch verb {
        // Of an alert that is gone it is not known whether it was of a dose.
        case .done where wasUsed:
            isOfDose
                ? localized("This link was already used. Check the dose in Stillroom.")
                : localized("This link was already used.")
        case .snooze where wasUsed: localized("This link was already used.")
        case _ where loggedCount == 0:
            isOfDose
                ? localized("Nothing was logged. Check the dose in Stillroom.")
                : localized("There is no open task any more.")
        case .done where isOfDose: logged(by: owner)
        case .done: localized("Logged as done.")
        case .snooze:
            isOfDose
                ? localized("You get another reminder in 15 minutes.")
                : localized("You get another reminder in an hour.")
        }
    }

    private static func logged(by owner: String?) -> String {
        guard let owner else { return localized("Logged: you took it.") }
        return localized("Logged: \(owner, "person") took it.")
    }
}
