import Accounts
import Calendar
import Doses
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The page of a medicine: the confirmed values, the doses, the log and the stock.
struct MedicineSheetPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router
            .on(.get, Site.medicine) { request, context in
                try await page(try Site.medicine.read(context), note: Upload.query(request)["note"], in: context)
            }
            .on(.post, Site.medicineStock) { request, context in
                let id = try Site.medicine.read(context)
                let form = try await Upload.form(request)
                return try await refusing(request, context, id) {
                    try await household.medicines(for: context.viewer).stock(
                        of: id, counted: try Self.number(form["counted"]), refilled: try Self.number(form["refilled"]))
                    return Response.seeOther(Site.medicine(id).with(["note": "stocked"], at: "stock"))
                }
            }
            .on(.post, Site.changeMedicine) { request, context in
                let id = try Site.medicine.read(context)
                let action = try await Upload.form(request)["do"] ?? ""
                return try await refusing(request, context, id) {
                    guard let change = MedicineCabinet.PlanChange(rawValue: action), change != .keepZone else {
                        throw Problem.badRequest(
                            localized("No such change"),
                            localized("do is pause, resume, end, reopen, put-away, take-out, silence or remind."))
                    }
                    try await household.medicines(for: context.viewer).change(id, change)
                    return Response.seeOther(Site.medicine(id).with(["note": change.rawValue]))
                }
            }
            .on(.post, Site.medicineZone) { request, context in
                let id = try Site.medicine.read(context)
                let action = try await Upload.form(request)["do"]
                return try await refusing(request, context, id) { try await choose(action, id, context) }
            }
            .on(.post, Site.removeMedicine) { request, context in
                let id = try Site.medicine.read(context)
                guard try await Upload.form(request)["sure"] == "yes" else {
                    return Response.seeOther(Site.medicine(id).with(["note": "not-sure"], at: "remove"))
                }
                do {
                    try await household.medicines(for: context.viewer).removeMedicine(id)
                } catch let error as HouseholdError where error.code == .notFound {}
                return Response.seeOther(Site.medicines.with(["note": "removed"]))
            }
            .on(.post, Site.moveMedicine) { request, context in
                let id = try Site.medicine.read(context)
                let target = try await Upload.form(request)["to"] ?? ""
                return try await refusing(request, context, id) {
                    guard let belonging = MedicineBelonging(rawValue: target) else {
                        throw Problem.badRequest(localized("No such person"), localized("to is me or everyone."))
                    }
                    try await household.medicines(for: context.viewer).move(id, to: belonging)
                    return Response.seeOther(Site.medicine(id).with(["note": belonging.rawValue]))
                }
            }
        for address in [
            Site.moveMedicine, Site.medicineStock, Site.changeMedicine, Site.medicineZone, Site.removeMedicine,
        ] {
            router.on(.get, address) { _, context in
                Response.seeOther(Site.medicine(try Site.medicine.read(context)))
            }
        }
    }

    /// Chooses the time zone of the plan's doses.
    private func choose(_ action: String?, _ id: Medicine.ID, _ context: AppRequestContext) async throws -> Response {
        switch action {
        case "keep": try await household.medicines(for: context.viewer).change(id, .keepZone)
        case "shift": try await household.medicines(for: context.viewer).change(id, .shiftZone)
        default: throw Problem.badRequest(localized("No such choice"), localized("do is keep or shift."))
        }
        return Response.seeOther(Site.medicines.with(["note": "zone"]))
    }

    private static func number(_ text: String?) throws -> Double? {
        guard let text, !text.isEmpty else { return nil }
        guard let number = TypedNumber.value(of: text) else {
            throw Problem.badRequest(localized("No such number"), localized("Say how many there are, such as 12."))
        }
        return number
    }

    private func refusing(
        _ request: Request, _ context: AppRequestContext, _ id: Medicine.ID, _ work: () async throws -> Response
    ) async throws -> Response {
        try await Problem.adding(request, { try await page(id, problem: $0, in: context) }, work: work)
    }

    private func page(
        _ id: Medicine.ID, note: String? = nil, problem: Problem? = nil, in context: AppRequestContext
    ) async throws -> Response {
        let viewer = context.viewer
        let medicines = household.medicines(for: viewer)
        let kept = try await medicines.medicine(id)
        let clock = try household.settings.clock(of: try await household.settings.home())
        var model = MedicineSheetModel(kept: kept, clock: clock)
        if kept.plan != nil {
            model.history = try await medicines.doseHistory(
                of: kept,
                from: clock.zone.instant(of: clock.day.adding(days: -MedicineSheetModel.daysBack), at: .midnight))
        }
        model.log = try await medicines.doseLog(of: id)
        let day = try await medicines.medicineDay()
        model.day = day
        model.next = try await next(kept, clock, by: medicines)
        model.hasLabel =
            if let label = kept.label { (try? await medicines.label(label)) != nil } else { false }
        (model.owners, model.viewer) = (try await MedicineOwners.read(medicines), viewer)
        model.isOwner = context.person?.account.role == .owner
        model.note = note
        return renderer.medicinePage(
            model.context(day), title: localized("A medicine"), household: household, refusedFor: problem)
    }

    /// Returns the doses of the days after today.
    private func next(
        _ kept: StoredMedicine, _ clock: WallClock, by medicines: MedicineCabinet
    ) async throws -> [MedicineDay.Line] {
        guard kept.plan != nil, !kept.isOver else { return [] }
        var lines: [MedicineDay.Line] = []
        for days in 1...MedicineSheetModel.daysAhead {
            lines += try await medicines.medicineDay(clock.day.adding(days: days)).lines.filter {
                $0.kept.id == kept.id
            }
        }
        return lines
    }
}
