import Calendar
import Directions
import Doses
import Foundation
import Household
import Messages
import Wording

/// The fields of the page that prepares a plan; pure.
struct DosePlanModel {
    let preview: PlanPreview
    /// True if the answers differ from those whose doses were shown.
    var isChanged = false
    /// True if the doses are those of the suggested answers, which no person has sent.
    var isSuggested = false
    /// True if the form was sent. Before that, unanswered questions are no error.
    var isAsked = false

    private var medicine: Medicine { preview.kept.medicine }
    private var clock: WallClock { preview.clock }
    private var answers: DosePlan.Answers { preview.draft.answers }
    /// True if the doses replace the future doses of an existing plan.
    private var isChange: Bool { preview.kept.plan != nil }
    private var open: Int { preview.questions.count { !$0.isAnswered } }

    var context: Page {
        let questions = preview.questions.map {
            DosePlanQuestion($0, preview: preview, isAsked: isAsked, isSuggested: isSuggested).context
        }
        var context = Page(
            planTitle: Wording.short(medicine.label), action: Site.medicinePlan(preview.kept.id),
            medicineHref: Site.medicine(preview.kept.id), questions: questions, hasQuestions: !questions.isEmpty,
            isChanged: isChanged, problems: problems.map { ProblemRow(problemWords: $0) },
            hasProblems: !problems.isEmpty,
            directions: medicine.sig)
        if isAsked, open > 0 {
            context.isOpen = Open(
                openWords: localized(
                    open, one: "1 question is still open.", other: "\(open, "count") questions are still open."))
        }
        context.shownDoses = doses
        context.isAnswer = isAsked
        return context
    }

    private var problems: [String] {
        var words = preview.problems.map(\.kind.sentence)
        if preview.refusal?.isRefused ?? false {
            words.insert(
                localized("These directions could not be read safely, so no doses are planned."), at: 0)
        } else if let unconfirmed = preview.refusal?.unconfirmed, !unconfirmed.isEmpty {
            let values = Wording.list(unconfirmed.map(\.words))
            words.append(localized("Not everything is confirmed: \(values, "values"). Open “Change” and compare."))
        }
        var seen: Set<String> = []
        return words.filter { seen.insert($0).inserted }
    }

    // MARK: The doses

    private var doses: Doses? {
        guard let schedule = preview.schedule else { return nil }
        let revision = schedule.plan.latest
        let found = schedule.preview(days: PlanPreview.days)
        let asNeeded = medicine.clauses.filter(\.isAsNeeded)
        return Doses(
            days: days(found).map(day), hasDays: !found.days.isEmpty, facts: facts(found).map { Fact(fact: $0) },
            shown: DosePlanForm.text(answers), steps: steps(revision), hasSteps: revision.steps.count > 1,
            asNeeded: asNeeded.map { Needed(needed: PlainWordsFields.summary(of: $0)) }, hasAsNeeded: !asNeeded.isEmpty,
            startWords: preview.kept.plan == nil ? localized("Start") : localized("Start the changed plan"))
    }

    /// Returns the days up to the last dose if the plan has an end, otherwise all days.
    private func days(_ found: DosePreview) -> ArraySlice<DosePreview.Day> {
        guard found.count != nil, let last = found.days.lastIndex(where: { !$0.doses.isEmpty }) else {
            return found.days[...]
        }
        return found.days[...last]
    }

    private func day(_ day: DosePreview.Day) -> Day {
        Day(
            dayName: Wording.weekday(day.day, from: clock.day), isNone: day.doses.isEmpty,
            doses: day.doses.map { dose in
                Dose(
                    time: Wording.clock(dose.point?.time ?? preview.zone.time(at: dose.at)),
                    amount: dose.amountText, isMoved: dose.isMovedByClock)
            })
    }

    private func facts(_ found: DosePreview) -> [String] {
        var facts: [String] = []
        if let count = found.count, count > 0, let last = found.last {
            facts.append(total(count, last: Wording.weekday(preview.zone.day(at: last.at), from: clock.day)))
        } else if !found.days.isEmpty {
            facts.append(localized("No end is set."))
        }
        // The previous plan has used a part of the dispensed quantity.
        if let sum = found.sum, !isChange { facts.append(Self.words(sum)) }
        if let covered = found.covered, found.count == nil, !isChange {
            let day = Wording.weekday(preview.zone.day(at: covered.at), from: clock.day)
            facts.append(localized("What was dispensed lasts until \(day, "day") if none is skipped."))
        }
        if clock.isAssumed {
            let zone = clock.zone.name
            facts.append(
                localized("The times are those of \(zone, "zone"), because the location of the home is not set."))
        }
        return facts
    }

    private func total(_ count: Int, last day: String) -> String {
        isChange
            ? localized(
                count, one: "1 dose from now on; the last one on \(day, "day").",
                other: "\(count, "count") doses from now on; the last one on \(day, "day").")
            : localized(
                count, one: "1 dose in all; the last one on \(day, "day").",
                other: "\(count, "count") doses in all; the last one on \(day, "day").")
    }

    private static func words(_ sum: DosePreview.Sum) -> String {
        guard sum.printed != nil else {
            return localized(
                "All doses together: \(sum.words, "amount"). The label gives no quantity to compare with.")
        }
        return sum.agrees
            ? localized("All doses together: \(sum.words, "amount"). That is what the label says was dispensed.")
            : localized("All doses together: \(sum.words, "amount"). That is not what the label says was dispensed.")
    }

    /// Returns the steps of a taper or a cycle.
    private func steps(_ revision: DosePlan.Revision) -> [Step] {
        revision.steps.enumerated().map { number, step in
            let words =
                step.isRest
                ? [localized("No doses")]
                : step.tracks.compactMap { track in
                    medicine.clauses.indices.contains(track.clause)
                        ? PlainWordsFields.summary(of: medicine.clauses[track.clause]) : nil
                }
            return Step(stepNumber: String(number + 1), stepWords: Wording.list(words))
        }
    }
}

extension DosePlanModel {
    struct ProblemRow: TemplateFields {
        let problemWords: String
    }

    struct Open: TemplateFields {
        let openWords: String
    }

    /// The fields of medicine-plan.mustache.
    struct Page: MedicinePage {
        static let template = "medicine-plan"

        let planTitle: String
        let action: String
        let medicineHref: String
        let questions: [DosePlanQuestion.Fields]
        let hasQuestions: Bool
        let isChanged: Bool
        let problems: [ProblemRow]
        let hasProblems: Bool
        let directions: String
        var isOpen: Open?
        var shownDoses: Doses?
        /// True if the doses are what the person asked for.
        var isAnswer = false
        var messages = MedicineMessages()
    }

    struct Fact: TemplateFields {
        let fact: String
    }

    struct Needed: TemplateFields {
        let needed: String
    }

    struct Doses: TemplateFields {
        let days: [Day]
        let hasDays: Bool
        let facts: [Fact]
        let shown: String
        let steps: [Step]
        let hasSteps: Bool
        let asNeeded: [Needed]
        let hasAsNeeded: Bool
        let startWords: String
    }

    struct Dose: TemplateFields {
        let time: String
        let amount: String
        let isMoved: Bool
    }

    struct Day: TemplateFields {
        let dayName: String
        let isNone: Bool
        let doses: [Dose]
    }

    struct Step: TemplateFields {
        let stepNumber: String
        let stepWords: String
    }
}
