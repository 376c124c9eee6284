import Calendar
import Foundation
import Support
import Testing

@testable import Directions
@testable import Doses

@Suite("The dose log", .tags(.small))
struct DoseLogTests {
    typealias Sample = DoseSample
    typealias Action = DoseLog.Action

    private static let dose = PlannedDose.ID(rawValue: "p1-r1-c0-20260105-0800")
    private static func at(_ hour: Double) -> Date { Date(timeIntervalSince1970: 1_767_571_200 + hour * 3600) }
    private static let two = Direction.Amount(low: 2, high: 2, unit: "tablet")

    /// The entries in order, and the resulting state.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let actions: [Action]
        let answered: Action?
        let movedTo: Date?
        let undoable: Int?
    }

    static let rows: [Row] = [
        Row(testDescription: "nothing", actions: [], answered: nil, movedTo: nil, undoable: nil),
        Row(
            testDescription: "taken", actions: [.taken(at: at(8), amount: nil)],
            answered: .taken(at: at(8), amount: nil), movedTo: nil, undoable: 1),
        Row(
            testDescription: "taken twice is taken once",
            actions: [.taken(at: at(8), amount: nil), .taken(at: at(8.1), amount: nil)],
            answered: .taken(at: at(8), amount: nil), movedTo: nil, undoable: 2),
        Row(
            testDescription: "taken twice and taken back once is open",
            actions: [.taken(at: at(8), amount: nil), .taken(at: at(8.1), amount: nil), .undone(1)],
            answered: nil, movedTo: nil, undoable: nil),
        Row(
            testDescription: "taken back twice is taken back once",
            actions: [
                .skipped(reason: "none left"), .taken(at: at(8), amount: nil), .undone(2), .undone(2),
            ], answered: .skipped(reason: "none left"), movedTo: nil, undoable: 1),
        Row(
            testDescription: "the later of two answers holds",
            actions: [.taken(at: at(8), amount: nil), .skipped(reason: nil)], answered: .skipped(reason: nil),
            movedTo: nil, undoable: 2),
        Row(
            testDescription: "taking back restores what held before",
            actions: [.taken(at: at(8), amount: nil), .skipped(reason: nil), .undone(2)],
            answered: .taken(at: at(8), amount: nil), movedTo: nil, undoable: 1),
        Row(
            testDescription: "another amount is another answer",
            actions: [.taken(at: at(8), amount: nil), .taken(at: at(8), amount: two)],
            answered: .taken(at: at(8), amount: two), movedTo: nil, undoable: 2),
        Row(
            testDescription: "moved, then taken",
            actions: [.moved(to: at(10)), .taken(at: at(10), amount: nil)],
            answered: .taken(at: at(10), amount: nil), movedTo: at(10), undoable: 2),
        Row(
            testDescription: "moved twice, once taken back",
            actions: [.moved(to: at(10)), .moved(to: at(11)), .undone(2)], answered: nil, movedTo: at(10),
            undoable: 1),
        Row(
            testDescription: "what is answered is not moved",
            actions: [.skipped(reason: nil), .moved(to: at(10))], answered: .skipped(reason: nil), movedTo: nil,
            undoable: 1),
        Row(
            testDescription: "taking back what nobody said changes nothing",
            actions: [.taken(at: at(8), amount: nil), .undone(7)], answered: .taken(at: at(8), amount: nil),
            movedTo: nil, undoable: 1),
    ]

    static func log(_ actions: [Action]) -> DoseLog {
        DoseLog(
            actions.enumerated().map {
                DoseLog.Entry(number: $0 + 1, subject: .dose(dose), action: $1, notedAt: at(Double($0)))
            })
    }

    @Test("A log gives the state of a dose", arguments: rows)
    func table(row: Row) {
        let state = Self.log(row.actions).state(of: Self.dose)
        #expect(state.answered?.action == row.answered)
        #expect(state.movedTo == row.movedTo)
        #expect(state.undoable == row.undoable)
    }
}

