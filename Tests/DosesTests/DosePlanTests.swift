import Calendar
import Foundation
import Support
import Testing

@testable import Directions
@testable import Doses

@Suite("Questions and problems of a dose plan", .tags(.small))
struct DosePlanTests {
    typealias Sample = DoseSample

    /// A clause, and the questions about it.
    struct QuestionCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let clause: Direction
        let kinds: [String]

        init(_ name: String, _ kinds: [String], _ change: (inout Direction) -> Void) {
            testDescription = name
            clause = DoseSample.clause { change(&$0) }
            self.kinds = kinds
        }
    }

    static let asked: [QuestionCase] = [
        QuestionCase("BID", ["times 2...2 08:00 18:00", "end", "start"]) { $0.every(2) },
        QuestionCase("TID with food for 7 days", ["times 3...3 07:30 12:30 18:30", "start"]) {
            $0.every(3)
            $0.when = [.C]
            $0.lasts(7)
        },
        QuestionCase("TID half an hour before meals", ["times 3...3 07:00 12:00 18:00", "end", "start"]) {
            $0.every(3)
            $0.when = [.AC]
            $0.offsetMinutes = 30
        },
        QuestionCase("QID", ["times 4...4 08:00 12:00 18:00 22:00", "end", "start"]) { $0.every(4) },
        QuestionCase("5 times a day", ["times 5...5 07:00 10:45 14:30 18:15 22:00", "end", "start"]) { $0.every(5) },
        QuestionCase("at bedtime", ["times 1...1 22:00", "end", "start"]) {
            $0.every(1)
            $0.when = [.HS]
        },
        QuestionCase("30 minutes before breakfast", ["times 1...1 07:00", "end", "start"]) {
            $0.every(1)
            $0.when = [.ACM]
            $0.offsetMinutes = 30
        },
        QuestionCase("before meals, without a number", ["times 1...6 07:30 12:30 18:30", "end", "start"]) {
            $0.when = [.AC]
        },
        QuestionCase("up to 3 times a day", ["times 1...3 -", "end", "start"]) { $0.every(nil, countMax: 3) },
        QuestionCase("at 8 and at 20", ["end", "start"]) {
            $0.every(2)
            $0.times = ["20:00", "08:00"]
        },
        QuestionCase("twice a day, one of them in the morning", ["times 2...2 08:00 -", "end", "start"]) {
            $0.every(2)
            $0.when = [.MORN]
        },
        QuestionCase("every morning at home and at 11", ["times 2...2 11:00 08:00", "end", "start"]) {
            $0.every(2)
            $0.times = ["11:00"]
            $0.when = [.MORN]
        },
        QuestionCase("q8h", ["end", "instant"]) { $0.every(1, 8, .hour) },
        QuestionCase("q8h at 6, 14 and 22", ["end", "start"]) {
            $0.every(1, 8, .hour)
            $0.times = ["06:00", "14:00", "22:00"]
        },
        QuestionCase("q4-6h for 3 days", ["interval 4...6", "instant"]) {
            $0.every(1, 4, .hour, periodMax: 6)
            $0.lasts(3)
        },
        QuestionCase("once a week", ["times 1...1 08:00", "weekdays 1...1", "end", "start"]) { $0.every(1, 1, .week) },
        QuestionCase("twice a week", ["times 1...1 08:00", "weekdays 2...2", "end", "start"]) { $0.every(2, 1, .week) },
        QuestionCase("on Mondays", ["times 1...1 08:00", "end", "start"]) {
            $0.every(1, 1, .week)
            $0.days = [.monday]
        },
        QuestionCase("every 4 weeks", ["times 1...1 08:00", "end", "start"]) { $0.every(1, 4, .week) },
        QuestionCase("every other day", ["times 1...1 08:00", "end", "start"]) { $0.every(1, 2) },
        QuestionCase("every 3 to 4 days", ["times 1...1 08:00", "interval 3...4", "end", "start"]) {
            $0.every(1, 3, periodMax: 4)
        },
        QuestionCase("one dose only", ["times 1...1 08:00", "start"]) { $0.count = 1 },
        QuestionCase("for 5 to 7 days", ["length 5...7", "times 1...1 08:00", "start"]) {
            $0.every(1)
            $0.duration = Direction.Duration(value: 5, valueMax: 7, unit: .day)
        },
        QuestionCase("for up to 2 weeks", ["length 1...14", "times 1...1 08:00", "start"]) {
            $0.every(1)
            $0.duration = Direction.Duration(value: 2, unit: .week, bound: .max)
        },
        QuestionCase("as needed", []) {
            $0.every(1, 4, .hour, periodMax: 6)
            $0.isAsNeeded = true
        },
    ]

    @Test("A draft asks what the label leaves open, and a suggestion is not an answer", arguments: asked)
    func questions(asked: QuestionCase) throws {
        let draft = try Sample.draft([asked.clause])
        #expect(draft.problems.isEmpty)
        #expect(Set(draft.questions.map(Self.name)) == Set(asked.kinds))
        #expect(draft.open.count == asked.kinds.count)
        guard !asked.kinds.isEmpty else { return }
        let refusal = #expect(throws: DosePlan.Refusal.self) {
            try draft.revision(zone: .utc, from: Sample.instant("2026-01-01 00:00"))
        }
        #expect(refusal?.open == draft.open)
        #expect(refusal?.isRefused == false)
    }

    static func name(_ question: DosePlan.Question) -> String {
        switch question.kind {
        case .times(let count, let slots):
            (["times \(count)"] + slots.map { $0.suggested?.description ?? "-" }).joined(separator: " ")
        case .weekdays(let count): "weekdays \(count)"
        case .interval(let range, _): "interval \(range)"
        case .length(let range, _, _): "length \(range)"
        case .end: "end"
        case .firstInstant: "instant"
        case .start: "start"
        case .rest: "rest"
        case .repeats: "repeats"
        case .repeatsUntil: "until"
        }
    }

    /// Clauses that cannot be planned.
    struct Unclear: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let clauses: [Direction]
        let problem: DosePlan.Problem

        init(_ name: String, _ kind: DosePlan.Problem.Kind, of place: Int? = 0, _ clauses: [Direction]) {
            testDescription = name
            self.clauses = clauses
            problem = DosePlan.Problem(kind, clause: place)
        }
    }

    static let unclear: [Unclear] = [
        Unclear("no clause", .nothing, of: nil, []),
        Unclear("a dose, and no word on how often", .frequencyMissing, [DoseSample.clause()]),
        Unclear("three doses, and no word on when", .frequencyMissing, [DoseSample.clause { $0.count = 3 }]),
        Unclear(
            "a clock's time, and no word on the days", .frequencyMissing, [DoseSample.clause { $0.times = ["08:00"] }]),
        Unclear("every 5 minutes", .tooOften, [DoseSample.clause { $0.every(1, 5, .minute) }]),
        Unclear("every half hour", .tooOften, [DoseSample.clause { $0.every(1, 0.5, .hour) }]),
        Unclear("3 times every 2 days", .frequencyUnusual, [DoseSample.clause { $0.every(3, 2) }]),
        Unclear("twice a month", .frequencyUnusual, [DoseSample.clause { $0.every(2, 1, .month) }]),
        Unclear("3 times every 2 weeks", .frequencyUnusual, [DoseSample.clause { $0.every(3, 2, .week) }]),
        Unclear(
            "once a day, in the morning and in the evening", .timesContradict,
            [
                DoseSample.clause {
                    $0.every(1)
                    $0.when = [.MORN, .EVE]
                }
            ]),
        Unclear(
            "every 8 hours at bedtime", .timesContradict,
            [
                DoseSample.clause {
                    $0.every(1, 8, .hour)
                    $0.when = [.HS]
                }
            ]),
        Unclear(
            "once a week on three days", .daysContradict,
            [
                DoseSample.clause {
                    $0.every(1, 1, .week)
                    $0.days = [.monday, .wednesday, .friday]
                }
            ]),
        Unclear(
            "3 a day for 7 days, 20 doses", .countContradicts,
            [
                DoseSample.clause {
                    $0.every(3)
                    $0.lasts(7)
                    $0.count = 20
                }
            ]),
        Unclear(
            "a time that no clock shows", .timeMalformed,
            [
                DoseSample.clause {
                    $0.every(1)
                    $0.times = ["25:00"]
                }
            ]),
        Unclear(
            "a step without a length before another", .durationMissing,
            [DoseSample.clause { $0.every(2) }, DoseSample.clause(.then) { $0.every(1) }]),
        Unclear(
            "a step of unequal lengths before another", .lengthsDiffer,
            [
                DoseSample.clause {
                    $0.every(1)
                    $0.lasts(3)
                },
                DoseSample.clause(.and) {
                    $0.every(1)
                    $0.lasts(5)
                },
                DoseSample.clause(.then) { $0.every(1) },
            ]),
        Unclear(
            "a clause that begins anew", .orderUnclear, of: 1,
            [DoseSample.clause { $0.every(1) }, DoseSample.clause { $0.every(1) }]),
    ]

    @Test("Unclear clauses give no plan and a reason", arguments: unclear)
    func problems(unclear: Unclear) throws {
        let draft = try Sample.draft(unclear.clauses) { answers in
            for place in 0..<3 {
                answers.times[place] = [try Sample.time("08:00")]
                answers.ends[place] = .open
            }
            answers.starts[0] = try Sample.point("2026-01-05 08:00")
        }
        #expect(draft.problems.contains(unclear.problem))
        let refusal = #expect(throws: DosePlan.Refusal.self) {
            try draft.revision(zone: .utc, from: Sample.instant("2026-01-01 00:00"))
        }
        #expect(refusal?.problems == draft.problems)
    }
}
