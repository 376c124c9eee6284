import Agenda
import Foundation
import Support
import Testing

@testable import Calendar
@testable import Reminders

@Suite("Reconciling notices with reminders", .tags(.small))
struct ReminderReconciliationTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func chores(_ name: String, in minutes: Double, sort: Reminder.Sort = .chores) -> Reminder {
        Reminder(
            key: .init(rawValue: name), sort: sort, at: now + minutes * 60, until: now + minutes * 60 + 14 * 3600,
            subjects: [
                .chore(
                    DueChore(
                        chore: .init(rawValue: name), kind: .watering, due: LocalDay(number: 20_000),
                        day: LocalDay(number: 20_000)))
            ])
    }

    private func dose(_ id: String, in minutes: Double) -> Reminder {
        ReminderSample.reminder(ReminderSample.dose(id, at: now + minutes * 60))
    }

    private func changes(
        _ expected: [Reminder], _ known: [Reminder.Status] = [], limit: Int? = nil
    ) -> [String] {
        Reminder.changes(expected: expected, known: known, limit: limit, now: now).map(Self.text)
    }

    private static func text(_ change: Reminder.Change) -> String {
        switch change {
        case .add(let reminder): "add \(reminder.key)"
        case .alter(let reminder): "alter \(reminder.key)"
        case .drop(let key): "drop \(key)"
        case .fold(let reminder): "fold \(reminder.key)"
        case .hush(let reminder): "hush \(reminder.key)"
        }
    }

    @Test("Reconciliation adds missing notices, earliest first, and leaves right ones unchanged")
    func adding() {
        let (a, b) = (chores("a", in: 20), chores("b", in: 10))
        #expect(changes([a, b]) == ["add b", "add a"])
        #expect(changes([a, b], [.init(a, .pending), .init(b, .pending)]) == [])
        #expect(changes([a, a]) == ["add a"], "one key, one notice")
    }

    @Test("Reconciliation alters notices with another time and drops those that are not expected")
    func altering() {
        let (before, after) = (chores("a", in: 20), chores("a", in: 30))
        #expect(changes([after], [.init(before, .pending)]) == ["alter a"])
        #expect(changes([], [.init(before, .pending)]) == ["drop a"])
        #expect(changes([chores("b", in: 5)], [.init(before, .pending)]) == ["drop a", "add b"])
    }

    @Test("Reconciliation does not touch a notice that was sent or is being sent", arguments: [true, false])
    func untouchable(isSettled: Bool) {
        let known = Reminder.Status(chores("a", in: 20), isSettled ? .settled : .underWay)
        #expect(changes([chores("a", in: 30)], [known]) == [])
        #expect(changes([], [known]) == [])
        let late = dose("d", in: -600)
        #expect(changes([late], [.init(late, isSettled ? .settled : .underWay)]) == [])
    }

    @Test("A dose whose stored notice has no owner keeps its key: a waiting notice is altered, a sent one stays")
    func owners() {
        let old = dose("d", in: -5)
        let fresh = old.naming(["m": "Ada"])
        #expect(fresh.key == old.key && fresh.owner == "Ada" && old.naming(["other": "Ada"]) == old)
        #expect(changes([fresh], [.init(old, .pending)]) == ["alter dose d"])
        #expect(changes([fresh], [.init(fresh, .pending)]) == [])
        #expect(changes([fresh], [.init(old, .settled)]) == [])
        #expect(changes([fresh], [.init(old, .underWay)]) == [])
    }

    @Test("A dose has its own notice for an hour, and then a notice that it was missed")
    func missed() throws {
        let onTime = dose("d3", in: -60)
        #expect(changes([onTime]) == ["add dose d3"])
        let late = [dose("d1", in: -500), dose("d2", in: -61)]
        #expect(
            changes(late + [onTime], [.init(late[0], .pending)])
                == ["fold dose d1", "fold dose d2", "add dose d3", "add missed dose d2"])
        let added = Reminder.changes(expected: late, known: [], limit: nil, now: now)
        guard case .add(let missed) = try #require(added.last) else {
            Issue.record("nothing tells of them")
            return
        }
        #expect(missed.sort == .missed)
        #expect(missed.at == now && missed.until == now + 14 * 3600)
        #expect(missed.subjects == late.flatMap(\.subjects))
    }
}

