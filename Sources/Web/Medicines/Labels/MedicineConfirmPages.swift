import Doses
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Labels
import Messages
import Recognition

/// The pages on which a person compares a medicine with its label. The medicine is stored only after every value was
/// confirmed.
struct MedicineConfirmPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.newMedicine) { _, context in
            try await page(MedicineConfirmModel(origin: .new), by: context.viewer)
        }
        router.on(.post, Site.newMedicine) { request, context in try await take(request, .new, by: context.viewer) }
        router
            .on(.get, Site.confirm) { _, context in
                let origin = try await origin(context)
                if case .entry(_, let view, let number) = origin, let id = view.label?.confirmed[number] {
                    return Response.seeOther(Site.medicine(id))
                }
                return try await page(MedicineConfirmModel(origin: origin), by: context.viewer)
            }
            .on(.post, Site.confirm) { request, context in
                try await take(request, try await origin(context), by: context.viewer)
            }
        router
            .on(.get, Site.editMedicine) { _, context in
                try await page(
                    MedicineConfirmModel(
                        origin: .kept(
                            try await household.medicines(for: context.viewer).medicine(
                                try Site.editMedicine.read(context)))),
                    by: context.viewer)
            }
            .on(.post, Site.editMedicine) { request, context in
                try await take(
                    request,
                    .kept(
                        try await household.medicines(for: context.viewer).medicine(try Site.editMedicine.read(context))
                    ),
                    by: context.viewer)
            }
    }

    private func origin(_ context: AppRequestContext) async throws -> MedicineConfirmModel.Origin {
        let (id, number) = Site.confirm.parse(context)
        guard let id else { throw MedicineAPI.noLabel }
        let view = try await household.medicines(for: context.viewer).label(id)
        guard let number,
            view.reading.entries.indices.contains(number), let label = view.label
        else { throw HouseholdError(.notFound, localized("There is no such medicine on this label.")) }
        return .entry(label, view, number)
    }

    private func page(
        _ model: MedicineConfirmModel, problem: Problem? = nil, by viewer: MedicineViewer
    ) async throws -> Response {
        var model = model
        if case .kept = model.origin {} else { model.offersEveryone = viewer.account != nil }
        model.strengthVerdict = household.medicines(for: viewer).strengthVerdict(
            name: model.value("name"), strength: model.value("strength"), form: model.value("form"))
        if model.typed == nil, model.read != nil, let form = try? model.form() {
            model.read = try? household.medicines(for: viewer).reading(of: form, from: model.label)
        }
        model.photograph = await photograph(model.origin, by: viewer)
        return renderer.medicinePage(
            model.context, title: model.pageTitle, household: household, refusedFor: problem)
    }

    /// Returns the photograph of the label; nil if there is none.
    private func photograph(_ origin: MedicineConfirmModel.Origin, by viewer: MedicineViewer) async -> Photograph? {
        guard case .entry(let label, _, _) = origin, let id = label.photograph else { return nil }
        return try? await household.photographs(for: viewer).photograph(id)
    }

    private func take(
        _ request: Request, _ origin: MedicineConfirmModel.Origin, by viewer: MedicineViewer
    ) async throws -> Response {
        let typed = try await Upload.form(request)
        var model = MedicineConfirmModel(origin: origin, typed: typed)
        model.photograph = await photograph(origin, by: viewer)
        let problem: Problem
        do {
            let form = try model.form()
            let read = try household.medicines(for: viewer).reading(of: form, from: model.label)
            model.read = read
            guard model.wantsToKeep else { return try await page(model, by: viewer) }
            guard model.missing.isEmpty else {
                model.tellsMissing = true
                return try await page(model, problem: MedicineConfirmModel.unconfirmed(model.missing), by: viewer)
            }
            return try await keep(
                form, confirmed: model.confirmed, origin, hasDoses: !read.medicine.clauses.isEmpty,
                belonging: model.belonging, by: household.medicines(for: viewer))
        } catch let error as HouseholdError where error.code == .alreadyKept {
            return Response.seeOther(Site.medicines)
        } catch let error as HouseholdError {
            model.wrong = error
            problem = Problem(medicine: error)
        }
        // The page also keeps the sent values if the disk is full.
        guard problem.status.code < 500 || problem.code.hasPrefix("storage-"), problem.code != "not-found" else {
            throw problem
        }
        return try await page(model, problem: problem, by: viewer)
    }

    private func keep(
        _ form: MedicineForm, confirmed: Set<DosePlan.Confirmation>, _ origin: MedicineConfirmModel.Origin,
        hasDoses: Bool, belonging: MedicineBelonging, by medicines: MedicineCabinet
    ) async throws -> Response {
        let kept: StoredMedicine =
            switch origin {
            case .new: try await medicines.keep(form, confirmed: confirmed, from: nil, for: belonging)
            case .entry(let label, _, let entry):
                try await medicines.keep(form, confirmed: confirmed, from: (label.id, entry), for: belonging)
            case .kept(let old): try await medicines.change(old.id, to: form, confirmed: confirmed)
            }
        return Response.seeOther(
            hasDoses ? Site.medicinePlan(kept.id) : Site.medicine(kept.id).with(["note": "kept"]))
    }
}
