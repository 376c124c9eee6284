import Calendar
import Directions
import Doses
import Explaining
import Foundation
import Household
import Wording

/// One medicine's page; pure.
struct MedicineSheetModel {
    let kept: KeptMedicine
    let clock: WallClock
    var log = DoseLog()
    /// What became of its doses of the last days.
    var history: DoseHistory?
    var day: MedicineDay?
    /// Of the days after today.
    var next: [MedicineDay.Line] = []
    /// The label it was read from is still there.
    var hasLabel = false
    var note: String?

    static let daysAhead = 3
    /// Days of which missed doses are told.
    static let daysBack = 30
    static let missedRows = 10
    /// Rows of what was noted; all of it is in the export.
    static let rows = 30

    private var medicine: Medicine { kept.medicine }
    private var directions: DirectionsReading { DirectionsReader.read(medicine.sig) }

    var context: [String: Any] {
        var context: [String: Any] = [:]
        if let day { context = MedicineDayModel(day: day, back: Site.medicine(kept.id), only: kept.id).context }
        context.merge(sheet) { $1 }
        context["ahead"] = ahead
        context["hasAhead"] = !next.isEmpty
        context.merge(missed) { $1 }
        context["log"] = logRows
        context["hasLog"] = !log.entries.isEmpty
        context["isMoreLog"] = log.entries.count > Self.rows
        if let stock { context["stock"] = stock }
        if let said = note.flatMap(Self.note) { context["said"] = ["words": said] }
        if note == "not-sure" { context["notSure"] = true }
        return context
    }

    static func note(_ name: String) -> String? {
        switch name {
        case "kept": "Kept, without doses."
        case "started": "The doses have started. You are told at their times."
        case "pause": "Paused. Nothing is told until you go on."
        case "resume": "Going on from now."
        case "end": "Ended. What was noted stays."
        case "reopen": "The end is taken back."
        case "put-away": "Put away. What was noted stays."
        case "take-out": "Back among your medicines."
        default: MedicinesModel.note(name)
        }
    }

    private var sheet: [String: Any] {
        let plan = kept.plan
        var sheet: [String: Any] = [
            "name": Wording.short(medicine.name), "directions": medicine.sig, "stand": MedicineStand.words(kept),
            "facts": facts, "plain": plain, "isRefused": kept.status == .refuse || medicine.clauses.isEmpty,
            "warnings": medicine.warnings.map { ["warning": $0] }, "hasWarnings": !medicine.warnings.isEmpty,
            "edit": Site.medicine(kept.id, "edit"), "planHref": Site.medicine(kept.id, "plan"),
            "change": Site.medicine(kept.id, "change"), "remove": Site.medicine(kept.id, "remove"),
            "stockAction": Site.medicine(kept.id, "stock"), "isOver": kept.isOver,
            "canPlan": !medicine.clauses.isEmpty && !kept.isOver, "hasPlan": plan != nil && !kept.isOver,
            "isRunning": plan.map { !$0.isPaused && $0.ended == nil } ?? false,
            "isPaused": plan?.isPaused ?? false && plan?.ended == nil,
            "isEnded": plan?.ended != nil, "unconfirmedChange": isChangedSincePlan,
            "missedWords": DosePlan.missedDose,
        ]
        if let person = medicine.person { sheet["person"] = Wording.short(person, 60) }
        if hasLabel, let label = kept.label {
            sheet["label"] = [
                "labelHref": Site.label(label), "askAction": Site.label(label, "ask"),
                "askLimit": String(QuestionTriage.limit),
            ]
        }
        return sheet
    }

    /// The doses are those of an earlier confirmation.
    private var isChangedSincePlan: Bool {
        kept.plan.map { $0.ended == nil && $0.latest.medicine.clauses != medicine.clauses } ?? false
    }

    private var facts: [[String: Any]] {
        var rows: [(String, String)] = []
        if let strength = medicine.strength { rows.append(("Strength", strength)) }
        if let form = medicine.form { rows.append(("Form", form)) }
        if let quantity = medicine.quantityWords { rows.append(("Quantity", quantity)) }
        if let refills = kept.stock?.refills ?? medicine.refills { rows.append(("Refills left", String(refills))) }
        if let expires = kept.stock?.expires { rows.append(("Good until", Wording.date(expires))) }
        rows.append(("Added", Wording.date(clock.zone.day(at: kept.addedAt))))
        return rows.map { ["factName": $0.0, "factValue": Wording.short($0.1)] }
    }