extension ReminderReconciliationTests {
    @Test("A dose that is still to be taken is not reported as missed, however early its reminder was")
    func early() {
        let dose = ReminderSample.dose("d", at: now + 600)
        let reminder = Reminder(
            key: .init(rawValue: "dose d"), sort: .dose, at: now - 110 * 60, until: dose.at + 24 * 3600,
            subjects: [.dose(dose)])
        #expect(changes([reminder]) == ["add dose d"])
    }

    @Test("A notice of missed doses is kept until it is sent or not useful any more", arguments: [true, false])
    func waitingMissed(isWorth: Bool) {
        let missed = chores("missed dose d", in: isWorth ? -839 : -840, sort: .missed)
        #expect(changes([], [.init(missed, .pending)]) == (isWorth ? [] : ["drop missed dose d"]))
        #expect(changes([], [.init(missed, .settled)]) == [])
        let folded = Reminder.Status(dose("d", in: -90), .settled)
        #expect(changes([dose("d", in: -90)], [folded, .init(missed, .settled)]) == [])
    }

    @Test("A test notice is kept until it is not useful any more", arguments: [true, false])
    func waitingTest(isWorth: Bool) {
        let test = chores("test 7", in: isWorth ? -839 : -840, sort: .test)
        #expect(changes([], [.init(test, .pending)]) == (isWorth ? [] : ["drop test 7"]))
    }

    @Test("No more notices wait than a channel holds, the earliest ones, and drops come first")
    func limited() {
        let all = (0..<200).map { chores("k\($0)", in: Double(500 - $0)) }
        #expect(changes(all, limit: 64) == (136..<200).reversed().map { "add k\($0)" })
        #expect(changes(all, limit: 0) == [])
        #expect(changes(all).count == 200)
        let known = all[..<64].map { Reminder.Status($0, .pending) }
        let changed = changes(all, known, limit: 64)
        #expect(changed.prefix(64).allSatisfy { $0.hasPrefix("drop") })
        #expect(changed.dropFirst(64) == ArraySlice((136..<200).reversed().map { "add k\($0)" }))
        let underWay = (0..<4).map { Reminder.Status(chores("u\($0)", in: 0), .underWay) }
        #expect(changes(all, underWay, limit: 64).count == 60)
    }

    @Test("Notices of missed doses and tests are not subject to the limit of the channel")
    func roomForMissed() {
        let late = dose("d", in: -90)
        let soon = chores("a", in: -100)
        #expect(changes([soon, late], limit: 1) == ["fold dose d", "add missed dose d"])
        let test = Reminder.Status(chores("test 1", in: 0, sort: .test), .pending)
        #expect(changes([soon], [test, .init(soon, .pending)], limit: 1) == ["drop a"])
    }
}

extension ReminderReconciliationTests {
    @Test("Reconciling twice changes nothing the second time", arguments: 0..<200)
    func idempotent(seed: UInt64) {
        var chance = SplitMix64(seed &+ 4000)
        func some(_ count: Int) -> [Reminder] {
            (0..<count).map { number in
                let minutes = Double(Int.random(in: -1000...3000, using: &chance))
                return Bool.random(using: &chance) ? chores("c\(number)", in: minutes) : dose("d\(number)", in: minutes)
            }
        }
        let states: [Reminder.Status.State] = [.pending, .pending, .underWay, .settled]
        var known = some(20).map { Reminder.Status($0, states.randomElement(using: &chance) ?? .pending) }
        known.append(.init(chores("test 1", in: -60, sort: .test), .pending))
        known.append(.init(chores("missed dose x", in: -60, sort: .missed), .pending))
        let expected = some(25)
        let limit = Bool.random(using: &chance) ? Int.random(in: 3...30, using: &chance) : nil
        let changes = Reminder.changes(expected: expected, known: known, limit: limit, now: now)
        let settled = ReminderHouse.applying(changes, to: known)
        #expect(Reminder.changes(expected: expected, known: settled, limit: limit, now: now) == [])
        #expect(
            Reminder.changes(expected: expected.reversed(), known: settled.reversed(), limit: limit, now: now) == [])
        if let limit {
            let open = settled.count { $0.state != .settled }
            let underWay = known.count { $0.state == .underWay }
            #expect(open <= max(limit, underWay + 4), "those under way, the test and the missed are not in question")
        }
    }
}
