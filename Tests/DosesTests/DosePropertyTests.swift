import Calendar
import Foundation
import Support
import Testing

@testable import Directions
@testable import Doses

@Suite("Properties of random schedules", .tags(.small), .enabled(if: DoseSample.hasZones))
struct DosePropertyTests {
    typealias Sample = DoseSample

    private static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Antarctica/Troll", "Pacific/Apia",
        "Africa/Casablanca", "UTC",
    ]

    /// A random plan that a label could have: steps, parallel clauses, any rhythm, perhaps a pause.
    private static func schedule(_ numbers: inout SplitMix64) throws -> (DoseSchedule, Zone) {
        let zone = try Sample.zone(zones[Int.random(in: 0..<zones.count, using: &numbers)])
        let start = try Sample.day("2025-12-01").adding(days: Int.random(in: 0..<400, using: &numbers))
        let steps = Int.random(in: 1...3, using: &numbers)
        var clauses: [Direction] = []
        var answers = DosePlan.Answers()
        var first: LocalTime?
        for step in 0..<steps {
            let length = Double(Int.random(in: 1...40, using: &numbers))
            for track in 0..<Int.random(in: 1...2, using: &numbers) {
                let place = clauses.count
                var clause = Sample.clause(track > 0 ? .and : step > 0 ? .then : .first)
                if step < steps - 1 || Bool.random(using: &numbers) {
                    clause.lasts(length)
                } else {
                    answers.ends[place] = .open
                }
                let count = Int.random(in: 1...4, using: &numbers)
                let times = Set((0..<20).map { _ in Int.random(in: 0..<96, using: &numbers) * 15 })
                    .compactMap { LocalTime(hour: $0 / 60, minute: $0 % 60) }.prefix(count)
                switch Int.random(in: 0..<(step == 0 && track == 0 ? 3 : 5), using: &numbers) {
                case 0: clause.every(times.count)
                case 1: clause.every(1, Double(Int.random(in: 2...9, using: &numbers)))
                case 2: clause.every(1, 1, .month)
                case 3: clause.every(1, Double(Int.random(in: 1...30, using: &numbers)), .hour)
                default:
                    clause.every(1, Double(Int.random(in: 1...3, using: &numbers)), .week)
                    clause.days = [Direction.Day.allCases[Int.random(in: 0..<7, using: &numbers)]]
                }
                let isDaily = clause.frequency?.period == 1 && clause.frequency?.periodUnit == .day
                answers.times[place] = isDaily ? Array(times) : Array(times.prefix(1))
                first = first ?? answers.times[place]?.first
                answers.firsts[place] = DosePlan.Answers.First(
                    at: zone.instant(of: start.adding(days: step * 200), at: .midnight))
                clauses.append(clause)
            }
        }
        answers.starts[0] = DosePoint(start, first ?? .midnight)
        let draft = try Sample.draft(clauses) { $0 = answers }
        var plan = DosePlan(
            id: DosePlan.ID(rawValue: "p1"), medicine: Medicine.ID(rawValue: "m1"),
            first: try draft.revision(zone: zone, from: zone.instant(of: start, at: .midnight)))
        if Bool.random(using: &numbers) {
            let pause = zone.instant(of: start.adding(days: 20), at: .midnight)
            try plan.pause(at: pause)
            try plan.resume(at: pause.addingTimeInterval(5.5 * 86_400))
        }
        return (try DoseSchedule(plan, zones: [zone]), zone)
    }

    @Test("The doses of parts of a period are those of the whole, each once", arguments: 1...150)
    func windows(seed: UInt64) throws {
        var numbers = SplitMix64(seed)
        let (schedule, zone) = try Self.schedule(&numbers)
        let from = schedule.plan.latest.from.addingTimeInterval(-86_400)
        let to = from.addingTimeInterval(130 * 86_400)
        let whole = schedule.doses(from: from, to: to)
        try #require(whole.count < DoseSchedule.most)
        #expect(!whole.isEmpty)

        var cuts = (0..<12).map { _ in
            from.addingTimeInterval(Double(Int.random(in: 0...130 * 86_400, using: &numbers)))
        }
        // Some cuts are exactly at doses.
        cuts += (0..<4).map { _ in whole[Int.random(in: 0..<whole.count, using: &numbers)].at }
        let ends = ([from, to] + cuts).sorted()
        let parts = zip(ends, ends.dropFirst()).flatMap { schedule.doses(from: $0, to: $1) }
        #expect(parts == whole)

        #expect(Set(whole.map(\.id)).count == whole.count)
        #expect(zip(whole, whole.dropFirst()).allSatisfy { $0.at <= $1.at })
        for dose in whole {
            #expect(dose.at >= from && dose.at < to)
            guard let point = dose.point else { continue }
            #expect((zone.time(at: dose.at) == point.time) == !dose.isMovedByClock)
        }
        // A clause has one dose per day and time.
        let slots = whole.compactMap { dose in dose.point.map { "\(dose.clause) \($0.day) \($0.time)" } }
        #expect(Set(slots).count == slots.count)
        for _ in 0..<5 {
            let dose = whole[Int.random(in: 0..<whole.count, using: &numbers)]
            #expect(schedule.dose(dose.id) == dose)
            #expect(schedule.next(from: dose.at)?.at == dose.at)
        }
    }

    @Test("A schedule has the doses that a day-by-day search finds", arguments: 1...40)
    func dayByDay(seed: UInt64) throws {
        var numbers = SplitMix64(seed &+ 1000)
        let start = try Sample.day("2026-01-01").adding(days: Int.random(in: 0..<365, using: &numbers))
        let every = Int.random(in: 1...5, using: &numbers)
        let length = Int.random(in: 1...60, using: &numbers)
        let zone = try Sample.zone("Europe/Berlin")
        let times = try Sample.times("06:15 13:00 21:45")
        let begin = times[Int.random(in: 0..<3, using: &numbers)]
        let isDaily = every == 1
        let schedule = try Sample.schedule(
            [
                Sample.clause {
                    $0.every(isDaily ? 3 : 1, Double(every))
                    $0.lasts(Double(length))
                }
            ], zone: zone, from: "2025-12-31 00:00"
        ) { answers in
            answers.times[0] = isDaily ? times : [begin]
            answers.starts[0] = DosePoint(start, begin)
        }
        var expected: [String] = []
        for offset in 0...length where offset.isMultiple(of: every) {
            for time in isDaily ? times : [begin] {
                let isBefore = offset == 0 && time < begin
                let isAfter = offset == length && time >= begin
                if !isBefore, !isAfter { expected.append("\(start.adding(days: offset)) \(time)") }
            }
        }
        let doses = schedule.doses(from: .distantPast, to: .distantFuture)
        #expect(Sample.written(doses, in: zone) == expected)
        if isDaily { #expect(doses.count == 3 * length) }
    }

    /// A day-by-day search would need eighteen million steps.
    @Test("Doses in later years are found without visiting each day", .timeLimit(.minutes(10)))
    func farAway() throws {
        let schedule = try Sample.schedule([Sample.clause { $0.every(1, 2) }]) { answers in
            answers.times[0] = try Sample.times("08:00")
            answers.starts[0] = try Sample.point("2026-01-01 08:00")
            answers.ends[0] = .open
        }
        let from = try Sample.instant("2525-06-01 00:00")
        for _ in 0..<100 {
            #expect(schedule.doses(from: from, to: from.addingTimeInterval(10 * 86_400)).count == 5)
        }
    }
}
