import Agenda
import Calendar
import Foundation
import Support
import Testing

@Suite(.tags(.small))
struct ChoreTests {
    private let id = Chore.ID(rawValue: "c1")

    private func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }

    private func weekly(from start: String) throws -> Chore {
        Chore(
            id: id, plant: "p1", kind: .watering, recurrence: try #require(Recurrence.every(days: 7)),
            start: try day(start))
    }

    private func entry(
        _ number: Int, _ action: ChoreEntry.Action, _ text: String, due: String? = nil, undone: Bool = false
    ) throws -> ChoreEntry {
        ChoreEntry(
            number: number, chore: id, action: action, day: try day(text),
            at: Date(timeIntervalSince1970: Double(number)), due: try due.map { try day($0) }, planned: 7,
            isUndone: undone)
    }

    @Test("A new chore is due on its first day")
    func begins() throws { #expect(try weekly(from: "2026-11-21").due == (try day("2026-11-21"))) }

    @Test("A done chore recurs after its interval from the day it was done")
    func done() throws {
        let chore = try weekly(from: "2026-11-01").settled(by: [entry(1, .done, "2026-11-03")])
        #expect(chore.due == (try day("2026-11-10")))
        #expect(chore.lastDone == (try day("2026-11-03")))
    }

    @Test("Skipping a chore early omits one occurrence; skipping it late restarts the interval on that day")
    func skipped() throws {
        let early = try weekly(from: "2026-11-10").settled(by: [entry(1, .skipped, "2026-11-08", due: "2026-11-10")])
        #expect(early.due == (try day("2026-11-17")))
        let late = try weekly(from: "2026-11-10").settled(by: [entry(1, .skipped, "2026-11-12", due: "2026-11-10")])
        #expect(late.due == (try day("2026-11-19")))
        #expect(late.lastDone == nil)
    }

    @Test("A skip has no effect if an earlier completion is logged afterwards")
    func skippedAndBackdated() throws {
        let chore = try weekly(from: "2026-11-13").settled(by: [
            entry(1, .done, "2026-11-13"), entry(2, .skipped, "2026-11-18", due: "2026-11-20"),
            entry(3, .done, "2026-11-17"),
        ])
        #expect(chore.due == (try day("2026-11-24")))
    }

    @Test("A chore is not due before the day named by the plan, and is not overdue after it was unneeded")
    func notBefore() throws {
        var feed = try weekly(from: "2026-04-01")
        feed.notBefore = try day("2026-05-18")
        #expect(feed.settled(by: [try entry(1, .done, "2026-04-06")]).due == (try day("2026-05-18")))
        #expect(feed.settled(by: [try entry(1, .done, "2026-05-30")]).due == (try day("2026-06-06")))
        var resting = try weekly(from: "2026-01-01")
        resting.state = .unneeded
        let awake = resting.replanned(as: try weekly(from: "2026-08-20"))
        let log = [try entry(1, .done, "2026-02-01")]
        #expect(awake.settled(by: log).due == (try day("2026-08-20")))
        let again = awake.settled(by: log).replanned(as: try weekly(from: "2026-08-21"))
        #expect(again.settled(by: log).due == (try day("2026-08-20")), "and so it stays")
        let done = try again.settled(by: log + [entry(2, .done, "2026-08-22")])
        #expect(done.due == (try day("2026-08-29")))
    }
}

extension ChoreTests {
    @Test("Snoozing moves the reminder and leaves the due day unchanged")
    func snoozed() throws {
        let until = Date(timeIntervalSince1970: 1_800_000_000)
        let chore = try weekly(from: "2026-11-10").settled(by: [entry(1, .snoozed(until: until), "2026-11-10")])
        #expect(chore.due == (try day("2026-11-10")))
        #expect(chore.snoozedUntil == until)
        let after = try weekly(from: "2026-11-10").settled(by: [
            entry(1, .snoozed(until: until), "2026-11-10"), entry(2, .done, "2026-11-09"),
        ])
        #expect(after.snoozedUntil == nil, "told later that it was done before")
        #expect(after.due == (try day("2026-11-16")))
    }

