import Agenda
import Calendar
import Contracts
import Foundation
import Household
import Plants
import Recognition
import SQLRecords
import Support
import Synchronization
import Testing

/// A clock that a test sets.
final class SettableClock: Sendable {
    private let time: Mutex<Date>
    init(_ text: String) throws { time = Mutex(try Date(text, strategy: .iso8601)) }
    var now: Date { time.withLock { $0 } }
    func set(_ text: String) throws {
        let date = try Date(text, strategy: .iso8601)
        time.withLock { $0 = date }
    }
    func pass(days: Int) { time.withLock { $0 += Double(days) * 86_400 } }
}

@Suite("The household's agenda", .tags(.small))
struct HouseholdAgendaTests {
    let clock: SettableClock
    let records = SQLRecords.inMemory()
    let household: Household

    init() throws {
        let clock = try SettableClock("2026-06-10T09:00:00Z")
        self.clock = clock
        household = .drawn(records: records, environment: .at { clock.now })
    }

    private func monstera(_ name: String = "Monstera", room: String? = nil) async throws -> Plant {
        try await household.collection.add(name, taxon: Taxon(scientificName: "Monstera deliciosa"), room: room)
    }

    private func watering(of plant: Plant) async throws -> Chore {
        try #require(try await household.agenda.chores(of: plant.id).first { $0.kind == .watering })
    }

    private func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }

    @Test("SC-01: Keeping a plant creates its schedule with every chore of the next thirty days")
    func keepingPlans() async throws {
        let photograph = try await household.photographs.capture(Array("photo one".utf8))
        let identification = try await household.identifications.recognise([photograph.id])
        let plant = try await household.collection.confirm(identification.id, as: .candidate(rank: 1))
        let plan = try await household.planning.plan(for: plant)
        let wanted = plan.chores.filter { !$0.isOffered }
        #expect(Set(try await household.agenda.chores(of: plant.id).map(\.kind)) == Set(wanted.map(\.kind)))
        let view = try await household.agenda.view()
        #expect(view.items.first?.status == .today, "nobody knows when it was watered last")
        let interval = try #require(plan.watering.interval)
        let waterings = view.items.filter { $0.chore.kind == .watering }
        #expect(waterings.count == 29 / interval + 1)
        #expect(waterings.allSatisfy { $0.day <= view.through && $0.day >= view.from })
    }

    @Test("SC-07: A logged chore is next due counted from the day it was done, and undo restores its due day")
    func doneAndUndone() async throws {
        let plant = try await monstera()
        let chore = try await watering(of: plant)
        let entries = try await household.agenda.done([chore.id])
        let interval = try #require(try await household.planning.plan(for: plant).watering.interval)
        #expect(entries.map(\.day.description) == ["2026-06-10"])
        #expect(entries[0].at == clock.now)
        #expect(try await watering(of: plant).due == (try day("2026-06-10").adding(days: interval)))
        try await household.agenda.undo(entries.map(\.number))
        #expect(try await watering(of: plant).due == chore.due)
        try await household.agenda.undo(entries.map(\.number))
    }

    @Test("A chore logged for yesterday counts from yesterday, and a day in the future is refused")
    func backdated() async throws {
        let chore = try await watering(of: try await monstera())
        let entries = try await household.agenda.done([chore.id], on: try day("2026-06-09"))
        #expect(entries.map(\.day.description) == ["2026-06-09"])
        await refused(.dayRefused) { _ = try await household.agenda.done([chore.id], on: try day("2026-06-11")) }
        await refused(.dayRefused) { _ = try await household.agenda.done([chore.id], on: try day("2025-01-01")) }
        await refused(.notFound) { _ = try await household.agenda.done([.init(rawValue: "nobody")]) }
    }

    @Test("Pressing the done button twice logs the chore once")
    func twice() async throws {
        let chore = try await watering(of: try await monstera())
        let due = try #require(chore.due)
        #expect(try await household.agenda.done([chore.id], expecting: [chore.id: due]).count == 1)
        #expect(try await household.agenda.done([chore.id], expecting: [chore.id: due]).isEmpty)
    }

    @Test("A snoozed chore is hidden until its time and keeps its due day")
    func snoozed() async throws {
        let plant = try await monstera()
        let chore = try await watering(of: plant)
        _ = try await household.agenda.snooze(chore.id, .hours(1))
        var view = try await household.agenda.view(AgendaQuery(days: 1))
        #expect(view.items.map(\.status) == [.snoozed])
        #expect(view.count == AgendaCount(snoozed: 1))
        #expect(try await watering(of: plant).due == chore.due)
        try clock.set("2026-06-10T10:00:01Z")
        view = try await household.agenda.view(AgendaQuery(days: 1))
        #expect(view.items.map(\.status) == [.today])
        _ = try await household.agenda.snooze(chore.id, .untilTomorrow)
        #expect(try await watering(of: plant).snoozedUntil == (try Date("2026-06-11T08:00:00Z", strategy: .iso8601)))
        try clock.set("2026-06-11T08:00:00Z")
        #expect(try await household.agenda.view(AgendaQuery(days: 1)).items.map(\.status) == [.overdue])
    }
}

