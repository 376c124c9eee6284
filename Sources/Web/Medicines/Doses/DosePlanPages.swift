import Doses
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The pages of a medicine's plan: questions that the label leaves open, a preview of the doses, and the start.
struct DosePlanPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router
            .on(.get, Site.medicinePlan) { _, context in
                try await page(try Site.medicine.read(context), answers: nil, by: context.viewer)
            }
            .on(.post, Site.medicinePlan) { request, context in
                try await take(
                    request, try Site.medicine.read(context), try await Upload.form(request), by: context.viewer)
            }
    }

    private func take(
        _ request: Request, _ id: Medicine.ID, _ form: [String: String], by viewer: MedicineViewer
    ) async throws -> Response {
        let clock = try household.settings.clock(of: try await household.settings.home())
        let answers = DosePlanForm.answers(form, zone: clock.zone)
        guard form["do"] == "start" || form["start"] == "1" else {
            return try await page(id, answers: answers, by: viewer)
        }
        // A plan starts only if its doses were shown.
        guard DosePlanForm.wereShown(answers, in: form) else {
            return try await page(id, answers: answers, isChanged: true, by: viewer)
        }
        do {
            try await household.medicines(for: viewer).startPlan(of: id, answers: answers)
            return Response.seeOther(Site.medicine(id).with(["note": "started"]))
        } catch let error as HouseholdError where error.code == .medicineRefused {
            return try await page(id, answers: answers, problem: Problem(medicine: error), by: viewer)
        }
    }

    private func page(
        _ id: Medicine.ID, answers: DosePlan.Answers?, isChanged: Bool = false, problem: Problem? = nil,
        by viewer: MedicineViewer
    ) async throws -> Response {
        let preview = try await household.medicines(for: viewer).planPreview(of: id, answers: answers)
        var model = DosePlanModel(preview: preview)
        model.isChanged = isChanged
        model.isAsked = answers != nil
        return renderer.medicinePage(
            model.context, title: localized("When it is taken"), household: household, refusedFor: problem)
    }
}
