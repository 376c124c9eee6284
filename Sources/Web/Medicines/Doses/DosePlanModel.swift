import Calendar
import Directions
import Doses
import Foundation
import Household
import Wording

/// The page of a plan that is on its way; pure.
struct DosePlanModel {
    let preview: PlanPreview
    /// The answers are other ones than those whose doses were shown.
    var isChanged = false
    /// Whether somebody answered; at first nothing is complained of.
    var isAsked = false

    private var medicine: Medicine { preview.kept.medicine }
    private var clock: WallClock { preview.clock }
    private var answers: DosePlan.Answers { preview.draft.answers }
    /// The doses take the place of those to come of a plan that is.
    private var isChange: Bool { preview.kept.plan != nil }
    private var open: Int { preview.questions.count { !$0.isAnswered } }

    var context: [String: Any] {
        let questions = preview.questions.map { DosePlanQuestion($0, preview: preview, isAsked: isAsked).context }
        var context: [String: Any] = [
            "planTitle": Wording.short(medicine.label), "action": Site.medicine(preview.kept.id, "plan"),
            "medicineHref": Site.medicine(preview.kept.id), "questions": questions, "hasQuestions": !questions.isEmpty,
            "summary": medicine.clauses.map { ["clauseWords": PlainDirections.summary(of: $0)] },
            "isProposed": isProposed, "isChanged": isChanged, "isRevised": preview.kept.plan != nil,
            "problems": problems.map { ["problemWords": $0] }, "hasProblems": !problems.isEmpty,
            "directions": medicine.sig, "isDraft": preview.kept.plan == nil,
        ]
        if isAsked, open > 0 {
            context["isOpen"] = [
                "openWords": open == 1 ? "One question is still open." : "\(open) questions are still open."
            ]
        }
        if let doses = self.doses { context["shownDoses"] = doses }
        return context
    }

    /// Times stand in the fields that nobody has said yet.
    private var isProposed: Bool {
        preview.questions.contains { question in
            guard !question.isAnswered, case .times(_, let slots) = question.kind else { return false }
            return slots.contains { $0.suggested != nil && $0.printed == nil }
        }
    }

    private var problems: [String] {
        var words = preview.problems.map(\.kind.sentence)
        if preview.refusal?.isRefused ?? false {
            words.insert("These directions could not be read safely, so no doses are planned.", at: 0)
        } else if let unconfirmed = preview.refusal?.unconfirmed, !unconfirmed.isEmpty {
            words.append(
                "Not everything is confirmed: \(Wording.list(unconfirmed.map(\.words))). Open “Change” and compare.")
        }
        var seen: Set<String> = []
        return words.filter { seen.insert($0).inserted }
    }

    // MARK: The doses

    private var doses: [String: Any]? {
        guard let schedule = preview.schedule else { return nil }
        let revision = schedule.plan.latest
        let found = schedule.preview(days: PlanPreview.days)
        let asNeeded = medicine.clauses.filter(\.isAsNeeded)
        return [
            "days": days(found).map(day), "hasDays": !found.days.isEmpty, "facts": facts(found).map { ["fact": $0] },
            "shown": DosePlanForm.text(answers), "steps": steps(revision), "hasSteps": revision.steps.count > 1,
            "asNeeded": asNeeded.map { ["needed": PlainDirections.summary(of: $0)] }, "hasAsNeeded": !asNeeded.isEmpty,
            "startWords": preview.kept.plan == nil ? "Start" : "Start the changed plan",
        ]
    }

    /// Up to the last dose, where there is one.
    private func days(_ found: DosePreview) -> ArraySlice<DosePreview.Day> {
        guard found.count != nil, let last = found.days.lastIndex(where: { !$0.doses.isEmpty }) else {
            return found.days[...]
        }
        return found.days[...last]
    }

    private func day(_ day: DosePreview.Day) -> [String: Any] {
        [
            "dayName": Wording.weekday(day.day, from: clock.day), "isNone": day.doses.isEmpty, "total": day.total ?? "",
            "doses": day.doses.map { dose -> [String: Any] in
                [
                    "time": String((dose.point?.time ?? preview.zone.time(at: dose.at)).description.prefix(5)),
                    "amount": dose.amountText, "isMoved": dose.isMovedByClock,
                ]
            },
        ]
    }

    private func facts(_ found: DosePreview) -> [String] {
        var facts: [String] = []
        if let count = found.count, count > 0, let last = found.last {
            let day = preview.zone.day(at: last.at)
            facts.append(
                "\(Wording.counted(count, "dose")) \(isChange ? "from now on" : "in all"); the last one on \(Wording.weekday(day, from: clock.day))."
            )
        } else if !found.days.isEmpty {
            facts.append("No end is set.")
        }
        // Of what was dispensed the plan before has used some.
        if let sum = found.sum, !isChange {
            let printed =
                sum.printed == nil
                ? "The label gives no quantity to compare with."
                : sum.agrees
                    ? "That is what the label says was dispensed." : "That is not what the label says was dispensed."
            facts.append("All doses together: \(sum.words). \(printed)")
        }
        if let covered = found.covered, found.count == nil, !isChange {
            let day = preview.zone.day(at: covered.at)
            facts.append("What was dispensed lasts until \(Wording.weekday(day, from: clock.day)) if none is skipped.")
        }
        if clock.isAssumed {
            facts.append("The times are those of \(clock.zone.name): nobody has said where the house is.")
        }
        return facts
    }

    /// A taper or a cycle, part for part.
    private func steps(_ revision: DosePlan.Revision) -> [[String: Any]] {
        revision.steps.enumerated().map { number, step in
            let words =
                step.isRest
                ? ["No doses"]
                : step.tracks.compactMap { track in
                    medicine.clauses.indices.contains(track.clause)
                        ? PlainDirections.summary(of: medicine.clauses[track.clause]) : nil
                }
            return ["stepNumber": String(number + 1), "stepWords": Wording.list(words)]
        }
    }
}
