import Directions
import Doses
import Foundation
import Household
import Labels
import Messages

/// The fields of the form, each with the text that was read and its position on the label.
extension MedicineConfirmModel {
    private var page: LabelModel? {
        guard case .entry(let label, let view, _) = origin else { return nil }
        return LabelModel(view: view, label: label, photograph: photograph)
    }

    /// Returns the part of the photograph that contains these values.
    func crop(_ wanted: [DosePlan.Confirmation]) -> LabelCrop? { page?.crop(wanted.flatMap(places)) }

    private func places(_ wanted: DosePlan.Confirmation) -> [LabelReading.WordPlace] {
        guard let entry else { return [] }
        guard let clause = wanted.clause else {
            return (wanted.field == .medicine ? entry.name ?? entry.unknownName : entry.strength)?.words ?? []
        }
        // The positions are valid only for the directions that were read.
        guard let directions = entry.directions, directions.text == read?.directions.text else { return [] }
        let spans = directions.spans.filter { $0.clause == clause && $0.field == wanted.field }.map(\.span)
        return entry.directionWords.filter { placed in spans.contains { $0.overlaps(placed.span) } }.map(\.word)
    }

    func field(_ name: String) -> FieldRow {
        let (label, hint, type) = Self.face(of: name)
        var row = FieldRow(
            field: name, fieldLabel: label, fieldHint: hint, fieldType: type, fieldValue: value(name),
            isText: name != "directions", isRequired: name == "name")
        if wrong?.detail == name { row.fieldWrong = wrong?.message ?? "" }
        if name == "strength", let sentence = strengthSentence {
            row.doubt = Doubt(doubtWords: sentence, isLoud: isStrengthLoud)
        }
        guard let (read, words, isSure) = source(name) else { return row }
        row.source = Source(
            read: Wording.short(read, 400), isSure: isSure,
            sourceLine: words.first.map { String($0.line + 1) } ?? "")
        row.crop = page?.crop(words)
        return row
    }

    private func source(_ field: String) -> (String, [LabelReading.WordPlace], Bool)? {
        guard let entry else { return nil }
        func of<Content>(_ value: LabelReading.Value<Content>?) -> (String, [LabelReading.WordPlace], Bool)? {
            value.map { ($0.text, $0.words, $0.isSure && !isHandwritten) }
        }
        switch field {
        case "name": return of(entry.name) ?? of(entry.unknownName).map { ($0.0, $0.1, false) }
        case "strength": return of(entry.strength)
        case "form": return of(entry.form)
        case "quantity": return of(entry.quantity)
        case "refills": return of(entry.refills)
        case "directions":
            return entry.directions.map {
                ($0.text, Set(entry.directionWords.map(\.word)).sorted(), entry.areDirectionsSure && !isHandwritten)
            }
        default: return nil
        }
    }

    private static func face(of field: String) -> (label: String, hint: String, type: String) {
        switch field {
        case "name": (localized("Medicine"), localized("As it is written on the label."), "text")
        case "strength":
            (localized("Strength"), localized("Such as 500 mg. Leave it empty if the label has none."), "text")
        case "form": (localized("Form", context: "of a medicine"), localized("Such as tablet or drops."), "text")
        case "person": (localized("For whom"), localized("In your own words. You can leave it empty."), "text")
        case "directions": (localized("Directions"), localized("Word for word, as on the label."), "text")
        case "quantity":
            (localized("Quantity"), localized("The number beside “Qty”: how much was dispensed."), "number")
        case "quantityUnit":
            (
                localized("Unit of the quantity"),
                localized("As printed, such as capsules or mL. Leave it empty if there is none."), "text"
            )
        case "refills": (localized("Refills left"), localized("As printed."), "number")
        case "expiry": (localized("Good until"), localized("The last day, as on the label."), "date")
        default: (field, "", "text")
        }
    }
}

extension MedicineConfirmModel {
    struct Doubt: TemplateFields {
        let doubtWords: String
        let isLoud: Bool
    }

    struct Source: TemplateFields {
        let read: String
        let isSure: Bool
        let sourceLine: String
    }

    struct FieldRow: TemplateFields {
        let field: String
        let fieldLabel: String
        let fieldHint: String
        let fieldType: String
        let fieldValue: String
        let isText: Bool
        let isRequired: Bool
        var fieldWrong: String?
        var doubt: Doubt?
        var source: Source?
        var crop: LabelCrop?
    }
}
