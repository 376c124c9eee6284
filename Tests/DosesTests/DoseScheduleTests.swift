import Calendar
import Foundation
import Support
import Testing

@testable import Directions
@testable import Doses

@Suite("Doses of a schedule", .tags(.small), .enabled(if: DoseSample.hasZones))
struct DoseScheduleTests {
    typealias Sample = DoseSample

    /// The clauses of a label, a person's answers, and the resulting doses.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let clauses: [Direction]
        let answer: @Sendable (inout DosePlan.Answers) throws -> Void
        /// The first doses; all doses if `count` is set.
        let doses: [String]
        let count: Int?

        init(
            _ name: String, _ clauses: [Direction], doses: [String], count: Int? = nil,
            _ answer: @escaping @Sendable (inout DosePlan.Answers) throws -> Void
        ) {
            testDescription = name
            self.clauses = clauses
            self.answer = answer
            self.doses = doses
            self.count = count
        }
    }

    static func answer(
        _ times: [Int: String], start: String, ends: [Int: DosePlan.Answers.End] = [:],
        weekdays: [Int: [Direction.Day]] = [:]
    ) -> @Sendable (inout DosePlan.Answers) throws -> Void {
        { answers in
            for (place, text) in times { answers.times[place] = try Sample.times(text) }
            answers.starts[0] = try Sample.point(start)
            answers.ends = ends
            answers.weekdays = weekdays
        }
    }

    static func clause(
        _ relation: Direction.Relation = .first, _ amount: Double = 1, _ change: (inout Direction) -> Void
    ) -> Direction { Sample.clause(relation, amount) { change(&$0) } }

    static let rows: [Row] = [
        Row(
            "BID, from the evening on", [clause { $0.every(2) }],
            doses: ["2026-01-05 20:00", "2026-01-06 08:00", "2026-01-06 20:00"],
            answer([0: "08:00 20:00"], start: "2026-01-05 20:00", ends: [0: .open])),
        Row(
            "TID for 7 days from noon on has 21 doses and ends in the morning of the eighth day",
            [
                clause {
                    $0.every(3)
                    $0.lasts(7)
                }
            ], doses: ["2026-01-05 12:00", "2026-01-05 18:00", "2026-01-06 08:00"], count: 21,
            answer([0: "08:00 12:00 18:00"], start: "2026-01-05 12:00")),
        Row(
            "once a week, never daily", [clause { $0.every(1, 1, .week) }],
            doses: ["2026-01-07 08:00", "2026-01-14 08:00", "2026-01-21 08:00"],
            answer([0: "08:00"], start: "2026-01-07 08:00", ends: [0: .open], weekdays: [0: [.wednesday]])),
        Row(
            "Monday, Wednesday, Friday",
            [
                clause {
                    $0.every(1)
                    $0.days = [.friday, .monday, .wednesday]
                }
            ], doses: ["2026-01-07 09:00", "2026-01-09 09:00", "2026-01-12 09:00", "2026-01-14 09:00"],
            answer([0: "09:00"], start: "2026-01-07 09:00", ends: [0: .open])),
        Row(
            "every 2 weeks on Tuesday and Thursday",
            [
                clause {
                    $0.every(2, 2, .week)
                    $0.days = [.tuesday, .thursday]
                }
            ], doses: ["2026-01-08 09:00", "2026-01-20 09:00", "2026-01-22 09:00", "2026-02-03 09:00"],
            answer([0: "09:00"], start: "2026-01-08 09:00", ends: [0: .open])),
        Row(
            "every other day", [clause { $0.every(1, 2) }],
            doses: ["2026-01-31 08:00", "2026-02-02 08:00", "2026-02-04 08:00"],
            answer([0: "08:00"], start: "2026-01-31 08:00", ends: [0: .open])),
        Row(
            "every other day for 10 days",
            [
                clause {
                    $0.every(1, 2)
                    $0.lasts(10)
                }
            ], doses: ["2026-01-05 08:00", "2026-01-07 08:00"], count: 5,
            answer([0: "08:00"], start: "2026-01-05 08:00")),
        Row(
            "every 4 weeks", [clause { $0.every(1, 4, .week) }],
            doses: ["2026-01-06 08:00", "2026-02-03 08:00", "2026-03-03 08:00"],
            answer([0: "08:00"], start: "2026-01-06 08:00", ends: [0: .open])),
        Row(
            "monthly on the 31st", [clause { $0.every(1, 1, .month) }],
            doses: ["2026-01-31 08:00", "2026-02-28 08:00", "2026-03-31 08:00", "2026-04-30 08:00"],
            answer([0: "08:00"], start: "2026-01-31 08:00", ends: [0: .open])),
        Row(
            "one dose only", [clause { $0.count = 1 }], doses: ["2026-01-05 17:00"], count: 1,
            answer([0: "17:00"], start: "2026-01-05 17:00")),
        Row(
            "9 doses, 2 a day",
            [
                clause {
                    $0.every(2)
                    $0.count = 9
                }
            ], doses: ["2026-01-05 20:00", "2026-01-06 08:00"], count: 9,
            answer([0: "08:00 20:00"], start: "2026-01-05 20:00")),
        Row(
            "at bedtime until the last day",
            [
                clause {
                    $0.every(1)
                    $0.when = [.HS]
                }
            ], doses: ["2026-01-05 22:00", "2026-01-06 22:00"], count: 3,
            { answers in
                try answer([0: "22:00"], start: "2026-01-05 22:00")(&answers)
                answers.ends[0] = .lastDay(try Sample.day("2026-01-07"))
            }),
        Row(
            "2 in the morning and 1 at night",
            [
                clause(.first, 2) {
                    $0.every(1)
                    $0.when = [.MORN]
                    $0.lasts(2)
                },
                clause(.and) {
                    $0.every(1)
                    $0.when = [.HS]
                    $0.lasts(2)
                },
            ], doses: ["2026-01-05 22:00", "2026-01-06 08:00", "2026-01-06 22:00", "2026-01-07 08:00"], count: 4,
            answer([0: "08:00", 1: "22:00"], start: "2026-01-05 22:00")),
        Row(
            "a taper of 3, 2 and 1 for 3 days each",
            [
                clause(.first, 3) {
                    $0.every(1)
                    $0.lasts(3)
                },
                clause(.then, 2) {
                    $0.every(1)
                    $0.lasts(3)
                },
                clause(.then, 1) {
                    $0.every(1)
                    $0.lasts(3)
                },
            ],
            doses: (5...13).map { "2026-01-\($0 < 10 ? "0" : "")\($0) 08:00" }, count: 9,
            answer([0: "08:00", 1: "08:00", 2: "08:00"], start: "2026-01-05 08:00")),
        Row(
            "a taper from twice to once a day, begun in the evening",
            [
                clause {
                    $0.every(2)
                    $0.lasts(2)
                },
                clause(.then) {
                    $0.every(1)
                    $0.lasts(2)
                },
            ],
            doses: [
                "2026-01-05 20:00", "2026-01-06 08:00", "2026-01-06 20:00", "2026-01-07 08:00", "2026-01-08 08:00",
                "2026-01-09 08:00",
            ], count: 6,
            answer([0: "08:00 20:00", 1: "08:00"], start: "2026-01-05 20:00")),
    ]

    @Test("A schedule has the doses of its label", arguments: rows)
    func table(row: Row) throws {
        let schedule = try Sample.schedule(row.clauses, row.answer)
        let doses = schedule.doses(from: .distantPast, to: .distantFuture)
        let expected = row.count ?? DoseSchedule.most
        #expect(doses.count == expected)
        #expect(Array(Sample.written(doses).prefix(row.doses.count)) == row.doses)
        #expect(schedule.preview(days: 3).count == row.count)
    }

    @Test("The steps of a taper keep their own amounts")
    func amounts() throws {
        let schedule = try Sample.schedule(
            [
                Self.clause(.first, 2) {
                    $0.every(1)
                    $0.lasts(1)
                },
                Self.clause(.then, 0.5) {
                    $0.every(1)
                    $0.lasts(4)
                },
            ], Self.answer([0: "08:00", 1: "08:00"], start: "2026-01-05 08:00"))
        let doses = schedule.doses(from: .distantPast, to: .distantFuture)
        #expect(
            doses.map(\.amountText) == ["2 tablets"] + Array(repeating: "half a tablet (½)", count: 4))
    }

    @Test("A cycle of 21 days and 7 days off repeats only if a person says so", arguments: [true, false])
    func cycle(repeats: Bool) throws {
        var rest = Direction(.then)
        rest.lasts(7)
        let clauses = [
            Self.clause {
                $0.every(1)
                $0.lasts(21)
            }, rest,
        ]
        let unanswered = try Sample.draft(clauses)
        #expect(Set(unanswered.open.map(DosePlanTests.name)) == ["times 1...1 08:00", "start", "rest", "repeats"])
        let schedule = try Sample.schedule(clauses) { answers in
            try Self.answer([0: "08:00"], start: "2026-01-05 08:00")(&answers)
            answers.rests = [1]
            answers.repeats = repeats
            answers.repeatsUntil = repeats ? .lastDay(try Sample.day("2026-02-03")) : nil
        }
        let doses = Sample.written(schedule.doses(from: .distantPast, to: .distantFuture))
        #expect(doses.count == (repeats ? 23 : 21))
        #expect(doses[20] == "2026-01-25 08:00")
        if repeats { #expect(doses.suffix(2) == ["2026-02-02 08:00", "2026-02-03 08:00"]) }
    }

    @Test("A cycle without an end continues in later years")
    func endlessCycle() throws {
        var rest = Direction(.then)
        rest.lasts(7)
        let clauses = [
            Self.clause {
                $0.every(1)
                $0.lasts(21)
            }, rest,
        ]
        let schedule = try Sample.schedule(clauses) { answers in
            try Self.answer([0: "08:00"], start: "2026-01-05 08:00")(&answers)
            answers.rests = [1]
            answers.repeats = true
            answers.repeatsUntil = .open
        }
        // 28 × 130 days after the first dose.
        let start = try Sample.day("2026-01-05").adding(days: 28 * 130)
        let from = Zone.utc.instant(of: start, at: .midnight)
        let doses = schedule.doses(from: from, to: from.addingTimeInterval(28 * 86_400))
        #expect(doses.count == 21)
        #expect(doses.first?.point?.day == start)
    }
}
