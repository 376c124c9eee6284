import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The page with the household's diet and the larder's settings, and its forms.
struct LarderSettingsPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.diet) { request, context in
            try await page(note: Upload.query(request)["note"], context)
        }
        router.on(.get, Site.foodAccount) { _, _ in Response.seeOther(Site.diet.with(at: "account")) }
        router.on(.post, Site.diet) { request, context in
            let form = try await Upload.form(request)
            return try await refusing(typed: form, context) {
                try await household.settings.choose(
                    Home.Setting.values(form, on: .larder, given: household.settings.givenHomeSettings))
                return Response.seeOther(Site.diet.with(["note": "saved"]))
            }
        }
        router.on(.post, Site.foodAccount) { request, context in
            let form = try await Upload.form(request)
            return try await refusing(typed: nil, context) {
                let note = try await change(form)
                return Response.seeOther(Site.diet.with(["note": note], at: "account"))
            }
        }
    }

    /// Performs an action of the account's forms. Returns the name of the message about it.
    private func change(_ form: [String: String]) async throws -> String {
        switch form["do"] {
        case "log-in":
            try await household.larder.logIn(name: form["name"] ?? "", password: form["password"] ?? "")
            return "logged-in"
        case "log-out":
            try await household.larder.logOut()
            return "logged-out"
        case "new-name":
            try await household.larder.resetDevice()
            return "renamed"
        default:
            throw Problem(
                .badRequest, code: "bad-wish", title: localized("No such change"),
                detail: localized("do is log-in, log-out or new-name."))
        }
    }

    private func refusing(
        typed: [String: String]?, _ context: AppRequestContext, _ work: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await work()
        } catch let error as HouseholdError
            where [.settingRefused, .accountRefused, .outcomeUnknown].contains(error.code)
        {
            return try await page(problem: Problem(error), typed: typed, context)
        }
    }

    private func page(
        note: String? = nil, problem: Problem? = nil, typed: [String: String]? = nil,
        _ context: AppRequestContext
    ) async throws -> Response {
        var model = LarderSettingsModel(
            home: try await household.settings.home(), given: household.settings.givenHomeSettings,
            mayLogIn: context.person?.permits(.keys) ?? true)
        model.account = try await household.larder.foodAccount()
        model.takesAccounts = household.larder.takesFoodAccount
        (model.note, model.problem, model.typed) = (note, problem, typed)
        return renderer.page(
            model.context, title: localized("Diet and allergies"), tab: .larder, household: household,
            status: problem?.status ?? .ok)
    }
}
