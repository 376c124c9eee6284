import Calendar
import Foundation
import Support
import Testing

@testable import Directions
@testable import Doses

@Suite("Changes of a dose plan", .tags(.small), .enabled(if: DoseSample.hasZones))
struct DoseChangeTests {
    typealias Sample = DoseSample

    private static func draft(_ amount: Double, quantity: Double? = nil, days: Double? = nil) throws -> DosePlan.Draft {
        try Sample.draft(
            [
                Sample.clause(.first, amount) { clause in
                    clause.every(2)
                    if let days { clause.lasts(days) }
                }
            ], quantity: quantity
        ) { answers in
            answers.times[0] = try Sample.times("08:00 20:00")
            answers.starts[0] = try Sample.point("2026-01-05 08:00")
            answers.ends[0] = .open
        }
    }

    private static func plan(in zone: Zone = .utc) throws -> DosePlan {
        DosePlan(
            id: DosePlan.ID(rawValue: "p1"), medicine: Medicine.ID(rawValue: "m1"),
            first: try draft(1).revision(zone: zone, from: Sample.instant("2026-01-05 00:00", in: zone)))
    }

    @Test("A revision keeps the earlier doses up to the change")
    func revision() throws {
        var plan = try Self.plan()
        let old = try plan.doses(from: .distantPast, to: .distantFuture, zones: [.utc])
        let change = try Sample.instant("2026-01-06 12:00")
        let second = try Self.draft(2).revision(number: 2, zone: .utc, from: change)
        try plan.revise(second)
        let new = try plan.doses(from: .distantPast, to: .distantFuture, zones: [.utc])
        #expect(new.map(\.at) == old.map(\.at))
        #expect(Array(new.prefix(3)) == Array(old.prefix(3)))
        #expect(new[3...].allSatisfy { $0.revision == 2 && $0.amountText == "2 tablets" })
        #expect(Set(new.map(\.id)).count == new.count)
        #expect(plan.revisions.map(\.number) == [1, 2])
        #expect(throws: DosePlan.ChangeError.revision(expected: 3)) { try plan.revise(second) }
        let early = try Self.draft(3).revision(number: 3, zone: .utc, from: change.addingTimeInterval(-1))
        #expect(throws: DosePlan.ChangeError.tooEarly) { try plan.revise(early) }
    }

    @Test("A revision asks for confirmation of each changed value")
    func confirmation() throws {
        let old = try Self.draft(1)
        let changed = try Self.draft(2).medicine
        let draft = DosePlan.Draft(
            changed, status: .ok, usual: old.usual, answers: old.answers, confirmations: old.confirmations)
        let refusal = #expect(throws: DosePlan.Refusal.self) {
            try draft.revision(number: 2, zone: .utc, from: Sample.instant("2026-01-06 00:00"))
        }
        #expect(refusal?.unconfirmed.map(\.field) == [.dose, .frequency])
    }

    @Test("A paused plan has no doses and does not make up for them")
    func pause() throws {
        var plan = try Self.plan()
        let pause = try Sample.instant("2026-01-06 00:00")
        #expect(throws: DosePlan.ChangeError.notPaused) { try plan.resume(at: pause) }
        try plan.pause(at: pause)
        #expect(plan.isPaused)
        #expect(throws: DosePlan.ChangeError.alreadyPaused) { try plan.pause(at: pause) }
        #expect(try plan.doses(from: .distantPast, to: .distantFuture, zones: [.utc]).count == 2)
        try plan.resume(at: Sample.instant("2026-01-08 12:00"))
        let doses = try plan.doses(from: .distantPast, to: .distantFuture, zones: [.utc])
        #expect(
            Sample.written(doses).prefix(4) == [
                "2026-01-05 08:00", "2026-01-05 20:00", "2026-01-08 20:00", "2026-01-09 08:00",
            ])
    }

    @Test("A plan can end early, and its doses keep their identifiers")
    func end() throws {
        var plan = try Self.plan()
        let before = try plan.doses(from: .distantPast, to: Sample.instant("2026-01-08 00:00"), zones: [.utc])
        try plan.end(at: Sample.instant("2026-01-06 08:00"))
        let schedule = try DoseSchedule(plan, zones: [.utc])
        #expect(schedule.doses(from: .distantPast, to: .distantFuture).count == 2)
        for dose in before { #expect(schedule.dose(dose.id) == dose) }
        #expect(throws: DosePlan.ChangeError.alreadyEnded) { try plan.end(at: .distantPast) }
        plan.reopen()
        #expect(try plan.doses(from: .distantPast, to: .distantFuture, zones: [.utc]).count == DoseSchedule.most)
    }

    @Test(
        "An identifier that the plan never had gives no dose",
        arguments: [
            "p1-r1-c0-20260104-0800", "p1-r1-c0-20260105-0900", "p1-r1-c1-20260105-0800", "p1-r2-c0-20260105-0800",
            "p2-r1-c0-20260105-0800", "p1-r1-c0-n0", "p1-r1-c0-2026", "p1-r1", "", "p1-r1-c0-n-1",
            "p1-r1-c0-n99999999999999999999",
        ])
    func strangers(text: String) throws {
        let schedule = try DoseSchedule(Self.plan(), zones: [.utc])
        #expect(schedule.dose(PlannedDose.ID(rawValue: text)) == nil)
    }
}

