import Foundation
import Support
import Testing

@testable import Directions
@testable import Doses

@Suite("The stock of a medicine", .tags(.small))
struct StockTests {
    typealias Sample = DoseSample

    private static func schedule(
        _ amount: Direction.Amount? = Direction.Amount(low: 1, high: 1, unit: "tablet"),
        end: DosePlan.Answers.End = .open
    ) throws -> DoseSchedule {
        try Sample.schedule(
            [
                Sample.clause {
                    $0.dose = amount
                    $0.every(2)
                }
            ], quantity: 10
        ) { answers in
            answers.times[0] = try Sample.times("08:00 20:00")
            answers.starts[0] = try Sample.point("2026-01-05 08:00")
            answers.ends[0] = end
        }
    }

    private static func stock(_ amount: Double = 10, unit: String? = "tablet") throws -> Stock {
        Stock(unit: unit, first: Stock.Count(at: try Sample.instant("2026-01-05 00:00"), amount: amount), refills: 2)
    }

    private static func log(_ doses: [PlannedDose], amount: Direction.Amount? = nil) -> DoseLog {
        DoseLog(
            doses.enumerated().map {
                DoseLog.Entry(
                    number: $0 + 1, subject: .dose($1.id), action: .taken(at: $1.at, amount: amount), notedAt: $1.at)
            })
    }

    @Test("The stock is what was counted minus the doses logged since")
    func left() throws {
        let schedule = try Self.schedule()
        let doses = schedule.doses(from: .distantPast, to: try Sample.instant("2026-01-07 00:00"))
        #expect(doses.count == 4)
        let intakes = schedule.intakes(in: Self.log(doses))
        var stock = try Self.stock()
        let now = try Sample.instant("2026-01-07 00:00")
        #expect(stock.left(after: intakes, at: now) == Stock.Left(exactly: 6, atMost: 6, unknown: 0))
        // Later doses do not count yet.
        #expect(stock.left(after: intakes, at: try Sample.instant("2026-01-05 12:00")).exactly == 9)
        stock.count(Stock.Count(at: try Sample.instant("2026-01-06 12:00"), amount: 12))
        #expect(stock.left(after: intakes, at: now).exactly == 11)
        #expect(stock.left(after: intakes, at: try Sample.instant("2026-01-06 11:00")).exactly == 7)
        let isRefilled = stock.refill(30, intakes: intakes, at: now)
        #expect(isRefilled)
        #expect(stock.left(after: intakes, at: now).exactly == 41)
        #expect(stock.refills == 1)
    }

    @Test("The stock is unknown if the amount of a range was not logged")
    func range() throws {
        let range = Direction.Amount(low: 1, high: 2, unit: "tablet")
        let schedule = try Self.schedule(range)
        let doses = schedule.doses(from: .distantPast, to: try Sample.instant("2026-01-06 00:00"))
        let now = try Sample.instant("2026-01-06 00:00")
        var stock = try Self.stock()
        let unsaid = schedule.intakes(in: Self.log(doses))
        #expect(stock.left(after: unsaid, at: now) == Stock.Left(exactly: nil, atMost: 10, unknown: 2))
        let isRefilled = stock.refill(30, intakes: unsaid, at: now)
        #expect(!isRefilled)
        let said = schedule.intakes(
            in: Self.log(doses, amount: Direction.Amount(low: 2, high: 2, unit: "tablet")))
        #expect(stock.left(after: said, at: now).exactly == 6)
        #expect(schedule.outlook(of: stock, log: Self.log(doses), at: now).unknown == .takings)
    }

    @Test(
        "The stock lasts for days at the planned rate, and is low from the person's limit on",
        arguments: [
            (nil, false), (3, false), (4, true),
        ] as [(Int?, Bool)])
    func outlook(warnDays: Int?, isLow: Bool) throws {
        let schedule = try Self.schedule()
        var stock = try Self.stock()
        stock.warnDays = warnDays
        let now = try Sample.instant("2026-01-05 09:00")
        let first = try #require(schedule.next(from: try Sample.instant("2026-01-05 00:00")))
        let outlook = schedule.outlook(of: stock, log: Self.log([first]), at: now)
        // Nine are left: the tenth dose from then on is in the morning of 10 January.
        #expect(outlook.runsOutAt == (try Sample.instant("2026-01-10 08:00")))
        #expect(outlook.daysLeft == 4)
        #expect(outlook.isLow == isLow)
        #expect(outlook.unknown == nil)
    }

    @Test("A medicine is expired from the day after its date")
    func expiry() throws {
        let schedule = try Self.schedule()
        var stock = try Self.stock()
        stock.expires = try Sample.day("2026-01-05")
        func isExpired(_ instant: String) throws -> Bool {
            schedule.outlook(of: stock, log: DoseLog(), at: try Sample.instant(instant)).isExpired
        }
        #expect(try !isExpired("2026-01-05 23:59"))
        #expect(try isExpired("2026-01-06 00:00"))
    }

    @Test("A stock in another unit than the doses has no days")
    func units() throws {
        let schedule = try Self.schedule()
        let now = try Sample.instant("2026-01-05 00:00")
        let outlook = schedule.outlook(of: try Self.stock(unit: "mL"), log: DoseLog(), at: now)
        #expect(outlook.unknown == .units)
        #expect(outlook.runsOutAt == nil)
        let unnamed = try Self.schedule(nil).outlook(of: try Self.stock(), log: DoseLog(), at: now)
        #expect(unnamed.unknown == .units)
    }

    @Test("With “until gone” the stock lasts for so many doses, and the plan has no end")
    func untilGone() throws {
        let schedule = try Self.schedule(end: .untilGone)
        let now = try Sample.instant("2026-01-05 00:00")
        let preview = schedule.preview(days: 1)
        #expect(preview.count == nil)
        #expect(preview.covered?.point == (try Sample.point("2026-01-09 20:00")))
        let unanswered = schedule.unanswered(from: now, to: now.addingTimeInterval(10 * 86_400), log: DoseLog())
        #expect(unanswered.count == 20)
    }

    @Test("A stock is restored from its JSON and is never negative")
    func coding() throws {
        var stock = try Self.stock(1)
        stock.expires = try Sample.day("2027-05-31")
        #expect(try JSONDecoder().decode(Stock.self, from: JSONEncoder().encode(stock)) == stock)
        let schedule = try Self.schedule()
        let doses = schedule.doses(from: .distantPast, to: try Sample.instant("2026-01-06 00:00"))
        let intakes = schedule.intakes(in: Self.log(doses))
        let now = try Sample.instant("2026-01-06 00:00")
        #expect(stock.left(after: intakes, at: now).exactly == 0)
    }
}
