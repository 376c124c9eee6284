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
        let medicines = household.medicines(for: viewer)
        var model = DosePlanModel(preview: try await medicines.planPreview(of: id, answers: answers))
        if answers == nil, let suggested = DosePlanQuestion.suggestions(for: model.preview) {
            let shown = try await medicines.planPreview(of: id, answers: suggested)
            // The first day of a rhythm of several days is asked.
            let isDaily = shown.doses.map { doses in
                zip(doses, doses.dropFirst()).allSatisfy { $1.at.timeIntervalSince($0.at) <= 36 * 3600 }
            }
            if shown.schedule != nil, isDaily ?? false { model = DosePlanModel(preview: shown, isSuggested: true) }
        }
        model.isChanged = isChanged
        model.isAsked = answers != nil
        return renderer.medicinePage(
            model.context, title: localized("When do you take it?"), household: household, refusedFor: problem)
    }
}
