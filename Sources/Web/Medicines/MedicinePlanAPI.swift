import Calendar
import Directions
import Documents
import Doses
import Foundation
import Household
import Hummingbird
import Labels
import Messages
import Recognition
import Reminders

/// The routes that confirm a medicine and plan its doses. Docs/api.md describes them. A value is confirmed only if
/// `confirmed` contains it.
struct MedicinePlanAPI {
    let household: Household

    func add(to api: APIRoutes) {
        api.on(
            .post, Site.API.medicines,
            .init(
                "addMedicine", "Adds a medicine whose values a person has compared with the label.",
                body: .json(ConfirmedMedicine.self), statuses: [.created],
                problems: ["404", "409 already-kept", "422 medicine-refused"])
        ) { request, context in
            let body = try await Upload.json(ConfirmedMedicine.self, request)
            let kept = try await household.medicines(for: context.viewer).keep(
                try body.form, confirmed: body.confirmations, from: try body.source,
                for: body.everyone == true ? .household : .person)
            return try APIAnswer(
                MedicineDocument(kept), status: .created, location: Site.API.medicine(kept.id))
        }
        api.on(
            .put, Site.API.medicine,
            .init(
                "changeMedicine", "Replaces the values of a medicine, confirmed again.",
                body: .json(ConfirmedMedicine.self), problems: ["422 medicine-refused"])
        ) { request, context in
            let body = try await Upload.json(ConfirmedMedicine.self, request)
            return try APIAnswer(
                MedicineDocument(
                    try await household.medicines(for: context.viewer).change(
                        try Site.API.medicine.read(context), to: try body.form, confirmed: body.confirmations)))
        }
        api.on(
            .post, Site.API.medicinePlan,
            .init(
                "planDoses", "What a plan of doses still asks, and the next doses; starts the plan.",
                body: .json(PlanAnswers.self), problems: ["422 medicine-refused"])
        ) { request, context in
            let id = try Site.API.medicine.read(context)
            let body = try await Upload.json(PlanAnswers.self, request)
            let answers = try body.answers()
            let isStarted = body.start ?? false
            if isStarted { try await household.medicines(for: context.viewer).startPlan(of: id, answers: answers) }
            let doses = isStarted ? try await household.medicines(for: context.viewer).nextDoses(of: id) : nil
            return try APIAnswer(
                DosePlanDocument(
                    try await household.medicines(for: context.viewer).planPreview(of: id, answers: answers),
                    started: doses))
        }
        api.on(
            .post, Site.API.changePlan,
            .init(
                "changePlan", "Pauses, continues or ends a plan, or puts the medicine away.",
                path: [.words("change", MedicineCabinet.PlanChange.self, "What to do")],
                problems: ["422 medicine-refused"])
        ) { _, context in
            let (id, name) = try Site.API.changePlan.read(context)
            guard let change = MedicineCabinet.PlanChange(rawValue: name) else {
                let changes = MedicineCabinet.PlanChange.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem.badRequest(
                    localized("No such change"), localized("It must be \(changes, "changes")."))
            }
            return try APIAnswer(
                MedicineDocument(try await household.medicines(for: context.viewer).change(id, change)))
        }
    }

    // MARK: Confirming

    private struct ConfirmedMedicine: Decodable {
        let name: String
        let strength: String?
        let kind: String?
        let person: String?
        let directions: String
        let quantity: Double?
        let quantityUnit: String?
        let refills: Int?
        let expires: String?
        let warnings: [String]?
        /// The values that a person compared with the label.
        let confirmed: [DosePlan.Confirmation]
        let label: String?
        let entry: Int?
        /// The medicine belongs to everyone in the household, not to the person of the request.
        let everyone: Bool?

        private enum CodingKeys: String, CodingKey {
            case name, strength
            case kind = "form"
            case person, directions, quantity, quantityUnit, refills, expires, warnings, confirmed, label, entry
            case everyone
        }

        var confirmations: Set<DosePlan.Confirmation> { Set(confirmed) }

        var form: MedicineForm {
            get throws {
                let day = expires.flatMap { LocalDay($0) }
                guard expires == nil || day != nil else {
                    throw Problem.badRequest(
                        localized("No such day"), localized("expires must be a day such as 2027-05-31."))
                }
                return MedicineForm(
                    name: name, strength: strength, form: kind, person: person, sig: directions, quantity: quantity,
                    quantityUnit: quantityUnit, refills: refills, warnings: warnings ?? [], expiry: day)
            }
        }

