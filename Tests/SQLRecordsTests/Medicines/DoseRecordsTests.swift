import Contracts
import Directions
import Doses
import Foundation
import Household
import Plants
import Reminders
import Support
import Synchronization
import Testing

@Suite("Records of doses", .tags(.medium))
struct DoseRecordsTests {
    @Test("Dose notes are kept in the order in which they were added", arguments: RecordsStore.allCases)
    func dosesAreNoted(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let (first, second) = (sample.medicine("first"), sample.medicine("second"))
            for medicine in [first, second] { try await records.add(medicine) }
            let half = Direction.Amount(low: 0.5, high: 0.5, unit: "tablet")
            let notes = [
                sample.taken("plan-r1-c0-20270115T0800", minute: 3, amount: half),
                DoseNote(.asNeeded(clause: 1), .skipped(reason: "felt “sick”\n"), notedAt: sample.second(1)),
                DoseNote(.dose(.init(rawValue: "d2")), .moved(to: sample.time(900)), notedAt: sample.time(2)),
            ]
            let entries = try await records.note(of: first.id) { medicine, log in
                #expect(medicine == first && log.entries.isEmpty)
                return notes
            }
            #expect(entries.map { DoseNote($0.subject, $0.action, notedAt: $0.notedAt) } == notes)
            #expect(entries.map(\.number) == entries.map(\.number).sorted() && Set(entries.map(\.number)).count == 3)
            #expect(try await records.doseLog(of: first.id).entries == entries)
            #expect(try await records.doseLog(of: second.id).entries.isEmpty)
            #expect(try await records.doseLog(of: .init(rawValue: "nobody")).entries.isEmpty)

            // The closure gets the whole log, including old entries; a clock that was set back does not change the
            // order.
            let later = try await records.note(of: first.id) { _, log in
                #expect(log.entries == entries)
                return [
                    DoseNote(.dose(.init(rawValue: "d")), .undone(entries[0].number), notedAt: sample.time(-90 * 1440))
                ]
            }
            #expect(try await records.doseLog(of: first.id).entries == entries + later)
            #expect(try await records.note(of: first.id) { _, _ in [] } == [])
            await refused(.doseRefused) {
                try await records.note(of: first.id) { _, _ in
                    throw HouseholdError(.doseRefused, "On purpose.")
                }
            }
            await refused(.notFound) {
                try await records.note(of: .init(rawValue: "nobody")) { _, _ in notes }
            }
            #expect(try await records.doseLog(of: first.id).entries == entries + later)

            // Removing the medicine removes its log; the numbers are not used again.
            try await records.remove(first.id)
            #expect(try await records.doseLog(of: first.id).entries.isEmpty)
            try await records.add(first)
            let anew = try await records.note(of: first.id) { _, log in
                #expect(log.entries.isEmpty)
                return [sample.taken("d", minute: 9)]
            }
            #expect(try #require(anew.first).number > #require(later.first).number)
        }
    }

    @Test("Each of several concurrent dose notes sees the ones before it", arguments: RecordsStore.allCases)
    func dosesAreNotedInLine(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let medicine = sample.medicine("m")
            try await records.add(medicine)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    let records = number.isMultiple(of: 2) ? records : other
                    group.addTask {
                        // Two devices note the same dose; each call sees the entries of the earlier ones.
                        try await records.note(of: medicine.id) { _, log in
                            log.entries.isEmpty ? [sample.taken("d", minute: 1)] : []
                        }
                        try await records.note(of: medicine.id) { _, log in
                            [sample.taken("n\(log.entries.count)", minute: 2)]
                        }
                    }
                }
                try await group.waitForAll()
            }
            let entries = try await records.doseLog(of: medicine.id).entries
            #expect(entries.count == 21)
            #expect(
                entries.map(\.subject) == [.dose(.init(rawValue: "d"))]
                    + (1...20).map { .dose(.init(rawValue: "n\($0)")) })
        }
    }

    @Test("Notices follow dose notes and plans", arguments: RecordsStore.allCases)
    func noticesFollowDoses(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let house = try DoseNoticesFixture(records, sample)
            let records = house.records
            func pendingKeys() async throws -> [String] { try await house.pendingKeys() }
            let phone = try await sample.channel(in: records)
            #expect(try await pendingKeys().isEmpty)
            try await records.add(sample.medicine("plain"))
            #expect(try await pendingKeys().isEmpty, "without a plan there are no doses")
            let kept = try sample.running("m")
            try await records.add(kept)
            #expect(try await pendingKeys() == ["dose m-m 0"])
            let entries = try await records.note(of: kept.id) { _, _ in [sample.taken("d", minute: 0)] }
            #expect(try await pendingKeys() == ["dose m-m 1"])
            // A refused note or change leaves all as it was.
            await refused(.doseRefused) {
                try await records.note(of: kept.id) { _, _ in
                    throw HouseholdError(.doseRefused, "On purpose.")
                }
            }
            await refused(.medicineRefused) {
                try await records.amend(kept.id) { kept in
                    kept.isOver = true
                    throw HouseholdError(.medicineRefused, "On purpose.")
                }
            }
            let label = try sample.label("l")
            try await records.add(label, photograph: nil)
            try await records.add(sample.running("one", from: label.id, entry: 0))
            await refused(.alreadyKept) {
                try await records.add(sample.running("two", from: label.id, entry: 0))
            }
            #expect(try await pendingKeys() == ["dose m-m 1", "dose m-one 0"])
            try await records.remove(.init(rawValue: "m-one"))
            try await records.note(of: kept.id) { _, _ in
                [DoseNote(entries[0].subject, .undone(entries[0].number), notedAt: sample.time(1))]
            }
            #expect(try await pendingKeys() == ["dose m-m 2"])
            try await records.amend(kept.id) { $0.isOver = true }
            #expect(try await pendingKeys().isEmpty)
            try await records.amend(kept.id) { $0.isOver = false }
            #expect(try await pendingKeys() == ["dose m-m 2"])
            try await records.amend(kept.id) { $0.plan = nil }
            #expect(try await pendingKeys().isEmpty)
            try await records.amend(kept.id) { [plan = kept.plan] kept in kept.plan = plan }
            #expect(try await records.notices(NoticeQuery(states: [.pending], channel: phone)).count == 1)
            try await records.remove(kept.id)
            #expect(try await pendingKeys().isEmpty)
        }
    }

    @Test(
        "Notices are planned from the medicine courses as they are in the transaction", arguments: RecordsStore.allCases
    )
    func coursesAreTheLatest(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let house = try DoseNoticesFixture(records, sample)
            let records = house.records
            let (open, ending) = (try sample.running("open"), try sample.running("ending", minute: 1, end: .untilGone))
            var over = try sample.running("over")
            over.isOver = true
            for medicine in [open, ending, over, sample.medicine("plain")] {
                try await records.add(medicine)
            }
            let days = [-60, -46, -45, -44, 0].map { $0 * 1440 }
            for id in [open.id, ending.id, over.id] {
                for minute in days {
                    try await records.note(of: id) { _, _ in [sample.taken("d\(minute)", minute: minute)] }
                }
            }
            _ = try await records.reconcileNotices()
            let courses = house.courses
            #expect(courses.map(\.kept) == [open, ending])
            let late = days.suffix(3).map { sample.time($0) }
            #expect(courses.map { $0.log.entries.map(\.notedAt) } == [late, late])
        }
    }

    @Test("Removing a medicine removes its name from sent notices", arguments: RecordsStore.allCases)
    func sentDosesAreForgotten(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let house = try DoseNoticesFixture(records, sample)
            let records = house.records
            let phone = try await sample.channel(in: records)
            for name in ["sent", "waits"] { try await records.add(sample.running(name)) }
            let claimed = try await records.claimNotices(limit: 1, at: sample.time(1), until: sample.time(2))
            try await records.settle(
                claimed.map { Notice.Settlement($0, .sent) }, at: sample.time(1))
            let plant = try await sample.plant(in: records, of: sample.identification(in: records))
            // Removing a medicine clears its name in sent notices and keeps the record that they were sent.
            let sent = NoticeQuery(states: [.sent], channel: phone)
            #expect(try await Self.names(in: records.notices(sent)) == ["sent 500 mg"])
            try await records.remove(.init(rawValue: "m-waits"))
            #expect(try await Self.names(in: records.notices(sent)) == ["sent 500 mg"])
            try await records.remove(.init(rawValue: "m-sent"))
            #expect(try await Self.names(in: records.notices(sent)) == [""])
            try await records.add(sample.running("again"))
            #expect(try await records.notices(sent).count == 1)
            _ = try await records.removeMedicines()
            let states: Set<Notice.State> = [.pending, .sent, .folded, .expired, .dead]
            for channel in try await records.channels().map(\.channel.id) {
                #expect(
                    try await records.notices(NoticeQuery(states: states, channel: channel)).isEmpty,
                    "what was told of a dose names its medicine")
            }
            #expect(try await records.plant(plant.id) == plant)
        }
    }

    // MARK: - Notices
}

