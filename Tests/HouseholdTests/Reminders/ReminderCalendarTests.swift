import Agenda
import Calendar
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@Suite("The calendar feed of a household", .tags(.small))
struct ReminderCalendarTests {
    let house: ReminderHouse
    var household: Household { house.household }

    init() throws { house = try ReminderHouse() }

    /// The lines of each event by their names, without parameters.
    private func events(_ text: String) -> [[String: String]] {
        text.replacing("\r\n ", with: "").components(separatedBy: "BEGIN:VEVENT").dropFirst().map { event in
            event.split(separator: "\r\n").reduce(into: [:]) { lines, line in
                guard let colon = line.firstIndex(of: ":") else { return }
                let name = line[..<colon].prefix { $0 != ";" }
                if lines[String(name)] == nil { lines[String(name)] = String(line[line.index(after: colon)...]) }
            }
        }
    }

    private func read(_ secret: String) async throws -> [[String: String]] {
        events(try await household.reminders.calendar(secret: secret).text)
    }

    @Test("The feed has the chores of thirty days with stable identifiers and alarms at the household's time")
    func shows() async throws {
        try await house.plant("Monstera", every: 7)
        let (feed, secret) = try await household.reminders.addFeed(named: " Anna's  phone ")
        #expect(feed.name == "Anna's phone" && secret.utf8.count >= 27)
        let events = try await read(secret)
        #expect(
            events.map { $0["DTSTART"] } == ["20260610", "20260617", "20260624", "20260701", "20260708"])
        #expect(events.allSatisfy { $0["SUMMARY"] == "Mist Monstera" && $0["SEQUENCE"] == "0" })
        #expect(Set(events.compactMap { $0["UID"] }).count == 5)
        #expect(events[0]["TRIGGER"] == "20260610T060000Z")
        #expect(events[0]["URL"] == "https://house.test/plants/p-Monstera")
        #expect(try await household.reminders.feeds().first?.fetchedAt == house.clock.now)
    }

    @Test("Tasks of a plant with its own time are an event of their own with that alarm, and notes are described")
    func ownTimesAndNotes() async throws {
        let (anna, berta) = (try await house.plant("Anna"), try await house.plant("Berta"))
        try await house.plant("Clara")
        try await house.plant("Dora")
        let time = try #require(LocalTime("18:30"))
        for plant in [anna.plant, berta.plant] {
            _ = try await household.collection.change(plant.id) { $0.preferredTime = time }
        }
        try await household.agenda.set(note: "  with\nrainwater ", of: anna.chore.id)
        #expect(try await household.agenda.chore(anna.chore.id).note == "with rainwater")
        let (_, secret) = try await household.reminders.addFeed(named: "Anna")
        let events = try await read(secret).filter { $0["DTSTART"] == "20260610" }
        #expect(Set(events.compactMap { $0["TRIGGER"] }) == ["20260610T060000Z", "20260610T163000Z"])
        #expect(Set(events.compactMap { $0["UID"] }).count == events.count && events.count == 2)
        #expect(events.contains { $0["DESCRIPTION"]?.contains("Mist Anna\\, with rainwater") == true })
    }

    @Test("The feed and its tag are identical while nothing changes")
    func same() async throws {
        try await house.plant("Monstera")
        let (_, secret) = try await household.reminders.addFeed(named: "Anna")
        let first = try await household.reminders.calendar(secret: secret)
        for text in ["2026-06-10T05:00:01Z", "2026-06-10T12:00:00Z", "2026-06-10T21:59:59Z"] {
            try house.clock.set(text)
            #expect(try await household.reminders.calendar(secret: secret) == first)
        }
        try await house.plant("Fern")
        let other = try await household.reminders.calendar(secret: secret)
        #expect(other.tag != first.tag && other.text != first.text)
    }

    @Test("A changed event keeps its identifier and has a higher sequence number, and other events stay the same")
    func changes() async throws {
        let (anna, _) = try await house.plant("Anna")
        try await house.plant("Berta")
        let (_, secret) = try await household.reminders.addFeed(named: "Anna")
        let before = try await read(secret)
        try house.clock.set("2026-06-10T07:00:00Z")
        try await household.collection.change(anna.id) { $0.name = "Annabel" }
        let after = try await read(secret)
        #expect(Set(after.compactMap { $0["UID"] }) == Set(before.compactMap { $0["UID"] }))
        for event in after {
            let isHers = event["DESCRIPTION"]?.contains("Mist Annabel") == true || event["SUMMARY"] == "Mist Annabel"
            #expect(event["SEQUENCE"] == (isHers ? "1" : "0"))
            #expect(event["LAST-MODIFIED"] == (isHers ? "20260610T070000Z" : "20260610T050000Z"))
            #expect(event["DTSTAMP"] == event["LAST-MODIFIED"])
        }
        try house.clock.set("2026-06-10T08:00:00Z")
        #expect(try await read(secret) == after)
    }

    @Test("An overdue chore moves to today as the same event and leaves the feed when it is done")
    func overdue() async throws {
        let (_, chore) = try await house.plant("Monstera")
        let (_, secret) = try await household.reminders.addFeed(named: "Anna")
        let before = try #require(try await read(secret).first)
        try house.clock.set("2026-06-12T05:00:00Z")
        let after = try #require(try await read(secret).first)
        #expect(after["UID"] == before["UID"])
        #expect((before["DTSTART"], after["DTSTART"]) == ("20260610", "20260612"))
        #expect((before["SEQUENCE"], after["SEQUENCE"]) == ("0", "1"))
        #expect(after["DESCRIPTION"] == "Due since 2026-06-10")
        #expect(after["TRIGGER"] == "20260612T060000Z")
        _ = try await household.agenda.done([chore.id])
        #expect(try await read(secret).first?["DTSTART"] == "20260619")
        #expect(try await !read(secret).contains { $0["UID"] == before["UID"] })
    }

    @Test("Chores with the same alarm are one event that lists them, and no two alarms are at one minute")
    func grouped() async throws {
        for number in 1...28 { try await house.plant("Plant-\(number)", .watering, every: 7) }
        try await house.plant("Ficus", .repotting, every: 300, from: "2026-06-13")
        let (_, late) = try await house.plant("Late", .misting, every: 30)
        let (_, secret) = try await household.reminders.addFeed(named: "Anna")
        var text = try await household.reminders.calendar(secret: secret).text
        var events = events(text)
        // The repotting of the thirteenth is reminded of three days before, with the waterings of the tenth.
        #expect(events.prefix(2).map { $0["SUMMARY"] } == ["29 tasks to do", "Repot Ficus"])
        #expect(events[0]["UID"]?.hasPrefix("tasks-2026-06-10@") == true)
        #expect(events[0]["DESCRIPTION"]?.components(separatedBy: "\\n").count == 29)
        #expect(events[1]["TRIGGER"] == nil && events[0]["TRIGGER"] == "20260610T060000Z")
        let unfolded = text.replacing("\r\n ", with: "")
        #expect(unfolded.contains("DESCRIPTION:30 tasks to do\\n"))
        #expect(unfolded.contains("Repot Ficus\\, due on 2026-06-13"))
        let alarms = events.compactMap { $0["TRIGGER"] }
        #expect(alarms.count == Set(alarms).count)
        // One that is snoozed has its own event and alarm; the others keep theirs.
        _ = try await household.agenda.snooze(late.id, .hours(3))
        text = try await household.reminders.calendar(secret: secret).text
        events = self.events(text).prefix(2).sorted { $0["SUMMARY", default: ""] > $1["SUMMARY", default: ""] }
        #expect(events.map { $0["SUMMARY"] } == ["Water 28 plants", "Mist Late"])
        #expect(events[0]["UID"]?.hasPrefix("tasks-2026-06-10@") == true && events[0]["SEQUENCE"] == "1")
        #expect(events[1]["TRIGGER"] == "20260610T080000Z")
    }

    @Test("A feed opens only with its own secret, and not after it was revoked")
    func revoked() async throws {
        let (anna, secret) = try await household.reminders.addFeed(named: "Anna")
        let (_, other) = try await household.reminders.addFeed(named: "Ben")
        #expect(secret != other)
        for wrong in ["", "x", anna.secret, secret.uppercased(), secret + "x", String(repeating: "a", count: 999)] {
            await refused(.notFound) { _ = try await household.reminders.calendar(secret: wrong) }
        }
        #expect(!anna.secret.contains(secret), "the secret itself is not kept")
        try await household.reminders.revokeFeed(anna.id)
        await refused(.notFound) { _ = try await household.reminders.calendar(secret: secret) }
        await refused(.notFound) { try await household.reminders.revokeFeed(anna.id) }
        #expect(try await household.reminders.calendar(secret: other).text.contains("Stillroom: Ben"))
        await refused(.channelRefused) { _ = try await household.reminders.addFeed(named: "  ") }
        let long = try await household.reminders.addFeed(named: String(repeating: "é\u{7}", count: 81))
        #expect(long.feed.name == String(repeating: "é ", count: 40).trimmingCharacters(in: .whitespaces))
    }

    @Test("Events have no alarms if the household has switched off reminders")
    func silent() async throws {
        try await house.plant("Monstera")
        let (_, secret) = try await household.reminders.addFeed(named: "Anna")
        try await household.settings.choose([.reminds: "false"])
        #expect(try await household.reminders.calendar(secret: secret).text.contains("BEGIN:VEVENT"))
        #expect(try await !household.reminders.calendar(secret: secret).text.contains("VALARM"))
    }
}
