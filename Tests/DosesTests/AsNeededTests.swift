import Calendar
import Foundation
import Support
import Testing

@testable import Directions
@testable import Doses

@Suite("A medicine taken as needed", .tags(.small))
struct AsNeededTests {
    typealias Sample = DoseSample

    private static func at(_ hour: Double) -> Date { Date(timeIntervalSince1970: 1_767_571_200 + hour * 3600) }

    private static func intakes(_ taken: [(Double, Double?, String?)]) -> [DoseIntake] {
        taken.enumerated().map {
            DoseIntake(
                at: at($1.0), amount: $1.1, unit: $1.2, number: $0 + 1, subject: .asNeeded(clause: 0))
        }
    }

    /// 1 to 2 tablets every 4 to 6 hours, no more than 8 a day.
    private static let painkiller = Sample.clause {
        $0.dose = Direction.Amount(low: 1, high: 2, unit: "tablet")
        $0.every(1, 4, .hour, periodMax: 6)
        $0.isAsNeeded = true
        $0.maximum = Direction.Maximum(value: 8, unit: "tablet", period: 24, periodUnit: .hour)
    }

    private static func status(
        _ taken: [(Double, Double?, String?)], at hour: Double, of clause: Direction = painkiller,
        adding: Direction.Amount? = nil
    ) -> AsNeeded {
        AsNeeded.status(
            of: clause, in: Sample.medicine([clause]), intakes: intakes(taken), at: at(hour), adding: adding)
    }

    @Test("The first as-needed dose has no gap")
    func none() {
        let status = Self.status([], at: 8)
        #expect(status.last == nil)
        #expect(status.earliestNext == nil)
        #expect(!status.warns)
        #expect(
            status.sentences(in: .utc) == [
                "You have not logged it yet.", "The label says at least 4 hours between doses.",
                "You logged 0 tablets in the last 24 hours. The label says no more than 8 tablets.",
            ])
    }

    @Test(
        "The gap is counted from the last dose, with the lower number of a range",
        arguments: [(9.5, true), (12.0, false)])
    func gap(hour: Double, isTooEarly: Bool) {
        let status = Self.status([(8, 1, "tablet")], at: hour)
        #expect(status.earliestNext == Self.at(12))
        #expect(status.isTooEarly == isTooEarly)
        #expect(status.warns == isTooEarly)
        let sentence =
            isTooEarly
            ? "The label says at least 4 hours between doses: that is at 12:00."
            : "The label says at least 4 hours between doses."
        #expect(status.sentences(in: .utc)[1] == sentence)
    }

    @Test("Doses of the last 24 hours are counted against the printed maximum")
    func maximum() throws {
        let taken: [(Double, Double?, String?)] = [
            (-6, 2, "tablet"), (0, 2, "tablet"), (5, 2, "tablet"), (10, 2, "tablet"), (15, 2, "tablet"),
        ]
        // At 18:00 the first dose is 24 hours old.
        #expect(Self.status(taken, at: 17.9).counts.first?.noted == 10)
        let status = Self.status(taken, at: 18, adding: Direction.Amount(low: 1, high: 1, unit: "tablet"))
        let count = try #require(status.counts.first)
        #expect(count.noted == 8)
        #expect(count.isReached)
        #expect(count.after == 9)
        #expect(count.wouldExceed)
        #expect(status.warns)
        #expect(
            count.words
                == "You logged 8 tablets in the last 24 hours. The label says no more than 8 tablets. "
                + "With this one you would have logged 9.")
    }

    @Test(
        "A dose with another unit or without a number is not counted",
        arguments: [
            (1.0, "mg"), (nil, "tablet"), (1.0, nil),
        ] as [(Double?, String?)])
    func units(amount: Double?, unit: String?) throws {
        let status = Self.status([(8, 1, "tablet"), (9, amount, unit)], at: 20)
        let count = try #require(status.counts.first)
        #expect(count.noted == nil)
        #expect(!count.isReached)
        #expect(status.warns)
        #expect(count.words.hasPrefix("What you logged in the last 24 hours cannot be counted in tablet"))
    }

    @Test("Doses are counted if the label limits doses, and no gap is assumed")
    func doses() throws {
        var clause = Sample.clause { $0.every(nil, countMax: 3) }
        clause.isAsNeeded = true
        let status = Self.status(
            [(1, nil, nil), (3, 1, "tablet"), (5, 1, "mg")], at: 6, of: clause,
            adding: Direction.Amount(low: 1, high: 2, unit: "tablet"))
        #expect(status.gapWords == nil)
        #expect(status.earliestNext == nil)
        let count = try #require(status.counts.first)
        #expect(count.noted == 3)
        #expect(count.after == 4)
        #expect(
            count.words.hasPrefix(
                "You logged 3 doses in the last 24 hours. The label says no more than 3 doses in 1 day."))
    }
}

