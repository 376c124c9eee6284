import Calendar
import Foundation
import Support
import Testing

@testable import Directions
@testable import Doses

@Suite("Questions about unusual doses", .tags(.small))
struct DoseDoubtTests {
    typealias Sample = DoseSample

    /// One tablet at 08:00 and at 20:00, no more than `most` in 24 hours.
    private static func planned(most: Double? = nil, unit: String? = "tablet") throws -> DoseSchedule {
        try Sample.schedule([
            Sample.clause(.first, 1, unit: unit) {
                $0.every(2)
                $0.maximum = most.map { .init(value: $0, unit: nil, period: 24, periodUnit: .hour) }
            }
        ]) { answers in
            answers.times[0] = try Sample.times("08:00 20:00")
            answers.starts[0] = try Sample.point("2026-01-05 08:00")
            answers.ends[0] = .open
        }
    }

    /// One to two tablets as needed, every 4 hours, no more than 8 in 24 hours, without a unit.
    private static func needed(
        _ change: (inout Direction) -> Void = { _ in }
    ) throws -> DoseSchedule {
        var clause = Sample.clause {
            $0.dose = Direction.Amount(low: 1, high: 2, unit: "tablet")
            $0.every(1, 4, .hour)
            $0.isAsNeeded = true
            $0.maximum = .init(value: 8, unit: nil, period: 24, periodUnit: .hour)
        }
        change(&clause)
        return try Sample.schedule([clause]) { answers in
            answers.starts[0] = try Sample.point("2026-01-05 08:00")
            answers.ends[0] = .open
        }
    }

    private static func amount(_ value: Double?, _ unit: String? = "tablet") -> Direction.Amount? {
        value.map { .init(low: $0, high: $0, unit: unit) }
    }

    private static func log(_ taken: [(String, Double?)]) throws -> DoseLog {
        DoseLog(
            try taken.enumerated().map { number, one in
                let at = try Sample.instant(one.0)
                return DoseLog.Entry(
                    number: number + 1, subject: .asNeeded(clause: 0), action: .taken(at: at, amount: amount(one.1)),
                    notedAt: at)
            })
    }

    @Test(
        "A planned dose is questioned if it is more than printed or more than 2 hours early",
        arguments: [
            ("2026-01-05 08:00", nil, []), ("2026-01-05 06:00", 1, []), ("2026-01-05 05:59", nil, [.tooEarly]),
            ("2026-01-04 08:00", nil, [.tooEarly]), ("2026-01-05 11:00", 0.5, []),
            ("2026-01-05 08:00", 1.5, [.aboveDose]), ("2026-01-05 05:00", 200, [.aboveDose, .tooEarly]),
        ] as [(String, Double?, [DoseDoubt.Kind])])
    func dose(at: String, amount: Double?, kinds: [DoseDoubt.Kind]) throws {
        let schedule = try Self.planned()
        let dose = try #require(schedule.next(from: Sample.instant("2026-01-05 08:00")))
        let doubts = schedule.doubts(
            about: .dose(dose.id), at: try Sample.instant(at), amount: Self.amount(amount), in: DoseLog())
        #expect(doubts.map(\.kind) == kinds)
    }

    @Test("A moved dose is early only before its new time")
    func moved() throws {
        let schedule = try Self.planned()
        let dose = try #require(schedule.next(from: Sample.instant("2026-01-05 20:00")))
        let now = try Sample.instant("2026-01-05 12:00")
        let log = DoseLog([
            .init(
                number: 1, subject: .dose(dose.id), action: .moved(to: try Sample.instant("2026-01-05 13:00")),
                notedAt: now)
        ])
        #expect(schedule.doubts(about: .dose(dose.id), at: now, amount: nil, in: DoseLog()).map(\.kind) == [.tooEarly])
        #expect(schedule.doubts(about: .dose(dose.id), at: now, amount: nil, in: log).isEmpty)
    }

    @Test("A planned dose above the printed maximum is questioned, and another answer for the same dose counts once")
    func plannedMaximum() throws {
        let schedule = try Self.planned(most: 1)
        let (first, second) = (
            try #require(schedule.next(from: Sample.instant("2026-01-05 08:00"))),
            try #require(schedule.next(from: Sample.instant("2026-01-05 20:00")))
        )
        let log = DoseLog([
            .init(
                number: 1, subject: .dose(first.id), action: .taken(at: first.at, amount: nil), notedAt: first.at)
        ])
        let doubts = schedule.doubts(about: .dose(second.id), at: second.at, amount: nil, in: log)
        #expect(
            doubts.map { $0.sentence(in: .utc) } == [
                "With this one 2 tablets would be logged in 24 hours. The label says no more than 1."
            ])
        #expect(schedule.doubts(about: .dose(first.id), at: first.at, amount: Self.amount(1), in: log).isEmpty)
    }
}