extension DoseLogTests {
    @Test("A log gives the same state whatever the order and repetition of its entries", arguments: 1...20)
    func replay(seed: UInt64) {
        var numbers = SplitMix64(seed)
        let others = ["a", "b", "c"].map { DoseLog.Subject.dose(PlannedDose.ID(rawValue: $0)) }
        let entries = (1...40).map { number -> DoseLog.Entry in
            let action: Action =
                switch Int.random(in: 0..<5, using: &numbers) {
                case 0: .taken(at: Self.at(Double(number)), amount: nil)
                case 1: .taken(at: Self.at(Double(number)), amount: Self.two)
                case 2: .skipped(reason: nil)
                case 3: .moved(to: Self.at(Double(number)))
                default: .undone(Int.random(in: 1...number, using: &numbers))
                }
            let subject = others[Int.random(in: 0..<3, using: &numbers)]
            return DoseLog.Entry(number: number, subject: subject, action: action, notedAt: Self.at(0))
        }
        let expected = DoseLog(entries)
        let log = DoseLog((entries + entries + entries).shuffled(using: &numbers))
        #expect(log == expected)
        #expect(log.states == expected.states)
        #expect(log.entries.map(\.number) == Array(1...40))
    }

    @Test("A log lists entries that were undone or replaced by a later answer")
    func gone() {
        let dose = DoseLog.Subject.dose(PlannedDose.ID(rawValue: "a"))
        func log(_ actions: [Action], of subject: DoseLog.Subject) -> DoseLog {
            DoseLog(
                actions.enumerated().map {
                    DoseLog.Entry(number: $0 + 1, subject: subject, action: $1, notedAt: Self.at(0))
                })
        }
        let taken = Action.taken(at: Self.at(8), amount: nil)
        let changed = log([taken, .skipped(reason: nil), taken, .skipped(reason: nil)], of: dose)
        #expect(changed.gone == ([], [1, 2, 3]))
        // Logged twice and undone once: both entries are undone.
        #expect(log([taken, taken, .undone(2)], of: dose).gone == ([1, 2], []))
        // A replaced answer is in force again if the later answer is undone.
        #expect(log([taken, .skipped(reason: nil), .undone(2)], of: dose).gone == ([2], []))
        let moves = log([.moved(to: Self.at(9)), .moved(to: Self.at(10)), taken], of: dose)
        #expect(moves.gone == ([], [1]))
        // As-needed doses do not replace each other.
        let needed = log([taken, .taken(at: Self.at(9), amount: Self.two), .undone(1)], of: .asNeeded(clause: 0))
        #expect(needed.gone == ([1], []))
    }

    /// A dose at 8:00 whose next is at 20:00, with half an hour of grace.
    static let statuses: [(String, [Action], Double, DoseStatus)] = [
        ("before its time", [], 7.9, .planned),
        ("at its time", [], 8, .due),
        ("within the grace", [], 8.5, .due),
        ("after it", [], 8.6, .late),
        ("when the next is due", [], 20, .missed),
        ("taken in time", [.taken(at: at(8.4), amount: nil)], 9, .taken(at: at(8.4), isLate: false)),
        ("taken late", [.taken(at: at(9), amount: nil)], 9, .taken(at: at(9), isLate: true)),
        ("moved and before that", [.moved(to: at(10))], 9, .planned),
        (
            "moved and taken then", [.moved(to: at(10)), .taken(at: at(10.1), amount: nil)], 11,
            .taken(at: at(10.1), isLate: false)
        ),
        ("skipped", [.skipped(reason: "felt unwell")], 21, .skipped(reason: "felt unwell")),
    ]

    @Test("A dose has the status of its time and its log", arguments: statuses)
    func status(name: String, actions: [Action], hour: Double, expected: DoseStatus) throws {
        let planned = PlannedDose(
            id: Self.dose, at: Self.at(8), revision: 1, clause: 0, amount: nil, point: nil, isMovedByClock: false)
        let status = DoseStatus(
            of: planned, Self.log(actions).state(of: Self.dose), next: Self.at(20), grace: 1800,
            now: Self.at(hour))
        #expect(status == expected, "\(name)")
        #expect((status.sentence != nil) == (expected == .missed))
    }

    @Test("The text for a missed dose advises neither skipping nor doubling")
    func sentence() {
        #expect(DosePlan.missedDose.hasPrefix("Do not take a double dose"))
        #expect(DosePlan.missedDose.hasSuffix("Ask them what to do about this missed dose."))
        #expect(!DosePlan.missedDose.lowercased().contains("skip"))
    }