extension HouseholdAgendaTests {
    @Test(
        "The length of a snooze is written as 1h, 3d or tomorrow",
        arguments: [
            ("1h", true), ("23h", true), ("24h", false), ("0h", false), ("3d", true), ("61d", false), ("x", false),
        ])
    func lengths(text: String, isOne: Bool) { #expect((ChoreAgenda.Snooze(text) != nil) == isOne) }

    @Test("SV-04: Water all due logs the due and overdue waterings, of one room if a room is given")
    func waterAll() async throws {
        let hall = try await monstera("Hall", room: "Hall")
        let attic = try await monstera("Attic", room: "Attic")
        clock.pass(days: 3)
        #expect(try await household.agenda.waterAllDue(room: "Hall").map(\.chore) == [try await watering(of: hall).id])
        #expect(try await household.agenda.waterAllDue().map(\.chore) == [try await watering(of: attic).id])
        #expect(try await household.agenda.waterAllDue().isEmpty)
    }

    @Test("The button for all waterings counts what it logs: no snoozed, skipped or paused watering")
    func waterAllCount() async throws {
        for name in ["One", "Two", "Three", "Four"] { _ = try await monstera(name, room: "Hall") }
        let chores = try await household.agenda.view(AgendaQuery(days: 1)).waterings().map(\.chore.id)
        #expect(chores.count == 4)
        _ = try await household.agenda.snooze(chores[0], .hours(2))
        _ = try await household.agenda.skip(chores[1])
        var view = try await household.agenda.view(AgendaQuery(days: 2))
        #expect(view.waterings().count == 2 && view.waterings(in: "Hall").count == 2)
        #expect(view.waterings(in: "Attic").isEmpty)
        #expect(view.count == AgendaCount(today: 2, snoozed: 1))
        #expect(try await household.agenda.waterAllDue().count == 2)
        view = try await household.agenda.view(AgendaQuery(days: 2))
        #expect(view.waterings().isEmpty && view.count == AgendaCount(snoozed: 1))
        #expect(try await household.agenda.count() == view.count)
        try clock.set("2026-06-10T13:00:00Z")
        #expect(try await household.agenda.count() == AgendaCount(today: 1))
        let today = try day("2026-06-10")
        try await household.settings.pause(Pause(from: today, through: today.adding(days: 3)))
        #expect(try await household.agenda.view(AgendaQuery(days: 2)).waterings().isEmpty)
        #expect(try await household.agenda.count() == AgendaCount())
    }

    @Test("A past day shows what was due and done, and a correction changes the log and the due day")
    func pastDay() async throws {
        let plant = try await monstera()
        let chore = try await watering(of: plant)
        let first = try #require(chore.due)
        clock.pass(days: 5)
        let before = try await household.agenda.pastDay(first.adding(days: 2))
        let item = try #require(before.items.first { $0.line.chore.id == chore.id })
        #expect(item.due == first && item.entries.isEmpty)
        // "I did it on that day".
        let entries = try await household.agenda.done([chore.id], on: first.adding(days: 2))
        let after = try #require(
            try await household.agenda.pastDay(first.adding(days: 2)).items.first { $0.line.chore.id == chore.id })
        #expect(after.entries.map(\.number) == entries.map(\.number))
        #expect(try await watering(of: plant).lastDone == first.adding(days: 2))
        #expect(
            try await !household.agenda.pastDay(first.adding(days: 3)).items.contains { $0.line.chore.id == chore.id })
        // "I did not do it".
        try await household.agenda.undo(entries.map(\.number))
        #expect(try await watering(of: plant).due == first)
        #expect(
            try await household.agenda.pastDay(first.adding(days: 3)).items.contains { $0.line.chore.id == chore.id })
        let today = first.adding(days: 5)
        for day in [today, today.adding(days: 1), today.adding(days: -400)] {
            await refused(.dayRefused) { _ = try await household.agenda.pastDay(day) }
        }
    }
}