    @Test("Undoing an entry has the same result as never making it")
    func undone() throws {
        let chore = try weekly(from: "2026-11-01")
        let log = try [entry(1, .done, "2026-11-01"), entry(2, .done, "2026-11-08"), entry(3, .done, "2026-11-15")]
        for gone in log.indices {
            var rest = log
            rest[gone].isUndone = true
            let without = log.enumerated().filter { $0.offset != gone }.map(\.element)
            #expect(chore.settled(by: rest) == chore.settled(by: without))
        }
        #expect(
            chore.settled(
                by: log.map { entry in
                    var entry = entry
                    entry.isUndone = true
                    return entry
                }) == chore)
    }

    @Test("A backdated entry does not change what a later day decided")
    func backdated() throws {
        let chore = try weekly(from: "2026-11-01").settled(by: [
            entry(1, .done, "2026-11-15"), entry(2, .done, "2026-11-08"),
        ])
        #expect(chore.lastDone == (try day("2026-11-15")))
        #expect(chore.due == (try day("2026-11-22")))
    }

    @Test("A draft that expects another due day adds no entry")
    func expectations() throws {
        let chore = try weekly(from: "2026-11-10")
        let at = Date(timeIntervalSince1970: 0)
        func draft(_ expected: LocalDay?) throws -> ChoreEntry.Draft {
            .init(.done, of: id, on: try day("2026-11-10"), at: at, expecting: expected)
        }
        #expect(ChoreEntry(try draft(try day("2026-11-03")), number: 1, on: chore) == nil)
        #expect(ChoreEntry(try draft(try day("2026-11-10")), number: 1, on: chore)?.due == chore.due)
        #expect(ChoreEntry(try draft(nil), number: 1, on: chore) != nil)
    }

    @Test("A chore that is switched off is not due, and switched on again has the state of its log")
    func off() throws {
        var chore = try weekly(from: "2026-11-01")
        let log = try [entry(1, .done, "2026-11-03")]
        chore.state = .off
        #expect(chore.settled(by: log).due == nil)
        chore.state = .active
        #expect(chore.settled(by: log).due == (try day("2026-11-10")))
    }
}

extension ChoreTests {
    @Test("A new plan changes its own chores by kind and leaves a person's chores unchanged")
    func reconciled() throws {
        let water = try weekly(from: "2026-11-01")
        let feed = Chore(
            id: .init(rawValue: "c2"), plant: "p1", kind: .fertilising, recurrence: .once, start: try day("2026-12-01"))
        let own = Chore(
            id: .init(rawValue: "c3"), plant: "p1", kind: .own, title: "Talk to it", origin: .person, recurrence: .once,
            start: try day("2026-12-01"))
        var slower = try weekly(from: "2026-11-20")
        slower.recurrence = try #require(Recurrence.every(days: 9))
        let prune = Chore(
            id: .init(rawValue: "c4"), plant: "p1", kind: .pruning, recurrence: .once, start: try day("2027-03-01"))
        let after = Chore.reconciled([water, feed, own], with: [slower, prune])
        #expect(after.map(\.id.rawValue) == ["c1", "c2", "c4"])
        #expect(after[0].recurrence.text == "days 9")
        #expect(after[0].start == water.start)
        #expect(after[1].state == .unneeded)
        let again = Chore.reconciled(after, with: [slower, prune, feed])
        #expect(again[1].state == .active)
    }

    @Test("A chore that a person switched off stays off under every plan")
    func offSurvives() throws {
        var water = try weekly(from: "2026-11-01")
        water.state = .off
        #expect(Chore.reconciled([water], with: [try weekly(from: "2026-11-02")])[0].state == .off)
        #expect(Chore.reconciled([water], with: [])[0].state == .off)
    }

    @Test("Every kind has an icon and a default reminder offset", arguments: Chore.Kind.allCases)
    func kinds(kind: Chore.Kind) {
        #expect(!kind.icon.isEmpty)
        #expect((0...7).contains(kind.reminderOffset))
        #expect(Chore.Kind.allCases.count { $0.icon == kind.icon } == 1)
    }
}

@Suite(.tags(.small))
struct LearningTests {
    /// A log with these gaps between completions, each planned as `planned` days.
    private func log(_ gaps: [Int], planned: Int? = 10) throws -> [ChoreEntry] {
        var day = try #require(LocalDay("2026-01-01"))
        var entries: [ChoreEntry] = []
        for (number, gap) in ([0] + gaps).enumerated() {
            day = day.adding(days: gap)
            entries.append(
                ChoreEntry(
                    number: number + 1, chore: .init(rawValue: "c"), action: .done, day: day,
                    at: Date(timeIntervalSince1970: 0), due: day, planned: planned))
        }
        return entries
    }

    @Test(
        "The learned factor is the median of real by planned days, from 0.5 to 2",
        arguments: [([11, 11, 11, 11], 1.1), ([5, 12, 13, 40], 1.25), ([1, 1, 1, 1], 0.5), ([90, 90, 90, 90], 2.0)]
            as [([Int], Double)])
    func factor(gaps: [Int], factor: Double) throws {
        let learning = try #require(Learning(log: log(gaps)))
        #expect(abs(learning.factor - factor) < 1e-9)
        #expect(learning.count == 5)
    }

    @Test("Fewer than five waterings give no factor")
    func needsFive() throws { #expect(Learning(log: try log([11, 11, 11])) == nil) }

    @Test("Undone waterings and waterings before a reset do not count")
    func whatCounts() throws {
        var entries = try log([11, 11, 11, 11])
        entries[2].isUndone = true
        #expect(Learning(log: entries) == nil)
        let all = try log([11, 11, 11, 11, 20, 20, 20, 20])
        #expect(Learning(log: all, since: all[4].day)?.factor == 2)
        #expect(Learning(log: all, since: all[5].day) == nil)
    }

    @Test("Chores that are not counted in days give no factor")
    func withoutPlan() throws { #expect(Learning(log: try log([11, 11, 11, 11], planned: nil)) == nil) }
}
