import Agenda
import Calendar
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Reminders
import SQLRecords
import Testing

/// A household in Vienna with a phone and a clock that a test sets. Notices of chores are due at 08:00 in Vienna, which
/// is 06:00 UTC in summer.
struct ReminderHouse: Sendable {
    let clock: SetClock
    let records: any Records
    let mailbox: Mailbox
    let household: Household

    init(
        at text: String = "2026-06-10T05:00:00Z", _ mailbox: Mailbox = Mailbox(), others: [Mailbox] = [],
        records: any Records = SQLRecords.inMemory(), secretBox: SecretBox = .drawn(),
        given: [Home.Setting: String] = [:]
    ) throws {
        let clock = try SetClock(text)
        self.clock = clock
        self.mailbox = mailbox
        self.records = records
        household = .drawn(
            records: records,
            careServices: .drawn(given: given.merging([.zone: "Europe/Vienna"]) { given, _ in given }),
            noticeServices: .drawn(
                noticeTransports: [mailbox.noticeTransport] + others.map(\.noticeTransport), secretBox: secretBox),
            environment: .at({ clock.now }, steady: { clock.steady }))
    }

    @discardableResult
    func phone(_ name: String = "phone") async throws -> Channel {
        try await household.reminders.add(.drawn(mailbox.kind, name), named: name)
    }

    /// A plant with one chore that is not part of its plan.
    @discardableResult
    func plant(
        _ name: String, _ kind: Chore.Kind = .misting, every days: Int = 7, from start: String? = nil
    ) async throws -> (plant: Plant, chore: Chore) {
        let plant = Plant(
            id: try Sample().id("p-\(name)"), name: name, taxon: nil, photographs: [], identification: nil,
            addedAt: clock.now)
        try await records.keep(plant, chores: [], correction: nil)
        let chore = try await household.agenda.addChore(
            kind, plant: plant.id, recurrence: try #require(Recurrence.every(days: days)),
            start: try start.map { try #require(LocalDay($0)) })
        return (plant, chore)
    }

    /// A plant with that many chores, each with its own notice.
    func crowd(_ count: Int, from start: String = "2026-06-10") async throws {
        try await household.settings.choose([.groupsReminders: "false"])
        let plant = Plant(
            id: try Sample().id("crowd-\(start)"), name: "Crowd", taxon: nil, photographs: [], identification: nil,
            addedAt: clock.now)
        let day = try #require(LocalDay(start))
        let chores = (0..<count).map { number in
            Chore(
                id: .init(rawValue: "c\(number)-\(start)"), plant: plant.id.rawValue, kind: .own,
                title: "Thing \(number)", origin: .person, recurrence: .once, start: day)
        }
        try await records.keep(plant, chores: chores, correction: nil)
        _ = try await household.reminders.reconcileReminders()
    }

    /// Runs one round of the worker and returns the messages that arrived.
    @discardableResult
    func tick() async throws -> [NoticeMessage] {
        _ = try await household.reminders.reconcileReminders()
        while try await household.reminders.sendDue().isFull {}
        return mailbox.empty()
    }

    @discardableResult
    func tick(at text: String) async throws -> [NoticeMessage] {
        try clock.set(text)
        return try await tick()
    }

    func link(_ verb: NoticeVerb, in message: NoticeMessage) throws -> String {
        let action = try #require(message.actions.first { $0.verb == verb })
        #expect(action.path.hasPrefix("/n/"))
        return String(action.path.dropFirst(3))
    }

    /// The times of the notices that wait for the phone, earliest first.
    func waiting(_ channel: Channel? = nil) async throws -> [String] {
        let kind = channel?.kind ?? mailbox.kind
        let channels = try await household.reminders.channels().filter { $0.kind == kind }.map(\.id)
        return try await household.reminders.pendingNotices(limit: 9999).filter { channels.contains($0.channel) }
            .map { $0.reminder.at.formatted(.iso8601) }
    }
}
