import Calendar
import Doses
import Foundation
import HTTPTypes
import Household
import Hummingbird

/// The doses of one day: what was planned, taken, skipped and missed.
struct MedicineDayPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.get("/medicines/days/:day") { request, context in
            guard let day = LocalDay(try context.parameters.require("day")) else {
                throw HouseholdError(.notFound, "A day is written as 2026-11-21.")
            }
            let model = MedicineDaySheetModel(
                day: try await household.medicines.medicineDay(day), note: Upload.query(request)["note"])
            return renderer.medicinePage("medicine-day", title: "Doses of a day", household: household, model.context)
        }
        router.get("/medicines/days") { _, _ in Response.seeOther(Site.medicines) }
    }
}

/// The page of one day; pure.
struct MedicineDaySheetModel {
    let day: MedicineDay
    var note: String?

    private var model: MedicineDayModel { MedicineDayModel(day: day, back: Site.medicineDay(day.day)) }

    var context: [String: Any] {
        var context = model.context
        context["date"] = Wording.weekday(day.day) + " \(day.day.year)"
        context["headline"] = headline
        context["earlierHref"] = Site.medicineDay(day.day.adding(days: -1))
        if day.day != day.clock.day { context["laterHref"] = Site.medicineDay(day.day.adding(days: 1)) }
        context["hasAsNeeded"] = false
        for name in ["asNeeded", "stocks", "zones"] { context[name] = [[String: Any]]() }
        context["intakes"] = day.intakes.map { line in
            [
                "intakeTime": Wording.time(line.intake.at, by: day.clock),
                "intakeName": Wording.short(line.kept.medicine.label), "intakeHref": Site.medicine(line.kept.id),
                "intakeAmount": line.intake.amount.map { DosePlan.words($0, line.intake.unit) } ?? "amount not noted",
            ]
        }
        context["hasIntakes"] = !day.intakes.isEmpty
        if let said = note.flatMap(MedicinesModel.note) { context["said"] = ["words": said] }
        return context
    }

    private var headline: String {
        guard !day.lines.isEmpty else { return "No doses were planned." }
        func count(_ words: [String]) -> Int { day.lines.count { words.contains($0.dose.status.word) } }
        let parts = [
            ("taken", count(["taken"])), ("skipped", count(["skipped"])), ("missed", count(["missed"])),
            ("not noted yet", count(["due", "late"])), ("planned", count(["planned"])),
        ]
        return parts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ") + "."
    }
}
