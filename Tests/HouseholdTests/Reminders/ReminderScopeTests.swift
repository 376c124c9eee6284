import Agenda
import Calendar
import Contracts
import Foundation
import Plants
import Recognition
import Reminders
import SQLRecords
import Support
import Synchronization
import Testing

@testable import Household

/// A change of a few chores updates the notices without the other chores. The complete computation decides whether it did so
/// correctly: it finds nothing to do afterwards.
@Suite("Notices after a change of a few chores", .tags(.medium))
struct ReminderScopeTests {
    @Test("After any change, the complete computation has nothing to add", arguments: 0..<24)
    func sameAsComplete(seed: Int) async throws {
        var random = SplitMix64(UInt64(seed))
        let given: [Home.Setting: String] =
            seed % 4 == 1 ? [.quietFrom: "21:00", .quietTo: "09:00", .preferredTime: "20:30"] : [:]
        let house = try ReminderHouse(at: "2026-06-10T05:00:00Z", given: given)
        let household = house.household
        try await house.phone()
        if seed % 6 == 5 { try await household.settings.choose([.advanceDays: "2"]) }
        for number in 0..<(seed % 3 == 0 ? 3 : 20) {
            try await house.plant(
                "Plant\(number)", every: 2 + number % 9, from: "2026-06-\(String(format: "%02d", 8 + number % 6))")
        }
        _ = try await house.tick()
        for step in 0..<60 {
            let plants = try await household.collection.plants(PlantQuery(isArchived: nil))
            let chores = try await house.records.chores(ChoreQuery(includesArchived: true)).map(\.chore)
            let (plant, chore) = (plants.randomElement(using: &random), chores.randomElement(using: &random))
            let kind = Int.random(in: 0..<16, using: &random)
            do {
                switch kind {
                case 0, 1: if let plant { try await household.collection.rename(plant.id, to: "Name } \\ \" \(step)") }
                case 2, 3, 4: if let chore { _ = try await household.agenda.done([chore.id]) }
                case 5: if let chore { _ = try await household.agenda.skip(chore.id) }
                case 6: if let chore { _ = try await household.agenda.snooze(chore.id, .hours(3)) }
                case 7:
                    let entries = try await household.agenda.log(LogQuery()).map(\.entry).filter { !$0.isUndone }
                    if let entry = entries.randomElement(using: &random) {
                        try await household.agenda.undo([entry.number])
                    }
                case 8: if let plant { _ = try await household.collection.remove(plant.id) }
                case 9:
                    if let plant = try await household.collection.removedPlants().first {
                        _ = try await household.collection.restore(plant.id)
                    }
                case 10:
                    try await house.plant(
                        "New\(step)", every: 3,
                        from:
                            "\(try #require(LocalDay("2026-06-08")).adding(days: Int.random(in: 0..<8, using: &random)))"
                    )
                case 11: if let chore { try await household.agenda.set(chore.id, isOff: Bool.random(using: &random)) }
                case 12:
                    if let plant {
                        if plant.archive == nil {
                            try await household.collection.archive(plant.id, because: .sold)
                        } else {
                            try await household.collection.unarchive(plant.id)
                        }
                    }
                case 13, 14:
                    let time = ["07:15", "08:00", "18:30", "22:45", nil].randomElement(using: &random) ?? nil
                    if let plant {
                        _ = try await household.collection.change(plant.id) {
                            $0.preferredTime = time.flatMap { LocalTime($0) }
                        }
                    }
                default:
                    house.clock.pass(Double.random(in: 60..<40_000, using: &random))
                    house.mailbox.behave(
                        Bool.random(using: &random) ? .takes : .fails(.later("down", retryAfter: nil)))
                    _ = try await house.tick()
                }
            } catch let error as HouseholdError {
                // A chore that is off cannot be done, for example.
                guard [.choreRefused, .dayRefused, .notFound, .reminderPast].contains(error.code) else { throw error }
            }
            let before = try await household.reminders.pendingNotices(limit: 9999)
            let changes = try await house.records.planning(
                NoticePlanner(
                    .drawn(given: given.merging([.zone: "Europe/Vienna"]) { given, _ in given }),
                    .at({ house.clock.now }))
            ).reconcileNotices()
            let after = try await household.reminders.pendingNotices(limit: 9999)
            #expect(changes == 0, "step \(step), kind \(kind)")
            #expect(before == after, "step \(step), kind \(kind)")
        }
    }

