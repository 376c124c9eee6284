import Agenda
import Foundation
import Support
import Testing

@testable import Calendar
@testable import Reminders

@Suite("Reminders that could not be sent in time", .tags(.small))
struct ReminderLateTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func reminder(_ name: String, ago minutes: Double, _ chores: [String]? = nil) -> Reminder {
        let at = now - minutes * 60
        return Reminder(
            key: .init(rawValue: name), sort: .chores, at: at, until: at + 14 * 3600,
            subjects: (chores ?? [name]).map { subject($0) })
    }

    private func subject(_ chore: String) -> Reminder.Subject {
        .chore(
            DueChore(
                chore: .init(rawValue: chore), kind: .watering, due: LocalDay(number: 20_000),
                day: LocalDay(number: 20_000)))
    }

    @Test("Late reminders are combined into one, with each chore once")
    func one() {
        let (a, b, c) = (reminder("a", ago: 90), reminder("b", ago: 10, ["b", "a"]), reminder("c", ago: -30))
        let changes = Reminder.changes(expected: [a, b, c], known: [.init(a, .pending)], limit: nil, now: now)
        #expect(changes.prefix(3) == [.fold(a), .fold(b), .add(c)])
        guard case .add(let late)? = changes.last else {
            Issue.record("nothing tells of them")
            return
        }
        #expect(late.isSummary && late.at == now && late.until == b.until)
        #expect(late.subjects == [subject("a"), subject("b")])
        let known = [Reminder.Status(a, .settled), .init(b, .settled), .init(c, .pending), .init(late, .pending)]
        #expect(Reminder.changes(expected: [a, b, c], known: known, limit: nil, now: now).isEmpty)
        // A completed chore is removed from the summary, and an empty summary is dropped.
        let after = reminder("b", ago: 10)
        let narrowed = Reminder.changes(expected: [after, c], known: known, limit: nil, now: now)
        guard case .alter(let rest)? = narrowed.first else {
            Issue.record("it still tells of what was done")
            return
        }
        #expect(rest.subjects == [subject("b")])
        #expect(Reminder.changes(expected: [c], known: known, limit: nil, now: now) == [.drop(late.key)])
    }

    @Test("A single late reminder is sent unchanged, and so are several that are not late")
    func alone() {
        let (a, b) = (reminder("a", ago: 90), reminder("b", ago: 50))
        #expect(Reminder.changes(expected: [a], known: [], limit: nil, now: now) == [.add(a)])
        #expect(Reminder.changes(expected: [b, reminder("c", ago: 5)], known: [], limit: nil, now: now).count == 2)
    }

    @Test("A waiting summary is combined with reminders that become due while the channel is unreachable")
    func again() throws {
        let (a, b) = (reminder("a", ago: 90), reminder("b", ago: 80))
        // Meanwhile one chore has another name and another day.
        let renamed = DueChore(
            chore: .init(rawValue: "b"), kind: .watering, plantName: "Berta", due: LocalDay(number: 20_000),
            day: LocalDay(number: 20_001))
        let c = Reminder(
            key: .init(rawValue: "c"), sort: .chores, at: now, until: now + 14 * 3600,
            subjects: [.chore(renamed), subject("c")])
        let first = Reminder.changes(expected: [a, b], known: [], limit: nil, now: now - 600)
        guard case .add(let late)? = first.last else {
            Issue.record("nothing tells of them")
            return
        }
        let known = [Reminder.Status(a, .settled), .init(b, .settled), .init(late, .pending)]
        // Meanwhile one of them was completed.
        let changes = Reminder.changes(expected: [b, c], known: known, limit: nil, now: now)
        guard case .add(let other)? = changes.last else {
            Issue.record("nothing tells of them")
            return
        }
        #expect(other.isSummary && other.key != late.key)
        #expect(other.subjects == [subject("b"), subject("c")])
        #expect(changes.dropLast().map(\.key) == [late.key, c.key])
        #expect(changes.dropLast().allSatisfy { if case .fold = $0 { true } else { false } })
        let settled = ReminderHouse.applying(changes, to: known)
        #expect(Reminder.changes(expected: [b, c], known: settled, limit: nil, now: now).isEmpty)
        // The summary is being sent, or may have arrived: the new reminder is sent separately.
        for notice in [Reminder.Status(late, .underWay), .init(late, .pending, isInDoubt: true)] {
            let beside = Reminder.changes(
                expected: [b, c], known: [.init(a, .settled), .init(b, .settled), notice], limit: nil, now: now)
            #expect(beside.contains(.add(c)))
            #expect(!beside.contains(.fold(late)))
        }
    }
}

extension ReminderLateTests {
    @Test("A reminder is combined once, even if the combined notice is not stored any more")
    func forgotten() throws {
        let (a, b) = (reminder("a", ago: 90), reminder("b", ago: 80))
        let first = Reminder.changes(expected: [a, b], known: [], limit: nil, now: now)
        guard case .add(let late)? = first.last else {
            Issue.record("nothing tells of them")
            return
        }
        let changes = Reminder.changes(expected: [a, b], known: [.init(late, .pending)], limit: nil, now: now)
        #expect(changes == [.fold(a), .fold(b)])
    }

