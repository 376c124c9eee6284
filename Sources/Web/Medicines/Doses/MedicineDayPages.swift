import Accounts
import Calendar
import Doses
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The page with the doses of one day: planned, taken, skipped and missed.
struct MedicineDayPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.medicineDay) { request, context in
            let day = try Site.medicineDay.read(
                context, or: HouseholdError(.notFound, localized("A day is written as 2026-11-21.")))
            let medicines = household.medicines(for: context.viewer)
            let model = MedicineDaySheetModel(
                day: try await medicines.medicineDay(day), owners: try await MedicineOwners.read(medicines),
                note: Upload.query(request)["note"])
            return renderer.medicinePage(model.context, title: localized("Doses of a day"), household: household)
        }
        router.on(.get, Site.medicineDays) { _, context in Response.seeOther(Site.medicines) }
    }
}

/// The fields of the page of one day; pure.
struct MedicineDaySheetModel {
    let day: MedicineDay
    var owners: [Account.ID: String] = [:]
    var note: String?

    private var model: MedicineDayModel {
        var model = MedicineDayModel(day: day, back: Site.medicineDay(day.day))
        model.owners = owners
        return model
    }

    var context: Page {
        var doses = model.context
        (doses.asNeeded, doses.hasAsNeeded, doses.stocks, doses.zones) = ([], false, [], [])
        let isToday = day.day == day.clock.day
        return Page(
            date: Wording.fullDate(day.day), headline: headline,
            earlierHref: Site.medicineDay(day.day.adding(days: -1)),
            laterHref: isToday ? nil : Site.medicineDay(day.day.adding(days: 1)), hasIntakes: !day.intakes.isEmpty,
            intakes: day.intakes.map { line in
                Intake(
                    intakeTime: Wording.time(line.intake.at, by: day.clock),
                    intakeName: Wording.short(line.kept.medicine.label), intakeHref: Site.medicine(line.kept.id),
                    intakeAmount: line.intake.amount.map { DosePlan.words($0, line.intake.unit) }
                        ?? localized("amount not logged"),
                    intakeAuthor: DoseAuthor.words(line.intake.author, besides: day.viewer))
            },
            doses: doses,
            messages: MedicineMessages(said: note.flatMap(MedicinesModel.note).map(WordsFields.init)))
    }

    private var headline: String {
        guard !day.lines.isEmpty else { return localized("No doses were planned.") }
        func count(_ words: Set<String>) -> Int { day.lines.count { words.contains($0.dose.status.word) } }
        let (taken, skipped, missed) = (count(["taken"]), count(["skipped"]), count(["missed"]))
        let (open, planned) = (count(["due", "late"]), count(["planned"]))
        let parts: [String?] = [
            taken > 0 ? localized(taken, one: "1 taken", other: "\(taken, "count") taken") : nil,
            skipped > 0 ? localized(skipped, one: "1 skipped", other: "\(skipped, "count") skipped") : nil,
            missed > 0 ? localized(missed, one: "1 missed", other: "\(missed, "count") missed") : nil,
            open > 0 ? localized(open, one: "1 not logged yet", other: "\(open, "count") not logged yet") : nil,
            planned > 0 ? localized(planned, one: "1 planned", other: "\(planned, "count") planned") : nil,
        ]
        return parts.compactMap(\.self).joined(separator: ", ") + "."
    }
}

extension MedicineDaySheetModel {
    struct Intake: TemplateFields {
        let intakeTime: String
        let intakeName: String
        let intakeHref: String
        let intakeAmount: String
        /// Begins with a space; empty if the viewer logged it.
        let intakeAuthor: String
    }

    /// The fields of medicine-day.mustache.
    struct Page: MedicinePage {
        static let template = "medicine-day"

        let date: String
        let headline: String
        let earlierHref: String
        var laterHref: String?
        let hasIntakes: Bool
        let intakes: [Intake]
        let doses: MedicineDayModel.Fields
        var messages: MedicineMessages = MedicineMessages()
    }
}
