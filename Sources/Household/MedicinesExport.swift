package import FoundationEssentials
import Medicines

/// Everything a household keeps of its medicines, for a doctor or another program.
package enum MedicinesFormat: String, Sendable, CaseIterable {
    case json, csv
    /// A FHIR R4 Bundle of MedicationStatements, each with its Dosage.
    case fhir
}

extension Household {
    package func exportMedicines(as format: MedicinesFormat) async throws -> [UInt8] {
        var courses: [Course] = []
        for kept in try await medicines(withOver: true) {
            courses.append(Course(kept: kept, log: try await doseLog(of: kept.id)))
        }
        switch format {
        case .json: return try Self.json(MedicinesDocument(courses, at: now()))
        case .csv: return Array(MedicinesTable.text(courses).utf8)
        case .fhir: return try Self.json(MedicationBundle(courses, at: now()))
        }
    }

    private static func json(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return [UInt8](try encoder.encode(value)) + [0x0A]
    }
}

/// All of it, as JSON.
package struct MedicinesDocument: Encodable, Sendable {
    package let exportedAt: Date
    package let medicines: [MedicineDocument]
    package let remark = "Noted by a household; not medical advice."

    package init(_ courses: [Course], at now: Date) {
        exportedAt = now
        medicines = courses.map { MedicineDocument($0.kept, log: $0.log) }
    }
}

/// What was noted, a line each (RFC 4180).
enum MedicinesTable {
    static func text(_ courses: [Course]) -> String {
        var lines = ["medicine,strength,for,directions,action,at,amount,reason,noted at,taken back,replaced"]
        let stamp = Date.ISO8601FormatStyle()
        for course in courses {
            for event in MedicineDocument(course.kept, log: course.log).log ?? [] where event.action != "undone" {
                // As the label said when it was planned, not as it says now.
                let (medicine, planned) = course.planned(event.dose)
                let cells =
                    [medicine.name, medicine.strength ?? "", medicine.person ?? "", medicine.sig] + [
                        event.action, event.at.map(stamp.format) ?? "",
                        event.amount ?? (event.action == "taken" ? planned : ""), event.reason ?? "",
                        stamp.format(event.notedAt), event.isUndone ? "yes" : "",
                        event.isReplaced ? "yes" : "",
                    ]
                lines.append(cells.map(cell).joined(separator: ","))
            }
        }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    /// A cell that a spreadsheet would take for a formula stays words.
    private static func cell(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@＝＋－＠\t\r".contains($0) } ?? false
        let text = isFormula ? "'" + text : text
        guard text.contains(where: { ",\"\r\n".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}

extension Course {
    /// The medicine as it was when that dose was planned, and its amount.
    fileprivate func planned(_ dose: String?) -> (medicine: Medicine, amount: String) {
        guard let dose, let (revision, clause, _) = kept.plan?.origin(of: .init(rawValue: dose)) else {
            return (kept.medicine, "")
        }
        let clauses = revision.medicine.clauses
        return (revision.medicine, clauses.indices.contains(clause) ? DosePlan.words(of: clauses[clause].dose) : "")
    }
}

/// HL7 FHIR R4: Bundle → MedicationStatement → Dosage.
struct MedicationBundle: Encodable {
    struct Entry: Encodable { let resource: Statement }

    struct Text: Encodable { let text: String }

    struct Reference: Encodable { let display: String }

    struct Statement: Encodable {
        let resourceType = "MedicationStatement"
        /// active, completed, on-hold, unknown.
        let status: String
        let medicationCodeableConcept: Text
        let subject: Reference
        let dateAsserted: Date
        let dosage: [FHIRDosage]
    }

    let resourceType = "Bundle"
    let type = "collection"
    let timestamp: Date
    let entry: [Entry]

    init(_ courses: [Course], at now: Date) {
        timestamp = now
        entry = courses.map { course in
            let medicine = course.kept.medicine
            let status =
                switch course.kept.plan {
                case nil: "unknown"
                case let plan? where plan.ended != nil || course.kept.isOver: "completed"
                case let plan? where plan.isPaused: "on-hold"
                default: "active"
                }
            return Entry(
                resource: Statement(
                    status: status, medicationCodeableConcept: Text(text: medicine.label),
                    subject: Reference(display: medicine.person ?? "not named"), dateAsserted: course.kept.addedAt,
                    dosage: FHIRDosage.dosages(
                        of: Directions(
                            text: medicine.sig, status: course.kept.status, clauses: medicine.clauses))))
        }
    }
}
