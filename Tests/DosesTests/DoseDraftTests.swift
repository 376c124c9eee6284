import Calendar
import Foundation
import Support
import Testing

@testable import Directions
@testable import Doses

@Suite("A draft of a dose plan", .tags(.small))
struct DoseDraftTests {
    typealias Sample = DoseSample

    private static func daily() throws -> DosePlan.Draft {
        try Sample.draft([
            Sample.clause {
                $0.every(1)
                $0.when = [.HS]
                $0.lasts(7)
                $0.route = "oral"
            }
        ]) { answers in
            answers.times[0] = [try Sample.time("22:00")]
            answers.starts[0] = try Sample.point("2026-01-05 22:00")
        }
    }

    @Test("A plan is not made before every value of every clause is confirmed")
    func confirmations() throws {
        let whole = try Self.daily()
        let needed = DosePlan.Confirmations.needed(for: whole.medicine)
        #expect(needed.map(\.field) == [.medicine, .strength, .dose, .route, .frequency, .when, .duration])
        let instant = try Sample.instant("2026-01-01 00:00")
        #expect(throws: Never.self) { try whole.revision(zone: .utc, from: instant) }
        for one in needed {
            var draft = whole
            draft.confirmations.withdraw(one)
            let refusal = #expect(throws: DosePlan.Refusal.self) { try draft.revision(zone: .utc, from: instant) }
            #expect(refusal?.unconfirmed == [one])
        }
    }

    @Test("A plan does not take a confirmation for a value that was changed since")
    func changedValue() throws {
        let whole = try Self.daily()
        var medicine = whole.medicine
        medicine.clauses[0].dose = Direction.Amount(low: 2, high: 2, unit: "tablet")
        medicine.name = "Testamide"
        let draft = DosePlan.Draft(
            medicine, status: .ok, usual: whole.usual, answers: whole.answers, confirmations: whole.confirmations)
        let refusal = #expect(throws: DosePlan.Refusal.self) {
            try draft.revision(zone: .utc, from: Sample.instant("2026-01-01 00:00"))
        }
        #expect(
            refusal?.unconfirmed.map(\.field) == [.medicine, .dose, .route, .frequency, .when, .duration])
    }

    @Test("A plan is never made of refused directions, whatever is confirmed")
    func refused() throws {
        let whole = try Self.daily()
        let draft = DosePlan.Draft(
            whole.medicine, status: .refuse, usual: whole.usual, answers: whole.answers,
            confirmations: whole.confirmations)
        let refusal = #expect(throws: DosePlan.Refusal.self) {
            try draft.revision(zone: .utc, from: Sample.instant("2026-01-01 00:00"))
        }
        #expect(refusal?.isRefused == true)
    }

    @Test("An invalid answer is not accepted")
    func wrongAnswers() throws {
        let wrong: [(inout DosePlan.Answers) throws -> Void] = [
            { $0.times[0] = try Sample.times("08:00") },
            { $0.times[0] = try Sample.times("08:00 08:00") },
            { $0.times[0] = try Sample.times("08:00 12:00 20:00") },
            { $0.ends[0] = .untilGone },
            { $0.ends[0] = .lastDay(try Sample.day("2026-01-04")) },
            // A Tuesday, and a time without a dose.
            { $0.starts[0] = try Sample.point("2026-01-06 08:00") },
            { $0.starts[0] = try Sample.point("2026-01-05 09:00") },
        ]
        let clause = Sample.clause {
            $0.every(2)
            $0.days = [.monday, .friday]
        }
        func answer(_ answers: inout DosePlan.Answers) throws {
            answers.times[0] = try Sample.times("20:00 08:00")
            answers.ends[0] = .open
            answers.starts[0] = try Sample.point("2026-01-05 08:00")
        }
        let whole = try Sample.draft([clause], answer)
        #expect(whole.open.isEmpty)
        let start = DosePlan.Question.Kind.start(times: try Sample.times("08:00 20:00"), days: [.monday, .friday])
        #expect(whole.questions.map(\.kind).contains(start))
        for change in wrong {
            let draft = try Sample.draft([clause]) { answers in
                try answer(&answers)
                try change(&answers)
            }
            #expect(!draft.open.isEmpty)
        }
    }

    @Test("A last day before the first dose gives no plan")
    func endBeforeStart() throws {
        let draft = try Sample.draft([
            Sample.clause {
                $0.every(1)
                $0.lasts(10)
            },
            Sample.clause(.then) { $0.every(1) },
        ]) { answers in
            answers.times = [0: try Sample.times("08:00"), 1: try Sample.times("08:00")]
            answers.starts[0] = try Sample.point("2026-01-05 08:00")
            answers.ends[1] = .lastDay(try Sample.day("2026-01-10"))
        }
        #expect(draft.open.isEmpty)
        let refusal = #expect(throws: DosePlan.Refusal.self) {
            try draft.revision(zone: .utc, from: Sample.instant("2026-01-01 00:00"))
        }
        #expect(refusal?.problems == [DosePlan.Problem(.endsBeforeStart, clause: 1)])
    }

    @Test("A draft and a plan are restored from their JSON")
    func coding() throws {
        var plan = try Sample.plan(
            [Sample.clause { $0.every(1, 8, .hour) }, Sample.clause(.and) { $0.every(2) }], quantity: 30
        ) { answers in
            answers.firsts[0] = DosePlan.Answers.First(at: try Sample.instant("2026-01-05 06:00"))
            answers.times[1] = try Sample.times("08:00 20:30")
            answers.starts[0] = try Sample.point("2026-01-05 08:00")
            answers.ends = [0: .untilGone, 1: .lastDay(try Sample.day("2026-02-01"))]
        }
        try plan.pause(at: Sample.instant("2026-01-10 00:00"))
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let bytes = try encoder.encode(plan)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("\"2026-02-01\""))
        #expect(text.contains("\"20:30\""))
        #expect(text.contains("\"at\":1767592800"))
        #expect(try JSONDecoder().decode(DosePlan.self, from: bytes) == plan)
    }

    @Test("“On an empty stomach” asks for the times like every other time")
    func emptyStomach() {
        let clause = DirectionsReader.read("Take 1 capsule daily on an empty stomach").clauses.first
        #expect(clause?.fields == [.dose, .frequency, .when])
    }
}
