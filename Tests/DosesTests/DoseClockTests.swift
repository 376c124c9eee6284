import Calendar
import Directions
import Foundation
import Support
import Testing

@testable import Doses

@Suite("Clock times and intervals of a schedule", .tags(.small), .enabled(if: DoseSample.hasZones))
struct DoseClockTests {
    typealias Sample = DoseSample

    @Test(
        "Every 8 hours is a fixed interval, across clock changes too",
        arguments: [
            ("Europe/Berlin", "2026-03-28 22:00", ["2026-03-28 22:00", "2026-03-29 07:00", "2026-03-29 15:00"]),
            ("Europe/Berlin", "2026-10-24 22:00", ["2026-10-24 22:00", "2026-10-25 05:00", "2026-10-25 13:00"]),
            ("America/New_York", "2026-03-07 22:00", ["2026-03-07 22:00", "2026-03-08 07:00", "2026-03-08 15:00"]),
            ("America/New_York", "2026-10-31 22:00", ["2026-10-31 22:00", "2026-11-01 05:00", "2026-11-01 13:00"]),
        ])
    func elapsed(name: String, first: String, expected: [String]) throws {
        let zone = try Sample.zone(name)
        let schedule = try Sample.schedule(
            [
                DoseScheduleTests.clause {
                    $0.every(1, 8, .hour)
                    $0.lasts(7)
                }
            ], zone: zone
        ) { answers in
            answers.firsts[0] = DosePlan.Answers.First(at: try Sample.instant(first, in: zone))
        }
        let doses = schedule.doses(from: .distantPast, to: .distantFuture)
        #expect(doses.count == 21)
        #expect(Array(Sample.written(doses, in: zone).prefix(3)) == expected)
        for (one, next) in zip(doses, doses.dropFirst()) { #expect(next.at.timeIntervalSince(one.at) == 8 * 3600) }
        #expect(doses.first?.id.rawValue == "p1-r1-c0-n0")
    }

    @Test(
        "Clock times stay the same across clock changes",
        arguments: [
            (
                "Europe/Berlin", "02:30", "2026-03-28 02:30",
                ["2026-03-28 02:30", "2026-03-29 03:30", "2026-03-30 02:30"]
            ),
            (
                "Europe/Berlin", "02:30", "2026-10-24 02:30",
                ["2026-10-24 02:30", "2026-10-25 02:30", "2026-10-26 02:30"]
            ),
            (
                "America/New_York", "08:00", "2026-03-07 08:00",
                ["2026-03-07 08:00", "2026-03-08 08:00", "2026-03-09 08:00"]
            ),
            (
                "America/New_York", "01:30", "2026-10-31 01:30",
                ["2026-10-31 01:30", "2026-11-01 01:30", "2026-11-02 01:30"]
            ),
        ])
    func wall(name: String, time: String, start: String, expected: [String]) throws {
        let zone = try Sample.zone(name)
        let schedule = try Sample.schedule(
            [
                DoseScheduleTests.clause {
                    $0.every(1)
                    $0.lasts(3)
                }
            ], zone: zone, DoseScheduleTests.answer([0: time], start: start))
        let doses = schedule.doses(from: .distantPast, to: .distantFuture)
        #expect(Sample.written(doses, in: zone) == expected)
        #expect(doses.map(\.isMovedByClock) == expected.map { !$0.hasSuffix(time) })
    }

    @Test("A day that a zone skips has no dose of its own")
    func missingDay() throws {
        let zone = try Sample.zone("Pacific/Apia")
        let schedule = try Sample.schedule(
            [DoseScheduleTests.clause { $0.every(1) }], zone: zone, from: "2011-12-01 00:00",
            DoseScheduleTests.answer([0: "08:00"], start: "2011-12-28 08:00", ends: [0: .open]))
        let doses = schedule.doses(
            from: .distantPast, to: try Sample.instant("2012-01-02 00:00", in: zone))
        #expect(
            Sample.written(doses, in: zone) == [
                "2011-12-28 08:00", "2011-12-29 08:00", "2011-12-31 08:00", "2012-01-01 08:00",
            ])
    }