extension HouseholdAgendaTests {
    @Test("A command uses the zone and the place of the server, whatever its own environment is")
    func elsewhere() async throws {
        func house(_ given: [Home.Setting: String]) -> Household {
            let clock = clock
            return .drawn(records: records, careServices: .drawn(given: given), environment: .at { clock.now })
        }
        // 22:30 in UTC is the next day in Vienna.
        try clock.set("2026-06-10T22:30:00Z")
        let server = house([.zone: "Europe/Vienna", .latitude: "48.2", .place: "Vienna"])
        try await server.settings.serveGivenSettings()
        let command = house([:])
        let home = try await command.settings.home()
        #expect(home.zone == "Europe/Vienna" && home.latitude == 48.2 && home.place == "Vienna")
        #expect(try await command.agenda.view().clock.day.description == "2026-06-11")
        let other = house([.zone: "Pacific/Auckland"])
        #expect(try await other.settings.home().zone == "Pacific/Auckland", "its own option comes first")
        // A server without these settings takes them back, and leaves the zone of its machine.
        try await house([:]).settings.serveGivenSettings()
        #expect(try await command.settings.home().zone == nil)
        #expect(try await command.settings.home().servedZone == "UTC")
    }

    @Test("The days of a holiday do not count as overdue, also after it was ended early")
    func afterHoliday() async throws {
        let chore = try await watering(of: try await monstera())
        let first = try day("2026-06-09")
        try clock.set("2026-06-09T10:00:00Z")
        try await household.settings.pause(Pause(from: first, through: try day("2026-06-30")))
        // Due on the tenth, ended on the twentieth: due on the twentieth.
        try clock.set("2026-06-20T10:00:00Z")
        try await household.settings.pause(nil)
        let last = try day("2026-06-19")
        var item = try #require(
            try await household.agenda.view(AgendaQuery(days: 1)).items.first { $0.chore.id == chore.id })
        #expect(item.status == .today && item.day == last.adding(days: 1) && item.due == chore.due)
        try clock.set("2026-06-22T10:00:00Z")
        item = try #require(
            try await household.agenda.view(AgendaQuery(days: 1)).items.first { $0.chore.id == chore.id })
        #expect(item.status == .overdue && item.daysOverdue == 2)
        // Another holiday keeps the earlier one.
        try await household.settings.pause(Pause(from: try day("2026-06-23"), through: try day("2026-06-25")))
        try clock.set("2026-06-27T10:00:00Z")
        item = try #require(
            try await household.agenda.view(AgendaQuery(days: 1)).items.first { $0.chore.id == chore.id })
        // The days at home: 20, 21, 22 and 26 June.
        #expect(item.daysOverdue == 4)
    }

    @Test("What to water before a holiday is known while it is being typed, and after it is planned")
    func departure() async throws {
        let plant = try await monstera()
        _ = try await household.agenda.done([watering(of: plant).id])
        let due = try #require(try await watering(of: plant).due)
        #expect(try await household.agenda.departure() == nil)
        let pause = try #require(Pause(from: due, through: due.adding(days: 2)))
        let typed = try #require(try await household.agenda.departure(before: pause))
        #expect(typed.day == due.adding(days: -1))
        #expect(typed.waterings.map(\.due) == [due] && typed.waterings.map(\.line.plant?.name) == ["Monstera"])
        try await household.settings.pause(pause)
        #expect(try await household.agenda.departure()?.waterings.count == 1)
    }

    @Test("An overdue chore is listed once, with its original due day")
    func overdueOnce() async throws {
        _ = try await monstera()
        clock.pass(days: 40)
        let view = try await household.agenda.view(AgendaQuery(days: 1, filter: .init(kind: .watering)))
        #expect(view.items.map(\.status) == [.overdue])
        #expect(view.items.map(\.due.description) == ["2026-06-10"])
    }

    @Test("SV-02: The agenda is filtered by kind, status, room and plant")
    func filters() async throws {
        let hall = try await monstera("Hall", room: "Hall")
        _ = try await monstera("Attic", room: "Attic")
        func count(_ filter: AgendaQuery.Filter) async throws -> Int {
            try await household.agenda.view(AgendaQuery(days: 60, filter: filter)).items.count
        }
        let all = try await count(.init())
        #expect(try await count(.init(kind: .watering)) + count(.init(kind: .fertilising)) <= all)
        #expect(try await count(.init(room: "Hall")) * 2 == all)
        #expect(try await count(.init(plant: hall.id)) * 2 == all)
        #expect(try await count(.init(status: .today)) == 2)
        #expect(try await count(.init(status: .overdue)) == 0)
    }
}

