import Foundation
import Support
import Testing

@testable import Agenda
@testable import Calendar
@testable import Reminders

/// Chores, doses and settings for the tests of reminders, in a zone with Vienna's rules unless another one is given.
struct ReminderSample {
    let zone: Zone
    var preferences = ReminderPreferences(time: LocalTime(ofDay: 8 * 3600))
    var chores: [DueChore] = []
    var doses: [Dose] = []
    var foods: [DueFood] = []

    init(_ zone: Zone? = nil) throws {
        self.zone =
            try zone ?? Zone(name: "Test/Vienna", tzif: ZoneBytes.ruled("CET-1CEST,M3.5.0,M10.5.0/3").bytes)
    }

    /// A zone of this machine.
    static func zone(_ name: String) throws -> Zone {
        try Zone(name: name, tzif: [UInt8](Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))))
    }

    static func day(_ text: String) throws -> LocalDay { try #require(LocalDay(text)) }
    static func time(_ text: String) throws -> LocalTime { try #require(LocalTime(text)) }

    /// "22:00-07:00".
    static func quiet(_ text: String?) throws -> QuietHours? {
        guard let text else { return nil }
        let (from, to) = (try time(String(text.prefix(5))), try time(String(text.suffix(5))))
        let quiet = try #require(QuietHours(from: from, to: to))
        return quiet
    }

    /// Returns the instant of "2026-11-21 08:00".
    func instant(_ text: String) throws -> Date {
        zone.instant(of: try Self.day(String(text.prefix(10))), at: try Self.time(String(text.dropFirst(11))))
    }

    static func chore(
        _ name: String, _ kind: Chore.Kind = .watering, title: String? = nil, plant: String? = "Monstera",
        on day: String, snoozedUntil: Date? = nil, at time: String? = nil
    ) throws -> DueChore {
        DueChore(
            chore: .init(rawValue: name), kind: kind, title: title, plant: plant.map { _ in "p" }, plantName: plant,
            due: try Self.day(day), day: try Self.day(day), snoozedUntil: snoozedUntil,
            time: try time.map { try Self.time($0) })
    }

    mutating func add(
        _ name: String, _ kind: Chore.Kind = .watering, on day: String, snoozed: String? = nil, at time: String? = nil
    ) throws {
        chores.append(
            try Self.chore(name, kind, on: day, snoozedUntil: snoozed.map { try instant($0) }, at: time))
    }

    static func dose(_ id: String, at: Date, name: String = "Ibuprofen 400 mg", owner: String? = nil) -> Dose {
        Dose(id: id, medicine: "m", name: name, amount: "1 tablet", at: at, owner: owner)
    }

    static func reminder(_ dose: Dose) -> Reminder {
        Reminder(
            key: .init(rawValue: "dose \(dose.id)"), sort: .dose, at: dose.at, until: dose.at + 24 * 3600,
            subjects: [.dose(dose)])
    }

    func expected(at now: String, through horizon: String) throws -> [Reminder] {
        Reminder.joined(
            Reminder.expected(
                chores: chores, doses: doses, foods: foods, preferences: preferences, zone: zone, now: try instant(now),
                through: try instant(horizon)), known: [])
    }

    /// Returns lines such as "2026-11-21 08:00 chores 2026-11-21: a b".
    func lines(at now: String, through horizon: String) throws -> [String] {
        try expected(at: now, through: horizon).map { "\(clock($0.at)) \($0.key): \(Self.names($0))" }
    }

    func clock(_ instant: Date) -> String { "\(zone.day(at: instant)) \(zone.time(at: instant))" }

    static func names(_ reminder: Reminder) -> String {
        reminder.subjects.map { subject in
            switch subject {
            case .chore(let chore): chore.chore.rawValue
            case .dose(let dose): dose.id
            case .food(let food): food.item
            }
        }.joined(separator: " ")
    }
}