extension DoseRecordsTests {
    private static func names(in notices: [Notice]) -> [String] {
        notices.flatMap(\.reminder.subjects).compactMap { if case .dose(let dose) = $0 { dose.name } else { nil } }
    }
}

/// A household whose planner expects one notice for each medicine with a plan, keyed by the number of its dose notes.
/// It keeps the courses of the latest call.
private struct DoseNoticesFixture: Sendable {
    private final class Seen: Sendable {
        let courses = Mutex<[Course]>([])
    }

    let records: any Records
    private let seen: Seen
    private let page: Channel.ID

    init(_ records: any Records, _ sample: Sample) throws {
        let seen = Seen()
        (self.seen, page) = (seen, try sample.id("page"))
        self.records = records.planning(
            NoticePlanner(
                now: { sample.time(0) }, reach: { _ in sample.day(0) },
                expected: { _, _, courses in
                    seen.courses.withLock { $0 = courses }
                    return courses.map { Self.reminder($0, sample) }.sorted { $0.key < $1.key }
                }))
    }

    private static func reminder(_ course: Course, _ sample: Sample) -> Reminder {
        let (id, count) = (course.kept.id.rawValue, course.log.entries.count)
        return sample.reminder(
            "dose \(id) \(count)", .dose, minute: 1, lasting: 600,
            about: [
                .dose(
                    Dose(
                        id: "d\(count)", medicine: id, name: course.kept.medicine.label, amount: "1 tablet",
                        at: sample.time(1)))
            ])
    }

    var courses: [Course] { seen.courses.withLock { $0 } }

    func pendingKeys() async throws -> [String] {
        try await records.notices(NoticeQuery(states: [.pending], channel: page))
            .map(\.reminder.key.rawValue).sorted()
    }
}