extension HouseholdAgendaTests {
    @Test("SC-10: An empty or too long range of days and an unknown time zone are refused")
    func refusals() async throws {
        await refused(.rangeRefused) { _ = try await household.agenda.view(AgendaQuery(days: 0)) }
        await refused(.rangeRefused) { _ = try await household.agenda.view(AgendaQuery(days: 367)) }
        await refused(.rangeRefused) {
            _ = try await household.agenda.view(AgendaQuery(from: LocalDay(number: 900_000), days: 3))
        }
        await refused(.settingRefused) { _ = try await household.agenda.view(AgendaQuery(zone: "Mars/Olympus")) }
        await refused(.notFound) {
            _ = try await household.planning.plan(for: try await household.collection.plant(Sample().id("nobody")))
        }
    }

    @Test(
        "The agenda's today is the day in the time zone of the query or of the household",
        arguments: [
            ("2026-06-10T11:30:00Z", "Pacific/Auckland", "2026-06-10"),
            ("2026-06-10T12:30:00Z", "Pacific/Auckland", "2026-06-11"),
            ("2026-06-09T22:30:00Z", "Europe/Vienna", "2026-06-10"),
            ("2026-06-10T21:59:00Z", "Europe/Vienna", "2026-06-10"),
            ("2026-12-10T10:30:00Z", "Pacific/Auckland", "2026-12-10"),
            ("2026-12-10T23:30:00Z", "Europe/Vienna", "2026-12-11"),
        ])
    func zones(now: String, zone: String, today: String) async throws {
        try clock.set(now)
        #expect(try await household.agenda.view(AgendaQuery(days: 1, zone: zone)).clock.day.description == today)
        try await household.settings.choose([Home.Setting.zone: zone])
        let view = try await household.agenda.view(AgendaQuery(days: 1))
        #expect(view.clock.day.description == today)
        #expect(!view.clock.isAssumed)
        let plant = try await monstera()
        #expect(try await watering(of: plant).due?.description == today)
    }

    @Test("SC-03: Reminders come at the preferred local time across daylight-saving changes")
    func reminders() async throws {
        try await household.settings.choose([
            Home.Setting.zone: "Europe/Vienna", .preferredTime: "02:30", .quietFrom: "none",
        ])
        try clock.set("2026-03-27T09:00:00Z")
        _ = try await household.agenda.addChore(
            .own, title: "Look", recurrence: try #require(Recurrence.every(days: 1)))
        let items = try await household.agenda.view(AgendaQuery(days: 4)).items
        #expect(
            items.map { $0.remindAt.formatted(.iso8601) } == [
                "2026-03-27T01:30:00Z", "2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z",
            ])
    }

    @Test("SC-05: Waterings are grouped if the household chooses that")
    func grouped() async throws {
        let first = try await monstera("A")
        let second = try await monstera("B")
        _ = try await household.agenda.done([try await watering(of: first).id])
        clock.pass(days: 1)
        _ = try await household.agenda.done([try await watering(of: second).id])
        func days() async throws -> Set<LocalDay> {
            Set(
                try await household.agenda.view(AgendaQuery(days: 12, filter: .init(kind: .watering))).items.filter(
                    \.isNext
                )
                .map(\.day))
        }
        #expect(try await days().count == 2)
        try await household.settings.choose([Home.Setting.groupsWaterings: "true"])
        #expect(try await days().count == 1)
    }

