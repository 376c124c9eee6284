import Calendar
import Directions
import Doses
import Foundation
import Household
import Messages
import Wording

/// An open question of a plan as form fields; pure. Suggested values count only after a person has sent them.
struct DosePlanQuestion {
    let question: DosePlan.Question
    let preview: PlanPreview
    let isAsked: Bool
    /// True if the answers in the preview are suggestions, which no person has sent.
    let isSuggested: Bool

    init(_ question: DosePlan.Question, preview: PlanPreview, isAsked: Bool, isSuggested: Bool) {
        self.question = question
        self.preview = preview
        self.isAsked = isAsked
        self.isSuggested = isSuggested
    }

    /// Returns the answers that the form suggests, with which the doses can be shown at once; nil if a question has no
    /// suggestion.
    static func suggestions(for preview: PlanPreview) -> DosePlan.Answers? {
        var answers = preview.draft.answers
        let open = preview.questions.filter { !$0.isAnswered }
        for question in open {
            switch question.kind {
            case .times(let range, let slots):
                let times = slots.compactMap(\.suggested)
                guard let clause = question.clause, range.count == 1, times.count == slots.count,
                    times.count == range.lowerBound, times == times.sorted()
                else { return nil }
                answers.times[clause] = times
            case .start(let times, let days):
                let asked = Self(question, preview: preview, isAsked: false, isSuggested: true)
                guard question.step == 0, days.isEmpty,
                    let first = asked.proposal(times.isEmpty ? asked.proposedTimes : times)
                else { return nil }
                answers.starts[question.step] = first
            default: return nil
            }
        }
        return open.isEmpty ? nil : answers
    }

    private var answers: DosePlan.Answers { preview.draft.answers }
    private var clause: Int { question.clause ?? 0 }
    private var today: LocalDay { preview.clock.day }

    var context: Fields {
        let clauses = preview.kept.medicine.clauses
        let place = question.clause.flatMap { clauses.indices.contains($0) ? $0 : nil }
        return Fields(
            questionId: "q-\(question.step)-\(question.clause.map { String($0) } ?? "all")-\(word)",
            isUnanswered: isAsked && !question.isAnswered, today: today.description, isOfPart: clauses.count > 1,
            part: place.map { PlainWordsFields.summary(of: clauses[$0]) }, control: fields)
    }

    private var word: String {
        switch question.kind {
        case .times: "times"
        case .weekdays: "weekdays"
        case .interval: "interval"
        case .length: "length"
        case .end: "end"
        case .firstInstant: "first"
        case .start: "start"
        case .rest: "rest"
        case .repeats: "repeats"
        case .repeatsUntil: "repeats-until"
        }
    }

    private var fields: Control {
        switch question.kind {
        case .times(let range, let slots): times(range, slots)
        case .weekdays(let range): weekdays(range)
        case .interval(let range, let unit):
            number(
                "interval", localized("How often?"), label: Self.interval(unit), range, unit, answers.intervals[clause])
        case .length(let range, let unit, let suggested):
            number(
                "length", localized("For how long?"), label: Self.length(unit), range, unit,
                answers.lengths[clause] ?? suggested)
        case .end(let days, let canBeGone):
            end(
                "end.\(clause)", "end-day.\(clause)", localized("Until when?"), answers.ends[clause], canBeGone,
                hint: days.map(Self.atLeast) ?? localized("The label does not say."))
        case .firstInstant: first
        case .start(let times, let days): start(times, days)
        case .rest:
            choice(
                "rest.\(clause)", localized("Are these days without a dose?"),
                answers.rests.contains(clause) ? true : nil, no: false)
        case .repeats:
            choice("repeats", localized("Do the parts come again after the last one?"), answers.repeats, no: true)
        case .repeatsUntil(let canBeGone):
            end(
                "repeats-end", "repeats-day", localized("Until when do they come again?"), answers.repeatsUntil,
                canBeGone, hint: "")
        }
    }

    // MARK: Kinds