        var source: (label: MedicineLabel.ID, entry: Int)? {
            get throws {
                guard let label else { return nil }
                guard let id = MedicineLabel.ID(label), let entry else {
                    throw Problem.badRequest(
                        localized("No such label"), localized("label is a label's name, and entry its entry from 0."))
                }
                return (id, entry)
            }
        }
    }

    // MARK: Planning

    private struct PlanAnswers: Decodable {
        struct Start: Decodable {
            let day: String
            let time: String
        }

        /// The times by the index of the clause, from 0.
        let times: [String: [String]]?
        let weekdays: [String: [Direction.Day]]?
        let intervals: [String: Int]?
        let lengths: [String: Int]?
        /// "open", "until-gone", or the last day.
        let ends: [String: String]?
        /// The first doses of clauses that count elapsed time: "2026-11-21T08:00:00Z".
        let firsts: [String: String]?
        /// The starts by the index of the step, from 0.
        let starts: [String: Start]?
        let rests: [Int]?
        let repeats: Bool?
        let repeatsUntil: String?
        let start: Bool?

        func answers() throws -> DosePlan.Answers {
            var answers = DosePlan.Answers()
            answers.times = try Self.by(times) { try $0.map(Self.time) }
            answers.weekdays = try Self.by(weekdays) { $0 }
            answers.intervals = try Self.by(intervals) { $0 }
            answers.lengths = try Self.by(lengths) { $0 }
            answers.ends = try Self.by(ends, Self.end)
            answers.firsts = try Self.by(firsts) { text in
                guard let date = try? Date(text, strategy: .iso8601) else {
                    throw Self.bad(localized("A first dose is not one; Docs/api.md shows how answers are written."))
                }
                return DosePlan.Answers.First(at: date)
            }
            answers.starts = try Self.by(starts) { start in
                guard let day = LocalDay(start.day) else {
                    throw Self.bad(localized("A day is not one; Docs/api.md shows how answers are written."))
                }
                return DosePoint(day, try Self.time(start.time))
            }
            answers.rests = Set(rests ?? [])
            answers.repeats = repeats
            answers.repeatsUntil = try repeatsUntil.map(Self.end)
            return answers
        }

        private static func by<Value, Answer>(
            _ values: [String: Value]?, _ make: (Value) throws -> Answer
        ) throws -> [Int: Answer] {
            var answers: [Int: Answer] = [:]
            for (name, value) in values ?? [:] {
                guard let number = Int(name) else {
                    throw bad(localized("The number of a part is not one; Docs/api.md shows how answers are written."))
                }
                answers[number] = try make(value)
            }
            return answers
        }

        private static func time(_ text: String) throws -> LocalTime {
            guard let time = LocalTime(text) else {
                throw bad(localized("A time is not one; Docs/api.md shows how answers are written."))
            }
            return time
        }

        private static func end(_ text: String) throws -> DosePlan.Answers.End {
            switch text {
            case "open": return .open
            case "until-gone": return .untilGone
            default:
                guard let day = LocalDay(text) else {
                    throw bad(localized("An end is not one; Docs/api.md shows how answers are written."))
                }
                return .lastDay(day)
            }
        }

        private static func bad(_ detail: String) -> Problem {
            Problem.badRequest(localized("That answer cannot be"), detail)
        }
    }

    private struct DosePlanDocument: Encodable {
        struct Question: Encodable {
            let kind: String
            let step: Int
            let clause: Int?
            let isAnswered: Bool
        }

        struct Dose: Encodable {
            let id: String
            let at: Date
            let amount: String
        }

        let isStarted: Bool
        let questions: [Question]
        let problems: [String]
        /// The next doses; null while a question is open.
        let doses: [Dose]?

        /// `started` contains the doses of a plan that has just started.
        init(_ preview: PlanPreview, started: [PlannedDose]?) {
            isStarted = started != nil
            questions = preview.questions.map { question in
                Question(
                    kind: Self.word(question.kind), step: question.step, clause: question.clause,
                    isAnswered: question.isAnswered)
            }
            problems = preview.problems.map(\.kind.rawValue)
            doses = (started ?? preview.doses)?.map { Dose(id: $0.id.rawValue, at: $0.at, amount: $0.amountText) }
        }

        private static func word(_ kind: DosePlan.Question.Kind) -> String {
            switch kind {
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
    }
}