    @Test("No chore is due while the household is away, and a pause can be removed")
    func paused() async throws {
        _ = try await monstera()
        try await household.settings.pause(Pause(from: day("2026-06-09"), through: day("2026-06-20")))
        #expect(try await household.agenda.view(AgendaQuery(days: 11)).items.isEmpty)
        #expect(try await household.agenda.view(AgendaQuery(days: 12)).items.map(\.day.description) == ["2026-06-21"])
        try await household.settings.pause(nil)
        #expect(try await household.agenda.view(AgendaQuery(days: 1)).items.count == 1)
        await refused(.rangeRefused) {
            try await household.settings.pause(Pause(from: day("2026-06-01"), through: day("2026-06-05")))
        }
    }
}

extension HouseholdAgendaTests {
    @Test("SC-08: Removing a plant removes its chores, archiving hides them, and unarchiving shows them again")
    func removed() async throws {
        let plant = try await monstera()
        try await household.collection.archive(plant.id, because: .givenAway)
        #expect(try await household.agenda.view().items.isEmpty)
        #expect(try await household.collection.plant(plant.id).archive?.day.description == "2026-06-10")
        try await household.collection.unarchive(plant.id)
        #expect(!(try await household.agenda.view().items.isEmpty))
        try await household.collection.remove(plant.id)
        #expect(try await household.agenda.view().items.isEmpty)
        #expect(try await records.chores(ChoreQuery()).isEmpty)
    }

    @Test("A chore of a person needs a title, and a chore of another kind needs a plant")
    func ownChores() async throws {
        await refused(.choreRefused) { _ = try await household.agenda.addChore(.own, recurrence: .once) }
        await refused(.choreRefused) { _ = try await household.agenda.addChore(.own, title: "  ", recurrence: .once) }
        await refused(.choreRefused) { _ = try await household.agenda.addChore(.misting, recurrence: .once) }
        await refused(.notFound) {
            _ = try await household.agenda.addChore(.misting, plant: Sample().id("nobody"), recurrence: .once)
        }
        let chore = try await household.agenda.addChore(.own, title: " Wash   the pots ", recurrence: .once)
        #expect(chore.title == "Wash the pots")
        _ = try await household.agenda.done([chore.id])
        #expect(try await household.agenda.chore(chore.id).due == nil)
    }

    @Test("Five waterings later than planned lengthen the interval, and a reset forgets them")
    func learns() async throws {
        let plant = try await monstera()
        let base = try #require(try await household.planning.plan(for: plant).watering.interval)
        let chore = try await watering(of: plant)
        for number in 0..<5 {
            if number > 0 { clock.pass(days: base * 3 / 2) }
            _ = try await household.agenda.done([chore.id])
        }
        let learning = try #require(try await household.planning.learning(of: plant))
        #expect(learning.factor > 1.3 && learning.factor < 1.6)
        let slower = try #require(try await household.planning.plan(for: plant).watering.interval)
        #expect(slower > base)
        let due = try #require(try await watering(of: plant).due)
        #expect(try await household.agenda.view(AgendaQuery(days: 1)).clock.day.days(until: due) == slower)
        try await household.collection.forgetLearning(of: plant.id)
        let reset = try await household.collection.plant(plant.id)
        #expect(try await household.planning.learning(of: reset) == nil)
        #expect(try await watering(of: plant).due == due.adding(days: base - slower))
    }

    @Test("Logging a repotting sets the plant's day of repotting, and undoing it clears the day")
    func repotted() async throws {
        let plant = try await monstera()
        let chore = try #require(try await household.agenda.chores(of: plant.id).first { $0.kind == .repotting })
        let entries = try await household.agenda.done([chore.id])
        #expect(try await household.collection.plant(plant.id).situation.repotted?.description == "2026-06-10")
        #expect(try await household.agenda.chore(chore.id).due.map { $0.year >= 2028 } == true)
        try await household.agenda.undo(entries.map(\.number))
        #expect(try await household.collection.plant(plant.id).situation.repotted == nil)
        try await household.collection.change(plant.id) { $0.situation.repotted = try day("2026-06-01") }
        #expect(try await household.agenda.chore(chore.id).lastDone?.description == "2026-06-01")
    }
}

