import Documents
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Messages

/// The pages that export the medicines: a printable sheet for a doctor, and files.
struct MedicineExportPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.medicineExport) { _, _ in
            renderer.medicinePage(
                MedicineExportPage(
                    printHref: Site.medicinePrint, csvHref: Site.medicineExport(as: .csv),
                    jsonHref: Site.medicineExport(as: .json), fhirHref: Site.medicineExport(as: .fhir)),
                title: localized("For your doctor"), household: household)
        }
        router.on(.get, Site.medicinePrint) { request, context in
            let clock = try household.settings.clock(of: try await household.settings.home())
            var histories: [DoseHistory] = []
            for kept in try await household.medicines(for: context.viewer).changeable() {
                histories.append(
                    try await household.medicines(for: context.viewer).doseHistory(
                        of: kept, from: MedicinePrintModel.start(clock)))
            }
            let model = MedicinePrintModel(
                histories: histories, clock: clock, person: Upload.query(request)["person"])
            return renderer.medicinePage(
                model.context, title: localized("Medicines"), household: household)
        }
    }
}

/// The page with the links of all exports.
struct MedicineExportPage: PageFields {
    static let template = "medicine-export"

    let printHref: String
    let csvHref: String
    let jsonHref: String
    let fhirHref: String
}