    @Test("A step with a fixed interval is followed by the next one at its end")
    func elapsedSteps() throws {
        let clauses = [
            DoseScheduleTests.clause {
                $0.every(1, 4, .hour)
                $0.lasts(2)
            },
            DoseScheduleTests.clause(.then) {
                $0.every(1, 8, .hour)
                $0.lasts(1)
            },
        ]
        let schedule = try Sample.schedule(clauses) { answers in
            answers.firsts[0] = DosePlan.Answers.First(at: try Sample.instant("2026-01-05 06:00"))
        }
        let doses = schedule.doses(from: .distantPast, to: .distantFuture)
        #expect(doses.count == 15)
        #expect(Sample.written(doses)[11...13] == ["2026-01-07 02:00", "2026-01-07 06:00", "2026-01-07 14:00"])
    }

    @Test("A first dose before others asks when the others begin, and not before the first")
    func afterCount() throws {
        let clauses = [
            DoseScheduleTests.clause(.first, 2) { $0.count = 1 },
            DoseScheduleTests.clause(.then) {
                $0.every(1)
                $0.lasts(4)
            },
        ]
        func draft(second: String?) throws -> DosePlan.Draft {
            try Sample.draft(clauses) { answers in
                try DoseScheduleTests.answer([0: "12:00", 1: "08:00"], start: "2026-01-05 12:00")(&answers)
                answers.starts[1] = try second.map(Sample.point)
            }
        }
        #expect(try draft(second: nil).open.map(\.step) == [1])
        let from = try Sample.instant("2026-01-01 00:00")
        let refusal = #expect(throws: DosePlan.Refusal.self) {
            try draft(second: "2026-01-05 08:00").revision(zone: .utc, from: from)
        }
        #expect(refusal?.problems.map(\.kind) == [.stepsOverlap])
        let plan = DosePlan(
            id: DosePlan.ID(rawValue: "p1"), medicine: Medicine.ID(rawValue: "m1"),
            first: try draft(second: "2026-01-06 08:00").revision(zone: .utc, from: from))
        let doses = try plan.doses(from: .distantPast, to: .distantFuture, zones: [.utc])
        #expect(Sample.written(doses).prefix(2) == ["2026-01-05 12:00", "2026-01-06 08:00"])
        #expect(doses.count == 5)
    }

    @Test("A fixed interval after calendar days begins when a person says, and not before they are over")
    func elapsedAfterWall() throws {
        let clauses = [
            DoseScheduleTests.clause {
                $0.every(1)
                $0.lasts(3)
            },
            DoseScheduleTests.clause(.then) {
                $0.every(1, 12, .hour)
                $0.lasts(1)
            },
        ]
        func draft(_ first: String?) throws -> DosePlan.Draft {
            try Sample.draft(clauses) { answers in
                try DoseScheduleTests.answer([0: "08:00"], start: "2026-01-05 08:00")(&answers)
                answers.firsts[1] = try first.map { DosePlan.Answers.First(at: try Sample.instant($0)) }
            }
        }
        #expect(try draft(nil).open.map(\.kind) == [.firstInstant])
        let from = try Sample.instant("2026-01-01 00:00")
        let refusal = #expect(throws: DosePlan.Refusal.self) {
            try draft("2026-01-08 07:00").revision(zone: .utc, from: from)
        }
        #expect(refusal?.problems.map(\.kind) == [.stepsOverlap])
        let plan = DosePlan(
            id: DosePlan.ID(rawValue: "p1"), medicine: Medicine.ID(rawValue: "m1"),
            first: try draft("2026-01-08 10:00").revision(zone: .utc, from: from))
        let doses = try plan.doses(from: .distantPast, to: .distantFuture, zones: [.utc])
        #expect(
            Sample.written(doses) == [
                "2026-01-05 08:00", "2026-01-06 08:00", "2026-01-07 08:00", "2026-01-08 10:00", "2026-01-08 22:00",
            ])
    }
}