extension HouseholdAgendaTests {
    @Test("A wrong day of repotting can be corrected and cleared")
    func repottingCorrected() async throws {
        let plant = try await monstera()
        func say(_ text: String?) async throws {
            let wanted = try text.map { try day($0) }
            try await household.collection.change(plant.id) { $0.situation.repotted = wanted }
        }
        func repottedAfterWatering() async throws -> String? {
            _ = try await household.agenda.done([try await watering(of: plant).id])
            return try await household.collection.plant(plant.id).situation.repotted?.description
        }
        try await say("2026-06-08")
        try await say("2026-06-01")
        #expect(try await repottedAfterWatering() == "2026-06-01")
        let chore = try #require(try await household.agenda.chores(of: plant.id).first { $0.kind == .repotting })
        #expect(chore.lastDone?.description == "2026-06-01")
        // Undoing a mistaken entry restores the known day.
        let mistake = try await household.agenda.done([chore.id])
        try await household.agenda.undo(mistake.map(\.number))
        #expect(try await repottedAfterWatering() == "2026-06-01")
        try await say(nil)
        #expect(try await repottedAfterWatering() == nil)
        await refused(.dayRefused) { try await say("2026-06-11") }
    }

    @Test("A later day of repotting adds an entry, and the first logged one counts for an imported plant")
    func repottedAgain() async throws {
        let plant = try await monstera()
        for text in ["2024-03-10", "2026-04-02"] {
            let wanted = try day(text)
            try await household.collection.change(plant.id) { $0.situation.repotted = wanted }
        }
        let lines = try await household.agenda.log(LogQuery(plant: plant.id, kind: .repotting))
        #expect(lines.filter { !$0.entry.isUndone }.map(\.entry.day.description) == ["2026-04-02", "2024-03-10"])
        // An imported plant has a day of repotting without an entry in the log.
        let known = try day("2023-01-10")
        let other = try await household.collection.add("Old", taxon: Taxon(scientificName: "Monstera deliciosa")) {
            $0.situation.repotted = known
        }
        let chore = try #require(try await household.agenda.chores(of: other.id).first { $0.kind == .repotting })
        let due = try #require(chore.due)
        let first = try await household.agenda.done([chore.id], expecting: [chore.id: due])
        #expect(first.map(\.day.description) == ["2026-06-10"])
        #expect(try await household.agenda.chore(chore.id).due.map { $0.year == 2028 } == true)
        let moved = try #require(try await household.agenda.chore(chore.id).due)
        #expect(try await household.agenda.done([chore.id], expecting: [chore.id: due]).isEmpty)
        #expect(try await household.agenda.chore(chore.id).due == moved)
    }

    @Test("A plant is not fertilised in the six weeks after repotting")
    func notFedWhenFresh() async throws {
        let plant = try await monstera()
        let chores = try await household.agenda.chores(of: plant.id)
        let feeding = try #require(chores.first { $0.kind == .fertilising })
        let repotting = try #require(chores.first { $0.kind == .repotting })
        _ = try await household.agenda.done([feeding.id], on: try day("2026-05-20"))
        _ = try await household.agenda.done([repotting.id])
        let due = try #require(try await household.agenda.chore(feeding.id).due)
        #expect(try day("2026-06-10").days(until: due) >= 42)
        clock.pass(days: 60)
        try await household.planning.renewPlans()
        #expect(try await household.agenda.chore(feeding.id).due.map { $0 <= due } == true)
    }

    @Test("Choosing the latitude later moves yearly chores to the season there")
    func southLater() async throws {
        let plant = try await monstera()
        func month() async throws -> Int? {
            try await household.agenda.chores(of: plant.id).first { $0.kind == .repotting }?.due?.month
        }
        try await household.settings.choose([Home.Setting.latitude: "48.2"])
        #expect(try await month() == 3)
        try await household.settings.choose([Home.Setting.latitude: "-36.8"])
        #expect(try await month() == 9)
    }
}

extension HouseholdAgendaTests {
    @Test("A value that a person sets changes the chores, and an invalid value is refused")
    func overruled() async throws {
        let plant = try await monstera()
        let chore = try await watering(of: plant)
        _ = try await household.agenda.done([chore.id])
        try await household.collection.change(plant.id) { $0.overruled[.wateringInterval] = "10" }
        #expect(try await watering(of: plant).due == (try day("2026-06-20")))
        let plan = try await household.planning.plan(for: try await household.collection.plant(plant.id))
        #expect(plan.watering.source.kind == .person)
        await refused(.valueRefused) {
            try await household.collection.change(plant.id) { $0.overruled[.wateringInterval] = "0" }
        }
        await refused(.valueRefused) {
            try await household.collection.change(plant.id) { $0.situation.potDiameter = 0.5 }
        }
        await refused(.nameMissing) { try await household.collection.change(plant.id) { $0.name = "" } }
    }