    @Test("Reminders that may have arrived are sent unchanged and replace their own notices")
    func inDoubt() {
        let all = ["a", "b", "c"].map { reminder($0, ago: 90) }
        func changes(_ doubted: Set<String>) -> [String] {
            Reminder.changes(
                expected: all,
                known: all.map { .init($0, .pending, isInDoubt: doubted.contains($0.key.rawValue)) }, limit: nil,
                now: now
            ).map(\.key.rawValue)
        }
        #expect(changes([]) == ["a", "b", "c", "late c"])
        #expect(changes(["b"]) == ["a", "c", "late c"])
        #expect(changes(["a", "b"]) == [], "one alone is told as it is")
    }

    @Test("A summary waits during quiet hours and loses only completed chores")
    func quiet() throws {
        func held(_ reminder: Reminder) -> Reminder {
            Reminder(
                key: reminder.key, sort: .chores, at: now + 3600, until: reminder.until, subjects: reminder.subjects,
                meantAt: reminder.at)
        }
        let (a, b) = (reminder("a", ago: 120), reminder("b", ago: 120))
        let first = Reminder.changes(expected: [a, b], known: [], limit: nil, now: now - 600)
        guard case .add(let late)? = first.last else {
            Issue.record("nothing tells of them")
            return
        }
        let known = [Reminder.Status(a, .settled), .init(b, .settled), .init(late, .pending)]
        func waiting(_ expected: [Reminder]) -> [Reminder.Change] {
            Reminder.changes(expected: expected, known: known, limit: nil, now: now)
        }
        func moved(_ subjects: [Reminder.Subject]) -> Reminder.Change {
            .alter(Reminder(key: late.key, sort: .chores, at: now + 3600, until: late.until, subjects: subjects))
        }
        #expect(waiting([held(a), held(b)]) == [moved([subject("a"), subject("b")])])
        #expect(waiting([held(b)]) == [moved([subject("b")])])
        #expect(waiting([]) == [.drop(late.key)])
        // A reminder that is not late gets no new chores either.
        let shown = Reminder.Status(reminder("c", ago: 30), .pending)
        let more = held(reminder("c", ago: 30, ["c", "d"]))
        let changes = Reminder.changes(expected: [more], known: [shown], limit: nil, now: now)
        guard case .alter(let kept)? = changes.first else {
            Issue.record("it does not wait")
            return
        }
        #expect(kept.at == now + 3600 && kept.subjects == [subject("c")] && changes.count == 1)
        #expect(Reminder.changes(expected: [more], known: [.init(kept, .pending)], limit: nil, now: now) == [])
    }

    @Test("A reminder whose announced chores are all done is not sent with newer chores and adds none to a summary")
    func nothingLeft() {
        let shown = reminder("a", ago: 90, ["a"])
        let wanted = reminder("a", ago: 90, ["b"])
        func changes(_ others: [Reminder]) -> [Reminder.Change] {
            Reminder.changes(
                expected: [wanted] + others, known: [.init(shown, .pending)] + others.map { .init($0, .pending) },
                limit: nil, now: now)
        }
        #expect(changes([]) == [.hush(wanted)])
        #expect(changes([reminder("c", ago: 20)]) == [.hush(wanted)], "the other is alone")
        let found = changes([reminder("c", ago: 20), reminder("d", ago: 80)])
        guard case .add(let late)? = found.last else {
            Issue.record("nothing tells of them")
            return
        }
        #expect(late.subjects == [subject("d"), subject("c")])
        // A reminder that got new chores does not add them either.
        let gained = Reminder.changes(
            expected: [reminder("a", ago: 90, ["a", "b"]), reminder("c", ago: 20)],
            known: [.init(shown, .pending)], limit: nil, now: now)
        guard case .add(let other)? = gained.last else {
            Issue.record("nothing tells of them")
            return
        }
        #expect(other.subjects == [subject("a"), subject("c")])
    }
}

extension ReminderLateTests {
    @Test("From its time on, a reminder loses completed chores and gets no new ones")
    func narrows() {
        let shown = reminder("a", ago: 5, ["a", "b"])
        let wanted = reminder("a", ago: 5, ["b", "c"])
        let changes = Reminder.changes(expected: [wanted], known: [.init(shown, .pending)], limit: nil, now: now)
        #expect(changes == [.alter(reminder("a", ago: 5, ["b"]))])
        let early = reminder("a", ago: -5, ["a", "b"])
        let later = reminder("a", ago: -5, ["b", "c"])
        #expect(
            Reminder.changes(expected: [later], known: [.init(early, .pending)], limit: nil, now: now)
                == [.alter(later)])
    }
}

extension Reminder.Change {
    fileprivate var key: Reminder.Key {
        switch self {
        case .add(let reminder), .alter(let reminder), .fold(let reminder), .hush(let reminder): reminder.key
        case .drop(let key): key
        }
    }
}