    private func times(_ range: ClosedRange<Int>, _ slots: [DoseTimes.Slot]) -> Control {
        let said = (answers.times[clause] ?? []).sorted()
        let count = min(
            range.upperBound, max(slots.count, range.lowerBound, said.count, range.count > 1 ? range.upperBound : 0))
        let fields = (0..<max(1, min(count, 24))).map { place in
            let slot = slots.indices.contains(place) ? slots[place] : nil
            let shown = said.indices.contains(place) ? said[place] : said.isEmpty ? slot?.suggested : nil
            let event = slot?.event.map { Wording.event($0, minutes: slot?.offsetMinutes) }
            let dose = localized("Dose \(place + 1, "number")")
            let isRepeated = slots.count { $0.event == slot?.event } > 1
            let label = event.map { isRepeated ? "\(dose), \($0)" : Wording.capitalised($0) } ?? dose
            return TimeField(
                name: "times.\(clause).\(place)", value: shown.map { String($0.description.prefix(5)) } ?? "",
                label: place >= range.lowerBound ? localized("\(label, "dose") (optional)") : label,
                isPrinted: slot?.printed != nil, isNeeded: place < range.lowerBound)
        }
        let isProposed = (said.isEmpty || isSuggested) && slots.contains { $0.suggested != nil && $0.printed == nil }
        return Control(
            heading: isProposed ? localized("Are these your times?") : localized("At what times?"),
            hint: isProposed
                ? localized(
                    """
                    These are the usual times of your household, not of the label. Change them if you take it at other \
                    times.
                    """)
                : "",
            timeFields: TimeFields(fields: fields))
    }

    private func weekdays(_ range: ClosedRange<Int>) -> Control {
        let said = answers.weekdays[clause] ?? []
        let (least, most) = (range.lowerBound, range.upperBound)
        return Control(
            heading: localized("On which days of the week?"),
            hint: least == most
                ? localized("The label says \(least, "count") of them.")
                : localized("The label says \(least, "low") to \(most, "high") of them."),
            dayBoxes: Direction.Day.allCases.map {
                DayBox(name: "weekday.\(clause).\($0.rawValue)", day: Wording.day($0), isOn: said.contains($0))
            })
    }

    private func number(
        _ name: String, _ heading: String, label: String, _ range: ClosedRange<Int>, _ unit: DosePlan.Question.Unit,
        _ value: Int?
    ) -> Control {
        Control(
            heading: heading, hint: Self.printed(range, unit),
            number: Number(
                name: "\(name).\(clause)", value: value.map { String($0) } ?? "", least: String(range.lowerBound),
                most: String(range.upperBound), unit: Self.plural(unit), label: label))
    }

    private static func interval(_ unit: DosePlan.Question.Unit) -> String {
        switch unit {
        case .hour: localized("How often, in hours")
        case .day: localized("How often, in days")
        case .month: localized("How often, in months")
        }
    }

    private static func length(_ unit: DosePlan.Question.Unit) -> String {
        switch unit {
        case .hour: localized("For how long, in hours")
        case .day: localized("For how long, in days")
        case .month: localized("For how long, in months")
        }
    }

    private static func printed(_ range: ClosedRange<Int>, _ unit: DosePlan.Question.Unit) -> String {
        let (low, high) = (range.lowerBound, range.upperBound)
        return switch unit {
        case .hour: localized("The label says \(low, "low") to \(high, "high") hours.")
        case .day: localized("The label says \(low, "low") to \(high, "high") days.")
        case .month: localized("The label says \(low, "low") to \(high, "high") months.")
        }
    }

    /// The words after a field with a number.
    private static func plural(_ unit: DosePlan.Question.Unit) -> String {
        switch unit {
        case .hour: localized("hours", context: "after a number field")
        case .day: localized("days", context: "after a number field")
        case .month: localized("months", context: "after a number field")
        }
    }

    private static func atLeast(_ days: Int) -> String {
        localized(
            days, one: "The label says at least 1 day.", other: "The label says at least \(days, "count") days.")
    }

    private func end(
        _ name: String, _ dayName: String, _ heading: String, _ value: DosePlan.Answers.End?, _ canBeGone: Bool,
        hint: String
    ) -> Control {
        var (isOpen, isGone, day) = (false, false, "")
        switch value {
        case .open: isOpen = true
        case .untilGone: isGone = true
        case .lastDay(let last): day = last.description
        case nil: break
        }
        return Control(
            heading: heading, hint: hint,
            end: End(
                name: name, dayName: dayName, isEndless: isOpen, isGone: isGone, isDay: !day.isEmpty,
                day: day,
                canBeGone: canBeGone))
    }