    @Test("SC-04: The latitude of the household decides the season, and seasonal adjustment can be switched off")
    func season() async throws {
        try clock.set("2026-12-10T09:00:00Z")
        let plant = try await household.collection.add(
            "Rose", taxon: Taxon(scientificName: "Rosa canina"), situation: Situation(place: .balcony, potDiameter: 30))
        func interval() async throws -> Int? { try await household.planning.plan(for: plant).watering.interval }
        let unknown = try await interval()
        try await household.settings.choose([Home.Setting.latitude: "48.2"])
        let winter = try await interval()
        try await household.settings.choose([Home.Setting.latitude: "-48.2"])
        let summer = try await interval()
        try await household.settings.choose([Home.Setting.followsSeason: "false", .latitude: "48.2"])
        #expect(try await interval() == unknown)
        #expect(winter.map { $0 > unknown ?? 0 } ?? true, "less, or not at all")
        #expect(summer.map { $0 <= unknown ?? 0 } == true)
    }

    @Test("Home settings that are given at the start of the server cannot be changed")
    func given() async throws {
        let house = Household.drawn(careServices: .drawn(given: [.zone: "Europe/Vienna"]))
        #expect(try await house.settings.home().zone == "Europe/Vienna")
        await refused(.settingRefused) { try await house.settings.choose([Home.Setting.zone: "Pacific/Auckland"]) }
        await refused(.settingRefused) { try await house.settings.choose([Home.Setting.latitude: "91"]) }
        await refused(.settingRefused) { try await household.settings.choose([Home.Setting.zone: "Mars/Olympus"]) }
        try await household.settings.choose([Home.Setting.zone: "Europe/Vienna"])
        try await household.settings.choose([Home.Setting.zone: ""])
        #expect(try await household.settings.home().zone == nil)
    }
}

extension HouseholdAgendaTests {
    @Test("An exported collection is imported once in another household, with its log")
    func exchange() async throws {
        let plant = try await monstera("Monstera", room: "Hall")
        _ = try await household.agenda.done([try await watering(of: plant).id])
        try await household.collection.addNote("New leaf\nand a bud", to: plant.id)
        _ = try await household.agenda.addChore(
            .own, title: "Talk", plant: plant.id, recurrence: .months(every: 1, on: 31))
        try await household.collection.archive(try await monstera("Old").id, because: .died)
        let feeding = try #require(try await household.agenda.chores(of: plant.id).first { $0.kind == .fertilising })
        try await household.agenda.set(feeding.id, isOff: true)
        try await household.collection.forgetLearning(of: plant.id)
        let text = try await household.collection.export(as: .json)
        let other = Household.drawn(environment: .at { [clock] in clock.now })
        #expect(
            try await other.collection.importCollection(Array(text.utf8), as: nil, isDryRun: true)
                == .init(added: 2, passedOver: 0))
        #expect(try await other.collection.plantCount() == 0)
        #expect(
            try await other.collection.importCollection(Array(text.utf8), as: nil) == .init(added: 2, passedOver: 0))
        #expect(
            try await other.collection.importCollection(Array(text.utf8), as: nil) == .init(added: 0, passedOver: 2))
        let moved = try #require(try await other.collection.plants().first)
        #expect((moved.name, moved.room) == ("Monstera", "Hall"))
        #expect(try await other.collection.notes(of: moved.id).map(\.text) == ["New leaf\nand a bud"])
        let chores = try await other.agenda.chores(of: moved.id)
        #expect(chores.first { $0.kind == .watering }?.lastDone?.description == "2026-06-10")
        #expect(chores.first { $0.kind == .own }?.recurrence.text == "months 1 on 31")
        #expect(chores.first { $0.kind == .fertilising }?.state == .off)
        #expect(moved.learningSince?.description == "2026-06-10")
        #expect(try await other.collection.export(as: .json) == text)
        await refused(.collectionRefused) { _ = try await other.collection.importCollection(Array("{}".utf8), as: nil) }
    }
}
