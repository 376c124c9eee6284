import Directions
import Doses
import FoundationEssentials
import Household
import Wording

/// HL7 FHIR R4: a Bundle of the named people (Patient), the confirmed data of each medicine (MedicationStatement with
/// its Dosage), and the result of each dose (MedicationAdministration).
struct MedicationBundle: Encodable {
    struct Entry: Encodable {
        let fullUrl: String
        let resource: Resource
    }

    enum Resource: Encodable {
        case patient(Patient)
        case statement(Statement)
        case administration(Administration)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .patient(let patient): try patient.encode(to: encoder)
            case .statement(let statement): try statement.encode(to: encoder)
            case .administration(let administration): try administration.encode(to: encoder)
            }
        }
    }

    struct Text: Encodable { let text: String }

    struct Reference: Encodable {
        var reference: String?
        var display: String?
    }

    struct Period: Encodable {
        let start: Date
        let end: Date?
    }

    struct Patient: Encodable {
        let resourceType = "Patient"
        let id: String
        let name: [Text]
    }

    struct Statement: Encodable {
        let resourceType = "MedicationStatement"
        let id: String
        /// active, completed, on-hold, unknown.
        let status: String
        let medicationCodeableConcept: Text
        let subject: Reference
        let effectivePeriod: Period?
        let dateAsserted: Date
        /// FHIR has no empty lists: nil if there is none.
        let dosage: [FHIRDosage]?
    }

    struct Administration: Encodable {
        struct Dosage: Encodable {
            let text: String
            let dose: FHIRDosage.Quantity
        }

        let resourceType = "MedicationAdministration"
        let id: String
        /// completed: taken. not-done: skipped. unknown: not answered, which does not prove that it was not taken.
        let status: String
        let statusReason: [Text]?
        let medicationCodeableConcept: Text
        let subject: Reference
        let supportingInformation: [Reference]
        let effectiveDateTime: Date
        let note: [Text]?
        let dosage: Dosage?
    }

    let resourceType = "Bundle"
    let type = "collection"
    let timestamp: Date
    /// FHIR has no empty lists: nil if there is none.
    let entry: [Entry]?

    init(_ histories: [DoseHistory], at now: Date) {
        timestamp = now
        let people = Set(histories.compactMap(\.kept.medicine.person)).sorted()
        var entries = people.map { name in
            let id = FHIRName.id("patient", name)
            return Entry(fullUrl: FHIRName.url(id), resource: .patient(Patient(id: id, name: [Text(text: name)])))
        }
        for history in histories { entries += Self.entries(of: history) }
        entry = entries.isEmpty ? nil : entries
    }

    private static func entries(of history: DoseHistory) -> [Entry] {
        let kept = history.kept
        let id = FHIRName.id("medicine", kept.id.rawValue)
        let subject = subject(of: kept.medicine)
        let status =
            switch kept.plan {
            case nil: "unknown"
            case let plan? where plan.ended != nil || kept.isOver: "completed"
            case let plan? where plan.isPaused: "on-hold"
            default: "active"
            }
        let dosage = FHIRDosage.dosages(
            of: DirectionsReading(text: kept.medicine.sig, status: kept.status, clauses: kept.medicine.clauses))
        let statement = Statement(
            id: id, status: status, medicationCodeableConcept: Text(text: kept.medicine.label), subject: subject,
            effectivePeriod: kept.plan.map { Period(start: $0.revisions[0].from, end: $0.ended) },
            dateAsserted: kept.addedAt, dosage: dosage.isEmpty ? nil : dosage)
        let basis = [Reference(reference: FHIRName.url(id))]
        let planned = history.doses.compactMap { administration(of: $0, history, basis) }
        let needed = history.asNeeded.map { intake in
            let amount = intake.amount.map { Direction.Amount(low: $0, high: $0, unit: intake.unit) }
            return Administration(
                id: FHIRName.id("entry", "\(kept.id)-\(intake.number)"), status: "completed", statusReason: nil,
                medicationCodeableConcept: Text(text: kept.medicine.label), subject: subject,
                supportingInformation: basis, effectiveDateTime: intake.at,
                note: [Text(text: "Taken as needed." + Self.author(intake.author))],
                dosage: Self.dosage(amount))
        }
        return [Entry(fullUrl: FHIRName.url(id), resource: .statement(statement))]
            + (planned + needed).map { Entry(fullUrl: FHIRName.url($0.id), resource: .administration($0)) }
    }

    /// Returns nil before the end of the dose's time.
    private static func administration(
        of dose: AgendaDose, _ history: DoseHistory, _ basis: [Reference]
    ) -> Administration? {
        let medicine = history.planned(dose.dose.id.rawValue).medicine
        let planned = "Planned for \(dose.at.formatted(.iso8601))."
        let (status, reason, at, note): (String, String?, Date, String)
        switch dose.status {
        case .taken(let taken, _): (status, reason, at, note) = ("completed", nil, taken, planned)
        case .skipped(let why):
            (status, reason, at, note) = ("not-done", why ?? "Skipped, without a reason.", dose.at, planned)
        case .missed:
            (status, reason, at, note) = ("unknown", nil, dose.at, "Missed: this dose was not logged. " + planned)
        case .planned, .due, .late: return nil
        }
        var amount = dose.dose.amount
        if case .taken(_, let noted?)? = dose.answer?.action { amount = noted }
        return Administration(
            id: FHIRName.id("dose", dose.dose.id.rawValue), status: status,
            statusReason: reason.map { [Text(text: $0)] },
            medicationCodeableConcept: Text(text: medicine.label), subject: subject(of: medicine),
            supportingInformation: basis, effectiveDateTime: at, note: [Text(text: note + author(dose.answer?.author))],
            dosage: dosage(amount))
    }

    /// The performer of an administration is not known, only who made the entry.
    private static func author(_ author: DoseLog.Author?) -> String {
        author.map { " Noted by \($0.name)." } ?? ""
    }

    private static func subject(of medicine: Medicine) -> Reference {
        guard let person = medicine.person else { return Reference(display: "not named") }
        return Reference(reference: FHIRName.url(FHIRName.id("patient", person)), display: person)
    }

    /// A range has no single quantity, and the dosage of an administration must have one (mad-1).
    private static func dosage(_ amount: Direction.Amount?) -> Administration.Dosage? {
        guard let amount, let quantity = FHIRDosage.quantity(of: amount) else { return nil }
        return Administration.Dosage(text: DosePlan.words(of: amount), dose: quantity)
    }
}

/// Names of resources: the same in every export of the same household.
private enum FHIRName {
    static func url(_ id: String) -> String { "urn:uuid:\(id)" }

    /// Returns a UUID of version 8 (RFC 9562): 122 bits of two FNV-1a hashes of the kind and the name.
    static func id(_ kind: String, _ name: String) -> String {
        let bytes = Array("\(kind)/\(name)".utf8)
        let high = hash(bytes, from: 0xCBF2_9CE4_8422_2325) & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
        let low = hash(bytes.reversed(), from: 0x6C62_272E_07BB_0142) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = hex(high) + hex(low)
        var id = ""
        for (place, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(place) { id.append("-") }
            id.append(digit)
        }
        return id
    }

    private static func hash(_ bytes: some Sequence<UInt8>, from start: UInt64) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func hex(_ value: UInt64) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