extension DoseChangeTests {
    @Test("A plan in another zone asks a question and keeps its clock times until it is answered")
    func zone() throws {
        let (berlin, tokyo) = (try Sample.zone("Europe/Berlin"), try Sample.zone("Asia/Tokyo"))
        var plan = try Self.plan(in: berlin)
        let now = try Sample.instant("2026-01-10 12:00", in: berlin)
        #expect(try plan.zoneQuestion(household: berlin, zones: [berlin], at: now) == nil)
        let question = try #require(try plan.zoneQuestion(household: tokyo, zones: [berlin], at: now))
        #expect(question.difference == 8 * 3600)
        #expect(
            Sample.written(question.kept, in: berlin) == [
                "2026-01-10 20:00", "2026-01-11 08:00", "2026-01-11 20:00", "2026-01-12 08:00",
            ])
        #expect(
            Sample.written(question.shifted, in: tokyo) == [
                "2026-01-10 20:00", "2026-01-11 08:00", "2026-01-11 20:00", "2026-01-12 08:00",
            ])
        #expect(plan.latest.zone == "Europe/Berlin")
        #expect(plan.revisions.count == 1)

        var kept = plan
        kept.keep(in: "Asia/Tokyo")
        #expect(try kept.zoneQuestion(household: tokyo, zones: [berlin], at: now) == nil)

        try plan.shift(to: tokyo, at: now)
        #expect(plan.latest.zone == "Asia/Tokyo")
        #expect(throws: DoseSchedule.ZoneMissing(name: "Asia/Tokyo")) { try DoseSchedule(plan, zones: [berlin]) }
        let schedule = try DoseSchedule(plan, zones: [tokyo, berlin])
        #expect(schedule.doses(from: now, to: now.addingTimeInterval(2 * 86_400)) == question.shifted)
        #expect(Sample.written(schedule.doses(from: .distantPast, to: now), in: berlin).last == "2026-01-10 08:00")
    }

    @Test("The question about a zone lists doses that would come twice or be left out")
    func zoneEdges() throws {
        let (berlin, york) = (try Sample.zone("Europe/Berlin"), try Sample.zone("America/New_York"))
        // On the day of travel at 10:00 the morning dose is taken; in New York it is 4:00.
        let now = try Sample.instant("2026-01-10 10:00", in: berlin)
        let west = try #require(try Self.plan(in: berlin).zoneQuestion(household: york, zones: [berlin], at: now))
        #expect(Sample.written(west.twice, in: york) == ["2026-01-10 08:00"])
        #expect(west.leftOut.isEmpty)
        // In the other direction the evening dose would be left out: it is 22:00 there.
        let noon = try Sample.instant("2026-01-10 16:00", in: york)
        let east = try #require(try Self.plan(in: york).zoneQuestion(household: berlin, zones: [york], at: noon))
        #expect(east.twice.isEmpty)
        #expect(Sample.written(east.leftOut, in: york) == ["2026-01-10 20:00"])
    }

    @Test("A fixed interval is the same in every zone, and no question is asked")
    func elapsedZone() throws {
        let berlin = try Sample.zone("Europe/Berlin")
        let plan = try Sample.plan([Sample.clause { $0.every(1, 8, .hour) }]) { answers in
            answers.firsts[0] = DosePlan.Answers.First(at: try Sample.instant("2026-01-05 06:00"))
            answers.ends[0] = .open
        }
        #expect(!plan.goesByClocks)
        #expect(try plan.zoneQuestion(household: berlin, zones: [.utc], at: .distantFuture) == nil)
    }

    @Test(
        "A preview shows the doses and their sum beside the printed quantity",
        arguments: [
            (1.0, 7.0, 14.0, "14 of 14 tablets", true), (1, 7, 20, "14 of 20 tablets", false),
            (0.5, 7, 7, "7 of 7 tablets", true),
        ])
    func preview(amount: Double, days: Double, quantity: Double, words: String, agrees: Bool) throws {
        let draft = try Self.draft(amount, quantity: quantity, days: days)
        let revision = try draft.revision(zone: .utc, from: Sample.instant("2026-01-01 00:00"))
        let plan = DosePlan(id: DosePlan.ID(rawValue: "p1"), medicine: Medicine.ID(rawValue: "m1"), first: revision)
        let preview = try DoseSchedule(plan, zones: [.utc]).preview(days: 2)
        #expect(preview.days.map(\.day.description) == ["2026-01-05", "2026-01-06"])
        #expect(preview.days.map(\.doses.count) == [2, 2])
        #expect(
            preview.days.first?.total
                == DosePlan.words(amount * 2, "tablet"))
        #expect(preview.count == 14)
        #expect(preview.last?.point == (try Sample.point("2026-01-11 20:00")))
        #expect(preview.sum?.words == words)
        #expect(preview.sum?.agrees == agrees)
        #expect(preview.covered == preview.last)
    }
}

