import Calendar
import Contracts
import Directions
import Documents
import Doses
import Foundation
import Household
import Recognition
import Support
import Testing

@Suite("Confirming medicines", .tags(.small))
struct MedicineTests {
    let house: MedicineHouse
    var household: Household { house.household }

    init() throws { house = try MedicineHouse() }

    @Test("A medicine is kept only after each value was confirmed")
    func everyField() async throws {
        var form = house.form(
            "Ibuprofen",
            "Take 1 to 2 tablets (200 mg each) by mouth every 6 hours as needed for pain. Max 8 tablets in 24 hours")
        form.strength = "200 mg"
        let all = try house.everything(of: form)
        try #require(all.count >= 7)
        for confirmation in all.sorted() {
            let error = await house.refusal {
                _ = try await household.medicines.keep(form, confirmed: all.subtracting([confirmation]), from: nil)
            }
            #expect(error?.code == .medicineRefused && error?.detail == "confirmation")
            #expect(error?.message.contains(confirmation.words) == true)
        }
        let error = await house.refusal { _ = try await household.medicines.keep(form, confirmed: [], from: nil) }
        #expect(error?.code == .medicineRefused)
        #expect(try await household.medicines.list(withOver: true).isEmpty)
        let kept = try await household.medicines.keep(form, confirmed: all, from: nil)
        #expect(kept.plan == nil && kept.status == .ok && kept.medicine.clauses.count == 1)
        #expect(try await household.medicines.list() == [kept])
    }

    @Test(
        "An invalid value of a medicine is refused with the name of its field",
        arguments: ["name", "strength", "form", "person", "directions", "quantity", "refills"])
    func refusals(field: String) async throws {
        let long = String(repeating: "x", count: 1001)
        var forms = [house.form()]
        switch field {
        case "name":
            forms[0].name = " \n"
            forms.append(house.form(long))
        case "strength": forms[0].strength = long
        case "form": forms[0].form = long
        case "person": forms[0].person = long
        case "directions": forms[0].sig = long
        case "quantity":
            forms = [0, -1, .nan, .infinity, 100_001].map { house.form(quantity: $0) }
        default:
            forms[0].refills = -1
            forms.append(house.form())
            forms[1].refills = 100
        }
        for form in forms {
            let error = await house.refusal { _ = try await household.medicines.keep(form, confirmed: [], from: nil) }
            #expect(error?.code == .medicineRefused && error?.detail == field)
        }
        #expect(try await household.medicines.list(withOver: true).isEmpty)
    }

    @Test("An entry of a label becomes one medicine")
    func once() async throws {
        let label = try await household.medicines.takeLabel(house.photograph())
        let kept = try await house.keep(from: (label.id, 0))
        #expect(kept.label == label.id && kept.entry == 0)
        #expect(try await household.medicines.label(label.id).label?.confirmed == [0: kept.id])
        #expect(await house.refusal { try await house.keep(from: (label.id, 0)) }?.code == .alreadyKept)
        let nobody = try house.sampleLabel()
        #expect(await house.refusal { try await house.keep(from: (nobody, 0)) }?.code == .notFound)
        #expect(try await household.medicines.list().count == 1)
        try await household.medicines.removeMedicine(kept.id)
        try await house.keep(from: (label.id, 0))
        #expect(await house.refusal { _ = try await household.medicines.medicine(kept.id) }?.code == .notFound)
        #expect(await house.refusal { try await household.medicines.removeMedicine(kept.id) }?.code == .notFound)
    }

    @Test("Changed values need a new confirmation, and planned doses stay until a new plan is started")
    func change() async throws {
        let kept = try await house.running()
        let form = house.form("Amoxicillin", "Take 2 capsules by mouth twice daily")
        let error = await house.refusal {
            _ = try await household.medicines.change(
                kept.id, to: form, confirmed: house.everything(of: form).subtracting([.init(clause: 0, field: .dose)]))
        }
        #expect(error?.code == .medicineRefused)
        #expect(try await household.medicines.medicine(kept.id) == kept)
        let changed = try await household.medicines.change(kept.id, to: form, confirmed: house.everything(of: form))
        #expect(changed.medicine.clauses.first?.dose?.low == 2 && changed.plan == kept.plan)
        #expect(try await house.day()["08:00"]?.dose.dose.amountText == "1 capsule")
        let nobody = Medicine.ID(rawValue: "nobody")
        let gone = await house.refusal {
            _ = try await household.medicines.change(nobody, to: form, confirmed: house.everything(of: form))
        }
        #expect(gone?.code == .notFound)
    }
}

extension MedicineTests {
    @Test("Directions that cannot be read reliably can be kept and never become doses")
    func refused() async throws {
        let kept = try await house.keep(house.form("Amoxicillin", "Take 15 mg/kg by mouth twice daily"))
        #expect(kept.status == .refuse && kept.medicine.clauses.isEmpty)
        let preview = try await household.medicines.planPreview(of: kept.id)
        #expect(preview.doses == nil && preview.refusal?.isRefused == true)
        let error = await house.refusal {
            try await household.medicines.startPlan(of: kept.id, answers: MedicineHouse.answers())
        }
        #expect(error?.code == .medicineRefused && error?.detail == "plan")
        #expect(try await household.medicines.medicine(kept.id).plan == nil)
    }