extension AsNeededTests {
    @Test("A count that cannot be known is not shown", arguments: [0.0, 2, 8, 9])
    func words(tablets: Double) {
        let text = Self.status([(8, tablets, "tablet")], at: 9).sentences(in: .utc).joined(separator: " ").lowercased()
        for word in ["safe", "may take", "can take", "should", "must not", "allowed"] { #expect(!text.contains(word)) }
    }

    @Test("Planned doses of the same medicine are counted, too")
    func planned() throws {
        let clauses = [
            Sample.clause { $0.every(2) },
            Sample.clause(.and) {
                $0.every(1, 4, .hour)
                $0.isAsNeeded = true
                $0.maximum = Direction.Maximum(value: 4, unit: "tablet", period: 1, periodUnit: .day)
            },
        ]
        let schedule = try Sample.schedule(clauses) { answers in
            answers.times[0] = try Sample.times("08:00 20:00")
            answers.starts[0] = try Sample.point("2026-01-05 08:00")
            answers.ends[0] = .open
        }
        #expect(schedule.asNeeded(at: Self.at(9)) == [1])
        let first = try #require(schedule.next(from: Self.at(0)))
        let log = DoseLog([
            DoseLog.Entry(
                number: 1, subject: .dose(first.id), action: .taken(at: first.at, amount: nil), notedAt: first.at),
            DoseLog.Entry(
                number: 2, subject: .asNeeded(clause: 1), action: .taken(at: Self.at(10), amount: nil),
                notedAt: Self.at(10)),
            DoseLog.Entry(
                number: 3, subject: .asNeeded(clause: 1), action: .taken(at: Self.at(11), amount: nil),
                notedAt: Self.at(11)),
            DoseLog.Entry(
                number: 4, subject: .asNeeded(clause: 1), action: .undone(3), notedAt: Self.at(11)),
        ])
        let intakes = schedule.intakes(in: log)
        #expect(intakes.map(\.at) == [first.at, Self.at(10)])
        let status = AsNeeded.status(
            of: clauses[1], in: schedule.plan.latest.medicine, intakes: intakes, at: Self.at(12))
        #expect(status.counts.map(\.noted) == [2])
        #expect(status.earliestNext == Self.at(14))
    }

    @Test("A maximum without a period counts all doses, and its period is shown in full")
    func inAll() {
        var clause = Sample.clause { $0.count = 3 }
        clause.isAsNeeded = true
        clause.maximum = Direction.Maximum(value: 2, unit: "tablet", period: 2, periodUnit: .week)
        let status = Self.status([(-1000, 1, "tablet"), (1, 1, "tablet")], at: 6, of: clause)
        #expect(
            status.counts.map(\.words) == [
                "You logged 1 tablet in the last 14 days. The label says no more than 2 tablets in 2 weeks.",
                "You logged 2 doses so far. The label says no more than 3 doses in all.",
            ])
    }

    @Test("An as-needed clause applies only in its own step")
    func steps() throws {
        let clauses = [
            Sample.clause {
                $0.every(2)
                $0.lasts(2)
            },
            Sample.clause(.then) { $0.isAsNeeded = true },
        ]
        let schedule = try Sample.schedule(clauses) { answers in
            answers.times[0] = try Sample.times("08:00 20:00")
            answers.starts[0] = try Sample.point("2026-01-05 08:00")
        }
        #expect(schedule.asNeeded(at: try Sample.instant("2026-01-07 07:59")).isEmpty)
        #expect(schedule.asNeeded(at: try Sample.instant("2026-01-07 08:00")) == [1])
    }
}