    private var first: Control {
        let said = answers.firsts[clause].map { preview.clock.zone.clock(at: $0.at) }
        return point(
            "first-day.\(clause)", "first-time.\(clause)", localized("When is the first dose?"),
            localized("The times of the other doses move with it."), said.map { DosePoint($0.day, $0.time) }, times: [])
    }

    private func start(_ times: [LocalTime], _ days: [Direction.Day]) -> Control {
        let names = Wording.list(days.map { Wording.day($0) })
        let hint = days.isEmpty ? "" : localized("It begins on a \(names, "weekdays").")
        let said = answers.starts[question.step].flatMap { times.isEmpty || times.contains($0.time) ? $0 : nil }
        return point(
            "start-day.\(question.step)", "start-time.\(question.step)",
            question.step == 0
                ? localized("When is the first dose?")
                : localized("When does part \(question.step + 1, "number") begin?"), hint,
            said ?? proposal(times.isEmpty ? proposedTimes : times), times: times)
    }

    /// The times in the fields of this step.
    private var proposedTimes: [LocalTime] {
        preview.questions.filter { $0.step == question.step }.flatMap { other -> [LocalTime] in
            guard case .times(_, let slots) = other.kind else { return [] }
            return answers.times[other.clause ?? 0] ?? slots.compactMap(\.suggested)
        }.sorted()
    }

    /// Returns the next of these times as a suggestion; nil if there are none.
    private func proposal(_ times: [LocalTime]) -> DosePoint? {
        guard let first = times.min() else { return nil }
        let now = preview.clock.zone.time(at: preview.clock.instant)
        return times.filter { $0 > now }.min().map { DosePoint(today, $0) } ?? DosePoint(today.adding(days: 1), first)
    }

    private func point(
        _ dayName: String, _ timeName: String, _ heading: String, _ hint: String, _ value: DosePoint?,
        times: [LocalTime]
    ) -> Control {
        let shown = value.map { String($0.time.description.prefix(5)) }
        return Control(
            heading: heading, hint: hint,
            point: Point(
                dayName: dayName, timeName: timeName, day: value?.day.description ?? today.description,
                time: shown ?? "", isOfTimes: !times.isEmpty,
                options: times.map { time in
                    let text = String(time.description.prefix(5))
                    return TimeOption(option: text, optionWords: Wording.clock(time), isChosen: text == shown)
                }))
    }

    private func choice(_ name: String, _ heading: String, _ value: Bool?, no: Bool) -> Control {
        Control(
            heading: heading, hint: "",
            choice: Choice(name: name, isYes: value == true, isNo: value == false, hasNo: no))
    }
}

extension DosePlanQuestion {
    /// The fields of medicine-plan.mustache about a question.
    struct Fields: TemplateFields {
        let questionId: String
        let isUnanswered: Bool
        let today: String
        let isOfPart: Bool
        var part: String?
        let control: Control
    }

    /// The form fields of a question. One of the optional fields is set.
    struct Control: SharedFields {
        let heading: String
        let hint: String
        var timeFields: TimeFields?
        var dayBoxes: [DayBox] = []
        var number: Number?
        var end: End?
        var point: Point?
        var choice: Choice?
    }

    struct TimeFields: TemplateFields {
        let fields: [TimeField]
    }

    struct TimeField: TemplateFields {
        let name: String
        let value: String
        let label: String
        let isPrinted: Bool
        let isNeeded: Bool
    }

    struct DayBox: TemplateFields {
        let name: String
        let day: String
        let isOn: Bool
    }

    struct Number: TemplateFields {
        let name: String
        let value: String
        let least: String
        let most: String
        let unit: String
        let label: String
    }

    struct End: TemplateFields {
        let name: String
        let dayName: String
        let isEndless: Bool
        let isGone: Bool
        let isDay: Bool
        let day: String
        let canBeGone: Bool
    }

    struct TimeOption: TemplateFields {
        let option: String
        let optionWords: String
        let isChosen: Bool
    }

    struct Point: TemplateFields {
        let dayName: String
        let timeName: String
        let day: String
        let time: String
        let isOfTimes: Bool
        let options: [TimeOption]
    }

    struct Choice: TemplateFields {
        let name: String
        let isYes: Bool
        let isNo: Bool
        let hasNo: Bool
    }
}