    @Test("The expiry date is kept even if the amount is unknown")
    func expiry() async throws {
        var form = house.form(quantity: nil)
        form.expiry = LocalDay("2026-06-09")
        let kept = try await house.keep(form)
        #expect(kept.stock == nil)
        #expect(MedicineDocument(try await household.medicines.medicine(kept.id)).expires == "2026-06-09")
        try await household.medicines.stock(of: kept.id, counted: 3)
        try await household.medicines.startPlan(of: kept.id, answers: MedicineHouse.answers())
        #expect(try await household.medicines.medicineDay().stocks.first?.outlook.isExpired == true)
    }

    @Test("An export has all data, and no cell of it is a formula")
    func export() async throws {
        var form = house.form("=SUM(A1)", "Take 1 capsule by mouth twice daily")
        form.person = "Ström, Anna"
        let kept = try await house.keep(form)
        try await household.medicines.startPlan(of: kept.id, answers: MedicineHouse.answers())
        let dose = try #require(try await house.day()["08:00"]).dose.dose.id
        try await household.medicines.note(.skipped(reason: "felt “sick”, again"), dose: dose, of: kept.id)
        let table = String(decoding: try await house.export(.csv), as: UTF8.self)
        #expect(table.hasSuffix("\r\n") && table.contains("\"Ström, Anna\"") && table.contains("'=SUM(A1)"))
        #expect(table.contains("skipped") && table.contains("\"felt “sick”, again\""))
        try house.clock.set("2026-06-11T19:00:00Z")
        let missed = String(decoding: try await house.export(.csv), as: UTF8.self)
        let rows = missed.split(separator: "\r\n")
        #expect(rows.first?.hasSuffix(",noted at,taken back,replaced,planned for,noted by") == true)
        #expect(rows.filter { $0.contains(",missed,,1 capsule,,,,,2026-06-1") }.count == 2)
        #expect(rows.contains { $0.contains("skipped") && $0.hasSuffix(",2026-06-10T06:00:00Z,") })
        for format in [MedicinesFormat.json, .fhir] {
            let bytes = Data(try await house.export(format))
            let value = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
            #expect(value["medicines"] != nil || value["resourceType"] as? String == "Bundle")
            #expect(String(decoding: bytes, as: UTF8.self).contains("2026-06-10T18:00:00Z"), "the missed dose")
        }
    }
}

extension MedicineTests {
    @Test("A FHIR export follows the rules of R4: no empty values, unique identifiers, resolvable references")
    func fhir() async throws {
        func bundle() async throws -> (faults: [String], resources: [[String: Any]]) {
            let bytes = Data(try await house.export(.fhir))
            let value = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
            let entries = value["entry"] as? [[String: Any]] ?? []
            return (FHIRRules.faults(in: bytes), entries.compactMap { $0["resource"] as? [String: Any] })
        }
        #expect(try await bundle().faults == [])
        var form = house.form()
        form.person = "Ström, Anna"
        let kept = try await house.keep(form)
        try await household.medicines.startPlan(of: kept.id, answers: MedicineHouse.answers())
        try await house.keep(house.form("Refused", "Take 15 mg/kg by mouth twice daily"))
        try await house.keep(house.form("Nothing", " "))
        var needed = house.form("Ibuprofen", "Take 1 to 2 tablets up to 3 times a day as needed", quantity: nil)
        needed.person = "Ström, Anna"
        let other = try await house.keep(needed)
        let preview = try await household.medicines.planPreview(of: other.id)
        try await household.medicines.startPlan(
            of: other.id, answers: preview.questions.isEmpty ? .init() : MedicineHouse.answers())
        for amount in [2.0, nil] {
            try await household.medicines.take(asNeeded: 0, of: other.id, amount: amount)
            house.clock.pass(60)
        }
        try house.clock.set("2026-06-10T06:00:00Z")
        let morning = try #require(try await house.day()["08:00"]).dose.dose.id
        try await household.medicines.note(.taken(at: nil, amount: 0.5), dose: morning, of: kept.id)
        try house.clock.set("2026-06-11T18:00:00Z")
        let skipped = try #require(try await house.day()["20:00"]).dose.dose.id
        try await household.medicines.note(.skipped(reason: nil), dose: skipped, of: kept.id)
        let (faults, resources) = try await bundle()
        #expect(faults == [])
        let kinds = Dictionary(grouping: resources) { $0["resourceType"] as? String ?? "" }.mapValues(\.count)
        #expect(kinds == ["Patient": 1, "MedicationStatement": 4, "MedicationAdministration": 6])
        let statuses = resources.filter { $0["resourceType"] as? String == "MedicationAdministration" }
            .compactMap { $0["status"] as? String }.sorted()
        #expect(statuses == ["completed", "completed", "completed", "not-done", "unknown", "unknown"])
        let refused = resources.first { "\($0)".contains("Refused") && $0["dosage"] != nil }
        let words = (refused?["dosage"] as? [[String: Any]])?.compactMap { $0["text"] as? String }
        #expect(words == ["Take 15 mg/kg by mouth twice daily"])
    }

    @Test("A quantity keeps its printed unit, and doses in another unit are not subtracted from it")
    func quantity() async throws {
        var form = house.form("Insulin glargine", "Inject 15 units under the skin once daily", quantity: 15)
        form.quantityUnit = "ML"
        let kept = try await house.keep(form)
        #expect(kept.medicine.quantityWords == "15 mL" && kept.stock == nil)
        let document = MedicineDocument(kept)
        #expect(document.quantity == 15 && document.quantityUnit == "mL")
        form.quantityUnit = "units"
        let changed = try await household.medicines.change(kept.id, to: form, confirmed: house.everything(of: form))
        #expect(changed.medicine.quantityUnit == "unit" && changed.stock?.counts.first?.amount == 15)
    }
}
