import Directions
import Doses
package import FoundationEssentials
package import Household
import Messages

/// The formats of the export of all medicine data, for a doctor or another program.
package enum MedicinesFormat: String, Sendable, CaseIterable {
    case json, csv
    /// A FHIR R4 Bundle: the confirmed data of each medicine, and the result of each dose.
    case fhir

    /// Returns the content of a file with all histories. Other programs read it, so its texts are English for everyone.
    package func export(_ histories: [DoseHistory], at now: Date) throws -> [UInt8] {
        try Localization.$current.withValue(.english) {
            switch self {
            case .json: [UInt8](try JSONEncoder.documents.encode(MedicinesDocument(histories, at: now))) + [0x0A]
            case .csv: Array(MedicinesTable.text(histories).utf8)
            case .fhir: [UInt8](try JSONEncoder.documents.encode(MedicationBundle(histories, at: now))) + [0x0A]
            }
        }
    }
}

/// All medicine data as JSON.
package struct MedicinesDocument: Encodable, Sendable {
    package let exportedAt: Date
    package let medicines: [MedicineDocument]
    package let remark = "Logged by a household; not medical advice."

    package init(_ histories: [DoseHistory], at now: Date) {
        exportedAt = now
        medicines = histories.map { MedicineDocument($0.kept, log: $0.log, missed: $0.missed) }
    }
}

/// Log entries and missed doses, one per line (RFC 4180).
enum MedicinesTable {
    private static let header =
        "medicine,strength,for,directions,action,at,amount,reason,noted at,taken back,replaced,planned for,noted by"

    static func text(_ histories: [DoseHistory]) -> String {
        let lines = [header] + histories.flatMap(rows).map { $0.map(cell).joined(separator: ",") }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    /// Returns the log entries in order, then the missed doses. The planned time of a moved dose is the new one.
    private static func rows(_ history: DoseHistory) -> [[String]] {
        let stamp = Date.ISO8601FormatStyle()
        let times = Dictionary(history.doses.map { ($0.dose.id.rawValue, $0.at) }, uniquingKeysWith: { $1 })
        let events = MedicineDocument(history.kept, log: history.log).log ?? []
        return events.filter { $0.action != "undone" }.map { event in
            let (medicine, planned) = history.planned(event.dose)
            return about(medicine) + [
                event.action, event.at.map(stamp.format) ?? "",
                event.amount ?? (event.action == "taken" ? planned : ""), event.reason ?? "",
                stamp.format(event.notedAt), event.isUndone ? "yes" : "", event.isReplaced ? "yes" : "",
                event.dose.flatMap { times[$0] }.map(stamp.format) ?? "", event.notedBy ?? "",
            ]
        }
            + history.missed.map { missed in
                about(history.planned(missed.dose.id.rawValue).medicine) + [
                    "missed", "", missed.dose.amountText, "", "", "", "", stamp.format(missed.at), "",
                ]
            }
    }

    /// The data of the label at the time when the dose was planned, not the current data.
    private static func about(_ medicine: Medicine) -> [String] {
        [medicine.name, medicine.strength ?? "", medicine.person ?? "", medicine.sig]
    }

    /// Protects a cell from being read as a formula by a spreadsheet.
    private static func cell(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@＝＋－＠\t\r".contains($0) } ?? false
        let text = isFormula ? "'" + text : text
        guard text.contains(where: { ",\"\r\n".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}

extension DoseHistory {
    /// Returns the medicine at the time when the dose was planned, and its amount.
    func planned(_ dose: String?) -> (medicine: Medicine, amount: String) {
        guard let dose, let (revision, clause, _) = kept.plan?.origin(of: .init(rawValue: dose)) else {
            return (kept.medicine, "")
        }
        let clauses = revision.medicine.clauses
        return (revision.medicine, clauses.indices.contains(clause) ? DosePlan.words(of: clauses[clause].dose) : "")
    }
}
