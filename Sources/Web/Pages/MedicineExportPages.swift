import Foundation
import HTTPTypes
import Household
import Hummingbird
import Medicines

/// What the household keeps of its medicines, to take along: a sheet for the doctor, and files.
struct MedicineExportPages {
    let household: Household
    let stationery: Stationery

    func add(to router: Router<HouseContext>) {
        router.get(.init(Site.medicineExport)) { _, _ in
            stationery.medicinePage(
                "medicine-export", title: "For your doctor", household: household,
                [
                    "printHref": Site.medicinePrint, "csvHref": Site.medicineExport(as: .csv),
                    "jsonHref": Site.medicineExport(as: .json), "fhirHref": Site.medicineExport(as: .fhir),
                ])
        }
        router.get(.init(Site.medicinePrint)) { _, _ in
            let clock = try household.clock(of: try await household.home())
            var courses: [[String: Any]] = []
            for kept in try await household.medicines(withOver: true) {
                var model = MedicineSheetModel(kept: kept, clock: clock)
                model.log = try await household.doseLog(of: kept.id)
                courses.append(MedicinePrintModel.row(model))
            }
            return stationery.medicinePage(
                "medicine-print", title: "Medicines", household: household, isPrivate: true,
                [
                    "date": Wording.date(clock.day), "courses": courses, "hasCourses": !courses.isEmpty,
                    "backHref": Site.medicineExport,
                ])
        }
    }
}

/// A medicine on the printed sheet; pure.
enum MedicinePrintModel {
    static func row(_ model: MedicineSheetModel) -> [String: Any] {
        let all = model.context
        var row: [String: Any] = [:]
        for name in ["directions", "facts", "plain", "log", "hasLog", "warnings", "hasWarnings", "isMoreLog"] {
            row[name] = all[name]
        }
        row["courseName"] = Wording.short(model.kept.medicine.label)
        row["courseStand"] = MedicineStand.words(model.kept)
        if let person = model.kept.medicine.person { row["coursePerson"] = Wording.short(person, 60) }
        return row
    }
}