extension DoseDoubtTests {
    @Test(
        "An as-needed dose is questioned under the gap, over the maximum and above the dose",
        arguments: [
            ([("2026-01-06 08:00", 1)], "2026-01-06 12:00", 1, []),
            ([("2026-01-06 08:00", 1)], "2026-01-06 11:59", 1, [.underGap]),
            // Logged late, before a dose that is logged already.
            ([("2026-01-06 08:00", 1)], "2026-01-06 05:00", 1, [.underGap]),
            ([], "2026-01-06 05:00", 3, [.aboveDose]), ([], "2026-01-06 05:00", 200, [.aboveDose, .aboveMaximum]),
            (
                [("2026-01-06 00:00", 2), ("2026-01-06 04:00", 2), ("2026-01-06 08:00", 2)], "2026-01-06 12:00", 2, []
            ),
            (
                [("2026-01-06 00:00", 2), ("2026-01-06 04:00", 2), ("2026-01-06 08:00", 2), ("2026-01-06 12:00", 2)],
                "2026-01-06 16:00", 1, [.aboveMaximum]
            ),
            // The first dose is 24 hours old.
            (
                [("2026-01-06 00:00", 2), ("2026-01-06 04:00", 2), ("2026-01-06 08:00", 2), ("2026-01-06 12:00", 2)],
                "2026-01-07 00:00", 2, []
            ),
            // No amount was logged: it may have been two each time.
            (
                [
                    ("2026-01-06 00:00", nil), ("2026-01-06 04:00", nil), ("2026-01-06 08:00", nil),
                    ("2026-01-06 12:00", nil),
                ], "2026-01-06 16:00", nil, [.aboveMaximum]
            ),
        ] as [([(String, Double?)], String, Double?, [DoseDoubt.Kind])])
    func asNeeded(taken: [(String, Double?)], at: String, amount: Double?, kinds: [DoseDoubt.Kind]) throws {
        let doubts = try Self.needed().doubts(
            about: .asNeeded(clause: 0), at: try Sample.instant(at), amount: Self.amount(amount),
            in: try Self.log(taken))
        #expect(doubts.map(\.kind) == kinds)
    }

    @Test(
        "An implausible amount is questioned if the label names none",
        arguments: [
            (nil, 12, false), (nil, 13, true), ("tablet", 200, true), ("mL", 100, false), ("mL", 101, true),
            ("mg", 5000, false), ("puff", 101, true),
        ] as [(String?, Double, Bool)])
    func implausible(unit: String?, amount: Double, isAsked: Bool) throws {
        let schedule = try Self.needed {
            $0.dose = Direction.Amount(low: nil, high: nil, unit: unit)
            $0.maximum = nil
        }
        let doubts = schedule.doubts(
            about: .asNeeded(clause: 0), at: try Sample.instant("2026-01-06 05:00"),
            amount: Self.amount(amount, unit), in: DoseLog())
        #expect(doubts.map(\.kind) == (isAsked ? [.implausible] : []))
    }

    @Test("A maximum without a unit is counted in the unit of the doses and shown as printed")
    func unnamed() throws {
        let schedule = try Self.needed()
        let log = try Self.log([("2026-01-06 08:00", 2), ("2026-01-06 12:00", 2)])
        let clause = schedule.plan.latest.medicine.clauses[0]
        let status = AsNeeded.status(
            of: clause, in: schedule.plan.latest.medicine, intakes: schedule.intakes(in: log),
            at: try Sample.instant("2026-01-06 13:00"))
        #expect(
            status.counts.map(\.words) == [
                "You logged 4 tablets in the last 24 hours. The label says no more than 8."
            ])
        #expect(status.counts.map(\.isReached) == [false])
    }

    @Test("A maximum without a unit is not counted if the doses have none or several")
    func uncounted() throws {
        var clause = Sample.clause(.first, nil) { $0.isAsNeeded = true }
        clause.maximum = .init(value: 8, unit: nil, period: 24, periodUnit: .hour)
        let other = Sample.clause(.and, 5, unit: "mL")
        for clauses in [[clause], [Sample.clause(), clause, other]] {
            let status = AsNeeded.status(
                of: clause, in: Sample.medicine(clauses), intakes: [], at: try Sample.instant("2026-01-06 13:00"))
            #expect(status.counts.map(\.limit.unit) == [AsNeeded.Limit.unnamed])
        }
    }
}

extension DoseDoubtTests {
    @Test("The history of a long plan has every dose, and only unanswered doses are missed")
    func history() throws {
        let schedule = try Self.planned()
        let now = try Sample.instant("2028-01-05 12:00")
        let first = try #require(schedule.next(from: Sample.instant("2026-01-05 08:00")))
        let skipped = try #require(schedule.next(from: Sample.instant("2026-01-05 20:00")))
        let log = DoseLog([
            .init(number: 1, subject: .dose(first.id), action: .taken(at: first.at, amount: nil), notedAt: first.at),
            .init(number: 2, subject: .dose(skipped.id), action: .skipped(reason: nil), notedAt: skipped.at),
        ])
        let doses = schedule.history(from: .distantPast, to: now, log: log, grace: 3600, now: now)
        #expect(doses.count == 730 * 2 + 1)
        #expect(Set(doses.map(\.dose.id)).count == doses.count)
        #expect(doses.prefix(3).map(\.status) == [.taken(at: first.at, isLate: false), .skipped(reason: nil), .missed])
        // The last dose is four hours old, and the next one is in the future.
        #expect(doses.count { $0.status == .missed } == 730 * 2 + 1 - 3 && doses.last?.status == .late)
    }
}
