import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The page with the people who have a diet of their own, and its form.
struct PersonalDietPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.personalDiets) { request, _ in
            let query = Upload.query(request)
            var model = try await model()
            model.note = query["note"]
            model.name = query["person"]
            return page(model)
        }
        router.on(.post, Site.personalDiets) { request, _ in
            let form = try await Upload.form(request)
            var model = try await model()
            do {
                let text = try PersonalDietModel.changed(model.home.personalDiets, by: form)
                try await household.settings.choose([.dietPeople: text])
                return Response.seeOther(
                    Site.personalDiets.with(["note": form["do"] == "remove" ? "removed" : "saved"]))
            } catch let problem as Problem {
                model.problem = problem
            } catch let error as HouseholdError where error.code == .settingRefused {
                model.problem = Problem(error)
            }
            model.name = form["was"]
            model.typed = form
            return page(model)
        }
    }

    private func model() async throws -> PersonalDietModel {
        PersonalDietModel(home: try await household.settings.home(), given: household.settings.givenHomeSettings)
    }

    private func page(_ model: PersonalDietModel) -> Response {
        renderer.page(
            model.context, title: localized("People with their own diet"), tab: .larder, household: household,
            status: model.problem?.status ?? .ok)
    }
}