    /// Counts how often all chores are looked at.
    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func increment() { count.withLock { $0 += 1 } }
    }

    @Test("In a large collection, a renamed plant and a finished task cost nothing for the others")
    func proportional() async throws {
        let house = try ReminderHouse(at: "2026-06-10T05:00:00Z")
        try await house.phone()
        var chores: [Chore.ID] = []
        for number in 0..<40 { chores.append(try await house.plant("Plant\(number)", every: 3 + number % 5).chore.id) }
        let counter = Counter()
        let planner = NoticePlanner(.drawn(given: [.zone: "Europe/Vienna"]), .at({ house.clock.now }))
        let records = house.records.planning(
            NoticePlanner(
                now: planner.now, reach: planner.reach,
                expected: { choices, lines, courses in
                    counter.increment()
                    return planner.expected(choices, lines, courses)
                }, ofFood: planner.ofFood, effect: planner.effect))
        for time in ["2026-06-10T05:30:00Z", "2026-06-10T06:10:00Z"] {
            _ = try await house.tick(at: time)
            let plant = try #require(try await house.household.collection.plants(PlantQuery(order: .name)).last)
            _ = try await records.change(plant.id) { $0.name = "Plant of \(time)" }
            let chore = chores.removeLast()
            let entries = try await records.log([
                .init(.done, of: chore, on: try #require(LocalDay("2026-06-10")), at: house.clock.now)
            ])
            #expect(entries.count == 1)
            #expect(counter.value == 0, "\(time)")
            let due = try await house.household.reminders.pendingNotices().first.map(\.reminder.subjects.count)
            #expect(due == chores.count, "\(time)")
            _ = try await records.undo(entries.map(\.number))
            chores.append(chore)
        }
    }

    @Test("A plant with its own time has its own notice, and moves back to that of the household")
    func ownTime() async throws {
        let house = try ReminderHouse(at: "2026-06-10T05:00:00Z")
        try await house.phone()
        let anna = try await house.plant("Anna")
        try await house.plant("Berta")
        let time = try #require(LocalTime("18:30"))
        _ = try await house.household.collection.change(anna.plant.id) { $0.preferredTime = time }
        let item = try #require(
            try await house.household.agenda.view(AgendaQuery()).items.first { $0.chore.id == anna.chore.id })
        #expect(item.remindAt == (try Date("2026-06-10T16:30:00Z", strategy: .iso8601)))
        #expect(try await house.tick(at: "2026-06-10T06:00:01Z").map(\.title) == ["Mist Berta"])
        #expect(try await house.tick(at: "2026-06-10T16:30:01Z").map(\.title) == ["Mist Anna"])
        // Snoozed until tomorrow, it comes back at the time of its plant.
        let entries = try await house.household.agenda.snooze(anna.chore.id, .untilTomorrow)
        #expect(entries.first?.action == .snoozed(until: try Date("2026-06-11T16:30:00Z", strategy: .iso8601)))
        try await house.household.agenda.undo(entries.map(\.number))
        _ = try await house.household.collection.change(anna.plant.id) { $0.preferredTime = nil }
        #expect(try await house.tick(at: "2026-06-11T06:00:01Z").count == 1)
        #expect(try await house.tick(at: "2026-06-11T16:31:00Z").isEmpty)
    }

    @Test("A notice that pages show before the worker's round gets no task that a person adds afterwards")
    func addedBeforeTheRound() async throws {
        let house = try ReminderHouse(at: "2026-06-10T05:00:00Z")
        let anna = try await house.plant("Anna")
        _ = try await house.tick()
        try house.clock.set("2026-06-10T06:00:03Z")
        let shown = try #require(try await house.household.reminders.alerts().first)
        #expect(shown.notice.reminder.subjects.count == 1)
        try await house.plant("Dora")
        let again = try #require(try await house.household.reminders.alerts().first)
        #expect(again.notice.reminder.subjects == shown.notice.reminder.subjects)
        _ = try await house.tick()
        let after = try #require(try await house.household.reminders.alerts().first)
        #expect(after.notice.reminder.subjects == shown.notice.reminder.subjects)
        guard case .chore(let chore) = after.notice.reminder.subjects[0] else {
            Issue.record("no task")
            return
        }
        #expect(chore.chore == anna.chore.id)
    }

    @Test(
        "A notice that a change made due in the past is sent when the preferred time is moved ahead and a task is due again"
    )
    func hushedAndMoved() async throws {
        let house = try ReminderHouse(at: "2026-06-10T08:00:00Z")
        try await house.phone()
        let anna = try await house.plant("Anna")
        let entries = try await house.household.agenda.done([anna.chore.id])
        try await house.household.settings.choose([.preferredTime: "18:00"])
        try await house.household.agenda.undo(entries.map(\.number))
        #expect(try await house.tick().isEmpty)
        #expect(try await house.tick(at: "2026-06-10T16:00:01Z").map(\.title) == ["Mist Anna"])
    }

    @Test("The notice of a day says what is due when its time comes, not what was due when it was planned")
    func subjectsAtItsTime() async throws {
        let house = try ReminderHouse(at: "2026-06-10T05:00:00Z")
        try await house.phone()
        let anna = try await house.plant("Anna")
        _ = try await house.plant("Berta")
        #expect(try await house.tick().isEmpty)
        // The reminders page shows what is due now.
        #expect(try await house.household.reminders.pendingNotices().first?.reminder.subjects.count == 2)
        _ = try await house.household.collection.rename(anna.plant.id, to: "Zora")
        try await house.plant("Clara")
        try house.clock.set("2026-06-10T06:00:00Z")
        // Without another round of planning in between.
        while try await house.household.reminders.sendDue().isFull {}
        let message = try #require(house.mailbox.empty().first)
        #expect(message.body.contains("Zora") && message.body.contains("Clara") && !message.body.contains("Anna"))
        // A page that is open since then shows the same, and nothing that became due later.
        try await house.plant("Dora")
        let alert = try #require(try await house.household.reminders.alerts().first)
        #expect(alert.notice.reminder.subjects.count == 3)
    }
}