    private var plain: [[String: Any]] {
        guard !medicine.clauses.isEmpty else { return [] }
        return PlainDirections(directions).sentences.filter { [.instruction, .limit, .note].contains($0.kind) }
            .map { ["sentence": $0.text, "isNote": $0.kind == .note] }
    }

    private var ahead: [[String: Any]] {
        let byDay = Dictionary(grouping: next) { clock.zone.day(at: $0.dose.at) }
        return byDay.sorted { $0.key < $1.key }.map { day, lines in
            [
                "dayName": Wording.weekday(day, from: clock.day),
                "times": Wording.list(
                    lines.map { "\(Wording.time($0.dose.at, by: clock)) \($0.dose.dose.amountText)" }),
            ]
        }
    }

    /// Newest first, each with its day and the page of that day.
    private var missed: [String: Any] {
        guard let history else { return [:] }
        let all = Array(history.missed.reversed())
        let days = Self.daysBack
        return [
            "hasHistory": true, "hasMissedDoses": !all.isEmpty, "missedCount": Wording.counted(all.count, "dose"),
            "missedDays": String(days), "earlierHref": Site.medicineDay(clock.day.adding(days: -1)),
            "missedMore": all.count > Self.missedRows ? "And \(all.count - Self.missedRows) more." : "",
            "missedDoses": all.prefix(Self.missedRows).map { dose in
                let day = clock.zone.day(at: dose.at)
                return [
                    "missedDay": Wording.weekday(day) + " \(day.year)", "missedHref": Site.medicineDay(day),
                    "missedTime": Wording.time(dose.at, by: clock), "missedAmount": dose.dose.amountText,
                ]
            },
        ]
    }

    // MARK: What was noted

    private var logRows: [[String: Any]] {
        let gone = log.gone
        let entries = log.entries.filter { if case .undone = $0.action { false } else { true } }
        return entries.suffix(Self.rows).reversed().map { entry in
            var row: [String: Any] = [
                "noted": words(entry), "notedAt": "Noted \(Wording.dayAndTime(entry.notedAt, by: clock))",
                "undoEvent": Site.undoEvent(entry.number, of: kept.id),
            ]
            if gone.takenBack.contains(entry.number) {
                row["isGone"] = ["goneWords": "taken back"]
            } else if gone.replaced.contains(entry.number) {
                row["isGone"] = ["goneWords": "replaced by a later answer"]
            }
            if case .skipped = entry.action { row["isSkipped"] = true }
            return row
        }
    }

    private func words(_ entry: DoseLog.Entry) -> String {
        switch entry.action {
        case .taken(let at, let amount):
            "Taken \(Wording.dayAndTime(at, by: clock))" + (amount.map { ", \(DosePlan.words(of: $0))" } ?? "")
        case .skipped(let reason): "Skipped" + (reason.map { ": \(Wording.short($0, 120))" } ?? "")
        case .moved(let to): "Moved to \(Wording.dayAndTime(to, by: clock))"
        case .undone: ""
        }
    }

    private var stock: [String: Any]? {
        guard let line = day?.stocks.first(where: { $0.kept.id == kept.id }) else {
            guard let counted = kept.stock?.counts.last else { return nil }
            return [
                "left":
                    "\(DosePlan.words(counted.amount, kept.stock?.unit)), counted \(Wording.dayAndTime(counted.at, by: clock)).",
                "outlook": "",
            ]
        }
        let left =
            line.left.exactly.map { "\(DosePlan.words($0, line.kept.stock?.unit)) left, by what was noted." }
            ?? "At most \(DosePlan.words(line.left.atMost, line.kept.stock?.unit)) left: how much was taken was not always noted."
        var outlook = line.outlook.daysLeft.map { "That is enough for \(Wording.days($0)) as planned." } ?? ""
        if line.outlook.isExpired { outlook += " It is past the last day it is good." }
        return ["left": left, "outlook": outlook, "isLow": line.isLow || line.outlook.isExpired]
    }
}