extension DoseChangeTests {
    @Test("The sum of a range is a range")
    func rangeSum() throws {
        let range = Direction.Amount(low: 1, high: 2, unit: "tablet")
        let schedule = try Sample.schedule(
            [
                Sample.clause {
                    $0.dose = range
                    $0.every(1)
                    $0.lasts(5)
                }
            ], quantity: 10
        ) { answers in
            answers.times[0] = try Sample.times("08:00")
            answers.starts[0] = try Sample.point("2026-01-05 08:00")
        }
        let preview = schedule.preview(days: 1)
        #expect(preview.sum?.words == "5 to 10 of 10 tablets")
        #expect(preview.covered == preview.last)
        #expect(preview.sum?.agrees == false)
        #expect(preview.days.first?.total == "1 to 2 tablets")
        #expect(preview.days.first?.doses.first?.amountText == "1 to 2 tablets")
    }

    @Test(
        "Amounts are written unambiguously",
        arguments: [
            (1, 1, "tablet", "1 tablet"), (2, 2, "tablet", "2 tablets"), (0.5, 0.5, "tablet", "half a tablet (½)"),
            (0.5, 0.5, "mL", "0.5 mL"), (1.5, 1.5, "tablet", "1½ tablets"), (nil, 5, "puff", "up to 5 puffs"),
            (1, 2, "patch", "1 to 2 patches"), (50, 50, "mcg", "50 micrograms"), (1000, 1000, "unit", "1,000 units"),
            (2, 2, nil, "2"), (nil, nil, "drop", "as the label says"),
            (0.25, 0.25, "tablet", "a quarter of a tablet (¼)"),
            (1, 1, "suppository", "1 suppository"), (2, 2, "suppository", "2 suppositories"),
            (0.25, 0.25, "mg", "0.25 mg"),
            (1_234_567.5, 1_234_567.5, "unit", "1,234,567.5 units"),
        ] as [(Double?, Double?, String?, String)])
    func words(low: Double?, high: Double?, unit: String?, expected: String) {
        #expect(DosePlan.words(of: Direction.Amount(low: low, high: high, unit: unit)) == expected)
    }

    @Test(
        "Sums are written without binary fractions",
        arguments: [
            (0.1 + 0.2, "mL", "0.3 mL"), (0, "tablet", "0 tablets"), (-1, "tablet", "0 tablets"),
            (21, "tablet", "21 tablets"),
            (0, nil, "0"), (2.5, nil, "2½"),
        ] as [(Double, String?, String)])
    func sums(value: Double, unit: String?, expected: String) {
        #expect(DosePlan.words(value, unit) == expected)
    }
}
