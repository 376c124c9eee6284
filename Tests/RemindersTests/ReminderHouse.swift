import Agenda
import Foundation
import Testing

@testable import Calendar
@testable import Reminders

/// A household with one channel, in memory. At each tick of the test's clock its reminders are computed, reconciled and
/// sent.
struct ReminderHouse {
    struct PlannedChore {
        let name: String
        /// The interval in days.
        let interval: Int
        var due: LocalDay
        /// When a person does the chore after the notice.
        var doneAt: Date?
    }

    struct Sending {
        let at: Date
        let reminder: Reminder
    }

    var sample: ReminderSample
    var chores: [PlannedChore] = []
    /// The time from a notice to the completion, in seconds.
    var pace: TimeInterval = 3 * 3600
    var limit: Int?
    var known: [Reminder.Status] = []
    var sendings: [Sending] = []

    var zone: Zone { sample.zone }

    init(_ sample: ReminderSample) { self.sample = sample }

    static func applying(_ changes: [Reminder.Change], to known: [Reminder.Status]) -> [Reminder.Status] {
        var known = known
        for change in changes {
            switch change {
            case .add(let reminder): known.append(.init(reminder, .pending))
            case .alter(let reminder):
                known = known.map { $0.reminder.key == reminder.key ? .init(reminder, .pending) : $0 }
            case .drop(let key): known.removeAll { $0.reminder.key == key }
            case .fold(let reminder), .hush(let reminder):
                known.removeAll { $0.reminder.key == reminder.key }
                known.append(.init(reminder, .settled))
            }
        }
        return known
    }

    /// Completes chores whose time has come, computes the reminders, and sends what is due.
    mutating func tick(_ now: Date) {
        for index in chores.indices {
            guard let done = chores[index].doneAt, done <= now else { continue }
            chores[index].due = zone.day(at: now).adding(days: chores[index].interval)
            chores[index].doneAt = nil
        }
        let horizon = now + 36 * 3600
        let doses = sample.doses.filter { abs($0.at.timeIntervalSince(now)) <= 48 * 3600 }
        let due = chores.map { chore in
            DueChore(
                chore: .init(rawValue: chore.name), kind: .watering, plant: "p", plantName: chore.name,
                due: chore.due, day: chore.due)
        }
        let expected = Reminder.expected(
            chores: due, doses: doses, preferences: sample.preferences, zone: zone, now: now, through: horizon)
        known = Self.applying(
            Reminder.changes(expected: expected, known: known, limit: limit, now: now), to: known)
        known = known.map { notice in
            let reminder = notice.reminder
            guard notice.state == .pending, reminder.at <= now, now < reminder.until else { return notice }
            sendings.append(Sending(at: now, reminder: reminder))
            notify(of: reminder, at: now)
            return .init(reminder, .settled)
        }
        // Like a real store, old notices are deleted.
        known.removeAll { $0.state == .settled && $0.reminder.until < now - 7 * 86_400 }
    }

    private mutating func notify(of reminder: Reminder, at now: Date) {
        for case .chore(let chore) in reminder.subjects {
            guard let index = chores.firstIndex(where: { $0.name == chore.chore.rawValue }) else { continue }
            chores[index].doneAt = chores[index].doneAt ?? now + pace
        }
    }

    /// Ticks at each reminder and completion, and otherwise every few hours.
    mutating func run(from start: Date, to end: Date, atLeastEvery seconds: TimeInterval = 6 * 3600) {
        var now = start
        while now < end {
            tick(now)
            let next = known.filter { $0.state == .pending }.map(\.reminder.at) + chores.compactMap(\.doneAt)
            now = min(next.filter { $0 > now }.min() ?? .distantFuture, now + seconds)
        }
    }

    /// "2026-11-21 08:00 chores 2026-11-21".
    var sent: [String] { sendings.map { "\(sample.clock($0.at)) \($0.reminder.key)" } }
}
