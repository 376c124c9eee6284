import Agenda
import Calendar
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Reminders
import Support
import Testing

@Suite("Reminders", .tags(.small))
struct ReminderTests {
    let house: ReminderHouse
    var household: Household { house.household }

    init() throws { house = try ReminderHouse() }

    private func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }

    @Test("RE-01: A reminder comes at its time with plant name and kind of chore and opens that plant")
    func comes() async throws {
        try await house.phone()
        let (plant, _) = try await house.plant("Monstera")
        #expect(try await household.reminders.nextReminder()?.formatted(.iso8601) == "2026-06-10T06:00:00Z")
        #expect(try await house.tick(at: "2026-06-10T05:59:59Z").isEmpty)
        let message = try #require(try await house.tick(at: "2026-06-10T06:00:00Z").first)
        #expect((message.title, message.body) == ("Mist Monstera", "Due today."))
        #expect(message.path == "/plants/\(plant.id)")
        #expect(message.publicAddress == "https://house.test")
        #expect(message.actions.map(\.title) == ["Done", "Snooze 1 hour"])
        #expect((message.sort, message.isUrgent, message.isSilent, message.badge) == (.chores, false, false, 0))
        #expect(message.secondsLeft == 14 * 3600)
        #expect((1...32).contains(message.tag.utf8.count))
        #expect(message.tag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        #expect(try await house.tick(at: "2026-06-10T06:00:01Z").isEmpty)
        #expect(try await house.tick(at: "2026-06-10T19:00:00Z").isEmpty)
    }

    @Test("A reminder of several plants is one notice that opens Today, or one for each plant if chosen")
    func grouped() async throws {
        try await house.phone()
        for name in ["Anna", "Berta", "Carla"] { try await house.plant(name) }
        let message = try #require(try await house.tick(at: "2026-06-10T06:00:00Z").first)
        #expect((message.title, message.path) == ("Mist 3 plants", "/"))
        #expect(message.actions.map(\.title) == ["All done", "Snooze 1 hour"])
        try house.clock.set("2026-06-11T05:00:00Z")
        try await household.settings.choose([.groupsReminders: "false"])
        let single = try await house.tick(at: "2026-06-11T06:00:00Z")
        #expect(single.map(\.title).sorted() == ["Mist Anna", "Mist Berta", "Mist Carla"])
        #expect(Set(single.map(\.tag)).count == 3)
    }

    @Test("RE-02: The done button logs the chore once, also if it is pressed twice or concurrently")
    func done() async throws {
        try await house.phone()
        let (_, chore) = try await house.plant("Monstera")
        let message = try #require(try await house.tick(at: "2026-06-10T06:00:00Z").first)
        let link = try house.link(.done, in: message)
        #expect(try await household.reminders.look(at: link).text.title == "Mist Monstera")
        #expect(try await household.agenda.log(LogQuery()).isEmpty, "looking does nothing")
        let acts = try await withThrowingTaskGroup(of: ReminderCenter.Act.self) { group in
            for _ in 0..<8 { group.addTask { try await household.reminders.act(on: link) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(acts.count { !$0.wasUsed } == 1)
        let act = try #require(acts.first { !$0.wasUsed })
        #expect((act.verb, act.entries.map(\.chore), act.title) == (.done, [chore.id], "Mist Monstera"))
        #expect(acts.filter(\.wasUsed).allSatisfy { $0.entries.isEmpty })
        #expect(try await household.agenda.chore(chore.id).due == (try day("2026-06-17")))
        #expect(try await household.agenda.log(LogQuery()).count == 1)
    }

    @Test("RE-02: The snooze button sends the reminder again after an hour, once, and then it can be done")
    func snoozed() async throws {
        try await house.phone()
        let (_, chore) = try await house.plant("Monstera")
        let message = try #require(try await house.tick(at: "2026-06-10T06:00:00Z").first)
        let link = try house.link(.snooze, in: message)
        try house.clock.set("2026-06-10T06:10:00Z")
        #expect(try await household.reminders.act(on: link).entries.count == 1)
        #expect(try await household.reminders.act(on: link).wasUsed)
        #expect(try await household.agenda.chore(chore.id).due == (try day("2026-06-10")))
        #expect(try await house.tick(at: "2026-06-10T07:09:59Z").isEmpty)
        let again = try #require(try await house.tick(at: "2026-06-10T07:10:00Z").first)
        #expect(again.title == "Mist Monstera" && again.tag != message.tag)
        #expect(try await house.tick(at: "2026-06-10T08:10:00Z").isEmpty)
        #expect(try await household.reminders.act(on: house.link(.done, in: again)).entries.count == 1)
        #expect(try await household.reminders.act(on: house.link(.done, in: message)).entries.isEmpty)
        #expect(try await household.agenda.log(LogQuery()).count == 2)
    }
}

extension ReminderTests {
    @Test("RE-02: The done button of several chores logs those that are left, also if a plant was removed")
    func allDone() async throws {
        try await house.phone()
        let gone = try await house.plant("Anna").plant
        let berta = try await house.plant("Berta").chore
        let carla = try await house.plant("Carla").chore
        let message = try #require(try await house.tick(at: "2026-06-10T06:00:00Z").first)
        _ = try await household.agenda.done([berta.id])
        try await household.collection.remove(gone.id)
        let act = try await household.reminders.act(on: house.link(.done, in: message))
        #expect(act.entries.map(\.chore) == [carla.id])
        #expect(try await household.agenda.chore(berta.id).due == (try day("2026-06-17")))
        #expect(try await household.reminders.act(on: house.link(.done, in: message)).wasUsed)
        #expect(try await household.agenda.view(AgendaQuery(days: 1)).items.isEmpty)
    }

    @Test("RE-02: A link that is altered, foreign, expired or without a subject is refused")
    func linksRefused() async throws {
        let phone = try await house.phone()
        try await house.plant("Monstera")
        let message = try #require(try await house.tick(at: "2026-06-10T06:00:00Z").first)
        let link = try house.link(.done, in: message)
        let parts = link.split(separator: "-", maxSplits: 3).map(String.init)
        let until = try #require(Int(parts[2]))
        let forged = [
            "", "x", "-", "---", link + "x", String(link.dropLast()), link.uppercased(), " " + link,
            "0" + link, "+" + link, [parts[0], "snooze", parts[2], parts[3]].joined(separator: "-"),
            ["2", parts[1], parts[2], parts[3]].joined(separator: "-"),
            [parts[0], parts[1], "\(until + 1)", parts[3]].joined(separator: "-"),
            [parts[0], parts[1], parts[2], ""].joined(separator: "-"), String(repeating: "9", count: 400),
        ]
        for text in forged {
            await refused(.linkRefused) { _ = try await household.reminders.act(on: text) }
            await refused(.linkRefused) { _ = try await household.reminders.look(at: text) }
        }
        // Another household with other keys.
        let other = try ReminderHouse(secretBox: .drawn(seed: 2))
        try await other.phone()
        try await other.plant("Monstera")
        let foreign = try #require(try await other.tick(at: "2026-06-10T06:00:00Z").first)
        let theirs = try other.link(.done, in: foreign)
        await refused(.linkRefused) { _ = try await household.reminders.act(on: theirs) }
        try house.clock.set("2026-06-17T06:00:00Z")
        await refused(.linkRefused) { _ = try await household.reminders.act(on: link) }
        try house.clock.set("2026-06-17T05:59:59Z")
        #expect(try await household.reminders.look(at: link).verb == .done)
        try await household.reminders.remove(channel: phone.id)
        await refused(.linkRefused) { _ = try await household.reminders.act(on: link) }
        #expect(try await household.agenda.log(LogQuery()).isEmpty)
    }

    @Test("RE-03: A chore that is done, switched off, archived or removed has no reminder")
    func cancelled() async throws {
        try await house.phone()
        let done = try await house.plant("Anna").chore
        let off = try await house.plant("Berta").chore
        let archived = try await house.plant("Carla").plant
        let removed = try await house.plant("Dora").plant
        #expect(try await house.waiting().first == "2026-06-10T06:00:00Z")
        let entries = try await household.agenda.done([done.id])
        try await household.agenda.set(off.id, isOff: true)
        try await household.collection.archive(archived.id, because: .died)
        #expect(try await house.waiting().first == "2026-06-10T06:00:00Z", "Dora is left")
        try await household.collection.remove(removed.id)
        #expect(try await house.waiting().isEmpty)
        #expect(try await house.tick(at: "2026-06-10T06:00:00Z").isEmpty)
        try house.clock.set("2026-06-10T07:00:00Z")
        try await household.agenda.undo(entries.map(\.number))
        #expect(try await house.tick().isEmpty, "whoever takes it back at nine knows")
        #expect(try await house.tick(at: "2026-06-11T06:00:00Z").map(\.title) == ["Mist Anna"])
    }
}

extension ReminderTests {
    @Test("RE-03: A reminder moves with its chore and with the household's preferred time")
    func rescheduled() async throws {
        try await house.phone()
        let plant = try await household.collection.add("Monstera", taxon: Taxon(scientificName: "Monstera deliciosa"))
        let water = try #require(try await household.agenda.chores(of: plant.id).first { $0.kind == .watering })
        func plannedTime() async throws -> String? {
            try await household.reminders.pendingNotices().first { notice in
                notice.reminder.subjects.contains {
                    if case .chore(let chore) = $0 { chore.chore == water.id } else { false }
                }
            }?.reminder.at.formatted(.iso8601)
        }
        #expect(try await plannedTime() == "2026-06-10T06:00:00Z")
        _ = try await household.agenda.done([water.id])
        #expect(try await plannedTime() == nil)
        try await household.collection.change(plant.id) { $0.overruled[.wateringInterval] = "2" }
        #expect(try await plannedTime() == "2026-06-12T06:00:00Z")
        try await household.collection.change(plant.id) { $0.overruled[.wateringInterval] = "1" }
        #expect(try await plannedTime() == "2026-06-11T06:00:00Z")
        try await household.settings.choose([.preferredTime: "19:30"])
        #expect(try await plannedTime() == "2026-06-11T17:30:00Z")
    }

    @Test("RE-03: A reconciliation finds and corrects differences")
    func reconciled() async throws {
        let phone = try await house.phone()
        try await house.plant("Monstera")
        #expect(try await household.reminders.reconcileReminders() == 0)
        let stray = Reminder(
            key: .init(rawValue: "chores 1999-01-01"), sort: .chores, at: house.clock.now,
            until: house.clock.now + 3600, subjects: [])
        try await house.records.add(stray, to: phone.id)
        #expect(try await household.reminders.reconcileReminders() == 1)
        #expect(try await household.reminders.reconcileReminders() == 0)
        #expect(try await house.tick(at: "2026-06-10T06:00:00Z").map(\.title) == ["Mist Monstera"])
    }

    @Test("RE-05: A reminder has a badge that counts only overdue chores")
    func badge() async throws {
        try await house.phone()
        let late = try await house.plant("Anna").chore
        #expect(try await house.tick(at: "2026-06-10T06:00:00Z").map(\.badge) == [0])
        try house.clock.set("2026-06-11T05:00:00Z")
        try await house.plant("Berta", from: "2026-06-11")
        #expect(try await house.tick(at: "2026-06-11T06:00:00Z").map(\.badge) == [1])
        #expect(try await household.reminders.overdue() == 1)
        _ = try await household.agenda.done([late.id])
        #expect(try await household.reminders.overdue() == 0)
        let link = try house.link(
            .done, in: try #require(try await house.tick(at: "2026-06-12T06:00:00Z").first))
        #expect(try await household.reminders.overdue() == 1)
        #expect(try await household.reminders.act(on: link).overdue == 0)
    }

    @Test("RE-06: Reminders follow the settings: off, in advance, silent, and not in quiet hours")
    func settings() async throws {
        try await house.phone()
        try await house.plant("Anna", from: "2026-06-12")
        #expect(try await house.waiting() == ["2026-06-12T06:00:00Z"])
        try await household.settings.choose([.reminds: "false"])
        #expect(try await house.waiting().isEmpty)
        try await household.settings.choose([.reminds: "true", .advanceDays: "1"])
        #expect(try await house.waiting().first == "2026-06-11T06:00:00Z")
        try await household.settings.choose([.advanceDays: "0", .preferredTime: "23:00"])
        #expect(try await house.waiting() == ["2026-06-13T05:00:00Z"], "in the quiet hours, so on the next morning")
        try await household.settings.choose([.quietFrom: "none"])
        #expect(try await house.waiting() == ["2026-06-12T21:00:00Z"])
        try await household.settings.choose([.quietFrom: "22:00"])
        #expect(try await house.waiting() == ["2026-06-13T05:00:00Z"])
        try await household.settings.choose([.hasSound: "false"])
        #expect(try await house.tick(at: "2026-06-13T05:00:00Z").map(\.isSilent) == [true])
    }

    @Test("RE-09: A reminder in the past is refused")
    func past() async throws {
        let (_, chore) = try await house.plant("Monstera")
        for seconds in [-86_400.0, -1, 0] {
            await refused(.reminderPast) {
                _ = try await household.agenda.snooze(chore.id, .until(house.clock.now + seconds))
            }
        }
        #expect(try await household.agenda.log(LogQuery()).isEmpty)
        #expect(try await household.agenda.snooze(chore.id, .until(house.clock.now + 1)).count == 1)
        await refused(.dayRefused) {
            _ = try await household.agenda.snooze(chore.id, .until(house.clock.now + 400 * 86_400))
        }
    }
}