    private static func daily() throws -> DoseSchedule {
        try Sample.schedule([
            Sample.clause {
                $0.every(2)
                $0.lasts(3)
            }
        ]) { answers in
            answers.times[0] = try Sample.times("08:00 20:00")
            answers.starts[0] = try Sample.point("2026-01-05 08:00")
        }
    }
}

extension DoseLogTests {
    @Test("Unanswered doses exclude answered ones and contain a moved dose once")
    func unanswered() throws {
        let schedule = try Self.daily()
        let doses = schedule.doses(from: .distantPast, to: .distantFuture)
        let moved = try Sample.instant("2026-01-06 00:30")
        let log = DoseLog([
            DoseLog.Entry(
                number: 1, subject: .dose(doses[0].id), action: .taken(at: doses[0].at, amount: nil),
                notedAt: doses[0].at),
            DoseLog.Entry(number: 2, subject: .dose(doses[1].id), action: .moved(to: moved), notedAt: doses[1].at),
            DoseLog.Entry(
                number: 3, subject: .dose(doses[2].id), action: .skipped(reason: nil), notedAt: doses[1].at),
        ])
        let first = schedule.unanswered(
            from: try Sample.instant("2026-01-05 00:00"), to: try Sample.instant("2026-01-06 00:00"), log: log)
        #expect(first.isEmpty)
        let second = schedule.unanswered(
            from: try Sample.instant("2026-01-06 00:00"), to: try Sample.instant("2026-01-07 00:00"), log: log)
        #expect(second.map(\.dose) == [doses[1], doses[3]])
        #expect(second.map(\.at) == [moved, doses[3].at])
        #expect(second.first?.medicine.label == "Testamine 500 mg")
        #expect(second.first?.dose.amountText == "1 tablet")
        #expect(!schedule.canMove(doses[1], to: doses[1].at.addingTimeInterval(90_000), now: doses[1].at))
    }

    @Test("The agenda of a day has the log of its doses, and the last dose is missed after a day")
    func agenda() throws {
        let schedule = try Self.daily()
        let doses = schedule.doses(from: .distantPast, to: .distantFuture)
        let log = DoseLog([
            DoseLog.Entry(
                number: 4, subject: .dose(doses[0].id), action: .taken(at: doses[0].at, amount: nil),
                notedAt: doses[0].at)
        ])
        func statuses(now: String) throws -> [DoseStatus] {
            schedule.agenda(
                from: .distantPast, to: .distantFuture, log: log, grace: 3600, now: try Sample.instant(now)
            ).map(\.status)
        }
        #expect(
            try statuses(now: "2026-01-06 08:30") == [
                .taken(at: doses[0].at, isLate: false), .missed, .due, .planned, .planned, .planned,
            ])
        #expect(try statuses(now: "2026-01-08 19:59").last == .late)
        #expect(try statuses(now: "2026-01-08 20:00").last == .missed)
        let shown = schedule.agenda(
            from: .distantPast, to: .distantFuture, log: log, grace: 3600, now: try Sample.instant("2026-01-05 09:00"))
        #expect(shown.map(\.undoable) == [4, nil, nil, nil, nil, nil])
    }

    @Test("Calendar events of doses contain no names if names are hidden", arguments: [true, false])
    func events(hides: Bool) throws {
        let schedule = try Self.daily()
        let events = schedule.events(
            from: .distantPast, to: .distantFuture, log: DoseLog(), feed: .utc, hidesNames: hides, host: "h1")
        #expect(events.count == 6)
        #expect(Set(events.map(\.uid)).count == 6)
        let first = try #require(events.first)
        #expect(first.uid == "p1-r1-c0-20260105-0800@h1")
        #expect(first.time == .local(try Sample.day("2026-01-05"), try Sample.time("08:00"), minutes: 15))
        #expect(first.summary == (hides ? "Medicine" : "Testamine 500 mg: 1 tablet"))
        #expect(first.content.contains("Testamine") == !hides)
    }

    @Test("A log is restored from its JSON")
    func coding() throws {
        let log = Self.log([
            .moved(to: Self.at(9)), .taken(at: Self.at(10), amount: Self.two), .undone(2), .skipped(reason: nil),
        ])
        let bytes = try JSONEncoder().encode(log)
        #expect(try JSONDecoder().decode(DoseLog.self, from: bytes) == log)
        #expect(String(decoding: bytes, as: UTF8.self).contains("1767607200"))
    }
}
