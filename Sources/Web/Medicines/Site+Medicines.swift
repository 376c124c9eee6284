import Accounts
import Calendar
import Documents
import Doses
import Household
import Labels
import Recognition

extension Site {
    static let medicines = "/medicines"
    static let medicineSettings = "/medicines/settings"
    static let forgetMedicines = "/medicines/forget"
    static let medicineExport = "/medicines/export"
    /// Who sees the medicines of a person.
    static let medicineShares = "/medicines/shares"
    static let endMedicineShare = Address<Account.ID>("/medicines/shares/:account/end")
    /// For the person with whom medicines are shared.
    static let leaveMedicineShare = Address<Account.ID>("/medicines/shares/:account/leave")
    static let medicinePrint = "/medicines/print"

    // Labels.
    static let readLabel = "/medicines/read"
    static let typeLabel = "/medicines/type"
    static let labels = "/medicines/labels"
    static let label = Address<MedicineLabel.ID>("/medicines/labels/:label")
    static let labelLines = label.appending("lines")
    static let labelSecond = label.appending("second")
    static let askLabel = label.appending("ask")
    static let explainLabel = label.appending("explain")
    static let removeLabel = label.appending("remove")
    static let removeLabelPhotograph = label.appending("remove-photograph")
    static let labelPicture = Address<MedicineLabel.ID, PictureFile>("/medicines/labels/:label/pictures/:file")
    static let confirm = Address<MedicineLabel.ID, Int>("/medicines/labels/:label/entries/:entry/confirm")

    // Medicines.
    static let newMedicine = "/medicines/new"
    static let medicine = Address<Medicine.ID>("/medicines/:medicine")
    static let editMedicine = medicine.appending("edit")
    static let medicinePlan = medicine.appending("plan")
    static let takeMedicine = medicine.appending("take")
    static let medicineStock = medicine.appending("stock")
    static let changeMedicine = medicine.appending("change")
    static let medicineZone = medicine.appending("zone")
    static let removeMedicine = medicine.appending("remove")
    static let moveMedicine = medicine.appending("belongs")

    // Doses.
    static let medicineDays = "/medicines/days"
    static let medicineDay = Address<LocalDay>("/medicines/days/:day")
    /// The verb is "taken", "skip", "undo" or "move".
    static let dose = Address<Medicine.ID, PlannedDose.ID, String>("/medicines/:medicine/doses/:dose/:verb")
    static let undoEvent = Address<Medicine.ID, Int>("/medicines/:medicine/events/:number/undo")

    /// The sheet with the medicines of one person; an empty `person` is the medicines without a person.
    static func medicinePrint(of person: String) -> String { medicinePrint.with(["person": person]) }
    static func medicineExport(as format: MedicinesFormat) -> String {
        API.medicineExport.with(["format": format.rawValue])
    }
}

extension Site.API {
    static let directions = "/api/directions"
    static let labels = "/api/labels"
    static let label = Address<MedicineLabel.ID>("/api/labels/:label")
    static let labelPhotograph = label.appending("photograph")
    static let labelSecondReader = label.appending("second-reader")
    static let labelExplanation = label.appending("explanation")
    static let labelQuestions = label.appending("questions")
    static let medicines = "/api/medicines"
    static let medicineExport = "/api/medicines/export"
    static let medicine = Address<Medicine.ID>("/api/medicines/:medicine")
    static let medicinePlan = medicine.appending("plan")
    static let changePlan = Address<Medicine.ID, String>("/api/medicines/:medicine/plan/:change")
    static let doses = "/api/doses"
    /// The verb is "taken", "skipped", "undone" or "moved".
    static let dose = Address<Medicine.ID, PlannedDose.ID, String>("/api/medicines/:medicine/doses/:dose/:verb")
    static let takeClause = Address<Medicine.ID, Int>("/api/medicines/:medicine/clauses/:clause/taken")
    static let doseEntry = Address<Medicine.ID, Int>("/api/medicines/:medicine/log/:number")
}
